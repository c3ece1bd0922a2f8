/** Starts of rows with each part of a row there and lacking: numbers, names, addresses, places, and what they are not. */
import { describe, expect, test } from 'vitest'
import {
  findRowStarts,
  holdsAddress,
  holdsNumber,
  isAnyRow,
  isRow,
} from '../../../../src/core/reports/rows/row-starts.ts'

const bare = (at: number, index: number, hasPlace = false) => ({ at, kind: 'bare', index, hasPlace })
const indexed = (at: number, index: number, hasPlace = true) => ({ at, kind: 'indexed', index, hasPlace })
const plain = (at: number) => ({ at, kind: 'plain', index: -1, hasPlace: true })

describe('places of rows', () => {
  const places = ['0x10400 + 4', '0 + 40', '0x1234567812345678 + 0x1f', 'pay + 4056', '-[Till pay] +4', '$s4Till + 1', 'über(int) + 2', '\tp\t+\t7', '0x104000000 + 16384 (till.c:1)', 'pay + 4"', 'pay + 4,', '?+x + 1'] // prettier-ignore
  test.each(places)('with %j', (place) => {
    for (const address of ['0x10400', '0x0000000104CCC074', '0x1234567812345678'])
      expect(findRowStarts(`12 \tTill  ${address} ${place}`)).toEqual([indexed(0, 12), plain(4)])
  })
  const none = ['pay', 'pay+ 4', 'pay + x', 'pay + 4x', '+ 4', '; + 4', `p${'a'.repeat(2001)} + 4`, '0x1040 x']
  test.each(none)('without, %j', (place) => {
    expect(findRowStarts(`12 Till 0x10400 ${place}`)).toEqual([indexed(0, 12, false)])
  })
  test('with a name of 2,000 letters', () => {
    expect(findRowStarts(`1 Till 0x10400 p${'a'.repeat(2000)} + 4`)).toEqual([indexed(0, 1), plain(2)])
  })
  test.each(['0x1040', '0x12345678123456789', 'x0x10400', '.0x10400', '0x10400g', '0x1040g', ',0x10400'])(
    'no address: %j',
    (address) => {
      expect(findRowStarts(`12 Till ${address} pay + 4`)).toEqual([])
    },
  )
})

describe('numbers of rows', () => {
  test.each(['', ' ', '\t ', '"', "'", '|', '│ ', '┃', '║', '>', '](', ':', '*', ',', ';', '-'])(
    'behind %j',
    (before) => {
      for (const mark of ['', ':', '.', ')', ']'])
        for (const number of [1, 12, 123, 1234]) {
          expect(findRowStarts(`${before}${number}${mark} \t0x10400`)).toEqual([bare(before.length, number)])
          expect(findRowStarts(`${before}#${number}${mark} 0x10400",;)]}|`)).toEqual([bare(before.length, number)])
        }
    },
  )
  test.each([
    'a1 0x10400',
    '12345 0x10400',
    '1:: 0x10400',
    '1; 0x10400',
    '1,0x10400',
    '1 0x10400 x',
    '1 0x10400.',
    '$1 0x10400',
  ])('%j is none', (text) => {
    expect(findRowStarts(text)).toEqual([])
  })
  test.each([' in pay', '\tin  pay', ' \t(Till+0x1f)', ` (${'x'.repeat(300)}+0xABCdef)`, ' IN p'])(
    'with a mark, before %j',
    (rest) => {
      expect(findRowStarts(`#3 0x10400${rest}`)).toEqual([bare(0, 3)])
      expect(findRowStarts(`3 0x10400${rest}`)).toEqual([])
    },
  )
  test.each([
    'in pay',
    ' in',
    ' inpay',
    ' at pay',
    ' (Till+x)',
    ' (Till+0x)',
    ' (a(b+0x1)',
    ` (${'x'.repeat(301)}+0x1)`,
    ' (+0x1)',
    ' (Till+0x1g)',
  ])('with a mark, not before %j', (rest) => {
    expect(findRowStarts(`#3 0x10400${rest}`)).toEqual([])
  })
  test.each(['1.', '12)', '#123]', '1234. \t'])('a list before a row: %j', (number) => {
    const starts = findRowStarts(`${number} Till 0x10400 pay + 4`)
    expect(starts).toContainEqual(plain(number.length + 1))
    expect(starts.filter(({ kind }) => kind !== 'plain')).toEqual([])
  })
  test.each(['1', '#1'])('its own number: %j', (number) => {
    expect(findRowStarts(`${number} Till 0x10400 pay + 4`)[0]).toEqual(indexed(0, 1))
  })
  test('in a list without places, and before other signs', () => {
    expect(findRowStarts('1. Till 0x10400')).toEqual([indexed(0, 1, false)])
    expect(findRowStarts('1. 2 0x10400 a + 4')[0]).toEqual(indexed(0, 1))
  })
  test('of a debugger', () => {
    for (const number of [1, 12345]) expect(findRowStarts(`0x10400 frame #${number}: 0x10410 pay`)).toEqual([])
    expect(findRowStarts('2 frame #1: x 0x10410')[0]).toEqual(indexed(0, 2, false))
    expect(findRowStarts('2 frame #123456: 0x10410')[0]).toEqual(indexed(0, 2, false))
  })
})

describe('names before addresses', () => {
  test.each(['T', 'Till Shop', 'com.shop.till', '_t', '.t', '?', '???', 'über', '-t', '9a', '(Till) x'.slice(1, 5)])(
    '%j',
    (name) => {
      expect(findRowStarts(`1 ${name} 0x10400`)).toEqual([indexed(0, 1, false)])
    },
  )
  test.each([
    '(Till',
    'Till)',
    'a = b',
    'a<b',
    'a>',
    '{a',
    'a}',
    'a`b',
    '-[Till pay]',
    'x +[T',
    'at 10:02',
    'pay 0x123',
    ';a',
    '\\a',
  ])('%j is none', (name) => {
    expect(findRowStarts(`1 ${name} 0x10400`).filter(({ at }) => at === 0)).toEqual([])
  })
  test('far from the number', () => {
    const text = (length: number): string => `1 ${'a'.repeat(length - 3)} 0x10400`
    expect(findRowStarts(text(600))).toEqual([indexed(0, 1, false)])
    expect(findRowStarts(text(601))).toEqual([])
  })
  test('numbers alone are no names', () => {
    expect(findRowStarts('12 0x10400 pay + 4')).toEqual([])
    expect(findRowStarts('12345 0x10400 pay + 4')).toEqual([])
  })
})

describe('what has an address, but no row', () => {
  test.each([
    'Dispatch queue: till',
    'Dispatch queue:  \tcom.shop.till',
    `Dispatch queue: t${'a'.repeat(100)}`,
    'x Dispatch queue: (serial)',
  ])('%j', (queue) => {
    for (const end of [' ', '\t  ']) expect(findRowStarts(`1 Till ${queue}${end}0x10400 (in Till)`)).toEqual([])
  })
  test.each([
    'Dispatch queue:till',
    'Dispatch queue: 1till',
    'Dispatch queue: a b',
    `Dispatch queue: t${'a'.repeat(101)}`,
    'xDispatch queue: till',
    'Dispatch queue: ',
  ])('a row: %j', (queue) => {
    const text = `1 Till ${queue} `
    expect(findRowStarts(`${text}0x10400 (in Till)`)).toEqual([plain(text.length)])
  })
  test('left out rows', () => {
    expect(findRowStarts('1 Till 0x10400 pay + 4 -------- ELIDED 12 LEVELS OF RECURSION')).toEqual([])
    for (const words of [
      '------- ELIDED 1 LEVELS OF RECURSION',
      '-------- ELIDED x LEVELS OF RECURSION',
      '-------- ELIDED 1 LEVELS OF RECURSIONS',
    ])
      expect(findRowStarts(`1 Till 0x10400 pay + 4 ${words}`)).toEqual([indexed(0, 1), plain(2)])
  })
  test('six addresses may be a row, seven not', () => {
    const text = (count: number): string => `1 Till${' 0x10400'.repeat(count)}`
    expect(findRowStarts(text(6))).toEqual([indexed(0, 1, false)])
    expect(findRowStarts(text(7))).toEqual([])
  })
  test('a line of 4,096 letters', () => {
    expect(findRowStarts('1 Till 0x10400'.padEnd(4096))).toEqual([indexed(0, 1, false)])
    expect(findRowStarts('1 Till 0x10400'.padEnd(4097))).toEqual([])
  })
})

describe('answers of atos', () => {
  test.each(['', '"', ' \t', ');', ']}|', ' + 1', ' + 16384 x'])('before %j', (rest) => {
    for (const name of ['T', 'Till Shop', 'a'.repeat(200)])
      expect(findRowStarts(`x 0x10400 (in ${name})${rest}`)).toContainEqual(plain(2))
  })
  test.each([' x', ' + x', '+ 1', ' - 1'])('not before %j', (rest) => {
    expect(findRowStarts(`x 0x10400 (in Till)${rest}`)).toEqual([])
  })
  test('of too long names', () => {
    expect(findRowStarts(`x 0x10400 (in ${'a'.repeat(201)})`)).toEqual([])
    expect(findRowStarts('x 0x10400 (in a(b))')).toEqual([])
    expect(findRowStarts('x 0x10400  (in a)')).toEqual([])
  })
})

test.each<[string, boolean]>([
  ['0x10400 (in Till)', true], ['0x1234567812345678 (in Till) + 4', true], ['0x1040 (in Till)', false], ['0x10400 (in Till) x', false], ['0x10400 (in Till) + ', true], [`0x10400 (in ${'a'.repeat(201)}) + `, false],
  ['atos -o Till', true], [`${'a'.repeat(79)} atos -`, true], [`${'a'.repeat(80)} atos -`, false], ['xatos -o', false], ['atos', false], ['$ xcrun ATOS -l', true],
  ['1 Till 0x10400', true], ['x 1 Till 0x10400', false], [' \t"\'(,1 Till 0x10400', true], [';1 Till 0x10400', false], ['', false],
])('%j is a row: %j', (text, expected) => {
  expect(isRow(text)).toBe(expected)
  expect(isAnyRow(text)).toBe(expected)
}) // prettier-ignore

test.each<[string, boolean]>([
  ['#00 pc 0x1 a', true], ['a  #1234 pc 00012345abcdef00    b', true], ['#12 pc 1 a', true], ['#1 pc 12 a', false], ['#xx pc 12 a', false], ['#00 pc xyz a', false], ['#00 pc 12345678123456789 a', false], ['#00 pc 12     a', false], ['#00 pc 12 ', false], ['#00 pc12 a', false],
  ['0x10400000 (till) a', true], [' \t 0xABCDEF12 (a b) c', true], [`${' '.repeat(8)}0x1234567812345678 (${'a'.repeat(120)}) x`, true],
  ['x 0x10400000 (till) a', false], [`${' '.repeat(9)}0x10400000 (till) a`, false], ['0x1040000 (till) a', false], ['0x12345678123456789 (till) a', false], ['0x10400000 (a(b) c', false], [`0x10400000 (${'a'.repeat(121)}) x`, false], ['0x10400000 () x', false], ['0x10400000 (a) ', false], ['0x10400000 (a)x', false],
])('%j is a row of Android or Windows: %j', (text, expected) => {
  expect(isAnyRow(text)).toBe(expected)
  expect(isRow(text)).toBe(false)
}) // prettier-ignore

test.each<[string, boolean, boolean]>([
  ['0x10400', true, true], ['x0x1040F', true, true], ['0x1234567812345678', true, true], ['0x1040', false, false], ['0x12345678123456789', false, false], ['0x1040g', false, false],
  ['a 123456789', false, true], ['1234abcde', false, true], ['ABCDEF0123456789"', false, true], ['1234567890,', false, true], ['"123456789\\n', false, true], ['\\t123456789', false, true], ['\\n123456789\t', false, true], ['\\r123456789', false, true],
  ['12345678', false, false], ['\\x123456789', false, false], ['g123456789', false, false], ['.123456789', false, false], ['+123456789', false, false], ['-123456789', false, false], ['_123456789', false, false], ['123456789.', false, false], ['123456789g', false, false], ['12345678123456789', false, false],
])('%j holds an address: %j, a number: %j', (text, address, number) => {
  expect([holdsAddress(text), holdsNumber(text)]).toEqual([address, number])
}) // prettier-ignore
