/** Steps that undo changes of programs and people to stacks of names, and the order of the steps. */
import { describe, expect, test } from 'vitest'
import { undoErrorRecord, unwrapErrorRecord } from '../../../../src/core/reports/rows/error-records.ts'
import {
  joinAtBlanks,
  joinAtColumn,
  partGluedRows,
  splitNamedRows,
} from '../../../../src/core/reports/rows/named-breaks.ts'
import { namedSteps, textOf } from '../../../../src/core/reports/rows/named-rows.ts'

type Made = readonly string[] | 'left'
/** The text of each line behind its number after the step at this place; `left` where it gives the same lines back. */
const after = (step: number, texts: readonly string[]): Made => {
  const lines = texts.map((text, at) => ({ text, number: at + 1 }))
  const made = namedSteps[step]?.undo(lines)
  return made === lines ? 'left' : (made ?? []).map(({ text, number }) => `${number}|${text}`)
}
const as1 = (...texts: readonly string[]): readonly string[] => texts.map((text) => `1|${text}`)

test('the steps and how each shows that it helped', () => {
  const joins = [
    [joinAtColumn, 'longer'],
    [joinAtBlanks, 'longer'],
  ]
  expect(namedSteps.map(({ undo, makes, isSure }) => [undo, isSure ? 'sure' : makes])).toEqual([
    [unwrapErrorRecord, 'longer'],
    [undoErrorRecord, 'sure'],
    [expect.any(Function), undefined],
    [partGluedRows, undefined],
    [expect.any(Function), 'shorter'],
    [expect.any(Function), undefined],
    [expect.any(Function), 'shorter'],
    ...joins,
    [expect.any(Function), 'shorter'],
    ...joins,
    [splitNamedRows, undefined],
  ])
})

test('lines as one text', () => {
  expect(textOf(['a', '', 'b'].map((text) => ({ text, number: 1 })))).toBe('a\n\nb')
})

describe('ends of lines that are written out', () => {
  test.each([
    'at pay (t)',
    'at\tpay',
    '#0 pay',
    '#1234\tpay',
    '0: pay',
    '1234:\tpay',
    'goroutine 1 [running]',
    'pay@till.js',
    '$a.<b>/c@x',
    'pay — till.js',
    'a.b$<c> — d',
    '(anonymous function) — till.js',
    'Till.pay(',
    'Ä1.b_2:Shop/pay (int)',
  ])('before %j', (row) => {
    for (const [end, lead] of [
      [String.raw`\n`, ''],
      [String.raw`\r\n`, '  '],
      [String.raw`\\r\\n`, '\t'],
      [String.raw`\\\\n`, ' \t '],
      ['↵', ''],
    ])
      expect(after(2, [`Error: x${end}${lead}${row}${end}${lead}${row}`])).toEqual(
        as1('Error: x', `${lead}${row}`, `${lead}${row}`),
      )
    expect(after(2, [`Error\\n${row}`])).toBe('left')
  })
  test.each<[string, string, Made]>([
    ['a written tab', String.raw`Error\n\tat a\n\\\\tat b`, as1('Error', '\tat a', '\tat b')],
    ['a string', String.raw`10:02 x: "Error\n at a\n at b" tail`, as1('10:02 x:', 'Error', ' at a', ' at b')],
    ['a string at the start', String.raw`"Error\n at a\n at b"`, as1('Error', ' at a', ' at b')],
    ['an argument', String.raw`log("a\nat a\nat b")`, as1('log(', 'a', 'at a', 'at b')],
    ['a string without an end', String.raw`x="Error\nat a\nat b`, as1('x=', 'Error', 'at a', 'at b')],
    ['quotes in a string', String.raw`{"a \" b\nat \"c\"\nat b"}`, as1('{', 'a " b', 'at "c"', 'at b')],
    ['a quote inside words', String.raw`x"y\nat a\nat "b" c`, as1('x"y', 'at a', 'at "b" c')],
    ['a string that ended', String.raw`"x" y\nat a\nat "b`, as1('"x" y', 'at a', 'at "b')],
    ['blank ends', String.raw`a\n\nat a\nat b\n`, as1('a', 'at a', 'at b')],
    ['words', String.raw`a\nb\nc\natt a\n#x y\n12345: x\ngoroutine x`, 'left'],
    ['no written end', 'at a ( at b (', 'left'],
  ])('%s', (_, text, expected) => {
    expect(after(2, [text])).toEqual(expected)
  })
})

test.each<[string, number, readonly string[], Made]>([
  ['tags that end', 4, ['<p>at a</p>'], ['1|at a']],
  ['tags in capitals', 4, ['<P>at a</P>'], ['1|at a']],
  ['ends of lines', 4, ['at a<br>at b', 'x'], ['1|at a', '1|at b', '2|x']],
  ['names of compilers', 4, ['at Till.<pay>b__0()', 'at A.<breaks>(x)', '</'], 'left'],
  ['bold rows', 5, ['**at a (t)** \t', ' \t>**x**', '**a** b **c**'], ['1|at a (t)', '2| \t>x', '3|a** b **c']],
  ['an indent of 40', 5, [`${' '.repeat(40)}**x**`, `**${'x'.repeat(2001)}**`], [`1|${' '.repeat(40)}x`, `2|${'x'.repeat(2001)}`]],
  ['no bold rows', 5, ['**a** b', '** a**', '****', 'x **a**', '*a*', `${' '.repeat(41)}**x**`, `**${'x'.repeat(2002)}**`], 'left'],
  ['references', 6, ['at a.&lt;init&gt;(t)', 'b'], ['1|at a.<init>(t)', '2|b']],
])('%s', (_, step, texts, expected) => {
  expect(after(step, texts)).toEqual(expected)
}) // prettier-ignore

describe('what neighbours begin with', () => {
  const behind = (mark: string) => ['a', 'b', 'c'].map((row) => `10:02 till${mark} at ${row}`)
  test.each([...'>»|│:]▸•*–›)-', '.dart:12', '.js:1', '.ts:123456789'])('up to %j', (mark) => {
    expect(after(9, behind(mark))).toEqual(['1|at a', '2|at b', '3|at c'])
  })
  test.each(['', '=', '.jsx:1', '.js', '.js:1234567890'])('not up to %j', (mark) => {
    expect(after(9, behind(mark))).toBe('left')
  })
  test.each<[string, readonly string[], Made]>([
    ['other numbers', ['9:02 t: at a', '', '10:123 t:  at b', '7:1 t: at c', 'x'], ['1|at a', '2|', '3| at b', '4|at c', '5|x']],
    ['nothing behind it', ['1 t: at a', '2 t: at b', '3 t: at c', '4 t:'], ['1|at a', '2|at b', '3|at c', '4|']],
    ['one pair', ['t: at a', 't: at b', 'x'], 'left'],
    ['two pairs', ['t: at a', 't: at b', 'x', 't: at c', 't: at d'], ['1|at a', '2|at b', '3|x', '4|at c', '5|at d']],
    ['the most frequent', ['a: v', 'a: w', 'a: x', 'b: v', 'b: w', 'b: x', 'b: y'], ['1|a: v', '2|a: w', '3|a: x', '4|v', '5|w', '6|x', '7|y']],
    ['the most frequent first', ['b: v', 'b: w', 'b: x', 'b: y', 'a: v', 'a: w', 'a: x'], ['1|v', '2|w', '3|x', '4|y', '5|a: v', '6|a: w', '7|a: x']],
    ['a number where the other has a letter', ['t1: v', 'tx: w', 't1: v', 'tx: w', 't1: v'], 'left'],
    ['signs of patterns', [...'vwx'].map((row) => String.raw`\a^b$c.d*e+f?(g)[h]{i}|j/k-l: ${row}`).concat(String.raw`\a^b$cxd*e+f?(g)[h]{i}|j/k-l: y`), ['1|v', '2|w', '3|x', `4|${String.raw`\a^b$cxd*e+f?(g)[h]{i}|j/k-l: y`}`]],
    ['160 letters', [...'vwx'].map((row) => `${'p'.repeat(160)}> ${row}`), ['1|v', '2|w', '3|x']],
    ['161 letters', [...'vwx'].map((row) => `${'p'.repeat(161)}> ${row}`), 'left'],
    ['numbers of rows', ['#0: v', '#1: w', '#2: x', ' 0) v', ' 1) w', ' 2) x', '1234. v', '1235. w', '1236. x'], 'left'],
    ['longer numbers', ['12345: v', '12346: w', '12347: x'], ['1|v', '2|w', '3|x']],
    ['rows with the same name', ['at a: v', 'at a: w', 'at a: x', 't at\ta: v', 't at\ta: w', 't at\ta: x'], 'left'],
    ['words that end so', ['that a: v', 'that a: w', 'that a: x'], ['1|v', '2|w', '3|x']],
    ['blanks', ['  v', '  w', '  x'], 'left'],
  ])('%s', (_, texts, expected) => {
    expect(after(9, texts)).toEqual(expected)
  }) // prettier-ignore
})
