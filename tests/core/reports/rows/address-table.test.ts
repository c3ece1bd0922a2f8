/** Tables of addresses: how many lines, in how many columns, with how many exceptions. And lines of a text. */
import { describe, expect, test } from 'vitest'
import { isAddressTable } from '../../../../src/core/reports/rows/address-table.ts'
import { linesOf, mapLines } from '../../../../src/core/reports/rows/rows-text.ts'

const hex = (value: number): string => `0x${value.toString(16)}`
const rising = (count: number, write = (address: string): string => address): string =>
  Array.from({ length: count }, (_, at) => write(hex(0x1000 + at))).join('\n')

describe('tables of addresses', () => {
  test.each<[string, string, boolean]>([
    ['48 lines', rising(48), true],
    ['47 lines', rising(47), false],
    ['between words', rising(48, (address) => `a symbol\nx ${address} y 0x1`), true],
    ['in capitals', rising(48, (address) => address.toUpperCase()), true],
    ['of sixteen digits', rising(48, (address) => `${address}000000000000`), true],
    ['of seventeen digits', rising(48, (address) => `${address}0000000000000`), false],
    ['at the end of long lines', rising(48, (address) => `${'-'.repeat(1994)}${address}`), true],
    ['behind long lines', rising(48, (address) => `${'-'.repeat(2000)}${address}`), false],
    ['of images', rising(60, (address) => `${address}00000 - ${address}fffff Till arm64 <123456781234123412341234567890ab> /a/Till`), false],
    ['the same in all lines', rising(60, () => '0x1000'), false],
    ['falling', Array.from({ length: 60 }, (_, at) => hex(0x2000 - at)).join('\n'), false],
    ['none', 'words\n'.repeat(60), false],
  ])('%s', (_, text, expected) => {
    expect(isAddressTable(text)).toBe(expected)
  }) // prettier-ignore

  test.each([
    [4, true],
    [5, false],
  ])('%i lines of 50 that fall', (count, expected) => {
    const lines = rising(50).split('\n')
    for (let at = 1; at <= count; at++) lines[at * 8] = '0x1'
    expect(isAddressTable(lines.join('\n'))).toBe(expected)
  })

  test.each([
    [2, true],
    [3, true],
    [4, true],
    [5, false],
  ])('%i columns', (columns, expected) => {
    const lines = Array.from({ length: 60 }, (_, at) => hex(0x100000 - (at % columns) * 0x1000 + at))
    expect(isAddressTable(lines.join('\n'))).toBe(expected)
  })
})

describe('lines of a text', () => {
  const numbered = (text: string) => linesOf(text).map((line) => `${line.number}|${line.text}`)
  test.each<[string, readonly string[]]>([
    ['', ['1|']],
    ['a', ['1|a']],
    ['a\nb\n', ['1|a', '2|b', '3|']],
    ['a\r\nb\r', ['1|a', '2|b']],
    ['a\rb\r', ['1|a', '2|b', '3|']],
    ['a\rb\n', ['1|a\rb', '2|']],
  ])('%j', (text, expected) => {
    expect(numbered(text)).toEqual(expected)
  })
  test.each(['\n', '\r\n', '\r'])('many empty ones with %j', (end) => {
    const empty = (count: number) => numbered(`a${end.repeat(count + 1)}b${end}${end}c`)
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at + 2}|`)
    expect(empty(100)).toEqual(['1|a', ...lines(100), '102|b', '103|', '104|c'])
    expect(empty(103)).toEqual(['1|a', ...lines(100), '105|b', '106|', '107|c'])
  })
  test('each changed', () => {
    const lines = linesOf('a\nb\nc')
    expect(mapLines(lines, (text) => text)).toBe(lines)
    expect(mapLines(lines, (text, at) => (at === 1 ? ['x', 'y'] : at === 2 ? [] : text))).toEqual([
      { text: 'a', number: 1 },
      { text: 'x', number: 2 },
      { text: 'y', number: 2 },
    ])
    expect(mapLines(lines, (text) => (text === 'b' ? '' : text))).toEqual([
      { text: 'a', number: 1 },
      { text: '', number: 2 },
      { text: 'c', number: 3 },
    ])
  })
})
