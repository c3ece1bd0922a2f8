/** Where rows may begin in a line: at a number, at a word before an address, at an answer of `atos`, and nowhere else. */
import { describe, expect, test } from 'vitest'
import { findRowStarts, holdsAddress, holdsNumber, isAnyRow, isRow } from '../../../src/core/reports/rows/row-starts.ts'

const ROW = '0x104004000 0x104000000 + 16384'
/** Column, kind and number of each start, and whether a place follows. */
const startsOf = (text: string): readonly string[] =>
  findRowStarts(text).map(({ at, kind, index, hasPlace }) => `${at} ${kind} ${index}${hasPlace ? ' placed' : ''}`)

describe('a row may begin', () => {
  test.each<[string, string, readonly string[]]>([
    ['at its number', `3 Till ${ROW}`, ['0 indexed 3 placed', '2 plain -1 placed']],
    ['behind blanks', `  3 Till ${ROW}`, ['2 indexed 3 placed', '4 plain -1 placed']],
    ['at each word of an image without a number', `Till Box ${ROW}`, ['0 plain -1 placed', '5 plain -1 placed']],
    ['behind a quotation mark', `"Till ${ROW}"`, ['1 plain -1 placed']],
    ['behind a bracket', `(Till ${ROW})`, ['1 plain -1 placed']],
    ['behind a comma', `no,Till ${ROW}`, ['0 plain -1 placed', '3 plain -1 placed']],
    ['at no letter within a word', `Till ${ROW}`, ['0 plain -1 placed']],
    ['at no mark of a list', `= Till ${ROW}`, ['2 plain -1 placed']],
    ['at a number alone', '4 0x104004000', ['0 bare 4']],
    ['at a number with a mark', '#4 0x104004000', ['0 bare 4']],
    ['at a number with a colon', '4: 0x104004000', ['0 bare 4']],
    ['at the frame of a debugger', '#4 0x104004000 in open till.c:7', ['0 bare 4']],
    ['at the frame of a sanitizer', '#4 0x104004000 (Till+0x4000)', ['0 bare 4']],
    ['at no number before words', '4 0x104004000 in open till.c:7', []],
    ['at an answer of atos', '0x104004000 (in Till) + 16384', ['0 plain -1 placed']],
    ['at an answer of atos, with nothing behind', 'x 0x104004000 (in Till)', ['2 plain -1 placed']],
    ['at no word behind which is no place', 'Till 0x104004000', []],
    ['at a number with an image, without a place', '3 Till 0x104004000', ['0 indexed 3']],
    ['at a number of five digits, as a word', `12345 Till ${ROW}`, ['0 plain -1 placed', '6 plain -1 placed']],
    ['at no address without a blank before it', `Till:${ROW}`, []],
    ['at no word behind a brace', `3 {Till ${ROW}`, []],
    ['at no assignment', `a = Till ${ROW}`, ['4 plain -1 placed']],
    ['not behind a queue', 'Dispatch queue: till 0x104004000', []],
    ['nowhere without an address', '3 Till open + 4', []],
    ['nowhere at a short address', '3 Till 0x1040', []],
    ['nowhere in a list of addresses', `3 Till ${'0x104004000 '.repeat(7)}`, []],
    ['nowhere in the line for rows that were left out', `3 Till ${ROW} -------- ELIDED 7 LEVELS OF RECURSION`, []],
    ['nowhere in a line that is too long', `3 Till ${ROW}${' '.repeat(4096)}`, []],
  ])('%s', (_, text, expected) => {
    expect(startsOf(text)).toEqual(expected)
  })

  test('at no more than 24 places', () => {
    const words = Array.from({ length: 60 }, () => 'a').join(' ')
    expect(findRowStarts(`${words} ${ROW}`)).toHaveLength(24)
  })
})

test.each<[string, boolean, boolean]>([
  [`3 Till ${ROW}`, true, true],
  [` "(3 Till ${ROW}`, true, true],
  [`= 3 Till ${ROW}`, false, false],
  ['0x104004000 (in Till) + 16384', true, true],
  ['0x104004000 (in Till) ', true, true],
  ['0x104004000 (in Till)x', false, false],
  ['xcrun atos -o Till', true, true],
  ['#00 pc 00004000  /lib/till.so', false, true],
  ['#00 pc 0x4000 /lib/till.so', false, true],
  ['#0 pc 00004000  /lib/till.so', false, false],
  ['  0x0000000104004000 (0x1 0x2 0x3) Till', false, true],
  ['0x104004 (0x1) Till', false, false],
  ['nothing', false, false],
])('%j is a row: %s; of any system: %s', (text, own, any) => {
  expect([isRow(text), isAnyRow(text)]).toEqual([own, any])
})

test.each<[string, boolean, boolean]>([
  ['0x10400', true, true],
  ['0X10400', true, true],
  ['0x1040', false, false],
  ['0x10400400010400400', false, false],
  ['104004000', false, true],
  ['10400400', false, false],
  ['4362092544', false, true],
  ['x104004000', false, false],
  ['\\n104004000', false, true],
  ['\\\\n104004000', false, true],
  ['\\t104004000', false, true],
  ['n104004000', false, false],
  ['104004000,', false, true],
  ['104004000-', false, false],
])('%j holds an address: %s; a number that may be one: %s', (text, address, number) => {
  expect([holdsAddress(text), holdsNumber(text)]).toEqual([address, number])
})
