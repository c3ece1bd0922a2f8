/**
 * A stranger's first hour: forty steps from the packed file in an empty folder. The expected words were written by hand, out of the report,
 * out of what llvm-symbolizer, llvm-cxxfilt and the manual of ARM say, and out of the documents. Each step finds what the ones before left.
 */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { unslideIn } from './run.ts'

const UUID = '4C4C444F-5555-3144-A1CC-707057490EC2'
/** The function that the report's first frame is in; `trackSamples` is inlined there. */
const OUTER = 'TMRouteAltitude'
/** As llvm-symbolizer names 0x1000044c0, in two lines, innermost first. */
const CALLS = ['firstSampleBehind (in Trailmap) (route.c:16) [inlined]', `${OUTER} (in Trailmap) (route.c:29)`]

interface Step {
  readonly run: string
  readonly input?: () => string
  readonly status?: number
  /** Words of standard output, in this order. */
  readonly out?: readonly string[]
  /** Words of standard error, in this order. */
  readonly err?: readonly string[]
  /** Words that neither has. */
  readonly not?: readonly string[]
  /** Files that are there afterwards, and how they begin. */
  readonly writes?: Readonly<Record<string, string>>
  /** Files that are not there, or are as the given one. */
  readonly leaves?: Readonly<Record<string, string | undefined>>
}

let folder = ''
const at = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(at(name), 'latin1')

beforeAll(() => {
  folder = join(inject('installed'), 'stranger')
  mkdirSync(folder)
  for (const [from, to] of [
    ['Trailmap.ips', 'Crash.ips'],
    ['Trailmap.ips', 'Original.ips'],
    ['Trailmap.dSYM.zip', 'App.zip'],
  ] as const)
    cpSync(join(inject('installed'), from), at(to))
})

const steps: readonly Step[] = [
  // What is this?
  { run: '--version', out: ['unslide 1.'] },
  { run: '--help', out: ['symbolicate', 'batch', 'lookup', 'inspect', 'serve', 'mcp'] },
  { run: 'help lookup', out: ['Usage: unslide lookup --symbols PATH', '--load'] },
  {
    run: 'symbolicat Crash.ips',
    status: 2,
    err: ['no command "symbolicat"', 'Did you mean symbolicate?', 'unslide --help'],
  },
  { run: 'symbolicate Crash.ips --formt json', status: 2, err: ['--formt', 'Did you mean --format?'] },
  { run: 'symbolicate Crach.ips', status: 2, err: ['Crach.ips', 'no such file'] },
  // A report without symbols, and with them.
  { run: 'symbolicate Crash.ips', status: 1, out: ['EXC_BAD_ACCESS'], err: [UUID, '--symbols'], not: [OUTER] },
  { run: 'inspect App.zip', out: ['Trailmap (arm64, dsym)', UUID] },
  {
    run: 'symbolicate Crash.ips --symbols App.zip',
    out: [
      'trackSamples  route.c:6:17 [inlined]',
      'firstSample ',
      'firstSampleBehind ',
      `${OUTER}  route.c:29`,
      'trail::ElevationChart::altitudeAt(double) const',
      '-[TMElevationView plotRoute:]',
      'main  main.m:8',
    ],
    not: [UUID],
  },
  // Files.
  {
    run: 'symbolicate Crash.ips --symbols App.zip -o named.txt',
    writes: { 'named.txt': 'Crashed\nAccess to a field of a null pointer' },
  },
  { run: 'symbolicate named.txt', status: 2, err: ['named.txt', 'for people', '--format original'] },
  {
    run: 'symbolicate Crash.ips --symbols App.zip -o Crash.ips',
    status: 2,
    err: ['Crash.ips is an input', '--in-place'],
    leaves: { 'Crash.ips': 'Original.ips' },
  },
  {
    run: 'symbolicate Crash.ips --symbols App.zip -o none/named.txt',
    status: 2,
    err: ['none/named.txt', 'Make it first'],
    leaves: { none: undefined },
  },
  { run: 'symbolicate Crash.ips --symbols App.zip -o named.json', writes: { 'named.json': '{\n  "schema": 2,' } },
  { run: 'symbolicate Crash.ips --symbols App.zip -o named.html', writes: { 'named.html': '<!doctype html>' } },
  {
    run: 'symbolicate Crash.ips --symbols App.zip -o other.html --format json',
    status: 2,
    err: ['other.html', '--format json does not fit'],
    leaves: { 'other.html': undefined },
  },
  {
    run: 'symbolicate Crash.ips --symbols App.zip --format original -o named.ips',
    writes: { 'named.ips': '{"app_name":"Trailmap"' },
    leaves: { 'Crash.ips': 'Original.ips' },
  },
  { run: 'symbolicate named.ips', out: ['-[TMElevationView plotRoute:]', 'main  main.m:8'] },
  { run: 'symbolicate named.ips --in-place --symbols App.zip', writes: { 'named.ips': '{"app_name":"Trailmap"' } },
  { run: 'symbolicate Crash.ips --symbols App.zip --format markdown', out: ['## Access to a field', OUTER] },
  {
    run: 'symbolicate Crash.ips --symbols App.zip --format speedscope',
    out: ['"$schema":"https://www.speedscope.app/file-format-schema.json"', OUTER],
  },
  {
    run: 'symbolicate Crash.ips --symbols App.zip --redact --format json',
    out: [OUTER],
    not: ['5B0E7C1A-93D4-4F6B-8A27-0C51E9D7B342"\n', '"9d2f6b1e4c8a7035d1e6f9b2a4c7083e5d1b6f9a"'],
    err: ['replaced'],
  },
  // For programs.
  { run: 'parse Crash.ips', out: ['"format": "ips-crash"', '"pid": 4471', '"version": "2.3.1 (412)"'] },
  {
    run: 'symbolicate --stream - --symbols App.zip',
    input: () =>
      `{"id":12345678901234567890123,"report":${JSON.stringify(read('Crash.ips'))}}\nno JSON\n{"id":{"a":1.50},"report":"no report"}\n`,
    status: 1,
    out: ['{"line":1,"id":12345678901234567890123,', OUTER, '{"line":2,"problems":', '{"line":3,"id":{"a":1.50},'],
    err: ['3 reports', '2 unreadable'],
  },
  { run: 'batch Crash.ips named.ips --symbols App.zip', out: ['2 reports of 1 crash', 'trackSamples  route.c:6'] },
  { run: 'schema batch', out: ['urn:unslide:schema:batch:1'] },
  // Addresses.
  { run: 'lookup --symbols App.zip 0x1000044c0', out: CALLS },
  { run: 'lookup --symbols App.zip --no-inlines 1000044c0', out: CALLS.slice(1), not: ['firstSampleBehind'] },
  // The report has the image at 0x102a4c000, and the file begins at 0x100000000.
  { run: 'lookup --symbols App.zip --load 0x102a4c000 0x102a504c0', out: CALLS },
  {
    run: 'lookup --symbols App.zip --interactive --format json',
    input: () => '0x1000044c0\n0x10\n',
    status: 1,
    out: ['"address":"0x1000044c0"', 'firstSampleBehind', `"${OUTER}"`, '"address":"0x10"'],
  },
  { run: 'lookup --symbols App.zip zz', status: 2, err: ['"zz" is not an address'] },
  { run: 'variables --symbols App.zip 0x1000044c0', out: [OUTER, '(const TMRoute *) route', '(double) distance'] },
  { run: 'demangle', input: () => 'in _ZN5trail3topEv here\n', out: ['in trail::top() here'] },
  { run: 'disassemble --arch arm64 1f2003d5 c0035fd6', out: ['nop', 'ret'] },
  // Symbols for others.
  {
    run: 'index App.zip -o indexes',
    out: [UUID, '21 functions'],
    writes: { [`indexes/Trailmap-arm64-${UUID}.unslide-index`]: '' },
  },
  { run: 'lookup --symbols indexes 0x1000044c0', out: CALLS },
  { run: 'convert App.zip --to gsym -o App.gsym', out: [UUID], writes: { 'App.gsym': 'MYSG' } },
  {
    run: 'convert App.zip --to breakpad -o App.sym',
    writes: { 'App.sym': `MODULE mac arm64 ${UUID.replaceAll('-', '')}0 Trailmap\n` },
  },
  { run: 'publish App.zip --to site', out: ['published'], writes: { [`site/symbols/${UUID}/manifest.json`]: '{' } },
  { run: 'publish App.zip --to site', out: ['there already'], err: ['0 published, 1 there already'] },
]

test('there are forty steps', () => {
  expect(steps).toHaveLength(40)
})

/** Words in their order. */
function expectWords(text: string, words: readonly string[], what: string): void {
  let from = 0
  for (const word of words) {
    const place = text.indexOf(word, from)
    expect(place, `${what} lacks “${word}”:\n${text.slice(0, 4000)}`).toBeGreaterThanOrEqual(0)
    from = place + word.length
  }
}

test.each(steps.map((step, place) => [place + 1, step.run, step] as const))('%d: unslide %s', (_, words, step) => {
  const { status, out, err } = unslideIn(folder, words.split(' '), step.input?.())
  expect(status, err).toBe(step.status ?? 0)
  expectWords(out, step.out ?? [], 'standard output')
  expectWords(err, step.err ?? [], 'standard error')
  for (const word of step.not ?? []) expect(out).not.toContain(word)
  for (const [name, beginning] of Object.entries(step.writes ?? {}))
    expect(read(name).slice(0, beginning.length), name).toBe(beginning)
  for (const [name, like] of Object.entries(step.leaves ?? {})) {
    expect(existsSync(at(name)), name).toBe(like !== undefined)
    if (like !== undefined) expect(read(name)).toBe(read(like))
  }
  // What goes wrong says so on standard error alone, and nothing ends with a trace.
  if (status === 2) expect([out, err === '']).toEqual(['', false])
  expect(err).not.toMatch(/\n\s+at .*:\d+:\d+/)
})
