/** Rows of a text that no frame of its reports holds: each kind of row, and lines that are none. */
import { describe, expect, test } from 'vitest'
import { runtimeAddress } from '../../../../src/core/model/address.ts'
import type { Frame, Report } from '../../../../src/core/model/report.ts'
import {
  accountOf,
  findLostRows,
  framesOf,
  isTidy,
  isWholer,
  spansOf,
} from '../../../../src/core/reports/rows/account.ts'

interface Parts {
  readonly stacks?: readonly (readonly Partial<Frame>[])[]
  readonly images?: readonly { readonly name: string; readonly loadAddress?: bigint }[]
  readonly text?: string
}
const report = ({ stacks = [], images = [], text = '' }: Parts): Report =>
  ({
    threads: stacks.map((frames) => ({ frames })),
    backtraces: [],
    callTrees: [],
    images,
    problems: [],
    text,
  }) as unknown as Report
const frames = (...list: readonly Partial<Frame>[]): Report => report({ stacks: [list] })
const lost = (text: string, ...reports: readonly Report[]): readonly string[] =>
  findLostRows(text, reports).map(({ text: row }) => row)

describe('counts', () => {
  const named = (name: string): Partial<Frame> => ({ index: 0, symbol: { name } })
  test('of all parts', () => {
    const one = report({
      stacks: [
        [{ index: 0, imageName: 'Till', image: {} as Frame['image'] }, { index: 1 }],
        [{ index: 2, imageName: 'T' }],
        [{ index: 1 }],
      ],
      images: [{ name: 'Till' }, { name: 'Shop' }],
    } as unknown as Parts)
    expect(accountOf([one, frames(named('pay'))])).toEqual({
      frames: 5,
      placed: 1,
      odd: 1,
      images: 2,
      letters: 13,
      stacks: 4,
    })
    expect(accountOf([])).toEqual({ frames: 0, placed: 0, odd: 0, images: 0, letters: 0, stacks: 0 })
    expect(framesOf({ ok: true, value: [one], problems: [] })).toBe(4)
    expect(framesOf(undefined)).toBe(-1)
    expect(framesOf({ ok: false } as unknown as Parameters<typeof framesOf>[0])).toBe(-1)
  })
  const odd = [
    '1  x',
    '123456\tx',
    'a 0x1',
    '123456abcdef  \t0xf',
    '<br',
    'x</td',
    '<div',
    '&lt;',
    'a&nbspxx;',
    'a\\n',
    '\\t',
    '\\"',
    'x"',
    'x;',
    'x;,',
    '123456789',
    'a "1234567812345678',
    "'abcdef0123",
    '> x',
    ';;\tx',
  ]
  const names = [
    '1 x',
    '1234567  x',
    'a 0y1',
    '1234567abcdef 0x1',
    'g 0x1',
    '<b',
    '<brx',
    '&l; x',
    '&abcdefg; x',
    '\\r',
    'x,',
    '1234567a',
    '12345678123456789',
    'abcdefabcde',
    'x>1',
    '-[T x]',
    '(a) x',
    '$x y',
    'pay',
    '_x',
    '?',
  ]
  test.each(odd)('%j is odd', (name) => {
    expect(accountOf([frames(named(name))]).odd).toBe(1)
    expect(accountOf([frames({ index: 0, imageName: name })]).odd).toBe(1)
  })
  test.each(names)('%j is not', (name) => {
    if (!/^\d+$/.test(name) && !name.startsWith('-[')) expect(accountOf([frames(named(name))]).odd).toBe(0)
    if (!/^[-"'+]/.test(name)) expect(accountOf([frames({ index: 0, imageName: name })]).odd).toBe(0)
  })
  test.each([
    'a| x',
    'a> x',
    '▸\tx',
    '1. x',
    '12: x',
    '3)\tx',
    'a0x1234',
    '│',
    'a\u200b',
    '“x',
    "'x",
    '+x',
    '-x',
    ']\ty',
    '\\ x',
  ])('an image %j is odd', (imageName) => {
    expect(accountOf([frames({ index: 0, imageName })]).odd).toBe(1)
  })
  test('numbers are no functions', () => {
    expect(accountOf([frames(named('12'), named('1a'))]).odd).toBe(1)
  })
})

describe('a reading is wholer', () => {
  const [a, b] = [
    { index: 0, address: 1n, imageName: 'Till', kind: 'x' },
    { index: 1, address: 2n, imageName: 'Shop', kind: 'x' },
  ] as unknown as readonly Partial<Frame>[]
  const [one, both] = [frames(a ?? {}), frames(a ?? {}, b ?? {})]
  const image = report({ stacks: [[a ?? {}]], images: [{ name: '' }] })
  test.each<[string, readonly Report[], readonly Report[], boolean]>([
    ['with more frames', [both], [one], true], ['with fewer', [one], [both], false], ['with the same', [both], [both], true], ['with another order', [frames(b ?? {}, a ?? {})], [both], false],
    ['with fewer images', [one], [image], false], ['with more images', [image], [one], true], ['with an odd name', [frames(a ?? {}, { ...b, imageName: '> x' })], [one], false],
    ['with shorter names', [frames({ ...a, imageName: 'T' })], [one], false], ['with longer names', [frames({ ...a, imageName: 'Tills' })], [one], true], ['with more reports', [one, report({})], [one], false], ['with fewer reports', [one], [one, report({})], true], ['of another kind', [frames({ ...a, kind: undefined } as unknown as Partial<Frame>)], [one], false],
  ])('%s', (_, joined, other, expected) => {
    expect(isWholer(joined, other)).toBe(expected)
  }) // prettier-ignore
})

describe('a report is tidy', () => {
  const text = 'Head\n0 a\n1 b\n  2 c x 3 d\n'
  const at = (...starts: readonly (number | undefined)[]): readonly Partial<Frame>[] =>
    starts.map((start) => (start === undefined ? {} : { span: { start, end: start + 3 } }))
  test.each<[string, readonly (readonly Partial<Frame>[])[], boolean]>([
    ['rows that follow', [at(5, 9, 15)], true], ['a row behind a word', [at(5, 9, 15, 21)], false], ['a row that does not begin its line', [at(21)], false], ['a row behind blanks', [at(15)], true], ['a row without a place', [at(5, undefined)], false], ['a row behind one without', [at(undefined, 9)], false],
    ['two stacks of one row', [at(5), at(9)], false], ['two stacks', [at(5, 9), at(15)], true], ['one stack of one row', [at(5)], true], ['no stack', [], true],
  ])('%s', (_, stacks, expected) => {
    expect(isTidy(report({ stacks, text }))).toBe(expected)
  }) // prettier-ignore
  test('gaps of 199 characters, not of 200', () => {
    const wide = (gap: number): Report =>
      report({
        stacks: [[{ span: { start: 0, end: 3 } }, { span: { start: 3 + gap, end: 6 + gap } }]],
        text: `0 a${' '.repeat(gap)}1 b`,
      })
    expect([isTidy(wide(199)), isTidy(wide(200))]).toEqual([true, false])
  })
  test('places in order', () => {
    expect(spansOf([frames(...at(9, 5)), frames({ symbolSpan: { start: 7, end: 8 } }, {})])).toEqual([
      { start: 5, end: 8 },
      { start: 7, end: 8 },
      { start: 9, end: 12 },
    ])
  })
})

describe('rows that are lost', () => {
  test.each([
    '0 Till 0x104ccc074 pay', 'Till 0x104ccc074 pay + 4', 'a frame #12345: \t0x104ccc', 'FRAME #1: 0x104ccc x', 'x 0x104ccc07 (in a b)  +', 'y 0x1234567812345678 (in T)\t+', '0 Till 0xw04ccc074 pay',
    '0 Till 0000123456789abc p', ' \t"\'(1234 \t Till Shop\t0000123456789ABC \t pay', `1 ${'T'.repeat(200)} 0000123456789abc p`,
    'log: 0 Till 0x104ccc074 pay + 4',
  ])('%j', (row) => {
    expect(lost(`words\n${row}\nmore`)).toEqual([row])
  }) // prettier-ignore
  test.each([
    'words', 'frame #123456: 0x104ccc', 'aframe #1: 0x104ccc', 'frame #1: 0x104cc', 'frame #1 0x104ccc', '0x104ccc0 (in T) +', '0x104ccc07 (in a(b)) +', '0x104ccc07 (in T)+', '0x104ccc07 (in T) x',
    '12345 Till 0000123456789abc p', 'x 0 Till 0000123456789abc p', '0 Till 000123456789abcd p', '0 Till 0000123456789abcd p', '0 Till 0000123456789abg p', '0 Till 0000123456789abc ', '0  0000123456789abc p', '0Till 0000123456789abc p', '0 Tillx0000123456789abc p', `1 ${'T'.repeat(202)} 0000123456789abc p`,
    'log: 0 Till 0x104ccc074 pay',
  ])('not %j', (row) => {
    expect(lost(`words\n${row}\nmore`)).toEqual([])
  }) // prettier-ignore
  test('rows behind words need three numbers', () => {
    const rows = [0, 1, 2].map((at) => `log: ${at} Till 0x104ccc07${at} pay`)
    expect(lost(rows.join('\n'))).toEqual(rows)
    expect(lost(rows.slice(0, 2).join('\n'))).toEqual([])
    expect(lost([...rows.slice(0, 2), rows[0]].join('\n'))).toEqual([])
    expect(
      lost(rows.map((row) => row.replace('log', '10:02 log').replace('0 Till', '0 Till 10:02')).join('\n')),
    ).toEqual([])
  })
  test('rows in frames are not lost', () => {
    const row = '0 Till 0x104ccc074 pay + 4'
    const held = frames({ span: { start: 6, end: 32 }, address: runtimeAddress(0x104ccc074n) })
    expect(lost(`words\n${row}\nmore`, held)).toEqual([])
    expect(lost(`words\n${row}\n${row.replace('0 T', '1 T')}`, held)).toEqual(['1 Till 0x104ccc074 pay + 4'])
    expect(lost(`${row}\nwords`, frames({ span: { start: 27, end: 30 } }))).toEqual([row])
    expect(lost(`${row}\nwords`, frames({ span: { start: 26, end: 30 } }))).toEqual(['0 Till 0x104ccc074 pay + 4'])
  })
  test.each([
    ['x', ' * frame #1: 0x104ccc074 a'], ['y', `${' '.repeat(40)}frame #12345:\t0x0000000104ccc074 b`],
  ])('a row that is shown again is not, %s', (_, row) => {
    expect(lost(`words\n${row}`, frames({ address: runtimeAddress(0x104ccc074n) }))).toEqual([])
    expect(lost(`words\n${row}`, frames({ address: runtimeAddress(0x8000000104ccc074n & ~0n) }))).toEqual([])
    expect(lost(`words\n${row}`, frames({ address: runtimeAddress(0x104ccc078n) }))).toEqual([row])
    expect(lost(`words\nx ${row}`, frames({ address: runtimeAddress(0x104ccc074n) }))).toEqual([`x ${row}`])
  }) // prettier-ignore
  test('several rows on one line', () => {
    const held = (text: string): readonly string[] =>
      lost(text, frames({ span: { start: 0, end: 1 }, address: runtimeAddress(0x104ccc074n) }))
    const two = '0 Till 0x104ccc074 pay + 4 Till 0x104ccc078 a + 4 Till 0x104ccc07c b + 8'
    expect(held(two)).toEqual([two, two])
    for (const one of ['x 0x104ccc078 a + 4', 'x 0x104ccc078  \tab c +4', 'x 0x104ccc078 |', 'x 0x104ccc078\'",'])
      expect(held(one)).toEqual([one])
    for (const none of [
      'x 0x104ccc078 a',
      'x 0x104ccc000 a + 4',
      'x 0x104ccc074 a + 4',
      'x=0x104ccc078 a + 4',
      'x: 0x104ccc078 a + 4',
      'x + 0x104ccc078 a + 4',
      'x - 0x104ccc078 a + 4',
      '0x104ccc0 a + 4',
      '0x104ccc078) a + 4',
      '0x104ccc078 - 0x104ccc07c a + 4',
      '0x104ccc078  \t+ 4',
      'a=T at 0x104ccc078 a + 4',
      'k=K @ \t0x104ccc078 a + 4',
      'x.0x104ccc078 a + 4',
      '0x104ccc078 a + x',
      '0x104ccc078a + 4',
    ])
      expect(held(none)).toEqual([])
    for (const one of [
      'frame #1: 0x104ccc078 a + 4',
      ' 1234:  0x104ccc078 a + 4',
      '>1:\t0x104ccc078 a + 4',
      'a at 0x104ccc078 a + 4',
      '= @ 0x104ccc078 a + 4',
    ])
      expect(held(one)).toEqual(one.startsWith('=') ? [one] : [one])
    for (const none of ['frame #x: 0x104ccc078 a + 4', '12345: 0x104ccc078 a + 4', 'x1: 0x104ccc078 a + 4'])
      expect(held(none)).toEqual([])
    for (const pair of [
      'a 0000123456789abc, b 0000123456789abd',
      'a 12345678 87654321 + 1 b 1234abcd  \t1234567812345678\t+ 2',
    ])
      expect(held(pair)).toEqual([pair, pair])
    for (const none of [
      'a 0000123456789abc',
      'a 0000123456789abc: b 0000123456789abd>',
      'a 000123456789abcd b 000123456789abce',
      'a 1234567 87654321 + 1 b 7654321 12345678 + 2',
      'a 12345678 87654321 + x b 12345678 87654321 - 2',
      'a=12345678 87654321 + 1 b=12345678 87654321 + 1',
      'a 12345678 87654321+ 1 b 12345678 87654321+ 1',
    ])
      expect(held(none)).toEqual([])
  })
  test('bare addresses are rows where others of them are in frames', () => {
    const held = frames({ span: { start: 0, end: 12 } })
    for (const row of ['1 0x12345678', '"1234:  0x1234567812345678"', '|1.\t0xABCDEF12 ,[({]', '>1) 0x12345678 <x'])
      expect(lost(`0 0x12345678\n${row}`, held)).toContain(row)
    for (const row of ['x1 0x12345678', '12345 0x12345678', '1:: 0x12345678', '1 0x12345678 x', 'a1 0x12345678'])
      expect(lost(`0 0x12345678\n${row}`, held)).toEqual([])
    expect(lost('a: 1 0x12345678', report({}))).toEqual([])
  })
})
