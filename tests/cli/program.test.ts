/** Common to all commands: help, wrong usage, messages, and code that the build keeps. `npm run build:cli` must have run. */
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tellProblems } from '../../src/cli/command.ts'
import { program, testFolder, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const report = samplePath('Trailmap.ips')
const symbols = samplePath('Trailmap.dSYM.zip')
const folder = testFolder()

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
  expect(told[10]).toBe(
    'unslide: and 4 more; `unslide parse` lists those of a report under "problems", `unslide inspect --format json` those of symbols.\n',
  )
})

test('thousands of problems of one kind hide no other', () => {
  const told: unknown[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told.push(text)
    return true
  })
  const members = Array.from({ length: 6000 }, (_, at) => ({
    code: 'not-a-report',
    message: 'no report',
    file: `${at}`,
  }))
  tellProblems([...members, { code: 'too-many-files', message: 'the rest was left out', file: 'many.tar.gz' }])
  spy.mockRestore()
  expect(told).toHaveLength(11)
  expect(told.slice(8, 10)).toEqual(['unslide: 8: no report\n', 'unslide: many.tar.gz: the rest was left out\n'])
  expect(told[10]).toContain('and 5,991 more')
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

test.each([
  [['frobnicate'], 'There is no command'],
  [[report], 'is a file. To read a report: unslide symbolicate FILE.'],
  [['..'], 'There is no command ".."'],
  [['lookup', '0x10'], '--symbols'],
  [['symbolicate'], 'REPORT'],
  [['symbolicate', '/no/such/file', '--symbols', '/nor/this'], '/nor/this: there is no such file'],
  [['inspect', '--colour', 'x'], '--colour'],
  [['parse', report, '--format', 'html'], '--format html'],
  [['symbolicate', '--symbols', symbols, report], 'name the report before it'],
  [['symbolicate', report, '--symbols', symbols, '-o', '/dev/null/named'], '/dev/null/named cannot be written'],
  [['index', symbols, '--out', '/dev/null/indexes'], '/dev/null/indexes'],
  [['inspect', report], `${report}: no image was found`],
  [['lookup', '--symbols', symbols, 'zzz'], 'not an address'],
])('wrong usage ends with 2 and says what is wrong: %j', (args, message) => {
  const { status, err } = unslide(args)
  expect(status).toBe(2)
  expect(err).toContain(message)
})

const named = ['symbolicate', report, '--symbols', symbols]
const answer = unslide(named).out

/** Changes the kept code of a copy of the program, or V8's flags. The output stays the same: the code only saves time. */
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
  const run = spawnSync(process.execPath, [...flags, join(copy, 'unslide.cjs'), ...named], { encoding: 'utf8' })
  expect(run.stderr).toBe('')
  expect(run.stdout).toBe(answer)
  expect(run.stdout).toContain('TMRouteAltitude')
})
