/** Rows in stacks, addresses that a cut line lost a part of, and lists of bare addresses. */
import { describe, expect, test } from 'vitest'
import { splitLines } from '../../../../src/core/reports/base/lines.ts'
import type { TextRow } from '../../../../src/core/reports/text/text-rows.ts'
import {
  collectAddressLists,
  collectStacks,
  stackOf,
  type TextStack,
} from '../../../../src/core/reports/text/text-stacks.ts'
import type { Line } from '../../../../src/core/reports/base/lines.ts'

/** `3 row 0x104ccc074`: the number and the address may be absent. */
function readRow({ text }: Line): TextRow | undefined {
  const [, index, address] = /^(?:(\d+) )?row\b(?: 0x([0-9a-f]*))?/.exec(text) ?? []
  if (!/^(?:\d+ )?row\b/.test(text)) return undefined
  return {
    ...(index !== undefined && { index: Number(index) }),
    ...(address !== undefined && { address: BigInt(`0x${address}`) }),
  }
}

/** `word`: a second layout. */
const readWord = ({ text }: Line): TextRow | undefined =>
  text.startsWith('word') ? { imageName: text, index: 0 } : undefined

const numbersOf = ({ rows }: TextStack) => rows.map(({ index }) => index)

/** Stacks of a text: the title, the numbers, and the lines from first to last. */
const readStacks = (text: string, isTitle?: (line: string) => boolean) =>
  collectStacks(splitLines(text), [readRow], isTitle).stacks.map((stack) => ({
    title: stack.title?.text,
    numbers: numbersOf(stack),
    text: text.slice(stack.span.start, stack.span.end),
  }))

const N = undefined

describe('rows in stacks', () => {
  test('nothing has no stack', () => {
    expect(collectStacks([], [readRow])).toEqual({ stacks: [], others: [] })
  })

  test('a stack has its rows, its title and its place; other lines are kept', () => {
    const text = 'Title\n0 row\n1 row\nend'
    const [title, , , end] = splitLines(text)
    expect(collectStacks(splitLines(text), [readRow])).toEqual({
      stacks: [{ rows: [{ index: 0 }, { index: 1 }], title, span: { start: 6, end: 17 } }],
      others: [title, end],
    })
  })

  test('without a line above there is no title', () => {
    expect(collectStacks(splitLines('row'), [readRow]).stacks).toEqual([{ rows: [{}], span: { start: 0, end: 3 } }])
  })

  test.each<readonly [text: string, stacks: readonly (readonly [string | undefined, readonly unknown[], string])[]]>([
    ['0 row\n1 row\n7 row', [[N, [0, 1, 7], '0 row\n1 row\n7 row']]],
    ['0 row\n\nword\n1 row', [[N, [0, 1], '0 row\n\nword\n1 row']]],
    ['0 row\nword\n0 row x', [[N, [0, 0], '0 row\nword\n0 row x']]],
    [
      '1 row\n0 row',
      [
        [N, [1], '1 row'],
        [N, [0], '0 row'],
      ],
    ],
    [
      '0 row 0x1\n0 row 0x2',
      [
        [N, [0], '0 row 0x1'],
        [N, [0], '0 row 0x2'],
      ],
    ],
    ['0 row 0x1\n0 row 0x1', [[N, [0, 0], '0 row 0x1\n0 row 0x1']]],
    ['row\nrow', [[N, [N, N], 'row\nrow']]],
    ['row 0x1\nrow 0x2', [[N, [N, N], 'row 0x1\nrow 0x2']]],
    [
      'a\nrow\n\nrow\nb\nrow',
      [
        ['a', [N], 'row'],
        [N, [N], 'row'],
        ['b', [N], 'row'],
      ],
    ],
    [
      'row\n1 row',
      [
        [N, [N], 'row'],
        [N, [1], '1 row'],
      ],
    ],
    [
      '1 row\nrow',
      [
        [N, [1], '1 row'],
        [N, [N], 'row'],
      ],
    ],
    ['a\n\n== __ ** ~~ ## .. ·• ++ || –— -\n\t\nrow', [['a', [N], 'row']]],
    ['a\n=b=\nrow', [['=b=', [N], 'row']]],
    ['a\nb=\nrow', [['b=', [N], 'row']]],
    [
      'a\n0 row\nb\n1 row\n0 row',
      [
        ['a', [0, 1], '0 row\nb\n1 row'],
        [N, [0], '0 row'],
      ],
    ],
  ])('%j', (text, stacks) => {
    expect(readStacks(text)).toEqual(stacks.map(([title, numbers, part]) => ({ title, numbers, text: part })))
  })

  test('a title ends a stack with numbers', () => {
    expect(readStacks('a\n0 row\nT\n1 row\nb\n2 row', (line) => line === 'T')).toEqual([
      { title: 'a', numbers: [0], text: '0 row' },
      { title: 'T', numbers: [1, 2], text: '1 row\nb\n2 row' },
    ])
  })

  test('a number twice makes the first of the two an inlined call', () => {
    const { stacks } = collectStacks(splitLines('0 row 0x1\n1 row 0x2\n1 row 0x2\n1 row 0x2\n2 row 0x2'), [readRow])
    expect(stacks.map(({ rows }) => rows)).toEqual([
      [
        { index: 0, address: 1n },
        { index: 1, address: 2n, inlined: true },
        { index: 1, address: 2n, inlined: true },
        { index: 1, address: 2n },
        { index: 2, address: 2n },
      ],
    ])
  })

  test('readers are asked in their order', () => {
    const both = ({ text }: Line): TextRow | undefined => (text === 'word 2' ? { imageName: 'both' } : undefined)
    const read = (readers: Parameters<typeof collectStacks>[1]) =>
      collectStacks(splitLines('word 2'), readers).stacks.flatMap(({ rows }) => rows)
    expect(read([readRow, readWord, both])).toEqual([{ imageName: 'word 2', index: 0 }])
    expect(read([both, readWord])).toEqual([{ imageName: 'both' }])
    expect(read([])).toEqual([])
  })

  test.each([
    [8191, 1],
    [8192, 1],
    [8193, 0],
  ])('a line of %i characters: %i rows', (length, rows) => {
    expect(collectStacks(splitLines('row'.padEnd(length)), [readRow]).stacks).toHaveLength(rows)
  })
})

/** Positions of the rows of the last stack of a text whose address was cut. */
function cutRows(...lines: readonly string[]): readonly number[] {
  const { stacks } = collectStacks(splitLines(lines.join('\n')), [readRow])
  const rows = stacks.at(-1)?.rows ?? []
  expect(rows).toHaveLength(lines.length)
  for (const { address, cutIn } of rows) expect(cutIn === undefined || address === undefined).toBe(true)
  return rows.flatMap(({ cutIn }) => cutIn ?? [])
}

describe('addresses that a cut line lost a part of', () => {
  const padded = ['0 row 0x0000000104ccc074 f', '1 row 0x0000000104ccc0a0 g']
  const short = ['0 row 0x104ccc074 f', '1 row 0x104ccc0a0 g']

  test('the row loses its address and says its line', () => {
    const { stacks } = collectStacks(splitLines(['Title', ...padded, '2 row 0x0000000104'].join('\n')), [readRow])
    expect(stacks[0]?.rows).toEqual([
      { index: 0, address: 0x104ccc074n },
      { index: 1, address: 0x104ccc0a0n },
      { index: 2, address: undefined, cutIn: 4 },
    ])
  })

  test.each<readonly [name: string, lines: readonly string[], cut: readonly number[]]>([
    ['nothing cut', padded, []],
    ['8 digits with zeros below 16', [...padded, '2 row 0x00000001'], [3]],
    ['2 digits with zeros below 16', [...padded, '2 row 0x00'], [3]],
    ['one zero is no padding', [...padded, '2 row 0x01'], []],
    ['no zeros are no padding', [...padded, '2 row 0x104ccc074'], []],
    ['16 digits are whole', [...padded, '2 row 0x0000000104ccc074'], []],
    ['zeros below 12 digits', ['0 row 0x104ccc074abc f', '1 row 0x104ccc074abc g', '2 row 0x00'], [3]],
    ['zeros below 8 digits', ['0 row 0x104ccc07 f', '1 row 0x104ccc07 g', '2 row 0x00'], []],
    ['few digits among 9', [...short, '2 row 0x104c'], [3]],
    ['few digits in the first row', ['0 row 0x104c', '1 row 0x104ccc074 f', '2 row 0x104ccc0a0 g'], []],
    ['8 digits among 9', [...short, '2 row 0x104ccc07'], [3]],
    ['as many digits as the others', [...short, '2 row 0x104ccc07a'], []],
    ['few digits among 8', ['0 row 0x104ccc07 f', '1 row 0x104ccc0a g', '2 row 0x104c'], []],
    ['few digits among 16', [...padded, '2 row 0x104c'], []],
    ['few digits among 15', ['0 row 0x104ccc074abcdef f', '1 row 0x104ccc074abcdef g', '2 row 0x104c'], [3]],
    ['4 GB and less digits', ['0 row 0x104ccc074a f', '1 row 0x104ccc0a0a g', '2 row 0x100000000'], []],
    ['below 4 GB', ['0 row 0x104ccc074a f', '1 row 0x104ccc0a0a g', '2 row 0xffffffff'], [3]],
    ['a name behind', [...short, '2 row 0x104c f'], []],
    ['marks behind', [...short, `2 row 0x104c \t"',;|)]}\``], [3]],
    ['79 blanks behind', [...short, `2 row 0x104c${' '.repeat(79)}`], [3]],
    ['80 blanks behind', [...short, `2 row 0x104c${' '.repeat(80)}`], []],
    ['several cut', [...padded, '2 row 0x0000000104', '3 row 0x000000010'], [3, 4]],
    ['9 digits with a zero, alone', ['0 row 0x0104ccc07'], [1]],
    ['15 digits with a zero, alone', ['0 row 0x0104ccc074abcde'], [1]],
    ['8 digits with a zero, alone', ['0 row 0x0104ccc0'], []],
    ['9 digits without a zero, alone', ['0 row 0x104ccc074'], []],
    ['16 digits with a zero, alone', ['0 row 0x0104ccc074abcdef'], []],
    ['9 digits with a zero, beside a row without address', ['0 row 0x0104ccc07', '1 row'], [1]],
    ['9 digits with a zero, and a name', ['0 row 0x0104ccc07 f'], []],
    ['alone among rows without address', ['0 row', '1 row 0x104c', '2 row'], []],
    ['two rows, both last', ['0 row 0x104ccc074', '1 row 0x104c'], [2]],
    ['three rows, all last', ['0 row 0x104ccc074', '1 row 0x104ccc0a0', '2 row 0x104c'], [3]],
    ['three rows, the longer digits first', ['0 row 0x104ccc074', '1 row 0x104c', '2 row 0x104ccc0a0'], [2]],
    ['one whole row, most are short', ['0 row 0x104ccc074 f', '1 row 0x104c', '2 row 0x104d'], []],
    [
      'two whole rows, most are short',
      [...short, '2 row 0x104c', '3 row 0x104d', '4 row 0x104e', '5 row 0x104f'],
      [3, 4, 5, 6],
    ],
    [
      'lengths as numbers',
      ['0 row 0x104ccc074abc f', '1 row 0x104ccc074 g', '2 row 0x104ccc0a0 h', '3 row 0x104c'],
      [4],
    ],
    ['whole rows of 9 and 16', ['0 row 0x0000000104ccc074 f', '1 row 0x104ccc074 f', '2 row 0x00'], [3]],
    ['no hex digits behind', [...short, '2 row 0x104c_x'], []],
  ])('%s', (_, lines, cut) => {
    expect(cutRows(...lines)).toEqual(cut)
  })

  test.each<readonly [field: string, row: TextRow, cut: boolean]>([
    ['no more', {}, true],
    ['a load address', { loadAddress: 0x100n }, false],
    ['an offset', { offset: 4 }, false],
    ['no address', { address: undefined }, false],
  ])('a row with %s', (_, more, isCut) => {
    const row = { index: 0, address: 0x10n, ...more }
    const { stacks } = collectStacks(splitLines('0x0000000010'), [() => row])
    expect(stacks[0]?.rows).toEqual([isCut ? { ...row, address: undefined, cutIn: 1 } : row])
  })
})

describe('stacks of rows from several places', () => {
  const at = (start: number, end: number): TextRow => ({ index: start, span: { start, end } })

  test.each<readonly [rows: readonly TextRow[], start: number, end: number]>([
    [[], 0, 0],
    [[{ index: 1 }], 0, 0],
    [[at(5, 9)], 5, 9],
    [[at(5, 9), at(2, 3), at(20, 30), at(12, 14)], 2, 30],
    [[{ index: 1 }, at(7, 8), at(9, 11)], 7, 11],
  ])('%j', (rows, start, end) => {
    expect(stackOf(rows)).toEqual({ rows, span: { start, end } })
  })
})

describe('lists of bare addresses', () => {
  /** Of each list the addresses, the part of the text, and whether it is cut. */
  const read = (text: string) =>
    collectAddressLists(text).map(({ rows, span, isCut }) => {
      for (const { address, span: place } of rows) expect(BigInt(text.slice(place?.start, place?.end))).toBe(address)
      return [rows.map(({ address }) => address), text.slice(span.start, span.end), isCut]
    })

  test('each row has its address and place', () => {
    expect(collectAddressLists('a (0x1a 0x2bc 0x3) b')).toEqual([
      {
        rows: [
          { address: 0x1an, span: { start: 3, end: 7 } },
          { address: 0x2bcn, span: { start: 8, end: 13 } },
          { address: 0x3n, span: { start: 14, end: 17 } },
        ],
        span: { start: 3, end: 17 },
        isCut: false,
      },
    ])
  })

  const three = '0x104ccc074 0x104ccc0a0 0x104ccc0b0'
  const values = [0x104ccc074n, 0x104ccc0a0n, 0x104ccc0b0n]
  const quoted = '"0x104ccc074", "0x104ccc0a0"'

  test.each<readonly [text: string, lists: readonly (readonly [readonly bigint[], string, boolean])[]]>([
    [`(${three})`, [[values, three, false]]],
    [`( \n${three}\n )`, [[values, three, false]]],
    [`(${three.replaceAll(' ', ' \n\t')})`, [[values, three.replaceAll(' ', ' \n\t'), false]]],
    [`(${three.toUpperCase().replaceAll('0X', '0x')})`, [[values, three.toUpperCase().replaceAll('0X', '0x'), false]]],
    [`(${three}`, [[values, three, false]]],
    [`(${three} 0x104`, [[values, `${three} 0x104`, true]]],
    [`(${three} 0x104)`, [[[...values, 0x104n], `${three} 0x104`, false]]],
    [`(${three} 0x104ccc0b`, [[values, `${three} 0x104ccc0b`, true]]],
    [`(0x1 0x2 0x3`, [[[1n, 2n, 3n], '0x1 0x2 0x3', false]]],
    ['(0x104ccc074 0x104ccc0a0)', []],
    ['(0x104ccc074)', []],
    [three, []],
    [`stack (${three})`, [[values, three, false]]],
    [`Stack: (${three})`, []],
    [`stack(${three})`, []],
    [`haystack (${three})`, [[values, three, false]]],
    [`stack at (${three})`, [[values, three, false]]],
    [`First throw call stack:\n(${three})`, [[values, three, false]]],
    [`First throw call stack:\n${three}\n`, [[values, three, false]]],
    [`First throw call stack:\n(0x104ccc074 0x104ccc0a0)`, [[values.slice(0, 2), '0x104ccc074 0x104ccc0a0', false]]],
    [`first throw call stack:(0x104ccc074)`, [[values.slice(0, 1), '0x104ccc074', false]]],
    [`first throw call stack: 0x104ccc074`, [[values.slice(0, 1), '0x104ccc074', false]]],
    [`first throw call stack: 0x104ccc074 0x10`, [[values.slice(0, 1), '0x104ccc074 0x10', true]]],
    [`First throw call stack 0x104ccc074 0x104ccc0a0`, []],
    [
      `(${three}) First throw call stack:\n(0x1)`,
      [
        [values, three, false],
        [[1n], '0x1', false],
      ],
    ],
    [`[${quoted}]`, [[values.slice(0, 2), quoted, false]]],
    [`(${quoted})`, [[values.slice(0, 2), quoted, false]]],
    [`[ 4375494772 ,4375494816 ]`, [[[4375494772n, 4375494816n], '4375494772 ,4375494816', false]]],
    [
      `['4375494772','0x104ccc0a0', 4375494816]`,
      [[[4375494772n, 0x104ccc0a0n, 4375494816n], `'4375494772','0x104ccc0a0', 4375494816`, false]],
    ],
    ['[4375494772]', []],
    ['[4294967296, 4294967296]', [[[0x1_0000_0000n, 0x1_0000_0000n], '4294967296, 4294967296', false]]],
    ['[4294967296, 4294967295]', []],
    ['[4294967295, 4294967296]', []],
    ['[0x104cc, 0x104ccc0a0]', []],
    [`[${quoted}`, [[values.slice(0, 2), quoted, false]]],
    [`["0x104ccc074", "0x104ccc0`, []],
    [`["0x1104ccc074", "0x104ccc0a0`, [[[0x1104ccc074n], '"0x1104ccc074", "0x104ccc0a0', true]]],
  ])('%j', (text, lists) => {
    expect(read(text)).toEqual(lists)
  })
})
