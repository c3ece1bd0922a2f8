/** Rows of a name and a place in the forms of many languages, and lines that only look like rows. */
import { describe, expect, test } from 'vitest'
import { namedStackFormat } from '../../../../src/core/reports/free-text/named-stack.ts'
import { claims } from '../../../support/claims.ts'
import { framesTold, told } from './told.ts'

const read = (...lines: readonly string[]): readonly unknown[] => framesTold(namedStackFormat, lines.join('\n'))
const below = 'sum (/b.lua:7)'
const frame = (
  index: number,
  span: string,
  name: string,
  file?: string,
  line?: number,
  column?: number,
  more: object = {},
) => ({
  ...{ index, kind: 'exact', span: span.trimEnd(), ...more },
  symbol: { name, ...(file && { file }), ...(line && { line }), ...(column && { column }) },
})
const BELOW = frame(1, below, 'sum', '/b.lua', 7)
const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ cs: 'csharp', dart: 'dart', go: 'go', java: 'java', js: 'javascript', jsx: 'javascript', kt: 'kotlin' },
  ...{ mjs: 'javascript', nim: 'nim', rs: 'rust', ts: 'javascript', tsx: 'javascript', zig: 'zig' },
}
const of = (file: string): object => {
  const language = LANGUAGES[file.slice(file.lastIndexOf('.') + 1)]
  return language ? { language } : {}
}
const SUFFIXES =
  'cc cpp cs cxx c dart ex exs fs gd go hpp hx h java js jsx kt lua mjs m mm nim php py rb rs scala swift ts tsx vb zig'.split(
    ' ',
  )

type Row = [line: string, name: string, file?: string, at?: number, column?: number]
describe('rows', () => {
  test.each<Row>([
    ['count (till.kt:3)', 'count', 'till.kt', 3],
    ['0  count (till.kt:3)', 'count', 'till.kt', 3],
    ['  \t#1234:        Till.count at src/till.swift:12:5;, ', 'Till.count', 'src/till.swift', 12, 5],
    ['at 2 count in till.lua:4', 'count', 'till.lua', 4],
    ['at    #2.  count  \t(till.lua:4)', 'count', 'till.lua', 4],
    ['2) count (till.lua:4)', 'count', 'till.lua', 4],
    ['at    count (till.py:123456789:123456789)', 'count', 'till.py', 123456789, 123456789],
    ['from \tcount in    till.rb:3', 'count', 'till.rb', 3],
    ['in count at    ab://x/till.rb:3', 'count', 'ab://x/till.rb', 3],
    ['Till:count (till.gd:7)', 'Till:count', 'till.gd', 7],
    [
      'shop::till::count(int, char const*) const (till.cpp:7)',
      'shop::till::count(int, char const*) const',
      'till.cpp',
      7,
    ],
    ['async Till.operator new(unsigned int) at till.cpp:7'.slice(6), 'Till.operator new(unsigned int)', 'till.cpp', 7],
    ['~Till<a; b>[c] (.c:1)', '~Till<a; b>[c]', '.c', 1],
    ['-[Till,count] (a.m:1)', '-[Till,count]', 'a.m', 1],
    ['é (a.m:1)', 'é', 'a.m', 1],
    ...SUFFIXES.map((suffix): Row => [`count (a.${suffix}:12)`, 'count', `a.${suffix}`, 12]),
    ['count — till.js:42', 'count', 'till.js', 42],
    ['async count – till.js:42:5', 'async count', 'till.js', 42, 5],
    ['(anonymous function) — till.js:42', '(anonymous function)', 'till.js', 42],
    ['(anonymous) — till.js:42', '(anonymous)', 'till.js', 42],
    ['$c_.<a> — till.js:42', '$c_.<a>', 'till.js', 42],
    [`till.rb:3:in 'count'`, 'count', 'till.rb', 3],
    ['#0 src/till.cpp:12 in count()', 'count()', 'src/till.cpp', 12],
    ['from till.lua:3:5: in function <count>', 'count', 'till.lua', 3, 5],
    ['at till.rb:3    in count', 'count', 'till.rb', 3],
    ['at 3 till.rb:3:\t\tin "count"', 'count', 'till.rb', 3],
    ['till.rb:3:in `count`', 'count', 'till.rb', 3],
    ['shop::count(int, char*) const     till.cpp:12', 'shop::count(int, char*) const', 'till.cpp', 12],
    ['~T & a, b<c>()  till.cpp:1:2', '~T & a, b<c>()', 'till.cpp', 1, 2],
    ['at: GDScript::reload (res://player.gd:5)', 'GDScript::reload', 'res://player.gd', 5],
  ])('%j', (line, name, file, at, column) => {
    expect(read(line, below)).toEqual([frame(0, line, name, file, at, column, of(file ?? '')), BELOW])
  })
  test.each<[string, object]>([
    ['shop/Till.swift:27 - count', { symbol: { name: 'count', file: 'shop/Till.swift', line: 27 } }],
    ['Frameworks/libtill.dylib:0 - count', { imageName: 'libtill.dylib', symbol: { name: 'count' } }],
    ['Till.app:123 - -[Till count:it]', { imageName: 'Till.app', symbol: { name: '-[Till count:it]', line: 123 } }],
    ['a.b:1 - +[T c]', { imageName: 'a.b', symbol: { name: '+[T c]', line: 1 } }],
    ...['swift', 'm', 'mm', 'c', 'cc', 'cpp', 'cxx', 'h', 'hh', 'hpp', 'rs', 'kt'].map((suffix): [string, object] => [
      `a.${suffix}:1 - c`,
      { symbol: { name: 'c', file: `a.${suffix}`, line: 1 } },
    ]),
    ['count (till.m:42);Shop', { imageName: 'Shop', symbol: { name: 'count', file: 'till.m', line: 42 } }],
    [
      '-count it: now (a b:123456789);S.h-o_p ',
      { imageName: 'S.h-o_p', symbol: { name: '-count it: now', file: 'a b', line: 123456789 } },
    ],
    ['count (<compiler>:0);Shop', { imageName: 'Shop', symbol: { name: 'count' } }],
    ['count + 164;Shop', { imageName: 'Shop', symbol: { name: 'count', offset: 164 } }],
    ['$Till::count(int) @ 0598f57e:0xaf516', { symbol: { name: 'Till::count(int)', file: '0598f57e:0xaf516' } }],
    [
      'at count (https://x/till.wasm:wasm-function[12]:0xaf516)',
      { symbol: { name: 'count', file: 'https://x/till.wasm:wasm-function[12]:0xaf516' } },
    ],
    ['count@till.wasm:0x1', { symbol: { name: 'count', file: 'till.wasm:0x1' } }],
  ])('%j', (line, parts) => {
    expect(read(line, below)).toEqual([{ index: 0, kind: 'exact', span: line.trimEnd(), ...parts }, BELOW])
  })
  test.each([
    'count (till.txt:3)',
    'count (till.kt)',
    'count (till.kt:x)',
    'count (till.kt:1234567890)',
    'count (till.kt:3) x',
    'count (a b.kt:3)',
    'count(till.kt:3)',
    'some words (till.kt:3)',
    'words: here (till.kt:3)',
    '9count (till.kt:3)',
    'count on till.kt:3',
    '12345 count (till.kt:3)',
    '#12count (till.kt:3)',
    'count — till.kt',
    'two words — till.js:4',
    'count - till.js:42',
    'count —till.js:42',
    'till.rb:3:in two words',
    'till.rb:3 on count',
    'count() till.cpp:12',
    'count  till.cpp:12',
    'till.swift - count',
    'Till:27 - count',
    'a.b:27 - two words',
    'a.b:27 - count.',
    'a.b:27 - count!',
    '9.b:27 - count',
    'a.b:x - count',
    'a.b:27-count',
    'count;Shop',
    'count + x;Shop',
    'count + 1;Shop x',
    'count (a.m:x);Shop',
    'count + 1; Shop',
    'at x kfun:count',
    'at 12345 kfun:count',
    'at 3 9count',
    'xat 3 count',
    'at 3 c',
    'c @ 0598f57:0x1',
    'c @ 0598f57e:1',
    'c @ till.was:0x1',
    'c @ till.wasm:wasm-function[x]:0x1',
    'c @ till.wasm:0x1 x',
    'at: two words (a.gd:1)',
  ])('none: %s', (line) => {
    expect(read(line, 'pay (/b.lua:9)', below)).toEqual([frame(0, 'pay (/b.lua:9)', 'pay', '/b.lua', 9), BELOW])
  })
})

test('rows of a number and a name', () => {
  const rows = ['at 3   kfun:shop.Till#count(){}', '\tat 4\tab', 'at 1234        $c ;']
  const numbered = (index: number, span: string, name: string) => ({ ...frame(index, span, name), index })
  expect(read(...rows)).toEqual([
    { ...numbered(3, rows[0]!, 'kfun:shop.Till#count(){}'), language: 'kotlin' },
    numbered(4, rows[1]!, 'ab'),
    numbered(1234, rows[2]!, '$c'),
  ])
})

describe('rows of Lua', () => {
  const mark = 'stack traceback:'
  test.each<[string, string, (string | undefined)?, number?, number?]>([
    [`till.lua:4: in function 'count'`, 'count', 'till.lua', 4],
    [`[C]: in function 'error'`, 'error'],
    ['[C]: in ?', '?'],
    ['[C]: ?', '?'],
    ['[C]:', '?'],
    ['(tail call): ?', '?'],
    ['(...tail calls...)', '?'],
    ['[string "a b"]:123456789: in method <count>', 'count', undefined, 123456789],
    [`till.lua:4: in local 'c'`, 'c', 'till.lua', 4],
    [`till.lua:4: in upvalue 'c'`, 'c', 'till.lua', 4],
    [`till.lua:4:    in field 'c'`, 'c', 'till.lua', 4],
  ])('%j', (line, name, ...place) => {
    expect(read(mark, line, below)[0]).toEqual(frame(0, line, name, ...place))
    expect(read(line, 'pay (/b.lua:9)', below).length).toBe(place[0] && line.includes('function') ? 3 : 2)
  })
  test.each(['x: stack traceback:\t', 'stack traceback:'])('below %j', (heading) => {
    expect(claims(namedStackFormat, `${heading}\n[C]: in ?`)).toBe(true)
  })
  test.each([`${'x'.repeat(82)} stack traceback:`, 'xstack traceback:', 'stack traceback: x'])(
    'not below %j',
    (heading) => {
      expect(claims(namedStackFormat, `${heading}\n[C]: in ?\n[C]: in x`)).toBe(false)
    },
  )
})

test.each<[string, string, string?, number?]>([
  ['- `till.zig:4`: `shop.count`', 'shop.count', 'till.zig', 4],
  ['*    count', 'count'],
  ['- ??', '??'],
  ['- [`a.c:1`](<https://x>): `b`', 'b', 'a.c', 1],
  ['- a.c:1: b', 'b', 'a.c', 1],
  ['- $c', '$c'],
])('names in a list below the words of a crash: %j', (line, name, file, at) => {
  const list = ['- one', '- `two`']
  expect(read('Segmentation fault at address 0x18', line, ...list)[0]).toEqual(
    frame(0, line, name, file, at, undefined, of(file ?? '')),
  )
  expect(read('panic', line, ...list)).toHaveLength(3)
  expect(read('panic', line, list[0]!)).toEqual([])
  expect(read('panics', line, ...list)).toEqual([])
  expect(read('Segmentation faults', line, ...list)).toEqual([])
})

describe('words', () => {
  const stack = `${below}\npay (/b.lua:9)`
  const of = (text: string): unknown => (told(namedStackFormat, text) as { readonly exception?: unknown }).exception
  test.each<[string, object | undefined]>([
    ['ShopError: no till', { name: 'ShopError', reason: 'no till' }],
    ['[!] a.$b.TException: n ', { name: 'a.$b.TException', reason: 'n' }],
    ['TError: no till — src/till.js:42', { name: 'TError', reason: 'no till' }],
    ['TError: no – a:1\t', { name: 'TError', reason: 'no' }],
    ['TError: no — a b:1', { name: 'TError', reason: 'no — a b:1' }],
    ['shopError: no till', undefined],
    ['x ShopError: no till', undefined],
    ['Shop: no till', undefined],
    ['ShopError:', undefined],
  ])('%j', (words, parts) => {
    expect(of(`${words}\n${stack}`)).toEqual(parts && { type: 'Runtime error', ...parts })
  })
  test.each<[string, string | undefined]>([
    ['SCRIPT ERROR: no till \n at: count (a.gd:1)', 'no till'],
    ['CRIPT ERROR: no\nat: count (a.gd:1)', 'no'],
    [' ERROR: no\n\tat: count (a.gd:1)', 'no'],
    ['USER ERROR: no\n  at: count (a.gd:1)', 'no'],
    ['xSCRIPT ERROR: no\n at: count (a.gd:1)', undefined],
    ['no till\nstack traceback:\n[C]: in ?', 'no till'],
    ['no\nx stack traceback:\n[C]: in ?', 'no'],
    ['Segmentation fault at address 0x18AF\n- a\n- b\n- c', 'Segmentation fault at address 0x18AF'],
  ])('above rows: %j', (text, reason) => {
    expect(of(text)).toEqual(reason === undefined ? undefined : { type: 'Runtime error', reason })
  })
  test('a stack, whole', () => {
    const words = 'Segmentation fault: 11\nShopError: no till'
    expect(told(namedStackFormat, `${words}\n${stack}\nx\n${stack}`)).toMatchObject({
      applicationInfo: ['no till'],
      threads: [
        { id: 0, unnumbered: true, crashed: true, span: stack },
        { id: 1, unnumbered: true, crashed: false, span: stack },
      ],
    })
  })
})

test.each<[string, boolean]>([
  [`${below}\npay (/b.lua:9)`, true],
  [`${below}\nsum (/b.lua:8)`, true],
  [`${below}\n${below}\n${below}`, false],
  [below, false],
  [`SCRIPT ERROR: x\n at: ${below}`, true],
  [`USER ERROR: x\n at: ${below}`, true],
  [`x ERROR: x\n at: ${below}`, false],
  ['', false],
])('%j is such a stack: %j', (text, is) => {
  expect(claims(namedStackFormat, text)).toBe(is)
})
