/** Reports as lines of JSON: in order, each for itself, as `symbolicate --format json` names them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'

const sample = fileURLToPath(new URL('../../public/sample/', import.meta.url))
const [report, dsym] = [join(sample, 'Trailmap.ips'), join(sample, 'Trailmap.dSYM.zip')]
const text = readFileSync(report, 'utf8')
const folder = testFolder()

interface Answer {
  readonly line: number
  readonly id?: unknown
  readonly schema?: number
  readonly reports?: readonly { readonly format: string }[]
  readonly facts?: readonly Readonly<Record<string, unknown>>[]
  readonly problems?: readonly { readonly code: string; readonly file: string }[]
}

function stream(lines: readonly string[], ...args: readonly string[]) {
  const run = unslide(['symbolicate', '--stream', ...args], lines.join('\n'))
  const answers = run.out.split('\n').filter(Boolean)
  return { ...run, answers: answers.map((line) => JSON.parse(line) as Answer) }
}

test('each report is named as the command names it alone, in the order given, by however many threads', () => {
  const alone = JSON.parse(unslide(['symbolicate', report, '--symbols', dsym, '--format', 'json']).out) as Answer
  const lines = Array.from({ length: 40 }, (_, id) => JSON.stringify({ id, name: report, report: text }))
  for (const jobs of ['1', '3']) {
    const { status, answers, err } = stream(lines, '--symbols', dsym, '--jobs', jobs)
    expect(answers.map(({ line, id }) => [line, id])).toEqual(lines.map((_, at) => [at + 1, at]))
    for (const { schema, reports } of answers) expect({ schema, reports }).toEqual(alone)
    expect(err).toContain('40 reports in')
    expect(status).toBe(0)
  }
})

test('an answer has the facts that batch groups its report by', () => {
  const { answers } = stream([JSON.stringify(text), '"no report"'], '--symbols', dsym)
  const { groups } = JSON.parse(unslide(['batch', report, '--symbols', dsym, '--format', 'json']).out) as {
    readonly groups: readonly { readonly count: number }[]
  }
  const [group] = groups
  expect(answers[0]?.facts).toHaveLength(1)
  const { version, os, device, date, named, ...shared } = answers[0]?.facts?.[0] ?? {}
  expect(group).toMatchObject({ ...shared, count: 1 })
  expect(shared).toMatchObject({ function: 'trackSamples', location: 'route.c:6', isCrash: true })
  expect(shared['signature']).toContain('trackSamples')
  expect(group).toMatchObject({
    versions: [{ value: version }],
    systems: [{ value: os }],
    devices: [{ value: device }],
    reports: [{ date }],
  })
  expect(named).toBeGreaterThan(8)
  expect(answers[1]?.facts).toBe(undefined)
})

test('a line is a text, an object with a text or with bytes, or a report of JSON itself', () => {
  const payload = JSON.parse(
    readFileSync(new URL('../fixtures/reports/metrickit/payload-with-crash-and-hang.json', import.meta.url), 'utf8'),
  ) as object
  const lines = [
    JSON.stringify(text),
    JSON.stringify({ id: true, report: Buffer.from(text).toString('base64'), encoding: 'base64' }),
    JSON.stringify(payload),
  ]
  const { answers } = stream(lines, '--symbols', dsym)
  expect(answers.map(({ id, reports }) => [id, reports?.[0]?.format, reports?.length])).toEqual([
    [undefined, 'ips-crash', 1],
    [true, 'ips-crash', 1],
    [undefined, 'metrickit', 2],
  ])
})

test('a bad line is one bad line', () => {
  const lines = [
    '{',
    '[]',
    '7',
    'null',
    '"no report"',
    '{"id":"x","report":5}',
    '',
    JSON.stringify({ id: 8, report: text }),
  ]
  const { status, answers } = stream(lines, '--symbols', dsym, '--jobs', '2')
  expect(answers.map(({ line, problems }) => [line, problems?.[0]?.code])).toEqual([
    [1, 'bad-report-line'],
    [2, 'bad-report-line'],
    [3, 'bad-report-line'],
    [4, 'bad-report-line'],
    [5, 'unknown-report'],
    [6, 'unknown-report'],
    [8, undefined],
  ])
  expect(answers[0]?.problems?.[0]?.file).toBe('line 1')
  expect(answers[5]?.id).toBe('x')
  expect(status).toBe(1)
  expect(stream(['{']).status).toBe(2)
})

test('without symbols the report comes back and the exit code is 1; names in one report are not those of another', () => {
  const printed = text.replace(/"imageOffset":(\d+),/, '"imageOffset":$1,"symbol":"invented","symbolLocation":4,')
  expect(printed).not.toBe(text)
  const { status, answers, err } = stream([JSON.stringify(printed), JSON.stringify(text)])
  expect(JSON.stringify(answers[0])).toContain('invented')
  expect(JSON.stringify(answers[1])).not.toContain('invented')
  expect(status).toBe(1)
  expect(err).toContain('2 without all symbols')
})

test('a file is read as standard input is; what a stream cannot do is refused', () => {
  const file = join(folder, 'reports.jsonl')
  writeFileSync(file, `${JSON.stringify({ report: text })}\n`)
  expect(unslide(['symbolicate', '--stream', file, '--symbols', dsym]).status).toBe(0)
  const refused = [
    ['--stream', file, '--fault'],
    ['--stream', file, '--source', '.'],
    ['--stream', file, '--format', 'html'],
    ['--stream', file, '-o', folder],
    ['--stream', file, report],
    ['--stream', '--jobs', '0'],
    ['--stream', '--symbols', '-'],
    ['--stream', join(folder, 'absent')],
    ['--jobs', '2', report],
  ]
  for (const args of refused) {
    const { status, out, err } = unslide(['symbolicate', ...args])
    expect([status, out], args.join(' ')).toEqual([2, ''])
    expect(err).toContain('unslide: ')
  }
})

test('ids come back as they were spelled', () => {
  const ids = ['18446744073709551615', '1.50', '{"a": [1, "x"]}', '"\\u2028"', 'null', '[]']
  const lines = ids.flatMap((id) => [`{"id": ${id}, "report": "no report"}`, `{"id": ${id}, "report": `])
  const { out } = stream(lines)
  const told = out.split('\n').filter(Boolean)
  expect(told).toHaveLength(lines.length)
  for (const [at, line] of told.entries()) expect(line).toContain(`"id":${ids[at >> 1]},`)
})

test('an answer is one line for every reader, and names keep what they are', () => {
  const odd = 'Trailmap\u2028\u0085\u202e\u{e0067}'
  const lines = [
    JSON.stringify({ id: 1, name: odd, report: text }),
    JSON.stringify({ id: 2, name: odd, report: 'none' }),
  ]
  const { out, answers } = stream(lines, '--symbols', dsym, '--jobs', '1')
  expect(out).not.toMatch(/[\u0085\u2028\u202e\udb40]/)
  expect(answers.map(({ problems }) => problems?.[0]?.file)).toEqual([undefined, odd])
})
