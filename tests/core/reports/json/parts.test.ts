/** Small readers of JSON: keys of a sample, sections and fields, texts, runs of blanks. */
import { describe, expect, test } from 'vitest'
import { shortenGaps } from '../../../../src/core/reports/json/gaps.ts'
import { jsonKeys, keysIn } from '../../../../src/core/reports/json/json-keys.ts'
import { fieldsOfJson, sectionsOfJson } from '../../../../src/core/reports/json/json-sections.ts'
import { stringsIn } from '../../../../src/core/reports/json/strings-in.ts'

describe('keys', () => {
  test.each<[string, readonly string[] | undefined]>([
    ['{"a":1,"b_C.d-9" \n\t: {"_e":2}}', ['a', 'b_C.d-9', '_e']],
    [' \t\r\n\ufeff[{"a":1},{"a":2}]', ['a']],
    ['{"a', []],
    ['{"1a":1,"":2,"a b":3,"-a":4,".a":5,"é":6}', []],
    [`{"${'a'.repeat(64)}":1}`, ['a'.repeat(64)]],
    [`{"${'a'.repeat(65)}":1}`, []],
    ['{"a" "b":1, "c", "d"x:2}', ['b']],
    ['x{"a":1}', undefined],
    ['"a":1', undefined],
    ['', undefined],
  ])('of %j', (text, keys) => {
    const found = jsonKeys(text)
    expect(found && [...found]).toEqual(keys)
  })
  test('of any text', () => {
    expect([...keysIn('x "a": 1, "b" : 2')]).toEqual(['a', 'b'])
    expect([...keysIn('')]).toEqual([])
  })
})

const members = {
  object: { a: 1, b: 'x', c: { d: [2] }, e: null },
  list: ['one', 2, { a: 3 }],
  one: [null],
  emptyObject: {},
  emptyList: [],
  text: 'x',
  number: 0,
  flag: false,
  empty: '',
  nothing: null,
  undefined: undefined,
  shown: { a: 1 },
}

test('sections: a table of an object, a text of a list', () => {
  expect(sectionsOfJson(members, new Set(['shown', 'other']))).toEqual([
    {
      ...{ kind: 'table', title: 'object', columns: ['Field', 'Value'] },
      rows: [
        ['a', '1'],
        ['b', 'x'],
        ['c', '{"d":[2]}'],
        ['e', ''],
      ],
    },
    { kind: 'text', title: 'list', text: 'one\n2\n{"a":3}' },
    { kind: 'text', title: 'one', text: '' },
  ])
  expect(sectionsOfJson({ shown: { a: 1 } }, new Set())).toHaveLength(1)
})

test('fields: members with one value', () => {
  expect(fieldsOfJson(members)).toEqual([
    ['text', 'x'],
    ['number', '0'],
    ['flag', 'false'],
    ['empty', ''],
  ])
})

describe('texts of a value', () => {
  test.each<[unknown, readonly string[]]>([
    ['a', ['a']],
    [{ a: 'b', c: [1, 'd', { e: 'f' }], g: null, h: 'i' }, ['b', 'd', 'f', 'i']],
    [null, []],
    [7, []],
    [undefined, []],
    [[], []],
    [
      [['a'], 'b', []],
      ['a', 'b'],
    ],
  ])('%j', (value, texts) => {
    expect([...stringsIn(value)]).toEqual(texts)
  })
  test('of the first 20,000 values', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `${at}`)
    expect([...stringsIn(many)]).toEqual(many.slice(0, -1))
    expect([...stringsIn(many.slice(1))]).toEqual(many.slice(1))
  })
})

describe('runs of blanks', () => {
  const codes = [
    ...Array.from({ length: 0x102 }, (_, code) => code),
    ...Array.from({ length: 0x32 }, (_, at) => 0x1ffe + at),
    ...[0x167f, 0x1680, 0x1681, 0x202e, 0x205e, 0x205f, 0x2060, 0x2fff, 0x3000, 0x3001, 0xfefe, 0xfeff, 0xff00],
  ]
  test('of each sign', () => {
    for (const code of codes) {
      const sign = String.fromCharCode(code)
      const isBlank = /\s/.test(sign)
      expect([code, shortenGaps(`a${sign.repeat(1300)}b`).length]).toEqual([code, isBlank ? 1282 : 1302])
    }
  })
  const blanks = (length: number, sign = ' '): string => sign.repeat(length)
  test.each<[string, string, string]>([
    ['1,280 stay', `a${blanks(1280)}b`, `a${blanks(1280)}b`],
    ['one more is cut', `a${blanks(1281)}b`, `a${blanks(1280)}b`],
    ['at the begin', `${blanks(2000)}b`, `${blanks(1280)}b`],
    ['at the end', `a${blanks(2000)}`, `a${blanks(1280)}`],
    ['the whole', blanks(2000), blanks(1280)],
    ['the ends stay', `a${blanks(640, '\t')}${blanks(700)}${blanks(640, '\r')}b`, `a${blanks(640, '\t')}${blanks(640, '\r')}b`],
    ['a line end inside', `a${blanks(900)}\n${blanks(900)}b`, `a${blanks(640)}\n${blanks(640)}b`],
    ['a line end at its begin', `a\n${blanks(1800)}\n${blanks(900)}b`, `a\n${blanks(639)}${blanks(640)}b`],
    ['a line end at its end', `a${blanks(900)}\n${blanks(1800)}\nb`, `a${blanks(640)}${blanks(639)}\nb`],
    ['two', `a${blanks(1500)}b${blanks(1400)}c`, `a${blanks(1280)}b${blanks(1280)}c`],
    ['two, one of them short', `a${blanks(1270)}b${blanks(1400)}c`, `a${blanks(1270)}b${blanks(1280)}c`],
    ['a long one and a short one', `a${blanks(5000)}b${blanks(9)}c`, `a${blanks(1280)}b${blanks(9)}c`],
    ['a sign between', `${blanks(1279)}x${blanks(1279)}`, `${blanks(1279)}x${blanks(1279)}`],
    ['none', '', ''],
    ['a line end elsewhere', `x\na${blanks(1300)}b`, `x\na${blanks(1280)}b`],
    ['a short one in its place', `${'a'.repeat(800)}${blanks(1000)}b`, `${'a'.repeat(800)}${blanks(1000)}b`],
    ['a short one behind a long one', `${blanks(2000)}${'a'.repeat(1000)}${blanks(1000)}b`, `${blanks(1280)}${'a'.repeat(1000)}${blanks(1000)}b`],
  ])('%s', (_, text, expected) => {
    expect(shortenGaps(text)).toBe(expected)
  }) // prettier-ignore
})
