/** Tables whose cells are lines: rows copied from a page, and the statistics of old stackshots. And rows of a table without their name. */
import { describe, expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { splitLines } from '../../../src/core/reports/base/lines.ts'
import { holdsCells, joinCells } from '../../../src/core/reports/text/table-cells.ts'

const joined = (text: string): readonly string[] => joinCells(splitLines(text)).map((line) => line.text)

describe('a row whose cells are lines', () => {
  test.each<[string, string, readonly string[]]>([
    ['three cells', '0\nTill\nopen() + 12', ['0 Till open() + 12']],
    ['blanks around each', ' 10 \n\tTill.app-x+y\t\n open() + 12 ', ['10 Till.app-x+y open() + 12']],
    ['a place before the name', '3\nTill\nOpen.swift - Line 7\nopen() + 12', ['3 Till open() + 12 (Open.swift:7)']],
    ['a place with blanks', '3\nTill\n  a b.m - Line 70 \nopen + 1', ['3 Till open + 1 (a b.m:70)']],
    ['a place without a name', '3\nTill\nOpen.swift - Line 7', ['3', 'Till', 'Open.swift - Line 7']],
    ['a place, and a name without an offset', '3\nTill\na.m - Line 7\nopen', ['3', 'Till', 'a.m - Line 7', 'open']],
    ['a name without an offset', '0\nTill\nopen()', ['0', 'Till', 'open()']],
    ['words behind the offset', '0\nTill\nopen() + 12 later', ['0', 'Till', 'open() + 12 later']],
    ['a number of four digits', '1000\nTill\nopen() + 12', ['1000', 'Till', 'open() + 12']],
    ['no number', 'x\nTill\nopen() + 12', ['x', 'Till', 'open() + 12']],
    ['two words as the image', '0\nTill Box\nopen() + 12', ['0', 'Till Box', 'open() + 12']],
    ['two cells', '0\nTill', ['0', 'Till']],
    ['none', '', ['']],
    [
      'lines around rows',
      'above\n0\nTill\na + 1\n1\nTill\nb.m - Line 2\nb + 2\n2\nTill\nc + 3\nbelow',
      ['above', '0 Till a + 1', '1 Till b + 2 (b.m:2)', '2 Till c + 3', 'below'],
    ],
  ])('%s', (_, text, expected) => {
    expect(joined(text)).toEqual(expected)
  })

  test('it reaches from its first line to the end of its last, and has the number of the first', () => {
    const text = 'above\n 0\nTill\na.m - Line 2\na + 1 \nbelow'
    const [, row, below] = joinCells(splitLines(text))
    expect(row).toMatchObject({ start: 6, end: text.indexOf(' \nbelow') + 1, number: 2 })
    expect(below).toMatchObject({ text: 'below', number: 6 })
  })

  const row = (at: number) => `${at}\nTill\nopen() + ${at}\n`
  test.each<[string, string, boolean]>([
    ['two rows', row(0) + row(1), true],
    ['two rows with places', '0\nTill\na.m - Line 1\na + 1\n1\nTill\nb.m - Line 1\nb + 1\n', true],
    ['two rows with ends of Windows', (row(0) + row(1)).replaceAll('\n', '\r\n'), true],
    ['two rows between other lines', `x\n${row(0)}x\n${row(1)}x`, true],
    ['one row', row(0), false],
    ['one row with a place', '0\nTill\na.m - Line 1\na + 1\n', false],
    ['rows on one line each', '0 Till open() + 1\n1 Till open() + 2\n', false],
    ['no offsets', '0\nTill\nopen()\n1\nTill\nopen()\n', false],
  ])('a table is known by two rows: %s', (_, text, isTable) => {
    expect(holdsCells(text)).toBe(isTable)
  })
})

describe('an old stackshot', () => {
  const shot = (lines: readonly string[]) => {
    const text = ['Date: now', 'Process 7 info:', ...lines].join('\n')
    const outcome = parseReport('till.ips', new TextEncoder().encode(text))
    if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
    const [report] = outcome.value
    if (report?.format !== 'legacy-stackshot') throw new Error(report?.format)
    return { report, problems: outcome.problems }
  }
  const tablesOf = (lines: readonly string[]) =>
    shot(lines).report.sections.map((section) =>
      section.kind === 'table' ? [section.columns.slice(-2), section.rows] : undefined,
    )

  test('each process and thread has a row; what it lacks is an empty cell', () => {
    const lines = [
      '\tuser   time:   5 ms ',
      'Process 7 Till threads:',
      'thread 0x1 TH_WAIT 0x9',
      '\tpriority: 31',
      'thread 0x2 TH_RUN',
      '\tstate: odd',
      'Process 8 info:',
      '\tfaults: 3',
    ]
    expect(tablesOf(lines)).toEqual([
      [
        ['user time', 'faults'],
        [
          ['Till', '7', '5 ms', ''],
          ['', '8', '', '3'],
        ],
      ],
      [
        ['priority', 'state'],
        [
          ['1', 'Till', '0x9', '31', ''],
          ['2', 'Till', '', '', 'odd'],
        ],
      ],
    ])
  })

  test.each([
    [1, 1],
    [64, 64],
    [65, 64],
  ])('of %i statistics %i are columns', (count, kept) => {
    const lines = Array.from({ length: count }, (_, at) => `\ts${at}: ${at}`)
    const [processes] = shot([...lines, 'thread 0x1 TH_WAIT']).report.sections
    const table = processes?.kind === 'table' ? processes : undefined
    expect(table?.columns.length).toBe(2 + kept)
    expect(table?.rows).toEqual([['', '7', ...Array.from({ length: kept }, (_, at) => String(at))]])
  })

  test('rows of a stack before any thread, and words among addresses', () => {
    const lines = [
      '\tuser: 0x1',
      'thread 0x1 TH_WAIT|TH_UNINT',
      '\tuser: 0x1000 0x2000 lost 0x3000',
      '\tkernel: 0x5000',
    ]
    const { report, problems } = shot(lines)
    expect(
      report.threads.map(({ id, state, frames }) => [id, state, frames.map(({ address, kind }) => [address, kind])]),
    ).toEqual([
      [
        1,
        ['TH_WAIT', 'TH_UNINT'],
        [
          [0x1000n, 'exact'],
          [0x2000n, 'return'],
          [0x5000n, 'return'],
        ],
      ],
    ])
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['unreadable-row', 5]])
  })
})

test('a row of Crashlytics whose name the service lacks has none', () => {
  const text = [
    'Fatal Exception: NSRangeException',
    '0  Till                           0x412c (Missing)',
    '1  Till                           0x512c open + 12 (open.m:12)',
    '2  Till                           0x612c close + 8 (close.m:12)',
  ].join('\n')
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  expect(report?.format).toBe('crashlytics-text')
  const stacks = [report?.lastException, ...(report?.threads ?? [])].flatMap((one) => one?.frames ?? [])
  expect(stacks.map(({ symbol }) => symbol)).toEqual([
    undefined,
    { name: 'open', file: 'open.m', line: 12 },
    { name: 'close', offset: 8, file: 'close.m', line: 12 },
  ])
})
