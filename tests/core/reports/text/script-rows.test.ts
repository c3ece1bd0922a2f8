/** Rows of scripts, the longest run of them in a text, and objects with their places: each part, and lines that are none. */
import { describe, expect, test } from 'vitest'
import { readScriptDump } from '../../../../src/core/reports/text/script-dump.ts'
import { scriptPlace } from '../../../../src/core/reports/text/script-place.ts'
import { isCountedFromOne, readScriptRow, readScriptStack } from '../../../../src/core/reports/text/script-rows.ts'
import { lineAt, wholeOf } from './lines-at.ts'

/** A row with its place, from its file, line and column as counted from 0. */
const rowOf = (name: string, file: string | undefined, line: number, printed: number, column = printed) => ({
  symbol: { name, ...(file !== undefined && { file }), line, column: printed },
  script: { ...(file !== undefined && { file }), line, column },
  language: 'javascript',
})

describe('rows of scripts', () => {
  test.each<[string, ReturnType<typeof rowOf>]>([
    ['value@286:3817', rowOf('value', undefined, 286, 3817)],
    ['v@1:0', rowOf('v', undefined, 1, 0)],
    ['@286:3817', rowOf('<anonymous>', undefined, 286, 3817)],
    ['value@main.jsbundle:286:3817', rowOf('value', 'main.jsbundle', 286, 3817)],
    ['value @main.jsbundle:286:3817', rowOf('value', 'main.jsbundle', 286, 3817)],
    [`value${' '.repeat(9)}@main.jsbundle:286:3817`, rowOf('value', 'main.jsbundle', 286, 3817)],
    [`value${' '.repeat(8)}@main.jsbundle:286:3817`, rowOf('value', 'main.jsbundle', 286, 3817)],
    ...[
      'a.js',
      'a-b_c.d.js',
      'main.bundle',
      'a.ts',
      'a.tsx',
      'a.jsx',
      'a.hbc',
      '/till',
      '/a/b.txt',
      'http://till:8081/a',
    ].map((file): [string, ReturnType<typeof rowOf>] => [`value@${file}:2:34`, rowOf('value', file, 2, 34)]),
    ['value@a.js?platform=ios&dev=true:2:34', rowOf('value', 'a.js?platform=ios&dev=true', 2, 34)],
    [
      'value@http://till:8081/index.bundle//&platform=ios:2:34',
      rowOf('value', 'http://till:8081/index.bundle?platform=ios', 2, 34),
    ],
    ['at value (address at main.jsbundle:1:3817)', rowOf('value', 'main.jsbundle', 1, 3817)],
    ['at value (main.jsbundle:1:3817)', rowOf('value', 'main.jsbundle', 1, 3817, 3816)],
    ['at\tvalue\t(main.jsbundle:1:3817)', rowOf('value', 'main.jsbundle', 1, 3817, 3816)],
    [`at${' '.repeat(8)}value (a.js:1:1)`, rowOf('value', 'a.js', 1, 1, 0)],
    ['at value (a.js:1:0)', rowOf('value', 'a.js', 1, 0, 0)],
    ['value (a.js:1:5)', rowOf('value', 'a.js', 1, 5)],
    ['at value (286:3817)', rowOf('value', undefined, 286, 3817, 3816)],
    ['at new Till.count_all$ (a.js:1:5)', rowOf('new Till.count_all$', 'a.js', 1, 5, 4)],
    ['at Till.<anonymous> (a.js:1:5)', rowOf('Till.<anonymous>', 'a.js', 1, 5, 4)],
    ['at a/b-c [as d] (a.js:1:5)', rowOf('a/b-c [as d]', 'a.js', 1, 5, 4)],
    ['count(all)@a.js:1:5', rowOf('count(all)', 'a.js', 1, 5)],
    ['c(a)(<b.$>)d@a.js:1:5', rowOf('c(a)(<b.$>)d', 'a.js', 1, 5)],
    [`${'v'.repeat(120)}@a.js:1:5`, rowOf('v'.repeat(120), 'a.js', 1, 5)],
    ['value@123456789:987654321', rowOf('value', undefined, 123456789, 987654321)],
    // Rows without a name.
    ['at http://till:8081/index.bundle:2:34', rowOf('<anonymous>', 'http://till:8081/index.bundle', 2, 34, 33)],
    ['at\t  /var/till.js:2:34', rowOf('<anonymous>', '/var/till.js', 2, 34, 33)],
    ['/var/till.js:2:34', rowOf('<anonymous>', '/var/till.js', 2, 34)],
    ['/var/main.jsbundle:123456789:2', rowOf('<anonymous>', '/var/main.jsbundle', 123456789, 2)],
    ['/till.hbc:2:34', rowOf('<anonymous>', '/till.hbc', 2, 34)],
    ['file:///a.bundle?platform=ios:2:34', rowOf('<anonymous>', 'file:///a.bundle?platform=ios', 2, 34)],
    ['/a.js?:2:34', rowOf('<anonymous>', '/a.js?', 2, 34)],
  ])('%s', (text, row) => {
    expect(readScriptRow(lineAt(text))).toEqual({ ...row, span: wholeOf(text) })
    for (const line of [` ${text}`, `\t  ${text}`, `${text} `, `  ${text}\t `])
      expect(readScriptRow(lineAt(line)), line).toEqual({ ...row, span: wholeOf(line) })
  })

  test('a module of Node has no place', () => {
    const text = 'at value (node:internal/till:2:34)'
    expect(readScriptRow(lineAt(text))).toEqual({
      symbol: { name: 'value', file: 'node:internal/till', line: 2, column: 34 },
      script: undefined,
      language: 'javascript',
      span: wholeOf(text),
    })
  })

  test.each([
    ['[native code]', '[native code]'],
    ['@[native code]', '[native code]'],
    ['forEach@[native code]', 'forEach'],
    ['f[native code]', 'f'],
    ['Array.for_Each$<a>@[native code]', 'Array.for_Each$<a>'],
    ['at forEach@[native code]', 'forEach'],
    ['at apply (native)', 'apply'],
    [`at\t${' '.repeat(7)}apply (native)`, 'apply'],
    ['a(b)[c] (<anonymous>)', 'a(b)[c]'],
    ['Array.map ([native code]::)', 'Array.map'],
    ['apply@-1', 'apply'],
    ['at $a.<b>@-1', '$a.<b>'],
  ])('%s is of the engine', (text, name) => {
    for (const line of [text, ` ${text}`, `${text} \t`])
      expect(readScriptRow(lineAt(line)), line).toEqual({
        symbol: { name, file: '[native code]' },
        language: 'javascript',
        span: wholeOf(line),
      })
  })

  test.each([
    'value@286',
    'value@286:',
    'value@:3817',
    'value@286:3817x',
    'value@286:3817))',
    'value@a.mjsbundle:286:3817',
    'value@a.txt:1:2',
    'value@http:a:1:2',
    'value@1234567890:1',
    'value@1:1234567890',
    'value a.js:1:2',
    'value(a.js:1:2)',
    '?value@a.js:1:2',
    'va"lue@a.js:1:2',
    'count(a b)@a.js:1:5',
    'count()@a.js:1:5',
    `count(${'a'.repeat(121)})@a.js:1:5`,
    `${'v'.repeat(121)}@a.js:1:5`,
    'value@a.js b:1:2',
    'at value (address at main.jsbundle)',
    // Without a name.
    'at a.js:2:34',
    'till.js:2:34',
    'x /var/till.js:2:34',
    '/var/till.js:2:34 x',
    '/var/till.txt:2:34',
    '/var/till.js:2',
    '/var/till.jsx:2:34',
    '/var/a b.js:2:34',
    '/var/till.js?a(b:2:34',
    '/.js:2:34',
    // Of the engine.
    'x for@[native code]',
    'for@[native code] x',
    'for@@[native code]',
    'apply(native)',
    'apply (native',
    'apply (anonymous)',
    'apply@-2',
    'apply@-1 x',
    '@-1',
    '',
  ])('"%s" is none', (text) => expect(readScriptRow(lineAt(text))).toBeUndefined())

  test.each([
    [400, true],
    [401, false],
  ])('a row of %i letters: %s', (length, isRow) => {
    const text = `value@/${'t'.repeat(length - 11)}:1:2`
    expect(text).toHaveLength(length)
    expect(readScriptRow(lineAt(text)) !== undefined).toBe(isRow)
  })
})

test.each([
  ['at value (a.js:1:2)', true],
  [' \tat\tvalue', true],
  ['at value (address at a.js:1:2)', false],
  ['at', false],
  ['atvalue (a.js:1:2)', false],
  ['what value (a.js:1:2)', false],
  ['value@a.js:1:2', false],
])('"%s" counts columns from 1: %s', (row, isFromOne) => expect(isCountedFromOne(row)).toBe(isFromOne))

test.each([
  [
    { file: 'a.js', line: 3, column: 0 },
    { file: 'a.js', line: 3, column: 0 },
    { file: 'a.js', line: 3, column: 0 },
  ],
  [
    { line: 3, column: 5 },
    { line: 3, column: 5 },
    { line: 3, column: 4 },
  ],
  [{ line: 3 }, undefined, undefined],
  [{ column: 3 }, undefined, undefined],
  [{ line: 0, column: 3 }, undefined, undefined],
  [{ file: 'node:till', line: 3, column: 5 }, undefined, undefined],
])('the place of %j', (symbol, fromZero, fromOne) => {
  expect(scriptPlace(symbol, false)).toEqual(fromZero)
  expect(scriptPlace(symbol, true)).toEqual(fromOne)
})

describe('the stack in a text', () => {
  const native = { symbol: { name: 'forEach', file: '[native code]' }, script: undefined, language: 'javascript' }
  const nameless = {
    symbol: { name: '[native code]', file: '[native code]' },
    script: undefined,
    language: 'javascript',
  }
  const rows = (...names: string[]) => names.map((name) => rowOf(name, undefined, 1, 2))

  test.each<[string, object[]]>([
    ['', []],
    ['no till, stack:', []],
    ['a@1:2', rows('a')],
    ['no till, stack:\na@1:2\nb@1:2\nc@1:2\n', rows('a', 'b', 'c')],
    ['a@1:2\nx\nb@1:2\nc@1:2\ny', rows('b', 'c')],
    ['a@1:2\nb@1:2\nx\nc@1:2', rows('a', 'b')],
    ['a@1:2\nx\nb@1:2', rows('a')],
    ['a@1:2\r\nb@1:2\r\n', rows('a', 'b')],
    ['forEach@[native code]', []],
    ['forEach@[native code]\n[native code]', []],
    ['forEach@[native code]\na@1:2\n[native code]', [native, ...rows('a'), nameless]],
    ['a@1:2\nforEach@[native code]', [...rows('a'), native]],
  ])('%j', (text, expected) => expect(readScriptStack(text)).toEqual(expected))
})

describe('objects with a place', () => {
  const printed = 'column = 3817; file = "main.jsbundle"; lineNumber = 12; methodName = value;'
  const frame = rowOf('value', 'main.jsbundle', 12, 3817)
  const dumped = (...objects: [text: string, frame: object][]) => {
    const text = objects.map(([one]) => one).join(',\n')
    let at = 0
    const expected = objects.map(([one, row]) => {
      const start = text.indexOf(one, at)
      at = start + one.length
      return { ...row, span: { start, end: at } }
    })
    return { text, expected }
  }

  test.each<[string, object]>([
    [`{${printed}}`, frame],
    [`{ ${printed} }`, frame],
    [`{\n    ${printed.replaceAll('; ', ';\n    ')}\n}`, frame],
    ["{ methodName: 'value', file: 'main.jsbundle', lineNumber: 12, column: 3817 }", frame],
    ['{methodName:value,file:main.jsbundle,lineNumber:12,column:3817}', frame],
    ['{methodName\t= \t"value";file  =  "main.jsbundle";lineNumber =12;column= 3817;}', frame],
    [
      '{ a = 1; methodName = value; file = "main.jsbundle"; lineNumber = 12; column = 3817; methodName = other; }',
      frame,
    ],
    ['{ methodName = value; lineNumber = 12; column = 0; }', rowOf('value', undefined, 12, 0)],
    ['{ methodName = value; file = ""; lineNumber = 12; column = 7; }', rowOf('value', undefined, 12, 7)],
    ['{ methodName = ""; lineNumber = 12; column = 7; }', rowOf('<anonymous>', undefined, 12, 7)],
    [
      String.raw`{ methodName = "a \"b\" \\ 'c' \n"; lineNumber = 123456789; column = 123456789; }`,
      rowOf(String.raw`a "b" \ 'c' \n`, undefined, 123456789, 123456789),
    ],
    [String.raw`{ methodName: 'a \'b\' "c"', lineNumber: 1, column: 7 }`, rowOf(`a 'b' "c"`, undefined, 1, 7)],
    ['{ methodName = d"e; lineNumber = 1; column = 7; }', rowOf('d', undefined, 1, 7)],
    [
      '{ methodName = value; lineNumber = 0; column = 7; }',
      { symbol: { name: 'value', line: 0, column: 7 }, language: 'javascript' },
    ],
    [
      '{ methodName = value; file = "node:till"; lineNumber = 1; column = 7; }',
      { symbol: { name: 'value', file: 'node:till', line: 1, column: 7 }, language: 'javascript' },
    ],
  ])('%s', (object, row) => {
    const { text, expected } = dumped([object, row])
    expect(readScriptDump(text)).toEqual(expected)
    expect(readScriptDump(`stack: (\n${text}\n)`)).toEqual(
      expected.map(({ span, ...rest }) => ({ ...rest, span: { start: span.start + 9, end: span.end + 9 } })),
    )
  })

  test('several, in their order', () => {
    const { text, expected } = dumped(
      [`{ ${printed} }`, frame],
      ['{ methodName = b; lineNumber = 1; column = 2; }', rowOf('b', undefined, 1, 2)],
      [`{${printed}}`, frame],
    )
    expect(readScriptDump(text)).toEqual(expected)
  })

  test.each([
    '',
    '{ methodName = value; column = 7; }',
    '{ lineNumber = 7; column = 7; }',
    '{ methodName = value; lineNumber = 7; }',
    '{ methodName = value; lineNumber = x7; column = 7; }',
    '{ methodName = value; lineNumber = 7x; column = 7; }',
    '{ methodName = value; lineNumber = 7; column = -7; }',
    '{ methodName = value; lineNumber = 1234567890; column = 7; }',
    '{ methodName = value; lineNumber = 7; column = 1234567890; }',
    '{ amethodName = value; lineNumber = 7; column = 7; }',
    '{ -methodName = value; lineNumber = 7; column = 7; }',
    '{ methodName value; lineNumber = 7; column = 7; }',
    'methodName = value; lineNumber = 7; column = 7; }',
    '{ methodName = value; lineNumber = 7; column = 7; ',
    `{ methodName = value; lineNumber = 7; column = 7; a = "${'b'.repeat(2000)}" }`,
  ])('%s is none', (text) => expect(readScriptDump(text)).toEqual([]))

  test('of more than ten thousand, the first ones', () => {
    const object = '{methodName=a;lineNumber=1;column=2}'
    expect(readScriptDump(object.repeat(10_001))).toHaveLength(10_000)
    expect(readScriptDump(object.repeat(9999))).toHaveLength(9999)
  })
})
