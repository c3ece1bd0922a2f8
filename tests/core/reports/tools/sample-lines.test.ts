/** Rows and lines of `sample` in all their forms, and how names are written into them. */
import { describe, expect, test } from 'vitest'
import type { RowWriter } from '../../../../src/core/reports/base/write-back.ts'
import { asLine } from '../../../../src/core/reports/base/lines.ts'
import { parseSampleRow } from '../../../../src/core/reports/tools/sample-rows.ts'
import { sampleWriteBack } from '../../../../src/core/reports/tools/sample-write-back.ts'
import { sampleFormat } from '../../../../src/core/reports/tools/sample.ts'
import { formsOf, maybeBlanks, type Part } from '../../../support/text-forms.ts'
import { claims } from '../../../support/claims.ts'

const sniff = (text: string): boolean => claims(sampleFormat, text)
const read = (text: string) => {
  const outcome = sampleFormat.parse({ path: 'till.txt', bytes: new Uint8Array(0), text })
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  return report
}
const joined = (all: readonly (readonly string[])[]): readonly string[] => all.map((pieces) => pieces.join(''))

describe('a row', () => {
  const head = formsOf(
    { right: ['', '  ', ' + ! : | \t'], wrong: ['x', '-'] },
    { right: ['12', '7', '123456789012'], wrong: ['', 'x', '1234567890123'] },
    { right: [' ', '\t', '  '], wrong: [''] },
  )
  const body = 'count  (in Till) + 4  [0x104cb8010]'
  test.each(head.right)('%j%s%s', (...pieces) => {
    const before = pieces.join('')
    expect(parseSampleRow(asLine(before + body))).toEqual({
      column: pieces[0]?.length,
      count: Number(pieces[1]),
      row: {
        address: 0x104cb8010n,
        imageName: 'Till',
        symbol: { name: 'count', offset: 4 },
        symbolSpan: { start: before.length, end: before.length + body.length },
      },
      also: [],
    })
  })
  test.each(head.wrong)('not %j', (text) => {
    expect(parseSampleRow(asLine(text + body))).toBeUndefined()
  })
  test.each<[string, object]>([
    ['count', { symbol: { name: 'count' } }],
    ['???', {}],
    ['???  (in <unknown binary>)  [0x1a]', { address: 0x1an, imageName: '???' }],
    ['???  (in x<unknown binary>)  [0x1a]', { address: 0x1an, imageName: 'x<unknown binary>' }],
    ['???  (in <unknown binary>x)  [0x1a]', { address: 0x1an, imageName: '<unknown binary>x' }],
    [
      'a  (in Till)  load address 0x1000 + 0x10  [0x1010]',
      { address: 0x1010n, imageName: 'Till', loadAddress: 0x1000n, symbol: { name: 'a' } },
    ],
    [
      'a  (in Till)load address 0xAbC  [0x1010]',
      { address: 0x1010n, imageName: 'Till', loadAddress: 0xabcn, symbol: { name: 'a' } },
    ],
    ['a  (in Till) x load address 0x1000  [0x1010]', { address: 0x1010n, imageName: 'Till', symbol: { name: 'a' } }],
    ['a  (in Till) + 123  [0x1A]', { address: 0x1an, imageName: 'Till', symbol: { name: 'a', offset: 123 } }],
    ['a  (in Till)+ 7 [0x1A]', { address: 0x1an, imageName: 'Till', symbol: { name: 'a', offset: 7 } }],
    ['a  (in Till) \t+ 7 [0x1A]', { address: 0x1an, imageName: 'Till', symbol: { name: 'a', offset: 7 } }],
    ['a  (in Till) x + 7  [0x1A]', { address: 0x1an, imageName: 'Till', symbol: { name: 'a' } }],
    ['a  (in Till  [0x1A]', { address: 0x1an, symbol: { name: 'a' } }],
    ['a  [0x1A]  till.c:12', { address: 0x1an, symbol: { name: 'a', file: 'till.c', line: 12 } }],
    ['a  [0x1A] t:7:3 \t', { address: 0x1an, symbol: { name: 'a', file: 't', line: 7, column: 3 } }],
    [
      'a  [0x1A]\t till of shop.c:123:45',
      { address: 0x1an, symbol: { name: 'a', file: 'till of shop.c', line: 123, column: 45 } },
    ],
    ['a  [0x1A]  till.c:0:0', { address: 0x1an, symbol: { name: 'a', file: 'till.c' } }],
    ['a  [0x1A]till.c:12', { address: 0x1an, symbol: { name: 'a' } }],
    ['a  [0x1A],  till.c:12', { address: 0x1an, symbol: { name: 'a' } }],
    ['a  [0x1A]  till.c:12 x', { address: 0x1an, symbol: { name: 'a' } }],
    ['a  [0x1A]  till.c', { address: 0x1an, symbol: { name: 'a' } }],
    ['a  [0x1A]  till.c:x', { address: 0x1an, symbol: { name: 'a' } }],
    ['a[0x1A]', { symbol: { name: 'a[0x1A]' } }],
    ['a  [0x]', { symbol: { name: 'a  [0x]' } }],
    ['a  [0xg]', { symbol: { name: 'a  [0xg]' } }],
  ])('%j', (words, expected) => {
    const { symbolSpan, ...row } = parseSampleRow(asLine(`  12 ${words}`))?.row ?? {}
    expect(row).toEqual(expected)
    expect(symbolSpan).toEqual('address' in expected ? { start: 5, end: 5 + words.trimEnd().length } : undefined)
  })
  test('further addresses', () => {
    const found = parseSampleRow(asLine('1 a  [0x1A,0xBc, 0x3...]  t.c:7'))
    expect([found?.row.address, found?.also, found?.row.symbol]).toEqual([
      0x1an,
      [0xbcn, 3n],
      { name: 'a', file: 't.c', line: 7 },
    ])
  })
})

describe('the size of blocks', () => {
  const size = formsOf(
    '(',
    { right: ['1.20', '7', '1234567890123'], wrong: ['', 'x', '.5', '12345678901234'] },
    { right: [' ', ''], wrong: ['  '] },
    { right: ['bytes', 'K', 'KB', 'M', 'GB', 'T', ''], wrong: ['byte', 'X'] },
    ')',
    { right: [' ', '\t', '   '], wrong: [''] },
    { right: ['count'], wrong: ['await resume x', 'suspend resume x'] },
  )
  const units: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 }
  test.each(size.right)('%j%s%s%s%s%s%s', (...pieces) => {
    const [, number = '', gap = '', unit = ''] = pieces
    const found = parseSampleRow(asLine(`12 ${pieces.join('')}`))
    const bytes = Math.round(Number(number) * (units[unit.slice(0, 1)] ?? 1))
    expect(found).toEqual({
      column: 0,
      count: 12,
      size: { bytes, printed: `${number}${gap}${unit}` },
      row: { symbol: { name: 'count' } },
      also: [],
    })
  })
  test.each(size.wrong)('not %j', (text) => {
    const found = parseSampleRow(asLine(`12 ${text}`))
    expect([found?.size, found?.row.symbol?.name]).toEqual([undefined, text])
  })
})

describe('the head of a thread', () => {
  const head = formsOf(
    'Thread_',
    { right: ['0x1Af'.toLowerCase(), '123', '7', '0x1'], wrong: ['', 'x', '0x', '0xg'] },
    { right: ['', ': main', ' \t:\t  main thread', ':m'], wrong: [' main'] },
    {
      right: ['', '   DispatchQueue_1: com.till', '\t\tDispatchQueue_main:till  queue', '  DispatchQueue_12:'],
      wrong: ['  DispatchQueue: x', '  DispatchQueue_-: x'].slice(0, 0),
    },
    { right: ['', ' \t'] },
  )
  test.each(head.right)('%j%s%s%s%s', (...pieces) => {
    const name = pieces[2]?.replace(/^[ \t]*:[ \t]*/, '')
    const queue = pieces[3]?.replace(/^.*?:[ \t]*/, '').replace(/ {2,}/g, ' ')
    const text = pieces.join('')
    expect(parseSampleRow(asLine(`  12 ${text}`))).toEqual({
      column: 2,
      count: 12,
      thread: { id: Number(pieces[1]), ...(name && { name }), ...(queue && { queue }) },
      row: { symbol: { name: text.trim() } },
      also: [],
    })
  })
  test.each([...head.wrong, 'xThread_1', 'Thread_1 x'])('not %j', (text) => {
    expect(parseSampleRow(asLine(`  12 ${text}`))?.thread).toBeUndefined()
  })
})

describe('what is claimed', () => {
  const gap: Part = { right: ['', '  ', ' +!:|\t'], wrong: ['x', '-'] }
  const row = formsOf(
    gap,
    { right: ['12', '7'], wrong: ['', 'x'] },
    ' ',
    { right: ['count ', '', 'a b '] },
    { right: [' ', '\t'], wrong: ['x'] },
    '(in ',
    { right: ['Till', 'T'], wrong: ['', ')'] },
    ')',
    { right: ['', ' + 4  '] },
    '[0x',
    { right: ['1A', 'f'], wrong: ['', 'g'] },
  )
  const graph = formsOf(maybeBlanks, 'Call graph:', { right: ['', ' x'] })
  const threads = formsOf(
    { right: [' ', '\t', '   '], wrong: ['', 'x'] },
    { right: ['12', '7'], wrong: ['', 'x'] },
    ' Thread_',
    { right: ['1', '0x1f', 'a'], wrong: ['', '-'] },
  )
  const usual = '1 a (in T)[0x1'
  test.each(joined(row.right))('a row: %j', (text) => {
    expect([sniff(`Call graph:\n${text}`), sniff(` 1 Thread_1\n${text}`), sniff(text)]).toEqual([true, true, false])
  })
  test.each(row.wrong)('no row: %j', (text) => {
    expect(sniff(`Call graph:\n${text}`)).toBe(false)
  })
  test.each([...joined(graph.right), ...joined(threads.right)])('above a row: %j', (text) => {
    expect([sniff(`said\n${text}\n${usual}`), sniff(text)]).toEqual([true, false])
  })
  test.each([...graph.wrong, ...threads.wrong])('not above a row: %j', (text) => {
    expect(sniff(`${text}\n${usual}`)).toBe(false)
  })
  test.each<[string, boolean]>([
    ['Analysis of sampling Till', true],
    ['said\n \tAnalysis of sampling Till', true],
    ['xAnalysis of sampling Till', false],
    ['Analysis of sampling', false],
    ['{\nAnalysis of sampling Till', false],
    [' \n[\nAnalysis of sampling Till', false],
  ])('%j: %j', (text, expected) => {
    expect(sniff(text)).toBe(expected)
  })
})

describe('lines', () => {
  test.each<[string, object]>([
    ['Analysis of sampling Till (pid 41) every 1 millisecond', { process: 'Till', pid: 41 }],
    ['Analysis of sampling T (pid 7)', { process: 'T', pid: 7 }],
    ['Analysis of sampling my Till (pid 123)', { process: 'my Till', pid: 123 }],
  ])('%j', (line, expected) => {
    const words = line.slice('Analysis of sampling '.length)
    const { pid, process } = { pid: 0, process: '', ...expected }
    expect(read(line).header).toEqual({
      ...expected,
      fields: [
        ['Process', `${process} [${pid}]`],
        ['Analysis of sampling', words],
      ],
    })
    expect(read(`Process: Box [3]\n${line}`).header).toMatchObject({ process: 'Box', pid: 3 })
  })
  test.each([
    'xAnalysis of sampling Till (pid 41)',
    'Analysis of sampling Till (pid x)',
    'Analysis of sampling Till (pid 1234567890)',
    'Analysis of sampling Till',
    `Analysis of sampling Till (pid 41)${'x'.repeat(81)}`,
    `Analysis of sampling T${'x'.repeat(201)} (pid 41)`,
  ])('not %j', (line) => {
    expect(read(line).header).toEqual({ fields: [] })
  })
  const image = '0x1000 - 0x2fff Till (7)'
  test('headings', () => {
    const graph = `Call graph:\n    12 Thread_1\n      12 a  [0x1a]\n`
    const found = read(`${graph}Total number in stack\n 7 b\n\nSort by top of stack, x\nBinary Images:\n${image}`)
    expect(found.sections).toEqual([
      { kind: 'text', title: 'Summary', text: 'Total number in stack\n 7 b\nSort by top of stack, x' },
    ])
    expect(found.images.map(({ name }) => name)).toEqual(['Till'])
    expect(read(`${graph}xTotal number in stack`).sections).toEqual([
      { kind: 'text', title: 'Other text', text: 'xTotal number in stack' },
    ])
    expect(read(`${graph}xBinary Images:\n${image}`).images).toEqual([])
    expect(read(`xCall graph:\n 12 a  [0x1a]\n${graph}`).callTrees).toHaveLength(1)
    expect(read('Call graph:\n').problems.map(({ code }) => code)).toHaveLength(1)
    expect(read('Graph:\n').problems).toEqual([])
  })
})

test.each<[printed: string, frame: object, file: string | undefined, expected: string]>([
  ['a  (in T)  [0x1A,0x2]  x', { address: 1n }, undefined, 'count  (in ???) + 12  [0x1A,0x2]'],
  ['a  [0x1]', { address: 1n, imageName: 'Till' }, '/shop/till.c', 'count  (in Till) + 12  [0x1]  till.c:7'],
  ['a', { address: 0x1an }, undefined, 'count  (in ???) + 12  [0x1a]'],
  ['a', {}, undefined, 'count  (in ???) + 12'],
])('a name in %j', (printed, frame, file, expected) => {
  const row = sampleWriteBack.row
  const call = { function: 'count', functionOffset: 12, ...(file && { file, line: 7 }) } as Parameters<RowWriter>[0]
  expect(row?.(call, { printed, frame, image: undefined } as unknown as Parameters<RowWriter>[1])).toBe(expected)
})
