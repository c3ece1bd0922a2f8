/** Files with several reports in Apple's layout: where one ends and the next begins, and what is said of each. */
import { describe, expect, test } from 'vitest'
import { appleText, NeedsAllFormats } from '../../../../src/core/reports/apple-text/apple-text.ts'
import { damagedLine } from '../../../../src/core/model/grade-marks.ts'
import { appleTextFormat } from '../../../../src/core/reports/apple-text/any-language.ts'

const ROW = '0   Till   0x0000000104ccc074 pay + 40'

const read = (text: string, format = appleTextFormat) => {
  const outcome = format.parse({ path: 'till.txt', bytes: new Uint8Array(), text })
  if (!outcome.ok) throw new Error('not read')
  return outcome
}
/** For each report its fields and the ids of its threads. */
const parts = (text: string) =>
  read(text).value.map(({ header, threads }) => [
    header.fields.map(([key, value]) => `${key}=${value}`).join(' '),
    threads.map(({ id }) => id).join(' '),
  ])

describe('a head behind stacks or images begins another report', () => {
  const above = (body: string): string => `Exception Type: EXC_CRASH\n\n${body}\n`
  const THREADS = ['Thread 0:', 'Thread 12 Crashed:', '  Thread 3:', '\t Thread 4 name: a:', 'Thread 5::']
  const heads = ['Incident Identifier: B', 'Process: Till', '  Process:\t \tTill', '\tIncident Identifier: B']
  test.each([...THREADS, 'Binary Images:', ' \t Binary Images Description:', 'Binary Images (a):'])('%j', (body) => {
    for (const head of heads) {
      const [key = '', value = ''] = head.trim().split(/:\s+/)
      expect(parts(`${above(body)}${head}\n`).map(([fields]) => fields)).toEqual([
        'Exception Type=EXC_CRASH',
        `${key}=${value}`,
      ])
    }
    for (const head of ['Process:', 'Identifier: x', 'a Process: Till', 'aProcess: Till', 'Process Till', 'Role: x'])
      expect(parts(`${above(body)}${head}\n`)).toHaveLength(1)
  })
  test.each([
    'Thread',
    'Thread 0',
    'Thread x:',
    'A Thread 0: x',
    'aThread 0:',
    'Binary Image:',
    'The Binary Images:',
    'Images:',
  ])('not behind %j', (body) => {
    expect(parts(`${above(body)}Process: Till\nIncident Identifier: B\n`)).toHaveLength(1)
  })
})

describe('a line that each report has once', () => {
  const ONCE = ['Exception Type', 'Exception', 'Host Name', 'Command', 'Date/Time']
  const RULE = '--------'
  test.each(ONCE)('%s', (label) => {
    const line = `${label}: x`
    for (const again of [line, ` \t${label}:\t \ty`]) {
      expect(parts(`${line}\nThread 0:\n${ROW}\n\n${again}\n`)).toHaveLength(2)
      expect(parts(`${line}\n${RULE}\n${again}\n`)).toHaveLength(2)
      expect(parts(`${line}\n${RULE}\nsaid\n${again}\n`)).toHaveLength(2)
      expect(parts(`${line}\n${again}\n`)).toHaveLength(1)
      expect(parts(`${line}\n-------\n${again}\n`)).toHaveLength(1)
      expect(parts(`Role: x\nThread 0:\n${ROW}\n\n${again}\n`)).toHaveLength(1)
      expect(parts(`Role: x\n${RULE}\n${again}\n`)).toHaveLength(1)
    }
    // Another such line behind the rule is of the same report.
    const other = label === 'Command' ? 'Host Name' : 'Command'
    expect(parts(`${line}\n${RULE}\n${other}: x\n${line}\n`)).toHaveLength(1)
    for (const near of [`${label}:`, `a ${label}: x`, `a${label}: x`, `${label}s: x`, `${label}:x`])
      expect(parts(`${line}\nThread 0:\n${ROW}\n\n${near}\n`)).toHaveLength(1)
  })
  test('three reports, of which the last has what the first has', () => {
    expect(
      parts(
        ['Command: a', 'Thread 0:', ROW, '', 'Command: b', 'Thread 1:', ROW, '', 'Command: c', 'Thread 2:', ROW].join(
          '\n',
        ),
      ),
    ).toEqual([
      ['Command=a', '0'],
      ['Command=b', '1'],
      ['Command=c', '2'],
    ])
  })
})

describe('exports of ours', () => {
  test('begin with their own line', () => {
    const one = 'Written From: kcdata, Stackshot\nRole: a\n'
    expect(parts(`${one}\n${one}`)).toEqual([
      ['Written From=kcdata, Stackshot Role=a', ''],
      ['Written From=kcdata, Stackshot Role=a', ''],
    ])
    expect(parts(`\n \n${one}`)).toEqual([['Written From=kcdata, Stackshot Role=a', '']])
    expect(parts(`Role: b\n${one}`)).toEqual([
      ['Role=b', ''],
      ['Written From=kcdata, Stackshot Role=a', ''],
    ])
  })
  test.each([
    ['Written From: kcdata, Kernel stackshot', { label: 'Kernel stackshot', writtenFrom: 'kcdata', kind: 'stackshot' }],
    ['Written From: kcdata/stackshot, A', { label: 'A', writtenFrom: 'kcdata', kind: 'stackshot' }],
    ['Written From: nothing', { label: 'Crash report (text)' }],
    ['Role: x', { label: 'Crash report (text)' }],
    ['{"app_name":"Till"}\nRole: x', { label: 'Crash report (.ips, text)' }],
    ['{"app_name":"Till"}\nWritten From: json, Of JSON', { label: 'Of JSON', writtenFrom: 'json' }],
  ])('%j', (text, expected) => {
    const [report] = read(text).value
    const { format, label, writtenFrom, kind, file } = report ?? {}
    expect({ format, label, file, ...(writtenFrom && { writtenFrom }), ...(kind && { kind }) }).toEqual({
      format: 'apple-crash-text',
      file: 'till.txt',
      ...expected,
    })
    expect(report?.text).toBe(text)
  })
})

describe('lines of JSON', () => {
  const json = (value: object): string => JSON.stringify(value)
  const [A, B] = [json({ bug_type: '109', name: 'A' }), json({ app_name: 'B', n: 1 })]
  test.each<[string, readonly string[], readonly (readonly [string, string])[]]>([
    ['above a report', [A, 'Role: x'], [['bug_type=109 name=A Role=x', '']]],
    ['with blanks', [` \t${A} `, 'Role: x'], [['bug_type=109 name=A Role=x', '']]],
    ['below words of somebody', ['hello', A, 'Role: x'], [['bug_type=109 name=A Role=x', '']]],
    ['below a field', ['Command: x', '', A], [['Command=x', '']]],
    ['twice above', [A, B, 'Role: x'], [['bug_type=109 name=A Role=x', '']]],
    [
      'above each report',
      [A, 'Thread 0:', ROW, B, 'Thread 1:', ROW],
      [
        ['bug_type=109 name=A', '0'],
        ['app_name=B n=1', '1'],
      ],
    ],
    [
      'above the second report alone',
      ['Role: x', 'Thread 0:', ROW, B, 'Thread 1:', ROW],
      [
        ['Role=x', '0'],
        ['app_name=B n=1', '1'],
      ],
    ],
    [
      'below a report without one, at the head of another',
      ['Role: x', 'Thread 0:', ROW, 'Process: Till', '', A],
      [
        ['Role=x', '0'],
        ['Process=Till', ''],
      ],
    ],
    ['above the first line of an export', [A, 'Written From: a, b'], [['bug_type=109 name=A Written From=a, b', '']]],
    ['above blank lines', [A, ' ', '', 'Written From: a, b'], [['bug_type=109 name=A Written From=a, b', '']]],
    ['of something else', [json({ name: 'A' }), 'Role: x'], [['Role=x', '']]],
    ['that is damaged', ['{app_name', 'Role: x'], [['Role=x', '']]],
    ['behind words', [`x ${A}`, 'Role: x'], [['Role=x', '']]],
    [
      'below `Full Report`',
      [A, 'Thread 0:', ROW, '', ' Full Report ', '', B, 'Role: y'],
      [['bug_type=109 name=A', '0']],
    ],
    ['alone', [A], []],
    ['and blank lines', [A, '', ' '], []],
  ])('%s', (_, lines, expected) => {
    expect(parts(lines.join('\n'))).toEqual(expected)
  })
  test.each(['The Full Report', 'Full Reports', 'Full report'])('%j does not end a report', (words) => {
    expect(parts(['Thread 0:', ROW, '', words, '', 'Thread 1:', ROW].join('\n'))).toEqual([['', '0 1']])
  })
  test('nothing', () => {
    expect(parts('')).toEqual([])
    expect(parts(' \n\n')).toEqual([])
  })
})

test('each report says whether it has a line of JSON', () => {
  const json = '{"app_name":"Till"}'
  const labels = (...lines: readonly string[]) => read(lines.join('\n')).value.map(({ label }) => label)
  const [TEXT, JSON_LINE] = ['Crash report (text)', 'Crash report (.ips, text)']
  const stack = ['Thread 0:', ROW, '']
  expect(labels('Role: x', ...stack, 'Process: Till', ...stack)).toEqual([TEXT, TEXT])
  expect(labels('Command: x', ...stack, 'Command: x', ...stack)).toEqual([TEXT, TEXT])
  expect(labels('Role: x', ...stack, 'Written From: nothing')).toEqual([TEXT, TEXT])
  expect(labels(json, ...stack, json, ...stack)).toEqual([JSON_LINE, JSON_LINE])
  expect(labels(json, ...stack, 'Process: Till')).toEqual([JSON_LINE, TEXT])
  expect(labels('hello', json, ...stack)).toEqual([JSON_LINE])
})

describe('the end of the text', () => {
  const rows = [ROW, '1   Till   0x0000000104ccc0a4 main + 8', '2   Till   0x0000000104ccc0b4']
  test.each<[string, string, number]>([
    ['inside a row', '', 2],
    ['inside a row, as an export of ours tells', `\n\n${damagedLine('one row')}\n`, 2],
    ['behind a row', '\n', 3],
    ['behind a row and blank lines', '\n\n', 3],
  ])('%s', (_, end, count) => {
    const [report] = read(`Thread 0:\n${rows.join('\n')}${end}`).value
    expect(report?.threads[0]?.frames).toHaveLength(count)
  })
  test('problems of all reports are those of the file', () => {
    const one = `Thread 0:\n${rows.join('\n')}`
    expect(read(one).problems.map(({ code, line, file }) => [code, line, file])).toEqual([['cut-row', 4, 'till.txt']])
  })
})

describe('without the rules of other languages', () => {
  test('a report in English is read', () => {
    expect(read(`Role: x\nThread 0:\n${ROW}`, appleText()).value).toHaveLength(1)
    expect(read(`Role: x\nThread 0:\n${ROW}`, appleText()).value).toEqual(read(`Role: x\nThread 0:\n${ROW}`).value)
  })
  test('words that need them throw', () => {
    expect(() => read('Role: x\n\nsomebody says this', appleText())).toThrow(NeedsAllFormats)
    expect(() => read(`Thread 0:\n${ROW}\n1 shop::pay(int)\n`, appleText())).toThrow(NeedsAllFormats)
  })
  test('have the same name', () => {
    const { id, label } = appleText()
    expect([id, label, appleTextFormat.id, appleTextFormat.label]).toEqual([
      'apple-crash-text',
      'Crash report (text)',
      'apple-crash-text',
      'Crash report (text)',
    ])
  })
})
