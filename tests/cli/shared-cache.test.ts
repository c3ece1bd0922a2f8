/** Shared caches through the built command line: found by one of its files, and never read whole. */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildCache, CODE_AT, imageStart, type CacheSpec } from '../support/cache-builder.ts'
import { linesOf, program, testFolder, unslide, type JsonFrame } from '../support/cli.ts'

const folder = testFolder()
const UUID = '0A000000-0000-0000-0000-000000000001'
const spec: CacheSpec = {
  images: [
    {
      name: '/usr/lib/libone.dylib',
      uuid: UUID,
      symbols: [{ name: '_one_open', at: CODE_AT }],
      locals: [{ name: '_one_hidden', at: CODE_AT + 0x40 }],
    },
  ],
}
const address = (at: number): string => (0x1_8000_0000n + BigInt(imageStart(0) + at)).toString(16)

function names(symbols: string, ...addresses: readonly string[]): readonly (string | undefined)[] {
  const { out } = unslide(['lookup', '--symbols', symbols, '--format', 'json', ...addresses])
  return linesOf<JsonFrame>(out).map(({ calls }) => calls?.at(-1)?.function)
}

test('the main file brings the files beside it', () => {
  const path = join(folder, 'dyld_shared_cache_arm64')
  for (const [suffix, bytes] of buildCache(spec)) writeFileSync(path + suffix, bytes)
  expect(names(path, address(CODE_AT), address(CODE_AT + 0x44))).toEqual(['one_open', 'one_hidden'])
  const { out } = unslide(['inspect', path])
  expect(out).toContain('libone.dylib (arm64, dylib)')
  expect(out).toContain(`${path}!/usr/lib/libone.dylib`)
})

const GIGABYTES = 4 * 2 ** 30

/** Moves what a file maps behind a hole of 4 GB. */
function writeSparse(path: string, bytes: Uint8Array, from: number, field: number): void {
  const head = Uint8Array.from(bytes.subarray(0, from))
  new DataView(head.buffer).setBigUint64(field, BigInt(GIGABYTES), true)
  const file = openSync(path, 'w')
  ftruncateSync(file, GIGABYTES)
  writeSync(file, head, 0, head.length, 0)
  writeSync(file, bytes, from, bytes.length - from, GIGABYTES)
  closeSync(file)
}

test('files of 4 GB: names from behind the holes, in little memory', () => {
  const sparse = join(folder, 'sparse')
  mkdirSync(sparse)
  const path = join(sparse, 'dyld_shared_cache_arm64')
  for (const [suffix, bytes] of buildCache(spec)) {
    if (suffix === '') {
      const file = openSync(path, 'w')
      writeSync(file, bytes)
      ftruncateSync(file, GIGABYTES)
      closeSync(file)
    } else if (suffix === '.symbols') writeSparse(path + suffix, bytes, 0x200, 0x48)
    else writeSparse(path + suffix, bytes, 0x1000, 0x140 + 16)
  }
  expect(statSync(`${path}.symbols`).size).toBeGreaterThan(GIGABYTES)
  expect(names(path, address(CODE_AT), address(CODE_AT + 0x44))).toEqual(['one_open', 'one_hidden'])

  const usage = join(folder, 'usage.json')
  const preload = join(folder, 'usage.cjs')
  const write = `require('fs').writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage()))`
  writeFileSync(preload, `process.on('exit', () => ${write})`)
  for (const args of [
    ['lookup', '--symbols', path, address(CODE_AT)],
    ['inspect', path],
    ['index', path],
  ]) {
    const { status } = spawnSync(process.execPath, ['-r', preload, program, ...args])
    expect(status).toBe(0)
    const { maxRSS } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage
    expect(maxRSS / 1024, args[0]).toBeLessThan(300)
  }
})
