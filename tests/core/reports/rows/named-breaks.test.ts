/** Ends of lines in stacks of names: each bound and each condition alone. */
import { describe, expect, test } from 'vitest'
import {
  joinAtBlanks,
  joinAtColumn,
  joinAtEither,
  joinAtKept,
  partGluedRows,
  splitNamedRows,
} from '../../../../src/core/reports/rows/named-breaks.ts'
import type { RowStep } from '../../../../src/core/reports/rows/rows-text.ts'

type Made = readonly string[] | 'left'
/** The text of each line behind its number; `left` where the step gives the same lines back. */
const after = (step: RowStep, texts: readonly string[]): Made => {
  const lines = texts.map((text, at) => ({ text, number: at + 1 }))
  const made = step(lines)
  return made === lines ? 'left' : made.map(({ text, number }) => `${number}|${text}`)
}

describe('several rows on one line', () => {
  test.each<[string, RowStep, string]>([
    ['rows of scripts', splitNamedRows, 'Error at a (t) at b ('],
    ['rows that touch', partGluedRows, '#0  a (t:1)#1  b (t:2)'],
  ])('a longer line than a log has: %s', (_, step, text) => {
    const isLeft = (length: number) => after(step, [text.padEnd(length, 'z')]) === 'left'
    expect([isLeft(262_144), isLeft(262_145)]).toEqual([false, true])
  })
  test.each<[string, readonly string[]]>([
    ['rows alone', ['at pay', 'at shop']],
    ['rows of a script, the next one with at', ['Error pay@till.js:3:9', '  at b (c:1:2)']],
    ['words before a row, the next one without at', ['Error at pay (till.js:3:9)', 'pay@till.js:3:9']],
    ['touching without a place', ['#0  a (t) #1  b']],
  ])('%s stay', (_, texts) => {
    expect(after(splitNamedRows, texts)).toBe('left')
    expect(after(partGluedRows, texts)).toBe('left')
  })
})

/** A row that fills a line of 40 columns. */
const full = (head: string, width = 40): string => head.padEnd(width, 'z')
const open = full('  at Till.pay(')

describe('at a column', () => {
  const shut = full('  at Till.pay()')
  const stamp = (day: number, words: string) => full(`2024-03-0${day} 10:00 ${words}`)
  test.each<[string, readonly string[], Made]>([
    ['a lost blank', [open, 'a )', full('  at Till.pay(', 39), 'b )'], [`1|${open}a )`, `3|${full('  at Till.pay(', 39)} b )`]],
    ['two columns too short', [open, 'a )', full('  at Till.pay(', 38), 'b )'], [`1|${open}a )`, `3|${full('  at Till.pay(', 38)}`, '4|b )']],
    ['a blank that is not lost', [open, 'a )', full('  at Till.pay(', 39), ' b )'], [`1|${open}a )`, `3|${full('  at Till.pay(', 39)}`, '4| b )']],
    ['an open (', [full('  at T.p('), 'a )'], [`1|${full('  at T.p(')}a )`]],
    ['an open <', [full('  at T.p<'), 'a >'], [`1|${full('  at T.p<')}a >`]],
    ['an open [', [full('  at T.p['), 'a ]'], [`1|${full('  at T.p[')}a ]`]],
    ['no open (', [full('  at T.p()'), 'a )'], 'left'],
    ['no open <', [full('  at T.p<>'), 'a >'], 'left'],
    ['no open [', [full('  at T.p[]'), 'a ]'], 'left'],
    ['a ( that stays open', [open, 'a b'], 'left'],
    ['a word between rows', [shut, 'b', '#1 x'], [`1|${shut}b`, '3|#1 x']],
    ['a word with a blank behind it', [shut, 'b ', 'x@t.js:1'], [`1|${shut}b `, '3|x@t.js:1']],
    ['a word at the end', [shut, 'b'], [`1|${shut}b`]],
    ['a word before words', [shut, 'b', 'x'], 'left'],
    ['words between rows', [shut, 'b c', '#1 x'], 'left'],
    ['a word behind words', [full('words of a log '), 'b', '#1 x'], 'left'],
    ['two joins without proof', [shut, 'b c', shut, 'd e'], [`1|${shut}b c`, `3|${shut}d e`]],
    ['the same stamp', [stamp(1, 'at Till.pay('), 'a )', stamp(1, 'at Till.pay('), '2024-03-02 11:01 b)'], [`1|${stamp(1, 'at Till.pay(')}a )`, `3|${stamp(1, 'at Till.pay(')}`, '4|2024-03-02 11:01 b)']],
    ['another stamp', [stamp(1, 'at Till.pay('), '2024/03/02 11:01 b)'], [`1|${stamp(1, 'at Till.pay(')}2024/03/02 11:01 b)`]],
    ['the same indent', [full(`${' '.repeat(12)}at T.p(`), `${' '.repeat(12)}b)`], [`1|${full(`${' '.repeat(12)}at T.p(`)}${' '.repeat(12)}b)`]],
    ['calls behind whole rows', [shut, 'Shop.Till:pay (int)', shut, 'pay@shop'], 'left'],
    ['calls behind open brackets', [open, 'Shop.Till:pay (int))', open, 'pay@shop )'], [`1|${open}Shop.Till:pay (int))`, `3|${open}pay@shop )`]],
    ['prose above', ['p'.repeat(60), '  ', open, 'a )'], [`1|${'p'.repeat(60)}`, '2|  ', `3|${open}a )`]],
    ['prose below', [open, 'a )', '', 'p'.repeat(60)], [`1|${open}a )`, '3|', `4|${'p'.repeat(60)}`]],
    ['no row', [full('words of a log ('), 'a )', full('words of a log ('), 'b )'], 'left'],
  ])('%s', (_, texts, expected) => {
    expect(after(joinAtColumn, texts)).toEqual(expected)
  }) // prettier-ignore
})

describe('at a blank', () => {
  test.each<[string, readonly string[], Made]>([
    ['a word that fits', [open, 'a )', full('  at Till.pay(', 36), 'abc )'], [`1|${open} a )`, `3|${full('  at Till.pay(', 36)}`, '4|abc )']],
    ['a word that does not fit', [open, 'a )', full('  at Till.pay(', 36), 'abcd )'], [`1|${open} a )`, `3|${full('  at Till.pay(', 36)} abcd )`]],
    ['a long word behind a blank line', [open, 'a )', '', 'y'.repeat(50)], [`1|${open} a )`, '3|', `4|${'y'.repeat(50)}`]],
    ['a long word behind blanks', [open, 'a )', '  ', 'y'.repeat(50)], [`1|${open} a )`, '3|  ', `4|${'y'.repeat(50)}`]],
    ['a blank of a page', [open, '\u00a0', 'x'], 'left'],
  ])('%s', (_, texts, expected) => {
    expect(after(joinAtBlanks, texts)).toEqual(expected)
  }) // prettier-ignore
})

describe('at a column or at a blank', () => {
  const word = 'at Till.pay(onetwo,x'
  const blank = 'at Till.pay(one two '
  const short = '    at x(12345678'
  test.each<[string, readonly string[], Made]>([
    ['inside a word', [word, 'three)'], [`1|${word}three)`]],
    ['behind a kept blank', [blank, 'three)'], [`1|${blank}three)`]],
    ['a word with its blank that does not fit', [word, 'a)', short, 'bc '], [`1|${word}a)`, `3|${short} bc`]],
    ['a word with its blank that fits', [word, 'a)', short, 'bc'], [`1|${word}a)`, `3|${short}`, '4|bc']],
    ['a blank of a page', [word, 'a)', blank, '\u00a0'], [`1|${word}a)`, `3|${blank}`, '4|\u00a0']],
    ['16 columns', ['at pay(onetwo,xy', 'a)'], ['1|at pay(onetwo,xya)']],
    ['15 columns', ['at pay(onetwo,x', 'a)'], 'left'],
  ])('%s', (_, texts, expected) => {
    expect(after(joinAtEither, texts)).toEqual(expected)
  }) // prettier-ignore
})

describe('with kept blanks', () => {
  const text = (width: number): readonly string[] => [
    'at Till.pay(a '.padEnd(width - 1, 'x').concat(' '),
    'b'.repeat(width - 1).concat(' '),
    'c)',
    'words',
  ]
  const joined = (width: number): Made => [`1|${text(width).slice(0, 3).join('')}`, '4|words']
  const [one, two] = ['at Till.pay(one two ', 'three, four, five xx']
  test.each<[string, readonly string[], Made]>([
    ['16 columns', text(16), joined(16)],
    ['15 columns', text(15), 'left'],
    ['240 columns', text(240), joined(240)],
    ['241 columns', text(241), 'left'],
    ['a longer line beside', [...text(20), '', 'p'.repeat(300)], [...joined(20), '5|', `6|${'p'.repeat(300)}`]],
    ['one line of full width', [one, 'three ', 'six)', 'x'], 'left'],
    ['no kept blank', [two, two, 'six)'], 'left'],
    ['one kept blank', [one, two, 'six)'], 'left'],
    ['a row behind a full line', [one, two, 'six ', '#1 x', two, '#2 x'], [`1|${one}${two}six `, '4|#1 x', `5|${two}`, '6|#2 x']],
    ['a word that fits', [one, two, 'at Shop.pay(one ', 'abc ', 'd'], [`1|${one}${two}`, '3|at Shop.pay(one ', '4|abc ', '5|d']],
    ['a word that does not fit', [one, two, 'at Shop.pay(one ', 'abcd ', 'd'], [`1|${one}${two}`, '3|at Shop.pay(one abcd ', '5|d']],
    ['a long word behind no blank', [one, two, 'at Shop.pay(one', 'abcdefghijk ', 'd'], [`1|${one}${two}`, '3|at Shop.pay(one', '4|abcdefghijk ', '5|d']],
    ['a blank of a page', [one, one.replace('at', 'of'), '\u00a0', 'x'], [`1|${one}${one.replace('at', 'of')}\u00a0`, '4|x']],
  ])('%s', (_, texts, expected) => {
    expect(after(joinAtKept, texts)).toEqual(expected)
  }) // prettier-ignore
})
