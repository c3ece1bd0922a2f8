/** The command line as a user runs it. `npm run build:cli` must have run. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tellProblems } from '../../src/cli/command.ts'
import type { ShardCall } from '../../src/cli/indexer-threads.ts'
import type { ShardSetup } from '../../src/core/symindex/shard.ts'
import { buildMachO, codeSection } from '../support/macho-builder.ts'
import { largeDsym } from '../support/large-dsym.ts'
import { sampleFrames, samplePath } from '../support/sample.ts'

const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))
const report = samplePath('Trailmap.ips')
const symbols = samplePath('Trailmap.dSYM.zip')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unslide-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function unslide(args: readonly string[], input?: string): { status: number | null; out: string; err: string } {
  const options = { encoding: 'utf8', input: input ?? '', maxBuffer: 1 << 28 } as const
  const run = spawnSync(process.execPath, [program, ...args], options)
  return { status: run.status, out: run.stdout, err: run.stderr }
}

interface JsonCall {
  readonly function: string
  readonly mangled: string
  readonly file?: string
  readonly line?: number
  readonly inlined: boolean
  readonly functionOffset?: number
}
interface JsonFrame {
  readonly index: number
  readonly address: string
  readonly offset: number
  readonly status: string
  readonly calls?: readonly JsonCall[]
}
interface JsonReport {
  readonly format: string
  readonly images: readonly {
    readonly name: string
    readonly symbols: string
    readonly uuid: string
    readonly slide?: string
  }[]
  readonly threads: readonly { readonly crashed: boolean; readonly frames: readonly JsonFrame[] }[]
}

const reportsOf = (text: string): readonly JsonReport[] =>
  (JSON.parse(text) as { reports: readonly JsonReport[] }).reports

function crashedFrames(text: string): readonly JsonFrame[] {
  return reportsOf(text)[0]?.threads.find(({ crashed }) => crashed)?.frames ?? []
}

test('symbolicate names the frames of the sample', () => {
  const { status, out, err } = unslide(['symbolicate', report, '--symbols', symbols, '--format', 'json'])
  expect(err).toBe('')
  expect(status).toBe(0)
  const frames = crashedFrames(out)
  for (const [index, inner, file, line, outer] of sampleFrames) {
    const calls = frames[index]?.calls ?? []
    expect([calls[0]?.mangled, calls[0]?.file?.split('/').at(-1), calls[0]?.line]).toEqual([inner, file, line])
    expect(calls.at(-1)).toMatchObject({ mangled: outer, inlined: false })
    expect(frames[index]?.status).toBe('resolved')
  }
})

test('symbolicate without symbols names the missing UUID and ends with 1', () => {
  const { status, out, err } = unslide(['symbolicate', report])
  expect(status).toBe(1)
  const uuid = reportsOf(unslide(['parse', report]).out)[0]?.images.find(({ name }) => name === 'Trailmap')?.uuid
  expect(err).toContain(uuid)
  expect(err).toContain('Give the dSYM')
  expect(out).toBe(readFileSync(report, 'utf8'))
})

test('symbolicate takes every report of a folder, and writes each into a folder', () => {
  const point = join(folder, 'Trailmap.xccrashpoint')
  const logs = join(point, 'Filters', 'Filter_1', 'Logs')
  mkdirSync(join(logs, 'LocallySymbolicated'), { recursive: true })
  for (const name of ['a.ips', 'b.ips', 'LocallySymbolicated/a.ips']) cpSync(report, join(logs, name))
  writeFileSync(join(point, 'DistributionInfo.json'), '{"name":"Trailmap"}')
  const out = join(folder, 'many/')
  expect(unslide(['symbolicate', point, '--symbols', symbols, '--format', 'json', '-o', out])).toMatchObject({
    status: 0,
  })
  expect(readdirSync(out).sort()).toEqual(['a.ips.json', 'b.ips.json'])
  const written = JSON.parse(readFileSync(join(out, 'a.ips.json'), 'utf8')) as { reports: unknown[] }
  expect(written.reports).toHaveLength(1)
  const empty = join(folder, 'empty-reports')
  mkdirSync(empty)
  const none = unslide(['symbolicate', empty])
  expect(none.status).toBe(2)
  expect(none.err).toContain('this folder holds no report')
})

test('symbolicate writes the report in its own format, which parses again', () => {
  const file = join(folder, 'named.ips')
  expect(unslide(['symbolicate', report, '--symbols', symbols, '-o', file]).status).toBe(0)
  const again = unslide(['parse', file])
  expect(again.status).toBe(0)
  const named = crashedFrames(again.out).flatMap(({ calls }) => calls ?? [])
  expect(named.map((call) => call.function)).toEqual(
    expect.arrayContaining(['trackSamples', 'TMRouteAltitude', 'main']),
  )
})

test('parse gives the report without names of ours', () => {
  const { status, out } = unslide(['parse', report])
  expect(status).toBe(0)
  expect(reportsOf(out)[0]?.format).toBe('ips-crash')
  expect(crashedFrames(out)[0]).not.toHaveProperty('calls')
})

test('parse takes every report of several paths; a file that is none is told and the others are printed', () => {
  const reports = join(folder, 'reports')
  mkdirSync(reports)
  cpSync(report, join(reports, 'One.ips'))
  cpSync(report, join(reports, 'Two.ips'))
  writeFileSync(join(reports, 'notes.md'), 'Nothing of a crash.\n')
  const whole = unslide(['parse', reports, report])
  expect([whole.status, whole.err, reportsOf(whole.out).length]).toEqual([0, '', 3])
  const other = unslide(['parse', join(reports, 'notes.md'), join(folder, 'absent.ips'), report])
  expect([other.status, reportsOf(other.out).length]).toEqual([2, 1])
  expect(other.err).toContain('notes.md')
  expect(other.err).toContain('absent.ips: there is no such file or folder.')
})

test.each(['parse', 'symbolicate'])('%s tells what of a report was not understood, each thing once', (command) => {
  const rows = Array.from({ length: 14 }, (_, at) => `    what is row ${at}\n`)
  const head =
    'Analysis of sampling Harbor (pid 9) every 1 millisecond\nCall graph:\n    10 Thread_1\n      10 start  (in dyld) + 8  [0x1000]\n'
  const file = join(folder, 'rows.txt')
  writeFileSync(file, head + rows.join(''))
  const lines = unslide([command, file]).err.split('\n')
  expect(lines.filter((line) => line.includes('14 lines could not be read'))).toHaveLength(1)
  expect(lines.filter((line) => line.endsWith('could not be read: what is row 0'))).toHaveLength(1)
  const file2 = join(folder, 'few-rows.txt')
  writeFileSync(file2, head + rows.slice(0, 2).join(''))
  expect(unslide([command, file2]).err.match(/could not be read/g)).toHaveLength(2)
})

test('problems are cut after ten lines and the rest is counted; what was stated in vain goes first', () => {
  const told: unknown[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told.push(text)
    return true
  })
  const damage = Array.from({ length: 13 }, (_, at) => ({ code: 'damaged', message: `part ${at}`, file: 'a' }))
  tellProblems([...damage, ...damage.slice(0, 3), { code: 'unused-place', message: 'no image Yacht' }])
  spy.mockRestore()
  expect(told).toHaveLength(11)
  expect(told[0]).toBe('unslide: no image Yacht\n')
  expect(told[9]).toBe('unslide: a: part 8\n')
  expect(told[10]).toBe('unslide: and 4 more; `unslide parse` lists them all under "problems".\n')
})

test('a report comes from standard input', () => {
  const { status, out } = unslide(['parse', '-'], readFileSync(report, 'utf8'))
  expect(status).toBe(0)
  expect(crashedFrames(out).length).toBeGreaterThan(10)
})

test('lookup answers in the order asked, in every address space', () => {
  const frames = crashedFrames(unslide(['parse', report]).out)
  const own = [frames[0], frames[2]].flatMap((frame) => frame ?? [])
  const offsets = own.map(({ offset }, at) => offset - (at === 0 ? 0 : 1))
  const hex = (value: number | bigint): string => `0x${value.toString(16)}`
  const ask = (...args: readonly string[]): readonly string[] => {
    const { status, out } = unslide(['lookup', '--symbols', symbols, '--format', 'json', ...args])
    expect(status).toBe(0)
    return out.trim().split('\n')
  }
  const names = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => (JSON.parse(line) as { calls: readonly JsonCall[] }).calls.at(-1)?.mangled ?? '')
  const wanted = ['TMRouteAltitude', '-[TMElevationView plotRoute:]']
  expect(names(ask('--offset', ...offsets.map(hex)))).toEqual(wanted)
  expect(names(ask(...offsets.map((offset) => hex(0x1_0000_0000 + offset))))).toEqual(wanted)
  expect(names(ask('--load', '0x7000000000', ...offsets.map((offset) => hex(0x70_0000_0000 + offset))))).toEqual(wanted)
  expect(names(ask('--slide', '0x4000', ...offsets.map((offset) => hex(0x1_0000_4000 + offset))))).toEqual(wanted)
})

test('lookup reads addresses from standard input and leaves calls empty where nothing is', () => {
  const { status, out } = unslide(['lookup', '--symbols', symbols, '--format', 'json'], '0x10\n\n0x1ffffffff\n')
  expect(status).toBe(1)
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { address: string; calls: unknown[] })
  expect(lines.map(({ address, calls }) => [address, calls])).toEqual([
    ['0x10', []],
    ['0x1ffffffff', []],
  ])
})

test('lookup marks names whose function has no known end, and says what the mark means', () => {
  const file = join(folder, 'bare-names')
  const symbols = [
    { name: '_first', address: 0x1_0000_1000n, section: 1 },
    { name: '_last', address: 0x1_0000_1040n, section: 1 },
  ]
  writeFileSync(file, buildMachO({ sections: [codeSection(0x100)], symbols, uuid: '00112233445566778899AABBCCDDEEFF' }))
  const asked = ['lookup', '--symbols', file, '0x100001004', '0x100001044']
  const { out, err } = unslide(asked)
  const json = unslide([...asked, '--format', 'json'])
    .out.trim()
    .split('\n')
  const grades = json.map((line) => (JSON.parse(line) as { grade: string }).grade)
  expect(out.split('\n').map((line) => / \[(\w+)\]$/.exec(line)?.[1])).toEqual([
    ...grades.map((grade) => (grade === 'exact' ? undefined : grade)),
    undefined,
  ])
  expect(grades).toContain('likely')
  expect(err).toContain('[likely]: nothing speaks against this name')
})

test('lookup without a choice between images tells what is at hand', () => {
  const { status, err } = unslide(['lookup', '--symbols', symbols, '--arch', 'armv7', '0x1000'])
  expect(status).toBe(1)
  expect(err).toContain('Trailmap arm64')
})

test('inspect tells images, DWARF versions and sections', () => {
  const { status, out } = unslide(['inspect', symbols, '--format', 'json'])
  expect(status).toBe(0)
  const { images } = JSON.parse(out) as {
    images: readonly { arch: string; kind: string; dwarf: number[]; sections: Record<string, number> }[]
  }
  expect(images).toHaveLength(1)
  expect(images[0]).toMatchObject({ arch: 'arm64', kind: 'dsym' })
  expect(images[0]?.dwarf.every((version) => version === 4 || version === 5)).toBe(true)
  expect(images[0]?.sections['__debug_info']).toBeGreaterThan(100)
})

test('index writes a file that names frames without the dSYM', () => {
  const out = join(folder, 'indexes')
  const { status, out: text } = unslide(['index', symbols, '--out', out, '--format', 'json'])
  expect(status).toBe(0)
  expect(JSON.parse(text.trim())).toMatchObject({ arch: 'arm64', functions: expect.any(Number) as number })
  expect(readdirSync(out)).toHaveLength(1)
  const named = unslide(['symbolicate', report, '--symbols', out, '--format', 'json'])
  expect(named.status).toBe(0)
  expect(crashedFrames(named.out)[0]?.calls?.[0]?.mangled).toBe('trackSamples')
})

test('lookup takes "-" for standard input among the addresses, and a negative slide', () => {
  const { status, out } = unslide(
    ['lookup', '--symbols', symbols, '--slide', '-0x4000', '--format', 'json', 'fffffff0', '-'],
    '0x100000460\n',
  )
  expect(status).toBe(1)
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { address: string; offset?: number })
  expect(lines).toMatchObject([
    { address: '0xfffffff0', offset: 0x3ff0 },
    { address: '0x100000460', offset: 0x4460 },
  ])
})

test('demangle passes other text through, line for line', () => {
  const { status, out } = unslide(['demangle'], 'plain text\n_ZN4Shop4openEv\n')
  expect(status).toBe(0)
  expect(out).toBe('plain text\nShop::open()\n')
})

test('demangle takes names that begin with a dash, and "-" for standard input', () => {
  const { status, out } = unslide(['demangle', '-[View load]', '-', '_ZN4Shop4openEv'], '_ZN4Shop5closeEv\n')
  expect(status).toBe(0)
  expect(out).toBe('-[View load]\nShop::close()\nShop::open()\n')
})

test('a report that cannot be opened does not hide the others', () => {
  const { status, out, err } = unslide(['symbolicate', '/no/such/file', report, '--symbols', symbols])
  expect(status).toBe(2)
  expect(err).toBe('unslide: /no/such/file: there is no such file or folder.\n')
  expect(out).toContain('TMRouteAltitude')
})

test('symbols come from standard input, from links and from a pipe', () => {
  const zip = readFileSync(symbols)
  const piped = spawnSync(process.execPath, [program, 'symbolicate', report, '--symbols', '-'], { input: zip })
  expect([piped.status, String(piped.stderr)]).toEqual([0, ''])
  const links = join(folder, 'links')
  mkdirSync(links)
  symlinkSync(symbols, join(links, 'App.zip'))
  symlinkSync(join(folder, 'nowhere'), join(links, 'dangling'))
  expect(unslide(['symbolicate', report, '--symbols', links])).toMatchObject({ status: 0, err: '' })
  const script = 'cat "$2" | "$0" "$1" parse /dev/stdin && mkfifo "$3" && (cat "$2" > "$3" & "$0" "$1" parse "$3")'
  const shell = spawnSync('sh', ['-c', script, process.execPath, program, report, join(folder, 'pipe')], {
    encoding: 'utf8',
  })
  expect([shell.status, shell.stderr]).toEqual([0, ''])
  expect(shell.stdout.match(/"format": "ips-crash"/g)).toHaveLength(2)
})

test('a path that gives no symbols is told by its name', () => {
  const empty = join(folder, 'empty.dSYM')
  writeFileSync(empty, '')
  const { status, err } = unslide(['symbolicate', report, '--symbols', symbols, empty, report])
  expect(status).toBe(0)
  expect(err.split('\n')).toEqual([
    expect.stringContaining(`${empty}: holds no symbols. Give a dSYM`),
    expect.stringContaining(`${report}: holds a report, but no symbols. Give a dSYM`),
    '',
  ])
})

test('an index is not built again from an index', () => {
  const out = join(folder, 'built')
  expect(unslide(['index', symbols, '--out', out]).status).toBe(0)
  const { status, err } = unslide(['index', out])
  expect(status).toBe(2)
  expect(err).toContain('symbol indexes already')
})

test.each([
  [['frobnicate'], 'There is no command'],
  [['lookup', '0x10'], '--symbols'],
  [['symbolicate'], 'REPORT'],
  [['symbolicate', '/no/such/file', '--symbols', '/nor/this'], '/nor/this: there is no such file'],
  [['inspect', '--colour', 'x'], '--colour'],
  [['parse', report, '--format', 'html'], '--format html'],
  [['symbolicate', '--symbols', symbols, report], 'name the report before it'],
  [['symbolicate', report, '--symbols', symbols, '-o', '/dev/null/named'], '/dev/null/named cannot be written'],
  [['index', symbols, '--out', '/dev/null/indexes'], '/dev/null/indexes'],
  [['inspect', report], `${report}: no Mach-O image`],
  [['lookup', '--symbols', symbols, 'zzz'], 'not an address'],
])('wrong usage ends with 2 and says what is wrong: %j', (args, message) => {
  const { status, err } = unslide(args)
  expect(status).toBe(2)
  expect(err).toContain(message)
})

test('a truncated dSYM is told with its file, and what is left of it still names functions', () => {
  const broken = join(folder, 'Broken.dSYM.zip')
  writeFileSync(broken, readFileSync(symbols).subarray(0, 3000))
  const { out, err } = unslide(['symbolicate', report, '--symbols', broken, '--format', 'json'])
  expect(err).toContain('Broken.dSYM.zip')
  expect(err).toContain('truncated')
  const [call, ...others] = crashedFrames(out)[0]?.calls ?? []
  expect(others).toEqual([])
  expect(call).toMatchObject({ mangled: 'TMRouteAltitude', inlined: false })
  expect(call).not.toHaveProperty('line')
})

test('every command explains itself with an example', () => {
  for (const command of ['symbolicate', 'parse', 'lookup', 'inspect', 'index', 'demangle']) {
    const { status, out } = unslide([command, '--help'])
    expect(status).toBe(0)
    expect(out).toContain('Example: unslide')
  }
})

test('a large dSYM is read by several threads, whole and for some addresses', async () => {
  const file = join(folder, 'Large')
  writeFileSync(file, await largeDsym('11111111-2222-3333-4444-555555555555', 14 << 20))
  // So large that a thread is started as soon as it is seen.
  truncateSync(file, 80 << 20)
  const numbers = Array.from({ length: 150 }, (_, at) => at * 13)
  const addresses = numbers.map((at) => `0x${(0x100001000 + 16 * at + 4).toString(16)}`)
  const names = numbers.map((at) => `shelf_${at} (in Large) + 4\n`).join('')
  expect(unslide(['lookup', '--symbols', file, ...addresses])).toEqual({ status: 0, out: names, err: '' })
  const indexed = unslide(['index', file, '--threads', '2', '--out', join(folder, 'large')])
  expect(indexed.out).toContain('2 threads')
  expect(indexed.status).toBe(0)
  rmSync(file)
  expect(unslide(['lookup', '--symbols', join(folder, 'large'), ...addresses]).out).toBe(names)
})

test('a thread of the program answers', async () => {
  const folderOf = dirname(program)
  const module = new WebAssembly.Module(readFileSync(join(folderOf, 'core.wasm')))
  const thread = new Worker(join(folderOf, 'launch-thread.cjs'), { workerData: module })
  const setup: ShardSetup = {
    littleEndian: true,
    text: [0, 1],
    sizes: [],
    code: [],
    targets: [],
    shard: 0,
    shards: 2,
    window: 4096,
    wholeSection: 0,
  }
  const ask = async (call: ShardCall): Promise<unknown> => {
    thread.postMessage(call)
    return ((await once(thread, 'message')) as unknown[])[0]
  }
  expect(await ask({ kind: 'begin', setup })).toBeUndefined()
  expect(await ask({ kind: 'finish' })).toMatchObject({ inlines: 0, lineRows: 0, files: new Uint8Array(0) })
  await thread.terminate()
})

/** A copy of the program, its kept code changed, and what V8 is told: the code is a matter of time alone. */
test.each([
  ['all of it', [], () => undefined],
  ['none of it', [], (file: string) => rmSync(file)],
  ['a half of each file', [], (file: string) => truncateSync(file, readFileSync(file).length >> 1)],
  ['nothing in the files', [], (file: string) => truncateSync(file, 0)],
  ['the code of other flags', ['--no-opt'], () => undefined],
])('the program works with %s of the code that was kept when it was built', (what, flags, change) => {
  const copy = join(folder, `program ${what}`)
  cpSync(dirname(program), copy, { recursive: true })
  const kept = readdirSync(copy).filter((name) => name.endsWith('.code'))
  expect(kept).toContain('program.cjs.code')
  for (const name of kept) change(join(copy, name))
  const args = ['symbolicate', report, '--symbols', symbols]
  const run = spawnSync(process.execPath, [...flags, join(copy, 'unslide.cjs'), ...args], { encoding: 'utf8' })
  expect(run.stderr).toBe('')
  expect(run.stdout).toBe(unslide(args).out)
  expect(run.stdout).toContain('TMRouteAltitude')
})
