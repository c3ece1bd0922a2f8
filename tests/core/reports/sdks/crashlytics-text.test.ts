/** Texts of Crashlytics: its marks, the heads of its stacks, rows of runtimes, and fields. What was thrown: `crashlytics-thrown.test.ts`. */
import { describe, expect, test } from 'vitest'
import { crashlyticsTextFormat } from '../../../../src/core/reports/sdks/crashlytics-text.ts'
import { claims } from '../../../support/claims.ts'
import { pick, told } from '../../../support/format-told.ts'
import type { Members } from '../../../support/made-fields.ts'

const row = '0  Larder  0x1f5a54ba0 fill + 360'
const later = '0  Larder  0x1f5a54bb0 fill + 360'
const read = (...lines: readonly string[]) => told(crashlyticsTextFormat, lines.join('\n'))[0]!
const framesOf = (report: Members) =>
  (report['threads'] as readonly { readonly frames: readonly Members[] }[])[0]!.frames

describe('marks', () => {
  const uuid = '0123456789abcdef0123456789abcdef'
  const small = (number: number): string => `${number} Till 0x2345${number % 10} fill + 1`
  test.each([
    `0 Till 0x104ccc074 (Missing UUID ${uuid})`,
    ...['Organization', 'Issue ID', 'Session ID', 'Crashlytics'].flatMap((name) => [
      `# ${name}: x\n${row}`,
      `\t # ${name}\n${row}`,
    ]),
    ...['', '0. ', '#0. ', '12. ', '#123. ', ' \t#7. '].map((head) => `${head}Crashed: q\n${row}`),
    ...['', ' ', 'x'.repeat(40)].map((head) => `${head}Fatal Exception: x\n${row}`),
    `${small(0)}\n${small(1)}`,
    `x\n\t ${small(0)}\n \t${small(1)}`,
    `${small(0)}\r\n${small(1)}`,
    `${small(0)}\r${small(1)}`,
    `${small(121)}\n${small(122)}`,
    '0 \tTill 0x1 \t fill\n1\tTill\t0x2\t',
    '0 A b 0x1234567 f\n1 A b 0x1234567 ',
  ])('are in %j', (text) => {
    expect(claims(crashlyticsTextFormat, text)).toBe(true)
  })

  test.each([
    row,
    '# Organization: x\nCrashed: q\nFatal Exception: x',
    `x${row}\n# Crashlytics`,
    `1${row.replace('0  ', '234  ')}\n# Crashlytics`,
    `${row} (Missing UUID ${uuid.slice(1)})`,
    `${row} (Missing UUID ${uuid}0)`,
    `${row} (Missing UUID ${uuid.replace('9', 'x')})`,
    `x # Crashlytics\n${row}`,
    `#Crashlytics\n${row}`,
    `# Organizations: x\n${row}`,
    `x Crashed: q\n${row}`,
    `Crashed: \n${row}`,
    `#1234. Crashed: q\n${row}`,
    `##1. Crashed: q\n${row}`,
    `x#1. Crashed: q\n${row}`,
    `#x. Crashed: q\n${row}`,
    `${'x'.repeat(41)}Fatal Exception: x\n${row}`,
    `Fatal Exception: \n${row}`,
    small(0),
    `x${small(0)}\n${small(1)}`,
    `${small(1234)}\n${small(1)}`,
    `${small(0)}\nx${small(1)}`,
    `${small(0)}\n${small(1234)}`,
    `${small(0)}\n\n${small(1)}`,
    '0 Till 0x12345678 fill\n1 Till 0x2 ',
    '0 Till 0x1 fill\n1 Till 0x12345678 ',
    '0 Till 0x1 + 5\n1 Till 0x2 ',
    '0 Till 0x1 5\n1 Till 0x2 ',
    '0 0x1 fill\n1 Till 0x2 ',
    '0 Till 0x1 fill\n1 0x2 ',
  ])('are not in %j', (text) => {
    expect(claims(crashlyticsTextFormat, text)).toBe(false)
  })
})

describe('heads, between two pairs of rows with rising numbers', () => {
  const between = (head: string): readonly (readonly (number | undefined)[])[] => {
    const text = [0, 1].map((number) => `${number}  Larder  0x1f5a54ba${number} fill + 360`)
    const more = [2, 3].map((number) => `${number}  Larder  0x1f5a54ba${number} fill + 360`)
    const { threads, lastException } = read(...text, head, ...more) as {
      threads: { frames: { index: number }[] }[]
      lastException?: { frames: { index: number }[] }
    }
    return [...threads, ...(lastException ? [lastException] : [])].map(({ frames }) => frames.map(({ index }) => index))
  }
  test.each([
    ...['#3. x', '#12. x', '3. Crashed: x', '123. Crashed: x', '12. com.apple.x', '1. org.shop.y', 'Crashed: x'],
    ...['Fatal Exception: x', 'EXC_BAD_ACCESS', 'Thread', 'Thread 3', 'com.apple.main-thread', 'org.a', 'com.a'],
    ...[' \tcom.a.b \t ', '\t #1. x', ' Crashed: x', '\t\tThread 1'],
  ])('%j is one', (head) => {
    expect(between(head)).toEqual([
      [0, 1],
      [2, 3],
    ])
  })
  test.each([
    ...['x Crashed: q', '#. x', '#1.x', '# 3', '#x. y', '1234. Crashed: a', '3. other', '3. common.x', '3. x com.y'],
    ...['Threads', 'com.', 'com. x', 'com.apple.x is slow', 'xcom.apple', 'Crashed', 'Crashed:x', 'Fatal Exception'],
    ...['xEXC_BAD', '3. Crashed:x', 'x. Crashed: y', 'net.apple.x', 'x Thread 1'],
  ])('%j is none', (head) => {
    expect(between(head)).toEqual([[0, 1, 2, 3]])
  })
})

describe('titles of stacks', () => {
  type Told = readonly [id: number, unnumbered: true | undefined, crashed: boolean, name: string | undefined]
  const thread = (title: string): unknown => {
    const { threads } = read(title, row) as { threads: Members[] }
    return threads.map(({ id, unnumbered, crashed, name }) => [id, unnumbered, crashed, name])
  }
  test.each<[string, Told]>([
    ['#0. Crashed: com.a.main-thread', [0, undefined, true, 'com.a.main-thread']],
    ['#12. Crashed: q', [12, undefined, true, 'q']],
    ['3. Crashed: q', [3, undefined, true, 'q']],
    ['123456789. q', [123_456_789, undefined, false, 'q']],
    ['1234567890. q', [0, true, false, '1234567890. q']],
    ['#1. com.apple.uikit.eventfetch-thread', [1, undefined, false, 'com.apple.uikit.eventfetch-thread']],
    ['##1. q', [0, true, false, '##1. q']],
    ['#1.q', [0, true, false, '#1.q']],
    ['Thread 17', [17, undefined, false, undefined]],
    ['Thread 17:', [17, undefined, false, undefined]],
    ['Thread 5: worker', [5, undefined, false, 'worker']],
    ['Thread 5   worker', [5, undefined, false, 'worker']],
    ['Thread 5 Crashed:', [5, undefined, true, undefined]],
    ['Thread 5: Crashed: \t q', [5, undefined, true, 'q']],
    ['Thread 5x', [0, true, false, 'Thread 5x']],
    ['my Thread 5', [0, true, false, 'my Thread 5']],
    ['Thread', [0, true, false, undefined]],
    ['Threads', [0, true, false, 'Threads']],
    ['my Thread', [0, true, false, 'my Thread']],
    ['Crashed: Thread', [0, true, true, undefined]],
    ['Crashed q', [0, true, true, 'q']],
    ['com.a.queue', [0, true, false, 'com.a.queue']],
    ['Head \t #4. Crashed: q', [4, undefined, true, 'q']],
    ['Stack of 1\t: #4. q', [4, undefined, false, 'q']],
    ['a\t#4. q', [4, undefined, false, 'q']],
    ['a\t\t ::#4. q', [4, undefined, false, 'q']],
    ['a-b\tq', [0, true, false, 'a-b\tq']],
    ['a-bc\t:q', [0, true, false, 'a-bc\t:q']],
    ['Exceptional', [0, true, false, 'Exceptional']],
    ['Exception x', [0, true, false, 'Exception x']],
    ['Crashed: NSRangeException', [0, true, true, 'NSRangeException']],
    ['3. Crashed: An Exception: x', [3, undefined, true, 'An Exception: x']],
    ['123. Crashed: Exception: x', [123, undefined, true, 'Exception: x']],
    ['#3. NSRangeException: x', [3, undefined, false, 'NSRangeException: x']],
  ])('%j is of a thread', (title, expected) => {
    expect(thread(title)).toEqual([expected])
  })
  test('threads without numbers are counted', () => {
    const { threads } = read('main', row, 'other', later) as { threads: Members[] }
    expect(threads.map(({ id, name, unnumbered }) => [id, name, unnumbered])).toEqual([
      [0, 'main', true],
      [1, 'other', true],
    ])
  })
  test.each([
    ...['NSRangeException', 'NSRangeException: out', 'An Exception: x', 'x Crashed: NSRangeException', '#x Exception'],
    ...['1234. Crashed: Exception: x', 'x. Crashed: Exception', '3.Crashed: Exception', 'x#3. Exception'],
  ])('%j is of what was thrown', (title) => {
    const one = read(title, row, '', title, later)
    const symbol = { name: 'fill', offset: 360 }
    const frame = { index: 0, kind: 'return', imageName: 'Larder', symbol, symbolSpan: 'fill + 360' }
    expect(pick(one, 'threads', 'lastException', 'backtraces')).toEqual({
      threads: [],
      lastException: { title, span: row, frames: [{ id: 0, ...frame, address: '0x1f5a54ba0', span: row }] },
      backtraces: [{ title, span: later, frames: [{ id: 1, ...frame, address: '0x1f5a54bb0', span: later }] }],
    })
  })
})

describe('rows', () => {
  const one = (text: string): Members =>
    framesOf(read('Crashed: q', `0  Larder  ${text}`, '1  libc.dylib  0x20 start'))[0]!
  const runtime = { id: 0, index: 0, kind: 'exact' }
  test.each<[string, Members]>([
    [
      '0x0 (null). #0      main (main.dart:3:5)',
      { symbol: { name: 'main', file: 'main.dart', line: 3, column: 5 }, language: 'dart' },
    ],
    [
      '0x0 (null).#12345 main (main.dart:3)',
      { symbol: { name: 'main', file: 'main.dart', line: 3 }, language: 'dart' },
    ],
    ['0x0 (null).main (main.swift:3)', { symbol: { name: 'main', file: 'main.swift', line: 3 } }],
    ['0x0 (null). #1\t_rootRun (dart:async)', { symbol: { name: '_rootRun (dart:async)' }, language: 'dart' }],
    ['0x0 (null). #1 run (dart:async) on', { symbol: { name: 'run (dart:async) on' } }],
    ['0x0 render (<unknown>)', { symbol: { name: 'render' } }],
  ])('of a runtime have no address: %s', (text, expected) => {
    const { span, symbolSpan, ...frame } = one(text)
    expect(frame).toEqual({ ...runtime, ...expected })
    expect([span, symbolSpan]).toEqual([`0  Larder  ${text}`, text.slice(4)])
  })
  test.each<[string, Members]>([
    ['0x10 (null).main', { offset: 16, symbol: { name: '(null).main' } }],
    ['0x0 x(null).main', { offset: 0, symbol: { name: 'x(null).main' } }],
    ['0x0 (null). #123456 main', { offset: 0, symbol: { name: '(null). #123456 main' } }],
    ['0x0 render', { offset: 0, symbol: { name: 'render' } }],
    ['0x0 render (<unknown>) it', { offset: 0, symbol: { name: 'render (<unknown>) it' } }],
    ['0x10 render (<unknown>)', { offset: 16, symbol: { name: 'render (<unknown>)' } }],
    ['0x10 (Missing)', { offset: 16 }],
    ['0x10 fill + 12 (Larder.m:12)', { offset: 16, symbol: { name: 'fill', file: 'Larder.m', line: 12 } }],
    ['0x10 fill + 12 (Larder.m:13)', { offset: 16, symbol: { name: 'fill', offset: 12, file: 'Larder.m', line: 13 } }],
    ['0x10 fill + 12', { offset: 16, symbol: { name: 'fill', offset: 12 } }],
    ['0x10 fill (Larder.m:13)', { offset: 16, symbol: { name: 'fill', file: 'Larder.m', line: 13 } }],
    ['0x10 fill', { offset: 16, symbol: { name: 'fill' } }],
  ])('of an image keep it: %s', (text, expected) => {
    const { span, symbolSpan, ...frame } = one(text)
    expect(frame).toEqual({ ...runtime, imageName: 'Larder', ...expected })
    expect([span, symbolSpan]).toEqual([`0  Larder  ${text}`, text.slice(text.indexOf(' ') + 1)])
  })
})

describe('a text that ends inside a row', () => {
  const rows = [0, 1, 2].map((number) => `${number}  Larder  0x1f5a54ba${number}`)
  const named = rows.map((text) => `${text} fill + 360`)
  const problem = (line: number): readonly unknown[] => [expect.objectContaining({ code: 'cut-row', line })]
  test.each<[string, readonly string[], number, unknown]>([
    ['the last of three', [named[0]!, named[1]!, rows[2]!], 2, problem(4)],
    ['the last of two', [named[0]!, rows[1]!], 1, problem(3)],
    ['with a name', named, 3, []],
    ['the only one', [rows[0]!], 1, []],
    ['no row has a name', rows, 3, []],
    ['one before has no name', [rows[0]!, named[1]!, rows[2]!], 3, []],
    ['a line end behind it', [named[0]!, rows[1]!, ''], 2, []],
  ])('%s', (_, text, count, problems) => {
    const one = read('Crashed: q', ...text)
    expect(framesOf(one).map(({ index }) => index)).toEqual([0, 1, 2].slice(0, count))
    expect(one['problems']).toEqual(problems)
  })
})

test('each field of the head', () => {
  const fields = [
    ...['Application', 'Bundle Identifier', 'Version', 'OS Version', 'Device', 'Date', 'Session ID', 'Issue ID'],
  ].map((name, at): [string, string] => [name, `value ${at}`])
  const lines = fields.map(([name, value]) => `# ${name}: \t${value} \t`)
  const header = {
    ...{ process: 'value 0', bundleId: 'value 1', version: 'value 2', os: 'value 3', device: 'value 4' },
    ...{ date: 'value 5', incident: 'value 6', fields },
  }
  expect(read(...lines, row)['header']).toEqual(header)
  const without = fields.filter(([name]) => name !== 'Session ID')
  expect(read(...lines.filter((line) => !line.includes('Session')), row)['header']).toEqual({
    ...header,
    incident: 'value 7',
    fields: without,
  })
  const bare = ['Platform', 'OS Version', 'Device', 'RAM Free', 'Disk Free', 'Issue ID', 'Session ID']
  expect(
    read(
      ...[...bare.map((name) => `${name}: ${name} 1`), '\t # A: x', '# Ab/c #1_:x', 'Version: 3', 'x# B: y', '# b: y'],
      ...[`# ${'A'.repeat(31)}: long`, `# ${'A'.repeat(32)}: longer`, '# Empty:', row],
    )['header'],
  ).toEqual({
    ...{ os: 'OS Version 1', device: 'Device 1', incident: 'Session ID 1' },
    fields: [...bare.map((name) => [name, `${name} 1`]), ['Ab/c #1_', 'x'], ['A'.repeat(31), 'long'], ['Empty', '']],
  })
})
