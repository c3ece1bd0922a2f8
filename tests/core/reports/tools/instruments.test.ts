/** Amounts and titles of Instruments' copies in all their forms, and JSON of Swift's backtraces. */
import { describe, expect, test } from 'vitest'
import { readAmount } from '../../../../src/core/reports/tools/instruments-amounts.ts'
import { instrumentsCopyFormat } from '../../../../src/core/reports/tools/instruments-copy.ts'
import { sanitizerWriteBack } from '../../../../src/core/reports/tools/sanitizer-write-back.ts'
import { swiftBacktraceJsonFormat } from '../../../../src/core/reports/tools/swift-backtrace-json.ts'
import { claims } from '../../../support/claims.ts'

describe('amounts', () => {
  const units: readonly (readonly [unit: string, factor: number, of: string])[] = [
    ...(['', 'K', 'k', 'M', 'G'] as const).map((unit, at) => [unit, [1, 1e3, 1e3, 1e6, 1e9][at] ?? 0, ''] as const),
    ...(['ns', 'µs', 'μs', 'us', 'ms', 's', 'sec', 'min', 'm', 'h', 'hr'] as const).map(
      (unit, at) => [unit, [1e-6, 1e-3, 1e-3, 1e-3, 1, 1e3, 1e3, 6e4, 6e4, 36e5, 36e5][at] ?? 0, 'ms'] as const,
    ),
    ...(['B', 'Byte', 'Bytes', 'KB', 'KiB', 'MB', 'MiB', 'GB', 'GiB'] as const).map(
      (unit, at) => [unit, 1024 ** ([0, 0, 0, 1, 1, 2, 2, 3, 3][at] ?? 0), 'bytes'] as const,
    ),
    ...(['c', 'cycles', 'Kc', 'kc', 'Mc', 'Gc', 'Tc'] as const).map(
      (unit, at) => [unit, [1, 1, 1e3, 1e3, 1e6, 1e9, 1e12][at] ?? 0, 'cycles'] as const,
    ),
  ]
  test.each(units)('%j', (unit, factor, of) => {
    for (const text of [
      `12 ${unit}`,
      `12${unit}`,
      ` 12  ${unit} `,
      `12 ${unit}.`,
      `12 ${unit}  97.0%`,
      `12 ${unit} 9,7 %`,
    ])
      expect(readAmount(text)).toEqual({ value: Math.round(12 * factor * 1e6) / 1e6, unit: of })
  })
  test.each<[string, number | undefined]>([
    ['7', 7],
    ['4.93', 4.93],
    ['0,5', 0.5],
    ['1,234', 1234],
    ['1,23', 1.23],
    ['1,2345', 1.2345],
    ['1.234', 1.234],
    ['1,234,567', 1234567],
    ['1.234.567', 1234567],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ["1'234.5", 1234.5],
    ['1\u00a0234,5', 1234.5],
    ['1\u202f234', 1234],
    ['.5', 0.5],
    ['-', undefined],
    ['', undefined],
    ['x', undefined],
    ['12 x', undefined],
    ['12 ms 7', undefined],
    ['12 ms x%', undefined],
    ['12 abcdefg', undefined],
    [`${'1'.repeat(63)}`, Number('1'.repeat(63))],
    [`${'1'.repeat(65)}`, undefined],
  ])('%j', (text, value) => {
    expect(readAmount(text)?.value).toBe(value)
  })
})

describe('titles', () => {
  const sniff = (text: string): boolean => claims(instrumentsCopyFormat, text)
  const parse = (text: string) => {
    const outcome = instrumentsCopyFormat.parse({ path: 'till.txt', bytes: new Uint8Array(0), text })
    return outcome.ok ? outcome.value[0] : undefined
  }
  test.each(['Symbol', 'Symbol Name', 'Symbol Names', 'Call Tree', 'Function', 'Function Name', 'symbol name'])(
    '%j names',
    (title) => {
      expect([sniff(`Weight\t${title}`), sniff(`said\nWeight\t\t${title}\n`)]).toEqual([true, true])
      expect([`x${title}`, `${title}x`].map((wrong) => sniff(`Weight\t${wrong}`))).toEqual([false, false])
    },
  )
  const amounts = [
    'Weight',
    'Running Time',
    'Total Time',
    'Time',
    'Bytes Used',
    'Persistent Bytes',
    'Total Bytes',
    'Bytes',
    'Count',
    'Sample',
    'Samples',
    'Sample Count',
    'Cycles',
    '# Calls',
    '#Calls',
    'Wakeups',
    'Calls',
    'Transition',
    'Transitions',
  ]
  test.each(amounts)('%j counts', (title) => {
    expect([sniff(`${title}\tSymbol`), sniff(`${title} (x)\tSymbol`)]).toEqual([true, true])
    expect(sniff(`x${title}\tSymbol`)).toBe(false)
    // `Bytes Usedx` begins with another title.
    const isOwn = !/^(?:#|Bytes Used|Sample Count)/.test(title)
    expect(isOwn && sniff(`${title}x1\tSymbol`)).toBe(false)
  })
  test.each<[string, boolean]>([
    ['Self Weight\tSymbol', false],
    ['Self\tSymbol', false],
    ['Symbol\tWeight', true],
    ['Weight Symbol', false],
    ['Weight', false],
    [`${'x'.repeat(61)}\tWeight\tSymbol`, false],
    [`${'x'.repeat(60)}\tWeight\tSymbol`, true],
    [`Weight\tSymbol${'\t'.repeat(395)}`, false],
    [`Weight\tSymbol${'\t'.repeat(394)}`, true],
  ])('%j: %j', (text, expected) => {
    expect(sniff(text)).toBe(expected)
  })
  test.each<[string, string | undefined]>([
    ['Library', 'Till'],
    ['Binary', 'Till'],
    ['Binary Name', 'Till'],
    ['Module', 'Till'],
    ['Responsible Library', 'Till'],
    ['Image', 'Till'],
    ['xImage', undefined],
    ['Images', undefined],
    ['Binary Names', undefined],
  ])('%j is the image: %j', (title, image) => {
    const report = parse(`Weight\t${title}\tSymbol\n12 ms\tTill \t  count\n`)
    expect(report?.callTrees[0]?.roots.map(({ frame, count }) => [frame.symbol, frame.imageName, count])).toEqual([
      [{ name: 'count' }, image, 12],
    ])
  })
  test.each<[string, string]>([
    ['Weight', 'samples'],
    ['Sample', 'samples'],
    ['Samples', 'samples'],
    ['Sample Count', 'samples'],
    ['Calls', 'calls'],
    ['Running Time', 'ms'],
    ['Count (ms)', 'ms'],
    ['Bytes Used', 'bytes'],
    ['Cycles', 'cycles'],
    ['Count', 'count'],
    ['# weight', '# weight'],
    ['Count Samples', 'count samples'],
  ])('%j counts in %j', (title, weight) => {
    const report = parse(
      `above\n${title}\tSelf\tSymbol\n12\t7\tcount\n7\tx\t count2\n\nx\t1\tlost\n${title}\tSelf\tSymbol\n`,
    )
    const [tree] = report?.callTrees ?? []
    expect(tree).toMatchObject({ weight, title: expect.stringContaining(title) as string })
    const [root] = tree?.roots ?? []
    expect([root?.count, root?.self, root?.children.map(({ count, self }) => [count, self])]).toEqual([
      12,
      7,
      [[7, undefined]],
    ])
    expect(report?.header.fields).toEqual([['Columns', `${title}, Self, Symbol`]])
    expect(report?.problems.map(({ line }) => line)).toEqual([6])
    expect(report?.sections.map((section) => section.kind === 'text' && section.text)).toEqual(['above'])
  })
})

test.each<[printed: string, address: bigint | undefined, expected: string]>([
  ['in a b.c:1 (Till:arm64+0x1Af)', 1n, 'in count till.c:7:3 (Till:arm64+0x1Af)'],
  ['in a (T+0x1) (BuildId: 0a1b)', 1n, 'in count till.c:7:3 (T+0x1) (BuildId: 0a1b)'],
  ['in a (T+0x1) (BuildId: x)', 1n, 'in count till.c:7:3'],
  ['a (T+0x1)', undefined, 'count till.c:7:3 (T+0x1)'],
  ['a \t (T+0x1)', undefined, 'count till.c:7:3 (T+0x1)'],
  ['a(T+0x1)', undefined, 'count till.c:7:3 (T+0x1)'],
  ['a (T+0x1) x', undefined, 'count till.c:7:3'],
])('a name in %j of a sanitizer', (printed, address, expected) => {
  const call = { function: 'count', file: '/shop/till.c', line: 7, column: 3 }
  type Row = NonNullable<typeof sanitizerWriteBack.row>
  const context = { printed, frame: { address }, image: undefined } as unknown as Parameters<Row>[1]
  expect(sanitizerWriteBack.row?.(call as Parameters<Row>[0], context)).toBe(expected)
})

describe('JSON of Swift’s backtraces', () => {
  const sniff = (text: string): boolean => claims(swiftBacktraceJsonFormat, text)
  test.each<[string, boolean]>([
    ['{"kind":"crashReport","threads":[]}', true],
    ['{"kind" \n : \t "crashReport","faultAddress":"0x1"}', true],
    ['{"kind":"crashReport"}', false],
    ['{"kind":"crashReports","threads":[]}', false],
    ['{"akind":"crashReport","threads":[]}', false],
  ])('%j: %j', (text, expected) => {
    expect(sniff(text)).toBe(expected)
  })
  test.each<[address: string, description: string, read: readonly unknown[]]>([
    ['0x104CB8010', 'count() + 12', [0x104cb8010n, 'count()']],
    ['0x1', 'count() + 7', [1n, 'count()']],
    ['x0x1', 'count() + 12 x', [undefined, 'count() + 12 x']],
    ['0x1x', 'count() +12', [undefined, 'count() +12']],
    ['0x', 'a + b + 3', [undefined, 'a + b']],
    ['0x00000000000000001', 'x', [undefined, 'x']],
  ])('%j, %j', (address, description, expected) => {
    const text = JSON.stringify({
      kind: 'crashReport',
      threads: [{ frames: [{ kind: 'programCounter', address, description }] }],
    })
    const outcome = swiftBacktraceJsonFormat.parse({ path: 'till.json', bytes: new Uint8Array(0), text })
    const frames = outcome.ok ? outcome.value[0]?.threads[0]?.frames : []
    expect(frames?.map((frame) => [frame.address, frame.symbol?.name])).toEqual([expected])
  })
})
