/** The text of a file, the parts of a text, and who of them comes first. */
import { describe, expect, test } from 'vitest'
import { problem, type Problem } from '../../../src/core/messages/problems.ts'
import type { Outcome } from '../../../src/core/model/problem.ts'
import type { Report } from '../../../src/core/model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../../../src/core/reports/base/format.ts'
import { endedFirst } from '../../../src/core/reports/ended-first.ts'
import { joinParts, lostProblems } from '../../../src/core/reports/join-parts.ts'
import { buildSample, decodeText, parseText, SAMPLE_SIZE } from '../../../src/core/reports/report-text.ts'
import { cutBefore } from '../../../src/core/reports/split-documents.ts'
import { takeTextOutOfJson } from '../../../src/core/reports/text-in-json.ts'
import { findWriteBack } from '../../../src/core/reports/write-back.ts'

const reportOf = (text: string, more: Partial<Report> = {}): Report => ({
  format: 'made',
  label: 'Made',
  file: 'a.txt',
  text,
  textKind: 'rows',
  header: { fields: [] },
  applicationInfo: [],
  threads: [],
  backtraces: [],
  callTrees: [],
  sections: [],
  images: [],
  frameCount: 0,
  problems: [],
  ...more,
})
const ok = (value: readonly Report[], problems: readonly Problem[] = []): Outcome<readonly Report[]> => ({
  ok: true,
  value,
  problems,
})
const failed = (...problems: readonly Problem[]): Outcome<readonly Report[]> => ({ ok: false, problems })

describe('the letters of a file', () => {
  const little = (text: string): number[] =>
    [...text].flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8])
  const big = (text: string): number[] =>
    [...text].flatMap((char) => [char.charCodeAt(0) >> 8, char.charCodeAt(0) & 255])

  test.each<[string, number[], string]>([
    ['UTF-8', [...new TextEncoder().encode('Tür → 1')], 'Tür → 1'],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
    ['UTF-16 with a mark', [0xff, 0xfe, ...little('aé→')], 'aé→'],
    ['UTF-16 of larger bytes first', [0xfe, 0xff, ...big('aé→')], 'aé→'],
    ['UTF-16 without a mark', little('ab'), 'ab'],
    ['UTF-16 of a longer text', little('abc→'), 'abc→'],
    ['one letter of UTF-16 is none', little('a'), 'a\0'],
    ['three bytes', [0x61, 0, 0x62], 'a\0b'],
    ['a zero at the first letter', [0, 0, 0x62, 0], '\0\0b\0'],
    ['a zero at the second letter', [0x61, 0, 0, 0], 'a\0\0\0'],
    ['one zero at the second place', [0x61, 0, 0x62, 0x63], 'a\0bc'],
    ['one zero at the fourth place', [0x61, 0x62, 0x63, 0], 'abc\0'],
    ['half a mark', [0xff, 0x61], '\ufffda'],
    ['half of the other mark', [0xfe, 0x61], '\ufffda'],
    ['a mark in the wrong order', [0x61, 0xfe], 'a\ufffd'],
    ['nothing', [], ''],
  ])('%s', (_, bytes, text) => {
    expect(decodeText(Uint8Array.from(bytes))).toBe(text)
  })
})

describe('samples', () => {
  const letters = (count: number): Uint8Array => new Uint8Array(count).fill(0x61)

  test('hold so many bytes', () => {
    expect(SAMPLE_SIZE).toBe(65_536)
    expect(buildSample('a.txt', letters(10), true)).toEqual({
      path: 'a.txt',
      bytes: letters(10),
      text: 'a'.repeat(10),
      whole: true,
    })
    expect(buildSample('a.txt', letters(10), false).whole).toBe(false)
  })

  test.each([
    [65_535, 65_535, true],
    [65_536, 65_536, true],
    [65_537, 65_536, false],
  ])('of %i bytes %i', (count, length, whole) => {
    const sample = buildSample('a.txt', letters(count), true)
    expect([sample.bytes.length, sample.text.length, sample.whole]).toEqual([length, length, whole])
    let seen: Sample | undefined
    let given: string | undefined
    const find = (one: Sample, text: string) => {
      ;[seen, given] = [one, text]
      return undefined
    }
    expect(parseText('a.txt', letters(count), find)).toBeUndefined()
    expect(seen).toEqual({ path: 'a.txt', bytes: letters(length), text: 'a'.repeat(length), whole })
    expect(given).toHaveLength(count)
  })

  const note = problem('flat-graph', {}, { line: 1 })
  const formatOf = (outcome: Outcome<readonly Report[]>, seen: ReportInput[] = []): ReportFormat => ({
    id: 'made',
    label: 'Made',
    sniff: () => true,
    parse: (input) => {
      seen.push(input)
      return outcome
    },
  })

  test.each<[string, Outcome<readonly Report[]>, Outcome<readonly Report[]>]>([
    ['a report', ok([reportOf('x')], [note]), ok([reportOf('x')], [note])],
    ['no report', ok([], [note]), failed(note, problem('no-report', {}, { file: 'a.txt' }))],
    ['a failure', failed(note), failed(note)],
  ])('what a format makes of a text: %s', (_, outcome, expected) => {
    expect(parseText('a.txt', letters(3), () => formatOf(outcome))).toEqual(expected)
  })

  test('a format gets the whole text, and another text where there is one', () => {
    const seen: ReportInput[] = []
    parseText('a.txt', letters(3), () => formatOf(ok([]), seen))
    parseText('a.txt', letters(3), () => formatOf(ok([]), seen), 'other')
    expect(seen).toEqual([
      { path: 'a.txt', bytes: letters(3), text: 'aaa' },
      { path: 'a.txt', bytes: letters(3), text: 'other' },
    ])
  })
})

describe('parts of one text', () => {
  const frame = { id: 0, index: 0, kind: 'exact' as const, span: { start: 1, end: 2 } }
  const threads = [{ id: 1, crashed: false, frames: [frame] }]
  const at = (line: number): Problem => problem('flat-graph', {}, { line })

  test.each<[string, number[], string[]]>([
    ['abcdef', [], ['abcdef']],
    ['abcdef', [2], ['ab', 'cdef']],
    ['abcdef', [1, 3, 5], ['a', 'bc', 'de', 'f']],
  ])('%s before %j', (text, starts, parts) => {
    expect(cutBefore(text, starts)).toEqual(parts)
  })

  test('reports, problems and places are those of the whole text', () => {
    const first = reportOf('ab\ncd\n', { threads, problems: [at(2)] })
    const second = reportOf('efg', { threads, problems: [at(1)] })
    const read = joinParts('a.txt', [
      { text: 'words\n', read: undefined },
      { text: 'ab\ncd\n', read: ok([first], [at(1)]) },
      { text: 'no report\n', read: failed(at(1)) },
      { text: 'efg', read: ok([second], [at(1)]), isProcess: true },
    ])
    const text = 'words\nab\ncd\nno report\nefg'
    const moved = (by: number) => [
      { id: 1, crashed: false, frames: [{ ...frame, span: { start: 1 + by, end: 2 + by } }] },
    ]
    expect(read).toEqual(
      ok(
        [
          { ...first, text, threads: moved(6), problems: [at(3)] },
          { ...second, text, threads: moved(22), problems: [at(5)], part: { start: 22, end: 25 } },
        ],
        [at(2), at(5)],
      ),
    )
  })

  test('the text of a part is that which its reader repaired', () => {
    const read = joinParts('a.txt', [
      { text: 'a\r\n', read: ok([reportOf('a\n')]), isProcess: true },
      { text: 'bc', read: ok([]), isProcess: true },
      { text: 'd', read: ok([reportOf('d')]), isProcess: true },
    ])
    expect(read).toEqual(
      ok([reportOf('a\nbcd', { part: { start: 0, end: 2 } }), reportOf('a\nbcd', { part: { start: 4, end: 5 } })]),
    )
  })

  test('without any report the first answer is that of all', () => {
    const [one, other] = [failed(at(1)), failed(at(2))]
    const parts = [
      { text: 'a', read: undefined },
      { text: 'b', read: one },
      { text: 'c', read: other },
    ]
    expect(joinParts('a.txt', parts)).toBe(one)
    expect(joinParts('a.txt', [{ text: 'a', read: undefined }])).toBeUndefined()
    expect(joinParts('a.txt', [])).toBeUndefined()
  })

  test('rows in a part without a report are told', () => {
    const row = '3   Till   0x0000000104cb8010 main + 12'
    const read = joinParts('a.txt', [
      { text: 'first\n', read: ok([reportOf('first\n')]) },
      { text: `words\n${row}\n`, read: undefined },
      { text: `${row}\n`, read: failed(at(1)) },
    ])
    const told = (line: number) => problem('lost-rows', { count: 1, line, text: row }, { file: 'a.txt', line })
    expect(read?.problems).toEqual([told(3), told(4)])
  })

  test('lost rows are told by the first of them', () => {
    const line = (number: number, text: string) => ({ text, start: 0, end: text.length, number })
    const lineOf = (number: number): number => number + 10
    const long = 'x'.repeat(81)
    expect(lostProblems('a.txt', [], lineOf)).toEqual([])
    expect(lostProblems('a.txt', [line(1, `  ${long} `), line(5, 'b')], lineOf)).toEqual([
      problem('lost-rows', { count: 2, line: 11, text: 'x'.repeat(80) }, { file: 'a.txt', line: 11 }),
    ])
    expect(lostProblems('a.txt', [line(2, 'a')], lineOf, 'lost-rows.all', 'note')).toEqual([
      problem('lost-rows.all', { count: 1, line: 12, text: 'a' }, { file: 'a.txt', line: 12, severity: 'note' }),
    ])
  })
})

describe('processes of one log', () => {
  const thread = (crashed: boolean) => ({ id: 1, crashed, frames: [] })
  const crashed = reportOf('crashed', { threads: [thread(false), thread(true)] })
  const signalled = reportOf('signalled', {
    threads: [thread(false)],
    exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
  })
  const thrown = reportOf('thrown', { exception: { type: 'EXC_CRASH' } })
  const quiet = reportOf('quiet', { threads: [thread(false)], exception: { type: 'EXC_CRASH' } })
  const bare = reportOf('bare')
  const logged = reportOf('logged', { exception: { type: 'JavaScript error' } })
  const numbers = reportOf('numbers', { format: 'text-scan' })
  const scanned = reportOf('scanned', { format: 'text-scan', threads: [thread(true)] })

  test.each<[Report[], string[]]>([
    [[], []],
    [[quiet], ['quiet']],
    [
      [quiet, crashed],
      ['crashed', 'quiet'],
    ],
    [
      [quiet, crashed, bare, signalled, thrown],
      ['crashed', 'signalled', 'thrown', 'quiet', 'bare'],
    ],
    [
      [numbers, crashed, quiet],
      ['crashed', 'quiet'],
    ],
    [
      [numbers, quiet],
      ['numbers', 'quiet'],
    ],
    [[numbers, scanned], ['scanned']],
    [
      [quiet, numbers, thrown],
      ['thrown', 'quiet'],
    ],
    [
      [logged, numbers],
      ['logged', 'numbers'],
    ],
    [
      [logged, crashed],
      ['crashed', 'logged'],
    ],
  ])('in their order: case %#', (given, order) => {
    expect(endedFirst(given).map(({ text }) => text)).toEqual(order)
  })
})

describe('texts in strings of a document', () => {
  const stack = 'first row\nnext row\nlast row'
  const take = (text: string) => {
    const taken = takeTextOutOfJson(text)
    return taken && { text: taken.text, lines: taken.text.split('\n').map((_, at) => taken.lineOf(at + 1)) }
  }

  test.each<[string, string, string, number[]]>([
    ['one string', JSON.stringify(stack), stack, [1, 1, 1]],
    ['a list', JSON.stringify([stack]), stack, [1, 1, 1]],
    ['a member', JSON.stringify({ a: stack }), stack, [1, 1, 1]],
    ['behind blanks and a mark', `\ufeff \n ${JSON.stringify([stack])} \n`, stack, [2, 2, 2]],
    [
      'a sentence beside it',
      JSON.stringify(['It has ended', stack], undefined, 1),
      `It has ended\n\n${stack}`,
      [2, 2, 3, 3, 3],
    ],
    ['words that are none', JSON.stringify(['has ended now'.slice(2), 'hasendedagain', stack]), stack, [1, 1, 1]],
    ['a text of two lines', JSON.stringify(['a\nb', stack], undefined, 1), `a\nb\n\n${stack}`, [2, 2, 2, 3, 3, 3]],
    [
      'several documents',
      `${JSON.stringify(stack)}\n${JSON.stringify({ a: stack })}`,
      `${stack}\n\n${stack}`,
      [1, 1, 1, 1, 2, 2, 2],
    ],
  ])('%s', (_, text, taken, lines) => {
    expect(take(text)).toEqual({ text: taken, lines })
  })

  test('a line behind the last is itself', () => {
    expect(takeTextOutOfJson(JSON.stringify(stack))?.lineOf(99)).toBe(99)
  })

  test.each([
    ['words before it', `x${JSON.stringify([stack])}`],
    ['words behind it', `${JSON.stringify([stack])} x`],
    ['one line break', JSON.stringify(['a\nb', 'c\nd'])],
    ['no line break', JSON.stringify(['It has ended', 'And so on and on'])],
    ['real line breaks alone', '[\n"It has ended",\n"And so on and on"\n]'],
    ['a cut document', JSON.stringify([stack]).slice(0, -1)],
    ['many blanks before it', `${' '.repeat(401)}${JSON.stringify([stack])}`],
  ])('none with %s', (_, text) => {
    expect(takeTextOutOfJson(text)).toBeUndefined()
  })

  test('400 blanks before it', () => {
    expect(takeTextOutOfJson(`${' '.repeat(400)}${JSON.stringify([stack])}`)?.text).toBe(stack)
  })

  test.each([
    [1000, true],
    [1001, false],
  ])('%i documents', (count, isRead) => {
    const text = `${JSON.stringify(stack)}\n`.repeat(count)
    expect(takeTextOutOfJson(text) !== undefined).toBe(isRead)
  })
})

test.each([
  ['ips-crash', true],
  ['metrickit', true],
  ['spindump', true],
  ['microstackshots', true],
  ['sample', true],
  ['leaks', true],
  ['lldb', true],
  ['swift-backtrace', true],
  ['sanitizer', true],
  ['tombstone', true],
  ['atos', false],
  ['', false],
])('the format %j has its own way to write names: %j', (format, expected) => {
  expect(findWriteBack(format)?.formats.includes(format) ?? false).toBe(expected)
})
