/** Where lines are split and joined: each bound and each condition alone. */
import { describe, expect, test } from 'vitest'
import { joinBrokenJson, joinFullLines, joinRows, splitRows } from '../../../../src/core/reports/rows/breaks.ts'
import type { RowStep } from '../../../../src/core/reports/rows/rows-text.ts'

type Made = readonly string[] | 'left'
/** The text of each line behind its number; `left` where the step gives the same lines back. */
const after = (step: RowStep, texts: readonly string[]): Made => {
  const lines = texts.map((text, at) => ({ text, number: at + 1 }))
  const made = step(lines)
  return made === lines ? 'left' : made.map(({ text, number }) => `${number}|${text}`)
}
const as1 = (...texts: readonly string[]): readonly string[] => texts.map((text) => `1|${text}`)

describe('rows on one line', () => {
  const numbered = ['0 Till 0x104ccc074 pay + 40', '1 Till 0x104ccc084 main + 8', '2 dyld 0x1804ccc00 start + 520']
  const named = ['Till 0x104ccc074 pay + 40', 'Till 0x104ccc084 main + 8', 'dyld 0x1804ccc00 start + 520']
  const before = (...heads: readonly string[]) => heads.map((head, at) => `${head} ${numbered[at] ?? ''}`.trim())
  test.each<[string, readonly string[], Made]>([
    ['a single row of a debugger', [`frame #0: ${numbered.join(' ')}`], as1('frame #0:', ...numbered)],
    ['stamps before the rows', [before('', '10:02', '10:03').join(' ')], as1(...numbered)],
    ['the stamp of one row', [before('', '10:02', '').join(' ')], as1(`${numbered[0] ?? ''} 10:02`, numbered[1] ?? '', numbered[2] ?? '')],
    ['names without numbers', [`x: ${named.join(' ')}`], as1('x:', ...named)],
    ['names behind very many words', [`${'word '.repeat(100)}${named.join(' ')}`], as1('word '.repeat(100).trim(), ...named)],
    ['two addresses', [`${named.slice(0, 2).join(' ')} and words behind them`], 'left'],
    ['a short line', ['0 A 0x10400 1 B 0x10401 2 C 0x10402'], 'left'],
  ])('%s', (_, texts, expected) => {
    expect(after(splitRows, texts)).toEqual(expected)
  }) // prettier-ignore
})

describe('lines of full width', () => {
  const full = (head: string, width = 40): string => head.padEnd(width, 'z')
  const [one, two] = [full('0 Till 0x104ccc074 p'), full('1 Till 0x104ccc084 m')]
  const alike = (end: string) => full(`abcdefghijklmnopq 0x104ccc${end}`)
  const joined = [`1|${one}ay`, `3|${two}ain`]
  test.each<[string, readonly string[], Made]>([
    ['two', [one, 'ay', two, 'ain'], joined],
    ['two, and words', ['x', one, 'ay', two, 'ain', 'y'], ['1|x', `2|${one}ay`, `4|${two}ain`, '6|y']],
    ['one at the end', [one, 'ay', two], 'left'],
    ['two, and one at the end', [one, 'ay', two, 'ain', one], [...joined, `5|${one}`]],
    ['one', [one, 'ay', 'x', 'y'], 'left'],
    ['rows behind them', [one, 'ay', two, 'Till 0x104ccc090 start + 4'], 'left'],
    ['the same sixteen letters', [one, one.slice(0, 16), two, two.slice(0, 16)], 'left'],
['fifteen letters of words', [alike('07'), 'abcdefghijklmno-', alike('08'), 'abcdefghijklmno-'], [`1|${alike('07')}abcdefghijklmno-`, `3|${alike('08')}abcdefghijklmno-`]],
    ['sixteen letters of words', [alike('07'), 'abcdefghijklmnop', alike('08'), 'abcdefghijklmnop'], 'left'],
    ['the same blanks', [full(`${' '.repeat(16)}0x104ccc07`), `${' '.repeat(16)}ay`, full(`${' '.repeat(16)}0x104ccc08`), `${' '.repeat(16)}ain`], [`1|${full(`${' '.repeat(16)}0x104ccc07`)}${' '.repeat(16)}ay`, `3|${full(`${' '.repeat(16)}0x104ccc08`)}${' '.repeat(16)}ain`]],
    ['20 columns', [full('0 Till 0x104ccc0', 20), 'ay', full('1 Till 0x104ccc0', 20), 'ain'], [`1|${full('0 Till 0x104ccc0', 20)}ay`, `3|${full('1 Till 0x104ccc0', 20)}ain`]],
    ['19 columns', [full('0 Till 0x104ccc0', 19), 'ay', full('1 Till 0x104ccc0', 19), 'ain'], 'left'],
    ['240 columns', [full(one, 240), 'ay', full(two, 240), 'ain'], [`1|${full(one, 240)}ay`, `3|${full(two, 240)}ain`]],
    ['241 columns', [full(one, 241), 'ay', full(two, 241), 'ain'], 'left'],
  ])('%s', (_, texts, expected) => {
    expect(after(joinFullLines, texts)).toEqual(expected)
  }) // prettier-ignore
})

describe('a document of JSON', () => {
  const pieces = (text: string, width: number): readonly string[] => text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  /** A document of this many characters. */
  const sized = (size: number): string => `{"a":"${'x'.repeat(size - 8)}"}`
  test.each<[string, readonly string[], Made]>([
    ['of whole lines alone', pieces(sized(60), 20), as1(sized(60))],
    ['of whole lines above words', [...pieces(sized(60), 20), 'x'], 'left'],
    ['behind words on its line', pieces(`10:02 ${sized(61)}`, 20), as1(`10:02 ${sized(61)}`)],
    ['240 columns', pieces(sized(300), 240), as1(sized(300))],
    ['241 columns', pieces(sized(300), 241), 'left'],
    ['above lines of the same width', [...pieces(sized(50), 20), 'y', 'z'.repeat(20)], 'left'],
    ['above lines of another width', [...pieces(sized(50), 20), 'y', 'z'.repeat(21)], [`1|${sized(50)}`, '4|y', `5|${'z'.repeat(21)}`]],
    ['in one line', [sized(30)], 'left'],
    ['above a longer line', [sized(30), 'z'.repeat(40)], 'left'],
    ['whole with its lines', ['{"threads":  [1, 2, ', '3, 4, 5, 6, 7, 8, 9,', '10]}'], 'left'],
  ])('%s', (_, texts, expected) => {
    expect(after(joinBrokenJson, texts)).toEqual(expected)
  }) // prettier-ignore
})

describe('rows broken at a blank', () => {
  test.each<[string, readonly string[], Made]>([
    ['with blanks around', ['  0   Till   0x104ccc074 pay \t', ' + 40 ', '1   Till 0x104ccc084 main', '\t+ 8'], ['1|  0   Till   0x104ccc074 pay + 40', '3|1   Till 0x104ccc084 main + 8']],
    ['three', ['0 Till 0x104ccc074 pay', '+ 40', '1 Till', '0x104ccc084 main + 8', '2 dyld 0x1804ccc00', 'start + 5'], ['1|0 Till 0x104ccc074 pay + 40', '3|1 Till 0x104ccc084 main + 8', '5|2 dyld 0x1804ccc00 start + 5']],
    ['400 letters', [0, 1].flatMap((at) => [`${at} Till 0x104ccc074 `.padEnd(400, 'p'), '+ 40']), [0, 1].map((at) => `${at * 2 + 1}|${`${at} Till 0x104ccc074 `.padEnd(400, 'p')} + 40`)],
    ['401 letters', [0, 1].flatMap((at) => [`${at} Till 0x104ccc074 `.padEnd(401, 'p'), '+ 40']), 'left'],
    ['rests first', ['+ 40', '0 Till 0x104ccc074 pay', '+ 40', 'x'], 'left'],
  ])('%s', (_, texts, expected) => {
    expect(after(joinRows, texts)).toEqual(expected)
  }) // prettier-ignore
})
