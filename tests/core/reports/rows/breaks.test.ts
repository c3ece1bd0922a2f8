/** Rows on one line, with each way in which one begins or ends, and rows whose rest is on the next line. */
import { describe, expect, test } from 'vitest'
import { joinFullLines, joinRows, splitKotlinRows, splitRows } from '../../../../src/core/reports/rows/breaks.ts'
import type { RowStep } from '../../../../src/core/reports/rows/rows-text.ts'

const after = (step: RowStep, ...texts: readonly string[]) => {
  const lines = texts.map((text, at) => ({ text, number: at + 1 }))
  const made = step(lines)
  return made === lines ? 'left' : made.map(({ text, number }) => `${number}|${text}`)
}
const as1 = (...texts: readonly string[]): readonly string[] => texts.map((text) => `1|${text}`)

describe('rows of Kotlin', () => {
  const rows = [
    'at 0 T 0x104ccc pay',
    'AT  \t 12345 \t com.shop.Till\t0x104CCC074\tkfun:a b',
    `at 7${' '.repeat(80)}${'x'.repeat(200)}${' '.repeat(80)}0x1234567812345678 p`,
  ]
  test('of each form', () => {
    expect(after(splitKotlinRows, `Words ${rows.join(' ')} `)).toEqual(as1('Words', ...rows))
    expect(after(splitKotlinRows, rows.join('\t'))).toBe('left')
    expect(after(splitKotlinRows, ` ${rows.join('\t')}`)).toEqual(as1(...rows))
  })
  test.each(['xat 2 T 0x104ccc p', 'at 2', 'at 123456 T 0x104ccc p', 'at      2 T 0x104ccc p', 'at x T 0x104ccc p', 'at 2 "T 0x104ccc p', 'at 2 0x104ccc p', 'at 2 T 0x104cc p', 'at 2 T 0x12345678123456789 p', 'at 2 T 0x104ccc', 'at 2 T 0x104ccg p', `at 2 ${'x'.repeat(201)} 0x104ccc p`, 'at 2 T x 0x104ccc p'])(
    '%j is none', (row) => {
      expect(after(splitKotlinRows, `Words at 0 T 0x104ccc p ${row}, at 1 T 0x104ccc p`)).toBe('left')
    },
  ) // prettier-ignore
})

describe('rows on one line', () => {
  const uuid = '12345678-ABCD-1234-abcd-1234567890AB'
  test.each<[string, readonly string[]]>([
    ['numbers', ['0 Till  0x104ccc074 a', '1: T\t0x104CCC074 b', '2) 0x104ccc074', '3. Till Shop \t 0x1234567812345678 c']],
    ['numbers of lists', [`[ 0] 0x104ccc074 Till /A/${uuid}/Till`, `[12]\t 0x104ccc084 Shop /S/A/${uuid}/Shop`, `[1234] ${uuid}/A 0x104ccc094`]],
    ['UUIDs of images', [`Till 0x104ccc074 ${uuid}`, `Shop of all 0x104ccc084 ${uuid}>`, `1234  \t0x104ccc094 ${uuid.toLowerCase()})`, `T 0x104ccc0a4 ${uuid}]`, `12 0x104ccc0a4 ${uuid}`]],
    ['frames', ['bt', 'frame #0: 0x104ccc074 a', '*\t frame #12345:\t 0x104CCC074 b', 'frame #2: 0xA0000 c']],
    ['offsets', ['Till 0x104ccc074 pay + 4', 'T 0x104ccc074 pay +40",', 'Till Shop 0x104ccc084 x\t+ 0x1f;', 'a 0x104cc y + 1']],
  ])('by their %s', (_, rows) => {
    expect(after(splitRows, rows.join(' '))).toEqual(as1(...rows))
  }) // prettier-ignore
  test.each([
    ['two rows by their numbers', '0 Till Till Till 0x104ccc074 aaaaaaaaaaaaaaaaaa 1 Till 0x104ccc074 b 0x104ccc0'],
    ['fewer than 60 letters', '0 Till 0x10400 a 1 Till 0x10401 b 2 Till 0x10402 c'],
    ['two addresses', '0 Till 0x104ccc074 a 1 Till 0x104ccc074 b 2 Till 0x104c c and some more words here'],
    [
      'no list: a number of five digits',
      `x [12345] 0x104ccc074 Till /A [12345] 0x104ccc084 Shop /A [12345] 0x104ccc094 x`,
    ],
    ['no frames', 'xframe #0: 0x104ccc074 a xframe #1: 0x104ccc074 b xframe #2: 0x104ccc074 c'],
    [
      'no frames of six digits',
      'frame #123456: 0x104ccc074 a frame #123457: 0x104ccc074 b frame #123458: 0x104ccc074 c',
    ],
    [
      'short addresses behind offsets',
      'Till 0x104ccc074 pay + 4 T 0x104c pay + 4 T 0x104c x + 4 y 0x104ccc074 0x104ccc074',
    ],
  ])('%s: stay', (_, text) => {
    expect(after(splitRows, text)).toBe('left')
  })
  test('of 60 letters', () => {
    const rows = ['0 Till 0x10400 a', '1 Till 0x10401 b', '2 Till 0x10402 ccccccccccc']
    expect(rows.join(' ')).toHaveLength(60)
    expect(after(splitRows, rows.join(' '))).toEqual(as1(...rows))
    expect(after(splitRows, rows.join(' ').slice(0, -1))).toBe('left')
  })

  const prefix = (at: number): string => `10:0${at} Till[7]:`
  test.each([
    ['an offset', (at: number) => `${at} Till 0x104ccc074 pay + ${at}4`],
    ['an offset without a blank', (at: number) => `${at} Till 0x104ccc074 pay\t+4${at}`],
    ['an address', (at: number) => `${at} Till 0x1${at}400`],
    ['a long address', (at: number) => `${at} Till 0x123456781234567${at}`],
  ])('the next prefix behind %s is taken off', (_, row) => {
    const text = [0, 1, 2, 3].map((at) => `${row(at)} \t${prefix(at)}`).join(' ')
    expect(after(splitRows, text)).toEqual(as1(...[0, 1, 2, 3].map(row)))
  })
  test('a prefix behind half of the rows is not', () => {
    const rows = [0, 1, 2, 3].map((at) => `${at} Till 0x104ccc074 pay + ${at}4${at < 2 ? ` ${prefix(at)}` : ''}`)
    expect(after(splitRows, rows.join(' '))).toEqual(as1(...rows))
  })
  test('words without marks are no prefix', () => {
    const rows = [0, 1, 2, 3].map((at) => `${at} Till 0x104ccc074 pay + ${at}4 words x`)
    expect(after(splitRows, rows.join(' '))).toEqual(as1(...rows))
  })
  test('prefixes are taken off the two of three rows that have them', () => {
    const rows = [0, 1, 2].map((at) => `${at} Till 0x104ccc074 pay + ${at}4`)
    expect(after(splitRows, `${rows[0] ?? ''} ${prefix(1)} ${rows[1] ?? ''} ${prefix(2)} ${rows[2] ?? ''}`)).toEqual(
      as1(...rows),
    )
  })
})

describe('the rest of a row', () => {
  const others = ['3 Shop 0x104ccc0a4 main', '+ 8']
  test.each([
    ['0 Till 0x104ccc074 pay', '+ 4'], ['12\tTill 0x104ccc074 pay', ' +4056'], ['0 Till 0x104ccc074 pay +', '40'], ['0 Till 0x104ccc074', 'pay + 4'], ['0 Till 0x104ccc074', '\tpay +4056",'], ['0 Till', '0x104CCC074 pay + 0x1f'],
    ['0 Till Shop', '0x10400\tp +12'], ['"0 Till 0x104ccc074 pay +', ' 40 ",'], ['Till 0x104ccc074', 'pay + 4'],
  ])('%j goes on with %j', (first, second) => {
    expect(after(joinRows, first, second, ...others)).toEqual([`1|${first} ${second.trim()}`, '3|3 Shop 0x104ccc0a4 main + 8'])
  }) // prettier-ignore
  test.each([
    ['0 Till 0x104ccc074 pay', '+ x'], ['0 Till 0x104ccc074 pay', '+ 4x'], ['0 Till 0x104ccc074 pay', 'x + 4 y'], ['0 Till 0x104ccc074 pay +', '40 x'], ['Words', '+ 4'], ['0 Till 0x104ccc074 pay + 4', '+ 4'], ['0 Till 0x104ccc074 pay', ''], ['0 Till', '0x1040 pay + 4'], ['0 Till', 'x 0x10400 pay + 4'],
  ])('%j does not go on with %j', (first, second) => {
    expect(after(joinRows, first, second, ...others)).toBe('left')
    expect(after(joinRows, first, second, ...others, ...others)).toEqual([`1|${first}`, `2|${second}`, ...['3', '5'].map((at) => `${at}|3 Shop 0x104ccc0a4 main + 8`)])
  }) // prettier-ignore
  test('of 400 letters, not of 401', () => {
    const first = (length: number): string => `0 Till 0x104ccc074 ${'p'.repeat(length - 19)}`
    const second = (length: number): string => '+ 4'.padStart(length)
    for (const [one, other] of [[400, 3], [30, 400]] as const) expect(after(joinRows, first(one), second(other), ...others)).toEqual([`1|${first(one)} + 4`, '3|3 Shop 0x104ccc0a4 main + 8'])
    for (const [one, other] of [[401, 3], [30, 401]] as const) expect(after(joinRows, first(one), second(other), ...others)).toBe('left')
  }) // prettier-ignore
})

describe('lines of full width', () => {
  const full = (head: string, width = 30): string => head.padEnd(width, 'z')
  const heads = ['0 Till 0x104ccc074 ', '12345678-', ' 12 Till ', '0xA']
  test.each(heads)('%j', (head) => {
    expect(after(joinFullLines, full(head), 'rest', full(heads[0] ?? ''), 'more', 'x')).toEqual([
      `1|${full(head)}rest`,
      `3|${full(heads[0] ?? '')}more`,
      '5|x',
    ])
  })
  test.each([[20, true], [19, false], [240, true], [241, false]])('%i letters: %j', (width, isJoined) => {
    const texts = [full('0 T 0x104ccc ', width), 'rest', full('1 T 0x104ccc ', width), 'more']
    expect(after(joinFullLines, ...texts)).toEqual(isJoined ? [`1|${texts[0] ?? ''}rest`, `3|${texts[2] ?? ''}more`] : 'left')
  }) // prettier-ignore
  test.each(['words and words', 'x-12345678', '12345 Till', 'a 12 Till'])('%j is nothing that proves it', (head) => {
    expect(after(joinFullLines, full(head), 'rest', full(heads[0] ?? ''), 'more')).toBe('left')
  })
  test.each(['0 Till 0x104c', '1234  x 0x104c', '12 Till', '1\t_T\t', 'a b\t0x104c', '[ 12] x', '[1]\t', 'frame #', '#1', '0x1 -', '0x1f\t -', '====', '----', 'Code Type:', 'Abc:', '', ' "', '1 Till 0x104ccc074', '"(frame #'])(
    '%j begins something of its own', (own) => {
      expect(after(joinFullLines, full(heads[0] ?? ''), own, full(heads[0] ?? ''), 'more')).toBe('left')
    },
  ) // prettier-ignore
  test.each(['12345 Till', '12 9x', '12 Till x', '/a 0x104c', '+a 0x104c', 'a/b 0x104c', 'a 0x10', '[x] a', '[1]a', 'frames', '0x -', '0x1-', '===', '---', 'Ab:', 'a'])(
    '%j is a rest', (rest) => {
      expect(after(joinFullLines, full(heads[0] ?? ''), rest, full(heads[0] ?? ''), 'more')).toEqual([`1|${full(heads[0] ?? '')}${rest}`, `3|${full(heads[0] ?? '')}more`])
    },
  ) // prettier-ignore
  test.each(['|', '│', '┃', '║'])('the border %j', (border) => {
    const texts = heads.flatMap((head) => [`${full(head, 29)}${border}`, 'rest'])
    expect(after(joinFullLines, ...texts)).toBe('left')
  })
  test('strings', () => {
    expect(after(joinFullLines, ...heads.flatMap((head) => [`"${full(head, 26)}" ,`, 'rest']))).toBe('left')
  })
})
