/** `symbolicate` and `parse` as a user runs them. `npm run build:cli` must have run. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crashedFrames, program, reportsOf, testFolder, unslide } from '../support/cli.ts'
import { sampleFrames, samplePath } from '../support/sample.ts'

const report = samplePath('Trailmap.ips')
const symbols = samplePath('Trailmap.dSYM.zip')
const folder = testFolder()

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
  const { status, out, err } = unslide(['symbolicate', report, '--format', 'original'])
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

test('symbolicate writes JSON, which is a report again', () => {
  const file = join(folder, 'named.json')
  expect(unslide(['symbolicate', report, '--symbols', symbols, '--format', 'json', '-o', file]).status).toBe(0)
  const again = unslide(['symbolicate', file])
  expect(again.status).toBe(0)
  // An inlined call is a row of its own; the name of the file is another.
  const rows = (out: string): readonly string[] =>
    out
      .split('\n')
      .flatMap((row) => (/Trailmap\.ips|named\.json/.test(row) ? [] : row.replace(/^ +(?:\d+ \S+ +|in )/, '')))
  expect(rows(again.out)).toEqual(rows(unslide(['symbolicate', report, '--symbols', symbols]).out))
})

test('symbolicate writes the report in its own format, which parses again', () => {
  const file = join(folder, 'named.ips')
  expect(unslide(['symbolicate', report, '--symbols', symbols, '--format', 'original', '-o', file]).status).toBe(0)
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

test('a report comes from standard input', () => {
  const { status, out } = unslide(['parse', '-'], readFileSync(report, 'utf8'))
  expect(status).toBe(0)
  expect(crashedFrames(out).length).toBeGreaterThan(10)
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
