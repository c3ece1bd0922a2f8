/** Edges of the steps that lay rows bare: the least and the most that each takes for a sign. */
import { describe, expect, test } from 'vitest'
import { joinBrokenRows } from '../../../../src/core/reports/rows/broken-rows.ts'
import { undoErrorRecord } from '../../../../src/core/reports/rows/error-records.ts'
import { splitHeadings } from '../../../../src/core/reports/rows/headings.ts'
import { joinCells, undoMarkup } from '../../../../src/core/reports/rows/markup.ts'
import {
  joinAtBlanks,
  joinAtColumn,
  joinAtKept,
  partGluedRows,
  splitNamedRows,
} from '../../../../src/core/reports/rows/named-breaks.ts'
import { cutAddressPrefixes, cutCommon } from '../../../../src/core/reports/rows/prefixes.ts'
import type { RowStep } from '../../../../src/core/reports/rows/rows-text.ts'
import { openJson, openLists, unescapeText } from '../../../../src/core/reports/rows/strings.ts'

/** The text of each line behind its number; `left` where the step gives the same lines back. */
const after = (step: RowStep, ...texts: readonly string[]) => {
  const lines = texts.map((text, at) => ({ text, number: at + 1 }))
  const made = step(lines)
  return made === lines ? 'left' : made.map(({ text, number }) => `${number}|${text}`)
}
const as1 = (...texts: readonly string[]): readonly string[] => texts.map((text) => `1|${text}`)

describe('rows of names on one line', () => {
  test.each<[string, readonly string[]]>([
    ['scripts', ['Error: x', 'at pay (till.js:3:9)', 'at async T.x (a)', 'at new T [as x] (a)', 'at b:1:2', 'at ünder.x(']],
    ['other scripts', ['pay@till.js:3:9', '@1:2', 'a.b/<@[native code]']],
    ['Dart', ['#0 Till.pay (x)', '#1234 \t Shop (y)', '<asynchronous suspension>']],
    ['Unity', ['Error', 'Shop.Till.Pay (System.Int32 max) (at Till.cs:3)', 'Ä.Ö1.Ü2() (at a:1)', 'Till:Pay()', 'Ä.Ö+x/y:Ü.`1 (int)']],
    ['more of Unity', ['x', 'A.B`1.<C>d (int) (at T:1)', 'A.Bü(x) (at T:1)']],
    ['Go', ['goroutine 1 [running]:', 'main.pay(0x3)', '\t/src/till.go:3 +0x1d', 'main.main()', '\t/a/b.s:12', 'runtime.x()', 'goroutine 12 [x]:', 'main.y()']],
    ['Rust', ['panic', 'stack backtrace:', '0: shop::pay', '\tat ./src/till.rs:3:9', '1234:  \tcore::x', '\tat /rustc/a.rs:123456789', '2: y']],
  ])('%s', (_, rows) => {
    for (const blank of [' ', ' \t '])
      expect(after(splitNamedRows, rows.map((row) => row.trim()).join(blank))).toEqual(as1(...rows))
  }) // prettier-ignore
  test.each([
    'at a table (of the shop',
    '#0 a #x b',
    'x #12345 a #12346 b',
    'pay@shop.example and me@shop.example',
    'goroutine 1 [x] a b',
    'stack backtrace: here',
    'x (address at a (b at c (d',
    'A.b (c) (at d) E.f (g) (at h)',
  ])('%j stays', (text) => {
    expect(after(splitNamedRows, text)).toBe('left')
  })
  test('the first row behind the words', () => {
    expect(after(splitNamedRows, 'Error: x at pay (a:1:2)', '  at b (c:1:2)')).toEqual([
      '1|Error: x',
      '1|at pay (a:1:2)',
      '2|  at b (c:1:2)',
    ])
    expect(after(splitNamedRows, 'Error: x at pay (a:1:2)', 'end')).toBe('left')
  })
  test('rows that touch', () => {
    expect(after(partGluedRows, '#0  a (t:1)#1   b (t:123456789)#1234            c (t:2)')).toEqual(
      as1('#0  a (t:1)', '#1   b (t:123456789)', '#1234            c (t:2)'),
    )
    for (const text of [
      '#0 a (t:x)#1  b',
      '#0 a (t:1)#1 b',
      '#0 a (t:1) #1  b',
      '#0 a (t:1)#12345  b',
      '#0 a (t:1)#1             b',
      '#0 a (t:1)#1  ',
    ])
      expect(after(partGluedRows, text)).toBe('left')
  })
})

describe('rows of names that were broken', () => {
  const row = (head: string, width = 40): string => head.padEnd(width, 'z')
  const first = row('  at Till.pay(')
  test.each([
    '  at Shop.x(',
    ' \t>*-at <y',
    'at $z',
    'at [a',
    'at ../b',
    'at /c',
    '#1 x',
    '#1234\tx',
    '12: x',
    'goroutine 1',
    'Caused by: x',
    'created by x',
    'stack backtrace:',
    'note: x',
    '... 12 more',
    '<asynchronous x',
    '---',
    '===',
    '',
    ' C:\\x',
    '        /a/b',
    '\tD:/a',
  ])('%j is a line of its own', (own) => {
    expect(after(joinAtColumn, first, own, first, own, 'end')).toBe('left')
  })
  test.each([
    'at 12',
    'att Till',
    '#x y',
    '#12345 x',
    '12345: x',
    '12:x',
    'goroutine x',
    'caused by:',
    '.. 12 more',
    '... x',
    '==',
    '         /a/b',
    'C:\\x',
    ' c:\\x',
    'rest)',
  ])('%j is a rest', (rest) => {
    expect(after(joinAtColumn, first, rest, first, rest)).toEqual([`1|${first}${rest}`, `3|${first}${rest}`])
  })
  test('one with a proof', () => {
    expect(after(joinAtColumn, first, 'a)', '  at x(b)')).toEqual([`1|${first}a)`, '3|  at x(b)'])
    expect(after(joinAtColumn, row('  at Till.pay()'), 'b c', 'x')).toBe('left')
    expect(after(joinAtColumn, row('  at Till.pay()'), 'b', '#1 x')).toEqual([`1|${row('  at Till.pay()')}b`, '3|#1 x'])
  })
  test.each([[30, true], [29, false], [240, true], [241, false]])('width %i: %j', (width, isJoined) => {
    const text = [row('  at T.p(', width), 'a)', row('  at T.q(', width), 'b)']
    expect(after(joinAtColumn, ...text)).toEqual(isJoined ? [`1|${text[0] ?? ''}a)`, `3|${text[2] ?? ''}b)`] : 'left')
  }) // prettier-ignore
  test('at a blank, and behind a panic', () => {
    expect(after(joinAtBlanks, first, 'word)', row('  at x (', 36), ' more) x', 'end')).toEqual([
      `1|${first} word)`,
      `3|${row('  at x (', 36)} more) x`,
      '5|end',
    ])
    expect(after(joinAtBlanks, first, '', row('  at x (', 34), 'more) x', first, 'b)')).toEqual([
      `1|${first}`,
      '2|',
      `3|${row('  at x (', 34)}`,
      '4|more) x',
      `5|${first} b)`,
    ])
    const panic = `${"thread 'main'".padEnd(30)}panicked`
    expect(after(joinAtBlanks, `${panic} \t`, 'at /src/till.rs:3:9', first, 'b)')).toEqual([
      `1|${panic} at /src/till.rs:3:9`,
      `3|${first} b)`,
    ])
    expect(after(joinAtBlanks, `${"thread 'main'".padEnd(33)}panicky`, 'at /src/till.rs:3:9', first, 'b)')).toEqual([
      `1|${"thread 'main'".padEnd(33)}panicky`,
      '2|at /src/till.rs:3:9',
      `3|${first} b)`,
    ])
  })
  test('with the blanks that a console keeps', () => {
    const text = [
      'at Till.pay(one two ',
      'three, four, five '.padEnd(20, 'x'),
      'six)',
      'at Shop.pay(one ',
      'seven) end',
    ]
    expect(after(joinAtKept, ...text)).toEqual([`1|${text.slice(0, 3).join('')}`, `4|${text.slice(3).join('')}`])
    expect(after(joinAtKept, ...text.map((line) => line.trimEnd()))).toBe('left')
  })
})

test.each<[string, RowStep, readonly string[], readonly string[] | 'left']>([
  ['glued cells', joinCells, ['"0" ,""Till"";"0x104ccc074"\t, "pay + 4"'], ['1|0  Till  0x104ccc074  pay + 4']],
  ['lines of boxes', joinCells, ['│ 0\t│Till ┃ 0x104ccc074║ pay + 4 │'], ['1|0  Till  0x104ccc074  pay + 4']],
  ['quoted cells', joinCells, ['`0` | ``Till", | "0x104ccc074` | pay + 4"'], ['1|0  Till  0x104ccc074  pay + 4']],
  ['a load address', joinCells, ['0x104ccc074 | Till | 0x104cc0000 + 49268 | 0'], ['1|0  Till  0x104ccc074  0x104cc0000 + 49268']],
  ['names of blocks', undoMarkup, ['a<tr>b<h1>c<hr>d<abbr>e<thead>f</thead>g'], as1('a', 'b', 'c', 'd<abbr>e', 'f', 'g')],
  ['names of cells', undoMarkup, ['<td>a</td><th>b</th><tt>c</tt>'], as1('a\tb\tc')],
  ['a string of JSON with tags', undoMarkup, ['<p>x</p>', '"a<p>b\\n"', ' \t"c": "<p>d"', '[{"e": "<p>"}]'], ['1|x', '2|"a<p>b\\n"', '3| \t"c": "', '3|d"', '4|[{"e": "<p>"}]']],
  ['JSON behind words', openJson, ['10:02 x [ \t{"a": "0x104ccc074"}]', 'y: {\t"a": "0x104ccc074"}'], ['1|[ \t{"a": "0x104ccc074"}]', '2|{\t"a": "0x104ccc074"}']],
  ['a string behind words', openJson, ['10:02 x "0 Till\\n0x104ccc074"', `${'w'.repeat(400)}"${'v'.repeat(4000)}\\n 0x104ccc074"`], ['1|"0 Till\\n0x104ccc074"', `2|"${'v'.repeat(4000)}\\n 0x104ccc074"`]],
  ['a string far behind words', openJson, [`${'w'.repeat(401)}"v\\n 0x104ccc074"`, `w"${'v'.repeat(4001)}\\n 0x104ccc074"`, 'w\\ "v\\n 0x104ccc074"'], 'left'],
  ['a list with prose', openLists, ["['0x104ccc074', it, 'a']", "['0x104ccc074'; 'a']"], ['1|0x104ccc074', '1|a', "2|['0x104ccc074'; 'a']"]],
  ['a list with long words between', openLists, [`['0x104ccc074'${','.repeat(80)}'a']`, `['0x104ccc074'${','.repeat(81)}'a']`], ['1|0x104ccc074', '1|a', `2|['0x104ccc074'${','.repeat(81)}'a']`]],
  ['common words', cutCommon, ['a: > x', 'a: > y', 'a: > z', '', 'a: > w'], ['1|x', '2|y', '3|z', '4|', '5|w']],
  ['bare addresses', cutAddressPrefixes, ['10:02 a[1] 0x104ccc07', '10:03 b[2]  0x1234567812345678 \t', '10:04 0x1 c[3]\t0x104CCC074', '10:05 d[4] 0x104ccc074', '10:06 e[5] words'], ['1|0x104ccc07', '2|0x1234567812345678 \t', '3|10:04 0x1 c[3]\t0x104CCC074', '4|0x104ccc074', '5|words']],
  ['memory', cutAddressPrefixes, ['10:02 vmrss 0x104ccc07', '10:02 vmrss 0x104ccc07', '10:02 vmrss 0x104ccc07'], 'left'],
  ['words that begin so', cutAddressPrefixes, ['10:02 vm x: 0x104ccc07', '10:02 vm y: 0x104ccc08', '10:02 vm z: 0x104ccc09'], ['1|0x104ccc07', '2|0x104ccc08', '3|0x104ccc09']],
])('%s', (_, step, before, expected) => {
  expect(after(step, ...before)).toEqual(expected)
}) // prettier-ignore

test.each([['\\u00e4\\u20AC', 'ä€'], ['\\u12', '\\u12'], ['\\u123g', '\\u123g']])('%j unescaped', (text, plain) => {
  expect(unescapeText(text)).toBe(plain)
}) // prettier-ignore

describe('a report on one line', () => {
  test('with its headings, rows and images', () => {
    const parts = [
      'Process: Till',
      'Thread 0 Crashed:: Dispatch queue: main',
      '0 Till  0x104ccc074 pay',
      '1 Till 0x104ccc078 main',
      'Thread 12 name:',
      '0 Shop 0x104ccc07c a',
      '1 Shop 0x104ccc080 b',
      'Binary Images:',
      '0x104cc0000  - \t0x104ccffff Till',
      '0x1 - 0x2 Shop',
    ]
    expect(after(splitHeadings, parts.join(' '))).toEqual(as1(...parts))
  })
  test.each([
    'a 0 Till 0x104ccc074 b 1 Till 0x104ccc078 c 0x104ccc07c',
    'Thread 0: 0x104ccc074 0x104ccc078',
    'Process: Thread x 0x104ccc074 0x104ccc078 0x104ccc07c Path: y Version: z',
  ])('%j stays', (text) => {
    expect(after(splitHeadings, text)).toBe('left')
  })
})

describe('rows that were cut inside words', () => {
  const row = (head: string): string => head.padEnd(40, 'z')
  const whole = (rest: string): readonly string[] => [
    row('0 Till 0x104ccc074 p'),
    'ay',
    row('1 Till 0x104ccc074 p'),
    rest,
  ]
  test.each(['ay', '12345 0x', 'x 1 y', '1 0x104'])('before %j', (rest) => {
    const text = whole(rest)
    const expected = rest === '1 0x104' ? 'left' : [`1|${text[0] ?? ''}ay`, `3|${text[2] ?? ''}${rest}`]
    expect(after(joinBrokenRows, ...text)).toEqual(
      rest.includes('0x104') ? [`1|${text[0] ?? ''}ay`, `3|${text[2] ?? ''}${rest}`] : expected,
    )
  })
  test.each(['1 0x10400', ' \t"\'(1234:  0x1234567812345678",;', '12.\t0xABCDE', '1) 0x10400'])(
    'not before %j',
    (own) => {
      const text = [...whole('ay'), row('2 Till 0x104ccc074 p'), own]
      expect(after(joinBrokenRows, ...text)).toEqual([
        `1|${text[0] ?? ''}ay`,
        `3|${text[2] ?? ''}ay`,
        `5|${text[4] ?? ''}`,
        `6|${own}`,
      ])
    },
  )
})

describe('a record of PowerShell', () => {
  const record = [
    'till.exe : Error: x',
    'At C:\\run.ps1:12 char:4',
    '+ till',
    '    + CategoryInfo          : x',
    '    + FullyQualifiedErrorId : y',
    '',
    'at Till.Pay()',
  ]
  test('is taken off', () => {
    expect(after(undoErrorRecord, ...record)).toEqual(['1|Error: x', '7|at Till.Pay()'])
    expect(after(undoErrorRecord, ...record.with(0, 'till :'), 'x')).toEqual(['1|', '7|at Till.Pay()', '8|x'])
    expect(
      after(
        undoErrorRecord,
        ...record.with(1, 'In Zeile:123456 Zeichen:123456 \t').with(3, '\t+ CategoryInfo').with(4, ' + FullyQual'),
      ),
    ).toEqual(['1|Error: x', '7|at Till.Pay()'])
    expect(after(undoErrorRecord, ...record.with(0, 'in till : x'))).toEqual(['1|in till : x', '7|at Till.Pay()'])
  })
  test.each<[number, string]>([
    [1, 'At run:x char:4'],
    [1, 'At run:1 char:4 x'],
    [1, 'At run:1 char'],
    [3, '+ CategoryInfo'],
    [3, 'x + CategoryInfo'],
    [3, '         + CategoryInfo'],
    [3, ' + CategoryInfos'],
    [4, '+ FullyQual'],
    [4, 'x  + FullyQual'],
    [5, 'x'],
  ])('line %i as %j: stays', (at, line) => {
    expect(after(undoErrorRecord, ...record.with(at, line))).toBe('left')
  })
})
