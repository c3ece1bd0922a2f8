/** Objects as JavaScript prints them: where one begins, each kind of value, and what is left of others. */
import { describe, expect, test } from 'vitest'
import { jsonOfPrinted, PRINTED_OBJECT } from '../../../../src/core/reports/text/printed-objects.ts'

describe('the beginning of an object', () => {
  test.each([
    ['{a: 1}', 0],
    ['{ a: 1}', 0],
    ['x {\r\n \ta:\t1}', 2],
    ['{$: 1}', 0],
    ['{_A9$z_:\n1}', 0],
    [`{${'a'.repeat(81)}: 1}`, 0],
    [`{${' '.repeat(200)}a: 1}`, 0],
    ['{ [TypeError: no till] code: 5 }', 0],
    [`{[E]${' '.repeat(200)}a: 1}`, -1],
    [`{[Er]${' '.repeat(200)}a: 1}`, 0],
    ['{[T]\na: 1}', -1],
    ['{{a: 1}', 1],
    ['{ 1a: 1}', -1],
    ['{a:1}', -1],
    ['{a 1}', -1],
    ['{"a": 1}', -1],
    [`{${'a'.repeat(82)}: 1}`, -1],
    [`{${' '.repeat(201)}a: 1}`, -1],
    ['{[error] a: 1}', -1],
    ['{[Error]a: 1}', -1],
    ['{[Er\nror] a: 1}', -1],
    [`{[Er]${' '.repeat(201)}a: 1}`, -1],
    ['a: 1}', -1],
    ['{}', -1],
  ])('%j begins at %i', (text, start) => expect(text.search(PRINTED_OBJECT)).toBe(start))
})

describe('values', () => {
  test.each<[string, unknown]>([
    // Numbers.
    ...['0', '7', '-7', '123', '1.5', '-12.345', '1e5', '12E3', '1.25e-12', '2E+30'].map(
      (digits): [string, unknown] => [digits, Number(digits)],
    ),
    // What only begins like a number or a word.
    ...[
      '1.2.3',
      '12px',
      '1.',
      '0x12',
      'trueish',
      'nullable',
      'falsely',
      'undefined',
      'NaN',
      '10n',
      'e5',
      '-',
      '-x',
    ].map((word): [string, unknown] => [word, null]),
    ['true', true],
    ['false', false],
    ['null', null],
    // Texts.
    ["''", ''],
    ["'a'", 'a'],
    ["'a b, {c}: [d]'", 'a b, {c}: [d]'],
    ['"a"', 'a'],
    ['"it\'s `so`"', "it's `so`"],
    ['`a "b" \'c\'`', 'a "b" \'c\''],
    ['`a\nb`', 'a\nb'],
    [String.raw`'it\'s'`, "it's"],
    [String.raw`"a \"b\" c"`, 'a "b" c'],
    ['`a \\`b\\` c`', 'a `b` c'],
    [String.raw`'\n\r\t\\\q'`, '\n\r\t\\q'],
    ["'\\\n'", '\n'],
    ['"\\\n"', '\n'],
    ['`\\\n`', '\n'],
    // Texts in pieces.
    ["'a' + 'b'", 'ab'],
    ["'a'+'b'", 'ab'],
    ["'a \\n' +\n      'b\\'' +\n  \"c\" + `d`", "a \nb'cd"],
    ["'' + ''", ''],
    // Lists and objects.
    ['[]', []],
    ['[ 1, 2, 3 ]', [1, 2, 3]],
    ["[ 'a', [ 1 ], { b: 2 } ]", ['a', [1], { b: 2 }]],
    ['{}', {}],
    ["{ b: { c: { d: 'e' } } }", { b: { c: { d: 'e' } } }],
    // Other words.
    ...['Function: save', 'Circular *1', 'Getter', 'Getter/Setter', 'Object', 'Array', 'Symbol(a)', 'class Till'].map(
      (word): [string, unknown] => [`[${word}]`, null],
    ),
    ['[Function: a, {b}]', null],
    ['[ Till ]', [null]],
    ['[Functional]', [null]],
    ['Symbol(a b)', null],
    ["it's", null],
    ['a"b`c', null],
    ['Mon Nov 2', null],
    ['<ref *1>', null],
  ])('%s', (value, expected) => {
    for (const text of [`{ a: ${value} }`, `{a:${value}}`, `{\r\n  a:\t${value}\n}`]) {
      const { json, end } = jsonOfPrinted(text, 0)
      expect(JSON.parse(json), text).toEqual({ a: expected })
      expect(end).toBe(text.length)
    }
    const among = `{ z: 'y', a: ${value}, b: 5 }`
    expect(JSON.parse(jsonOfPrinted(among, 0).json), among).toEqual({ z: 'y', a: expected, b: 5 })
  })

  test.each<[string, object]>([
    ['{ a : 1, $b_9\n: 2, \'c d\': 3, "e": 4, _: 5 }', { a: 1, $b_9: 2, 'c d': 3, e: 4, _: 5 }],
    ['{ [TypeError: no till] code: 5 }', { name: 'TypeError', message: 'no till', code: 5 }],
    ['{[My Error 2: a: b]\n code: 5 }', { name: 'My Error 2', message: 'a: b', code: 5 }],
    ['{\r\n\t [Er: "b"]\tcode: { d: 5 } }', { name: 'Er', message: '"b"', code: { d: 5 } }],
    [`{ [${'E'.repeat(61)}: b] code: 5 }`, { name: 'E'.repeat(61), message: 'b', code: 5 }],
    [`{${' '.repeat(200)}[Er: b] code: 5 }`, { name: 'Er', message: 'b', code: 5 }],
  ])('%s', (text, expected) => {
    for (const [before, behind] of [
      ['', ''],
      ['', ' } , { z: 1 }'],
      ["x '{ y: ", '\n}]'],
    ] as const) {
      const { json, end } = jsonOfPrinted(`${before}${text}${behind}`, before.length)
      expect(JSON.parse(json)).toEqual(expected)
      expect(end).toBe(before.length + text.length)
    }
  })

  test.each([
    // Heads that are none.
    ['{ [error: b] a: 5 }', '{["error":null]"a":5}'],
    ['{ [E: b] a: 5 }', '{["E":null]"a":5}'],
    ['{ [Er:b] a: 5 }', '{["Er":null]"a":5}'],
    ['x{ [Er: b] a: 5 }', 'null{["Er":null]"a":5}'],
    // Texts that were cut off.
    ["{ a: 'b", '{"a":"b"'],
    ["{ a: 'b\\'", '{"a":"b\'"'],
    ['{ a: "b\\\\', '{"a":"b\\\\"'],
    ['{ a: \'b"', '{"a":"b\\""'],
    ['{ a: "b', '{"a":"b"'],
    ['{ a: `b', '{"a":"b"'],
    ["{ a: '", '{"a":""'],
    ["{ a: 'b' + '", '{"a":"b"'],
    ["{ a: 'b' + 'c", '{"a":"bc"'],
    ["{ a: 'b' + c }", '{"a":"b"null}'],
    ['{ a: [ 1,', '{"a":[1,'],
    ['{ a: 1', '{"a":1'],
  ])('%s is written as %s', (text, json) => expect(jsonOfPrinted(text, 0)).toEqual({ json, end: text.length }))
})
