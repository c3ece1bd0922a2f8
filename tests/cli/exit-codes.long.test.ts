/** The exit codes of every command, as its help states them. `npm run build:cli` must have run. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandNames, type CommandName } from '../../src/cli/options/commands.ts'
import { describeCommand } from '../../src/cli/options/describe.ts'
import { program, testFolder, unslide } from '../support/cli.ts'
import { buildMachO, codeSection } from '../support/macho-builder.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const at = (name: string): string => join(folder, name)
const report = samplePath('Trailmap.ips')
const symbols = samplePath('Trailmap.dSYM.zip')
const known = '0x1000044c0'
/** A part of a Mach-O file: understood, but without what a command needs of it. */
const broken = at('broken')
const bare = at('bare')
const nothing = at('nothing.txt')
const lossy = at('lossy.crash')
mkdirSync(at('empty'))
writeFileSync(nothing, 'neither a report nor symbols\n')
writeFileSync(bare, buildMachO({ uuid: '00112233445566778899AABBCCDDEEFF', sections: [codeSection(0x100)] }))
const whole = buildMachO({ uuid: '11112233445566778899AABBCCDDEEFF', sections: [codeSection(0x100)] })
writeFileSync(broken, whole.subarray(0, 40))
writeFileSync(lossy, 'Backtrace of Thread 771:\nHarbor at (0x0000000104ccc074)\n')

type Case = readonly [what: string, code: 0 | 1 | 2, args: readonly string[], input?: string]

const inputs = (rest: readonly string[] = []): readonly Case[] => [
  ['no input', 2, rest],
  ['an input that is not there', 2, ['/no/such/file', ...rest]],
  ['an input of another kind', 2, [nothing, ...rest]],
]

const cases: Readonly<Record<CommandName, readonly Case[]>> = {
  symbolicate: [
    ['success', 0, [report, '--symbols', symbols]],
    ['without symbols', 1, [report]],
    ['one of two reports', 2, [report, nothing, '--symbols', symbols]],
    ...inputs(),
    ['a stream', 0, ['--stream', '--symbols', symbols, '--jobs', '1'], '\n'],
    ['a stream of bad lines', 2, ['--stream', '--symbols', symbols, '--jobs', '1'], '{}\n'],
    ['a wrong option', 2, [report, '--jobs', '2']],
  ],
  batch: [
    ['success', 0, [report, '--symbols', symbols]],
    ['without symbols', 1, [report]],
    ['one of two reports', 2, [report, nothing, '--symbols', symbols]],
    ...inputs(),
    ['a wrong format', 2, [report, '--format', 'html']],
  ],
  parse: [
    ['success', 0, [report]],
    ['lost rows', 1, [lossy]],
    ['one of two reports', 2, [report, nothing]],
    ...inputs(),
  ],
  lookup: [
    ['success', 0, ['--symbols', symbols, known]],
    ['an address of nothing', 1, ['--symbols', symbols, known, '0x10']],
    ['another UUID', 1, ['--symbols', symbols, '--uuid', '00112233-4455-6677-8899-AABBCCDDEEFF', known]],
    ['no address', 2, ['--symbols', symbols], ''],
    ['no symbols', 2, [known]],
    ['symbols that are not there', 2, ['--symbols', '/no/such/file', known]],
    ['symbols of another kind', 2, ['--symbols', nothing, known]],
    ['no address, but a word', 2, ['--symbols', symbols, 'word']],
  ],
  inspect: [['success', 0, [symbols]], ...inputs()],
  disassemble: [
    ['success', 0, ['--arch', 'arm64', '1f2003d5']],
    ['a place without code', 1, ['--symbols', symbols, '--address', known]],
    ['another architecture', 1, ['--symbols', symbols, '--arch', 'i386', '--address', known]],
    ['no input', 2, []],
    ['a report that is not there', 2, ['--report', '/no/such/file']],
    ['a report of another kind', 2, ['--report', nothing]],
    ['no bytes', 2, ['--arch', 'arm64', 'word']],
  ],
  variables: [
    ['success', 0, ['--symbols', symbols, known]],
    ['an address of nothing', 1, ['--symbols', symbols, '0x10']],
    ['no address', 2, ['--symbols', symbols], ''],
    ['no symbols', 2, [known]],
    ['symbols of another kind', 2, ['--symbols', nothing, known]],
    ['a report of another kind', 2, ['--symbols', symbols, '--report', nothing]],
  ],
  index: [
    ['success', 0, [symbols, '-o', at('indexes')]],
    ['no input', 2, []],
    ...inputs().slice(1),
    ['threads', 2, [symbols, '--threads', '0']],
  ],
  convert: [
    ['success', 0, [symbols, '--to', 'gsym', '-o', at('a.gsym')]],
    ['another architecture', 1, [symbols, '--to', 'gsym', '-o', at('b.gsym'), '--arch', 'i386']],
    ...inputs(['--to', 'gsym', '-o', at('c.gsym')]),
    ['no format', 2, [symbols, '-o', at('d.gsym')]],
  ],
  table: [
    ['success', 0, [symbols, '-o', at('a.parquet')]],
    ['another architecture', 1, [symbols, '-o', at('b.parquet'), '--arch', 'i386']],
    ['one of two images', 1, [symbols, bare, '-o', at('d.parquet')]],
    ...inputs(['-o', at('c.parquet')]),
    ['no output', 2, [symbols]],
  ],
  pack: [
    ['success', 0, ['--os', 'macOS 14', symbols, '-o', at('a.pack')]],
    ...inputs(['--os', 'macOS 14', '-o', at('b.pack')]),
    ['no system', 2, [symbols, '-o', at('c.pack')]],
  ],
  publish: [
    ['success', 0, [symbols, '--to', at('site')]],
    ...inputs(['--to', at('site')]),
    ['no folder', 2, [symbols]],
  ],
  demangle: [
    ['success', 0, ['_ZN4Shop4openEv']],
    ['no input', 0, [], ''],
    ['an option that is none', 2, ['--short']],
  ],
  serve: [
    ['no symbols', 2, []],
    ['symbols that are not there', 2, ['--symbols', '/no/such/file']],
    ['a port that is none', 2, ['--symbols', symbols, '--port', 'x']],
  ],
  mcp: [
    ['the end of its input', 0, ['--root', folder], ''],
    ['no folder', 2, []],
    ['a folder that is not there', 2, ['--root', '/no/such/folder']],
  ],
  schema: [
    ['success', 0, ['lookup']],
    ['the list', 0, []],
    ['a schema that is none', 2, ['../package']],
    ['two at once', 2, ['lookup', 'parse']],
  ],
  completions: [
    ['success', 0, ['bash']],
    ['no shell', 2, []],
    ['a shell that is none', 2, ['csh']],
    ['UUIDs of what is not there', 2, ['uuids', '/no/such/file']],
  ],
}

const rows = commandNames.flatMap((name) =>
  cases[name].map(([what, code, args, input]) => ({ name, what, code, args, input: input ?? '' })),
)

test.each(rows)('$name, $what: $code', ({ name, what, code, args, input }) => {
  const { status, out, err } = unslide([name, ...args], input)
  expect({ what, status, err }).toEqual({ what, status: code, err })
  expect(describeCommand(name).exits.map(([documented]) => documented)).toContain(String(status))
  // A sentence and no trace.
  expect(err).not.toMatch(/^\s+at /m)
  if (code === 2) expect(err).toMatch(/^unslide: /)
  if (code === 0 && what === 'success') expect(out).not.toBe('')
})

test('each code that a command documents is met above, save where it needs a signal or a failing disk', () => {
  const untried = commandNames.flatMap((name) => {
    const met = new Set(cases[name].map(([, code]) => String(code)))
    return describeCommand(name)
      .exits.filter(([code]) => !met.has(code))
      .map(([code]) => `${name} ${code}`)
  })
  // `serve` ends by a signal (serve.test.ts); images that fail behind others are in tests of their own.
  expect(untried).toEqual(['index 1', 'pack 1', 'publish 1', 'serve 0', 'serve 1'])
})

const full: readonly (readonly string[])[] = [
  ['symbolicate', report, '--symbols', symbols],
  ['symbolicate', report, '--symbols', symbols, '--format', 'html'],
  ['batch', report],
  ['parse', report],
  ['lookup', '--symbols', symbols, known],
  ['inspect', symbols],
  ['inspect', symbols, '--format', 'json'],
  ['disassemble', '--arch', 'arm64', '1f2003d5'],
  ['variables', '--symbols', symbols, known],
  ['index', symbols],
  ['convert', symbols, '--to', 'breakpad', '-o', at('full.sym')],
  ['table', symbols, '-o', at('full.parquet')],
  ['pack', '--os', 'macOS 14', symbols, '-o', at('full.pack')],
  ['publish', symbols, '--to', at('full-site')],
  ['demangle', '_ZN4Shop4openEv'],
  ['serve', '--symbols', symbols],
  ['completions', 'zsh'],
  ['--help'],
  ['--version'],
]

test.runIf(existsSync('/dev/full')).each(full)(
  'a full disk behind standard output of %s ends with 2 and a sentence',
  (...args) => {
    const command = `exec "$0" "$@" > /dev/full`
    const run = spawnSync('sh', ['-c', command, process.execPath, program, ...args], { encoding: 'utf8' })
    expect({ status: run.status, err: run.stderr }).toEqual({ status: 2, err: run.stderr })
    expect(run.stderr).toContain('Standard output cannot be written: the disk is full.')
    expect(run.stderr).not.toMatch(/^\s+at /m)
  },
)
