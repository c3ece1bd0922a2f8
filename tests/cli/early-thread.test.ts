/** The thread that is started before a command is loaded: where a large file is named, once, and never in the way. */
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { testFolder, unslide, type Run } from '../support/cli.ts'
import { largeDsym } from '../support/large-dsym.ts'

const folder = testFolder()
const bundle = join(folder, 'Large.dSYM')
const large = join(bundle, 'Contents/Resources/DWARF/Large')
const small = join(folder, 'Small')
/** On a machine with one core no thread is worth its start. */
const one = availableParallelism() > 1 ? 1 : 0

/** Counts the threads; the first of them has no program where `breaksFirst` says so. */
const hook = join(folder, 'hook.cjs')
const told = join(folder, 'told')

beforeAll(async () => {
  mkdirSync(join(bundle, 'Contents/Resources/DWARF'), { recursive: true })
  // Enough for two threads to take part; holes make it large.
  writeFileSync(large, await largeDsym('11111111-2222-3333-4444-555555555555', 36 << 20))
  truncateSync(large, 80 << 20)
  writeFileSync(small, await largeDsym('11111111-2222-3333-4444-555555555556', 1 << 10))
  writeFileSync(
    hook,
    `const threads = require('node:worker_threads')
let started = 0
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(started++ === 0 && process.env.BREAKS_FIRST ? __filename + '.gone' : file, options)
  }
}
process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(told)}, String(started)))
`,
  )
})

function counted(args: readonly string[], breaksFirst = false): Run & { readonly threads: number } {
  if (breaksFirst) process.env.BREAKS_FIRST = '1'
  try {
    return { ...unslide(args, '', ['-r', hook]), threads: Number(readFileSync(told, 'utf8')) }
  } finally {
    delete process.env.BREAKS_FIRST
  }
}

const lookup = (symbols: string): string[] => ['lookup', '--symbols', symbols, '0x100001004', '0x100008cf4']
const names = 'shelf_0 (in Large) + 4\nshelf_1999 (in Large) + 4\n'

test('a large file is built with the thread that was started early, and no other', () => {
  expect(counted(lookup(large))).toEqual({ status: 0, out: names, err: '', threads: one })
})

test('so is that of a dSYM', () => {
  expect(counted(lookup(bundle))).toEqual({ status: 0, out: names, err: '', threads: one })
})

test('none is started for a small file, or by a command that reads no symbols', () => {
  expect(counted(lookup(small))).toMatchObject({ status: 0, threads: 0 })
  expect(counted(['demangle', large])).toMatchObject({ threads: 0 })
})

test('one that nobody takes ends with the command', () => {
  const file = join(folder, 'zeros')
  writeFileSync(file, 'no symbols\n')
  const before = counted(lookup(file))
  truncateSync(file, 80 << 20)
  expect(counted(lookup(file))).toEqual({ ...before, threads: one })
  expect(before.status).toBe(2)
})

test('one that cannot start is not missed', () => {
  expect(counted(lookup(large), true)).toMatchObject({ status: 0, out: names, err: '' })
})
