/** Addresses without their mark, damaged by text recognition, or in other characters: each way to write them, and words like them. */
import { describe, expect, test } from 'vitest'
import { plainCharacters } from '../../../../src/core/reports/rows/characters.ts'
import { isDamagedRow, mendMisread } from '../../../../src/core/reports/rows/misread.ts'
import { markAddresses } from '../../../../src/core/reports/rows/numbers.ts'
import type { RowStep } from '../../../../src/core/reports/rows/rows-text.ts'

const after = (step: RowStep, ...texts: readonly string[]): readonly string[] | 'left' => {
  const lines = texts.map((text, at) => ({ text, number: at + 1 }))
  const made = step(lines)
  if (made !== lines) expect(made.map(({ number }) => number)).toEqual(lines.map(({ number }) => number))
  return made === lines ? 'left' : made.map(({ text }) => text)
}

describe('addresses without a mark', () => {
  const other = 'Shop 104ccc084 main + 8'
  const marked = 'Shop 0x104ccc084 main + 8'
  test.each([
    ['0 Till  @104ccc074 pay + 40'], ['Till\t@0000000104CCC074 \t-[Till pay] +4'], ['0 Till "@104ccc074 p + 4'], ['a-b.c+d, @1234567ab x + 1'], ['?? |@1234567ab x + 0'],
    ['Till @104ccc074 @104ccc000 + 116'], ['Till  @104ccc074 \t@104ccc000\t+\t 116 x'],
    ['0 @104ccc074'], ['1234: \t@0000000104ccc074 "\',;'], ['> 1) @104ccc074'], ['[12] 3. @104ccc074'], [`${'x'.repeat(299)} 1] @104ccc074`],
    ['@104ccc074 (in Till) + 40'], ['x,@0000000104ccc074\t(in a b)+ 40'], [`"@104ccc074 (in ${'a'.repeat(200)}) \t+`], ['frame #1: @104ccc074 Till`pay'], ['* frame #12345: @0000000104CCC074\tx'],
    ['@104ccc074 12345678-1234-1234-1234-1234567890AB x'], ['Till,12345678-1234-1234-abcd-1234567890AB,@104ccc074'], ['12345678-1234-1234-abcd-1234567890AB "@104ccc074|'],
  ])('%j', (text) => {
    expect(after(markAddresses, text.replaceAll('@', ''), 'words', other)).toEqual([text.replaceAll('@', '0x'), 'words', marked])
  }) // prettier-ignore
  test.each([
    '0 104ccc074 pay + 40', 'Till1 =104ccc074 pay + 40', 'Till 104ccc07g pay + 40', 'Till 104ccc0 pay + 40', 'Till 104ccc074 + 40', 'Till 104ccc074 pay + x', 'Till 104ccc074 pay+ 4', 'Till 104ccc074, pay + 4', 'Till 12345678123456789 pay + 4', '= 104ccc074 pay + 4',
    'x1 104ccc074', '12345 104ccc074', '1 12345678', '1 104ccc074 x', '1 12345678123456789', '1: x 104ccc074', `${'x'.repeat(301)} 1] 104ccc074`, '1] 104ccc07g',
    '104ccc07 (in Till) + 4', '104ccc074(in Till) + 4', '104ccc074 (in Till) 4', '104ccc074 (in a(b)) + 4', `104ccc074 (in ${'a'.repeat(201)}) + 4`, '104ccc074 (in Till)x+ 4', '12345678123456789 (in Till) + 4', 'x104ccc074 (in Till) + 4',
    'frame #1:104ccc074 x', 'frame #x: 104ccc074 x', 'frame #123456: 104ccc074 x', 'frame #1: 104ccc07 x', 'frame #1: 104ccc074', 'frame #1: 12345678123456789 x', 'frame #1: 104ccc074,x',
    '12345678-1234-1234-1234-1234567890AB 12345678', '12345678-1234-1234-1234-1234567890AB x104ccc074', '12345678-1234-1234-1234-1234567890AB 104ccc074x', '12345678-1234-1234-1234-1234567890AB',
    '0 Till 0x1 104ccc074 pay + 4',
  ])('not %j', (text) => {
    expect(after(markAddresses, text, other)).toBe('left')
    expect(after(markAddresses, text, other, other)).toEqual([text, marked, marked])
  }) // prettier-ignore
  test('in decimal', () => {
    expect(after(markAddresses, 'Till 4375494772 4375445504 + 49268', '1 4375494772')).toEqual([
      'Till 0x104ccc074 0x104cc0000 + 49268',
      '1 0x104ccc074',
    ])
    expect(after(markAddresses, '1 999999999999999', '2 4375494772')).toBe('left')
    expect(after(markAddresses, '1 4375494772', '2 104ccc074a')).toEqual(['1 0x4375494772', '2 0x104ccc074a'])
    expect(after(markAddresses, 'Till 4375494772 104cc0000a + 4', '1 4375494772')).toEqual([
      'Till 0x4375494772 0x104cc0000a + 4',
      '1 0x4375494772',
    ])
    expect(after(markAddresses, '1 04375494772', '2 4375494772')).toEqual(['1 0x04375494772', '2 0x4375494772'])
  })
  test.each([['100000000', true], ['0ffffffff', false], ['7fffffffffff', true], ['800000000000', false]])('%s is an address of a program: %j', (digits, isOne) => {
    expect(after(markAddresses, `1 ${digits}`, '2 104ccc074')).toEqual(isOne ? [`1 0x${digits}`, '2 0x104ccc074'] : 'left')
  }) // prettier-ignore
  test.each([['4294967296', '100000000'], ['4294967295', ''], ['140737488355327', '7fffffffffff'], ['140737488355328', '']])('%s in decimal', (digits, hex) => {
    expect(after(markAddresses, `1 ${digits}`, '2 4375494772')).toEqual(hex === '' ? 'left' : [`1 0x${hex}`, '2 0x104ccc074'])
  }) // prettier-ignore
  test('in lines of 4,096 letters', () => {
    expect(after(markAddresses, '1 104ccc074'.padEnd(4096), '2 104ccc074')).toEqual([
      '1 0x104ccc074'.padEnd(4098),
      '2 0x104ccc074',
    ])
    expect(after(markAddresses, '1 104ccc074'.padEnd(4097), '2 104ccc074')).toBe('left')
  })
})

describe('text recognition', () => {
  const mended = (text: string): string =>
    after(mendMisread, text) === 'left' ? text : (after(mendMisread, text)[0] ?? '')
  test.each(Object.entries({ O: 0, o: 0, Q: 0, О: 0, о: 0, l: 1, I: 1, i: 1, '|': 1, Z: 2, z: 2, S: 5, s: 5, G: 6, g: 9, q: 9, а: 'a', А: 'A', В: 'B', с: 'c', С: 'C', е: 'e', Е: 'E' }))('%s for %s', (letter, digit) => {
    expect(mended(`0 Till 0x1${letter}4ccc074 pay + 4`)).toBe(`0 Till 0x1${digit}4ccc074 pay + 4`)
  }) // prettier-ignore
  test.each(
    ['0', 'O', 'o', 'Q', 'О', 'о'].flatMap((zero) => ['x', 'X', '×', 'х', 'Х'].map((mark) => `${zero}${mark}`)),
  )('%s', (mark) => {
    expect(mended(`0 Till ${mark}1O4ccc07 pay`)).toBe('0 Till 0x104ccc07 pay')
  })
  test.each(['0 Till x0xO04ccc074', '0 Till .0xO04ccc074', '0 Till 0xO04ccc07412345678', '0 Till 0xO04ccc0', '0 Till 0xOlSabcdw', '0 Till 0xOSabcdef_', '0 Till 0xlabcdef', '0 Till 0xOabcdefg1w', '0 Till 0xcccccc12', '0 Till 0xcccccl2O', '0 Till 0xOOOOOOOO'])(
    '%j', (text) => {
      expect(mended(text)).toBe(text === '0 Till 0xcccccl2O' ? '0 Till 0xccccc120' : text)
    },
  ) // prettier-ignore

  test.each([
    ['0 Till 0x104ccc0740x104cc0000 + 4', '0 Till 0x104ccc074 0x104cc0000 + 4'], ['0 Till 0x0000000104CCC0740x0000000104cc0000 + 4', '0 Till 0x0000000104CCC074 0x0000000104cc0000 + 4'], ['0 Till 0x104ccc07 0x1 + 4', '0 Till 0x104ccc07 0x1 + 4'],
    ['0 Till 0x0000000104ccc074pay + 4', '0 Till 0x0000000104ccc074 pay + 4'], ['0 Till 0x0000000104ccc074_p + 4', '0 Till 0x0000000104ccc074 _p + 4'], ['0 Till0x104ccc074 pay + 4', '0 Till 0x104ccc074 pay + 4'], ['0 Till-0x104ccc07 pay', '0 Till- 0x104ccc07 pay'], ['0 Till(1)0x1234567812345678 p + 4', '0 Till(1) 0x1234567812345678 p + 4'],
    ['0 Till 0x104ccc074 0x104cc0000+49268', '0 Till 0x104ccc074 0x104cc0000 + 49268'], ['0 Till 0x104ccc074 0x104cc0000+ \t4', '0 Till 0x104ccc074 0x104cc0000 + 4'],
    ['0 Till\t0x104ccc074  Till+4",;)', '0 Till\t0x104ccc074  Till + 4",;)'], ['0 T 0x1234567812345678\tT+123456789012 ', '0 T 0x1234567812345678\tT + 123456789012 '], ['Till \t0x104CCC07 \ttill+4', 'Till \t0x104CCC07 \tTill + 4'],
    ['0 Till 0x0000000104cc c074 pay + 4', '0 Till 0x0000000104ccc074 pay + 4'], ['0 Till 0x0000 000104ccc074 pay + 4', '0 Till 0x0000000104ccc074 pay + 4'], ['0 Till 0x000000010ABCDEF 4 pay + 4', '0 Till 0x000000010ABCDEF4 pay + 4'],
    ['0 Till 0x104c cc074  0x104cc0000 \t+ 49268', '0 Till 0x104ccc074 0x104cc0000 + 49268'], ['0 Till 0x104ccc074\t0x104cC 0000 +49268', '0 Till 0x104ccc074 0x104cC0000 + 49268'], ['0 Till 0x104c cc074 0x104c c0000 +\t49268', '0 Till 0x104ccc074 0x104cc0000 + 49268'],
  ])('%j is %j', (text, expected) => {
    expect(mended(text)).toBe(expected)
  }) // prettier-ignore
  test.each([
    '0 Till 0x0000000104ccc074. pay', '0 Till 0x104ccc074pay + 4', '0 Till,0x104ccc074', '0 Till 0x104cc0000+x', '0 Till 0x104ccc074 Shop+4', '0 xTill 0x104ccc074 Till+4', '0 Till 0x104ccc074 Till+4 x', '0 Till 0x104ccc074 Till+1234567890123', '0 Till 0x104ccc0 Till+4', '0 Till 0x104ccc074 Till+x',
    '0 Till 0x0000000104cc c0745 pay', '0 Till 0x0000000104cc c07 pay', '0 Till 0x0000000104cc c074x pay', '0 Till 0x104c cc074 0x104cc0000 + 49269', '0 Till 0x104ccc074 0x104cc0000 + 1', 'x+0x104ccc074',
  ])('%j stays', (text) => {
    expect(mended(text)).toBe(text)
  }) // prettier-ignore

  const rows = (...numbers: readonly string[]): readonly string[] =>
    numbers.map((number) => `${number} Till 0x104ccc074 pay + 4`)
  test.each([
    [['O', '1'], ['0', '1']], [['o', 'l', '2'], ['0', '1', '2']], [['9', 'lO', 'Il'], ['9', '10', '11']], [['  "99', '\t(lOO'], ['  "99', '\t(100']], [['1O', 'x'], ['1O', 'x']], [['l', 'l'], ['l', 'l']], [['O', '2'], ['O', '2']], [['999', '1OOO', 'IOOI'], ['999', '1000', '1001']], [['9999', 'lOOOO'], ['9999', 'lOOOO']],
  ])('numbers %j are %j', (before, expected) => {
    expect(after(mendMisread, ...rows(...before))).toEqual(before.join() === expected.join() ? 'left' : rows(...expected))
  }) // prettier-ignore
  test('a number needs its row', () => {
    expect(after(mendMisread, 'l Till 0xO04c', '2 Till 0x104ccc074')).toBe('left')
  })
  test('lines of 4,096 letters', () => {
    expect(after(mendMisread, '0 Till 0xO04ccc074'.padEnd(4096))).toEqual(['0 Till 0x004ccc074'.padEnd(4096)])
    expect(after(mendMisread, '0 Till 0xO04ccc074'.padEnd(4097))).toBe('left')
    expect([4096, 4097].map((length) => isDamagedRow('0 Till 0xO04wwww'.padEnd(length)))).toEqual([true, false])
  })

  test.each<[string, boolean]>([
    ['0 Till 0xw04ccc074 pay', true], ['lOlO ?? ОхO4www77', true], [' \t"(\'12 _T Ox1wwwwww x', true], ['Till 0xw04ccc074 pay + 4', true], ['Till Shop\tQх1ZZZZZ\t0x + x+4', true], ['0 Till 0xw04ccc|74', true],
    ['0 Till 0x104ccc074 pay', false], ['0 Till 0xwwwwwwww', false], ['0 Till 0xw04cc', false], ['0 9 0xw04ccc074', false], ['12345 9ill 0xw04ccc074', false], ['Till 0xw04ccc074 pay', false], ['Till 0xw04ccc074', false], ['; Till 0xw04ccc074 p + 4', false], ['0 Till 0xw04ccc074_', false], [`0 T${'i'.repeat(121)} 0xw04ccc074`, false],
  ])('%j is a damaged row: %j', (text, expected) => {
    expect(isDamagedRow(text)).toBe(expected)
  }) // prettier-ignore
})

describe('characters', () => {
  test.each([
    ['０ Till 0x10400', '0 Till 0x10400'], ['０ Till ０ｘ１０４ｃｃｃ０７４ pay ＋ ４０', '0 Till 0x104ccc074 pay + 40'], ['　１２　Till　０Ｘ1０４ＣＣＣ　pay ＋4', ' 12 Till 0X104CCC pay +4'], ['0\u00a0Till 0ｘ10400\u2003p + ４', '0 Till 0x10400 p + 4'], ['１２３４\tTill 0x1040０ （a） + ５６', '1234\tTill 0x10400 （a） + 56'],
  ])('%j is %j', (text, expected) => {
    expect(after(plainCharacters, text)).toEqual([expected])
  }) // prettier-ignore
  test.each(['Till ０ｘ１０４０', '１２３４５ Till', '0\u00a0Till 0x10400', 'ｐａｙ 0x10400'])('%j stays', (text) => {
    expect(after(plainCharacters, text)).toBe('left')
  })
  test.each(['\u00ad', '\u200b', '\u200f', '\u202a', '\u202e', '\u2060', '\u2069', '\ufeff'])('hidden, %j', (mark) => {
    expect(after(plainCharacters, `0 Till${mark} 0x1${mark}0400`, `a${mark}b`, 'c')).toEqual([
      '0 Till 0x10400',
      'ab',
      'c',
    ])
    expect(after(plainCharacters, `a${mark}b`, '0 Till 0x10400')).toBe('left')
  })
})
