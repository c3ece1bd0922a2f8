/** Ends of lines that are put where rows end, each step called alone: what is split, what is joined, and what stays. */
import { describe, expect, test } from 'vitest'
import {
  cutAt,
  findNumbered,
  joinBrokenJson,
  joinFullLines,
  joinRows,
  splitKotlinRows,
  splitRows,
} from '../../../src/core/reports/rows/breaks.ts'
import type { RowStep } from '../../../src/core/reports/rows/rows-text.ts'
import { splitLines } from '../../../src/core/reports/base/lines.ts'

const after = (step: RowStep, ...texts: readonly string[]): readonly string[] =>
  step(splitLines(texts.join('\n'))).map(({ text }) => text.trimEnd())

describe('places in a text', () => {
  test.each<[string, readonly number[], readonly string[]]>([
    ['abcdef', [2, 4], ['ab', 'cd', 'ef']],
    ['abcdef', [4, 2], ['ab', 'cd', 'ef']],
    ['abcdef', [], ['abcdef']],
    ['abcdef', [0, 6], ['abcdef']],
    ['ab  ef', [2, 4], ['ab', 'ef']],
  ])('%j cut at %j', (text, places, expected) => {
    expect(cutAt(text, places)).toEqual(expected)
  })
})

describe('numbers of rows on one line', () => {
  const numbers = (text: string, fewest?: number): readonly string[] =>
    findNumbered(text, fewest).map((at) => text.slice(at).split(' ', 1)[0] ?? '')
  const row = (number: number, name = 'Till'): string => `${number} ${name} 0x00000001${number}4ccc074 pay + 40`
  test.each<[string, string, number | undefined, readonly string[]]>([
    ['from 0', [0, 1, 2].map((number) => row(number)).join(' '), undefined, ['0', '1', '2']],
    ['from 1', [1, 2, 3].map((number) => row(number)).join(' '), undefined, ['1', '2', '3']],
    ['from 2', [2, 3, 4].map((number) => row(number)).join(' '), undefined, []],
    ['two', [0, 1].map((number) => row(number)).join(' '), undefined, []],
    ['two, which are enough', [0, 1].map((number) => row(number)).join(' '), 2, ['0', '1']],
    ['two stacks', [0, 1, 2, 0, 1].map((number) => row(number)).join(' '), undefined, ['0', '1', '2', '0', '1']],
    ['a gap', [0, 1, 3, 2].map((number) => row(number)).join(' '), undefined, ['0', '1', '2']],
    ['stacks of one row each', [0, 0, 0, 1].map((number) => row(number)).join(' '), undefined, []],
    ['stacks of two rows each', [0, 1, 0, 1].map((number) => row(number)).join(' '), undefined, ['0', '1', '0', '1']],
    [
      'an offset before the next number',
      '0 Till 0x104ccc074 pay + 40 1 Till 0x104ccc080 a + 4 2 Till 0x104ccc090 b + 1',
      undefined,
      ['0', '1', '2'],
    ],
    [
      'behind brackets and commas',
      '(0 Till 0x104ccc074,1 Till 0x104ccc080,"2 Till 0x104ccc090',
      undefined,
      ['0', '1', '2'],
    ],
    [
      'with signs behind them',
      '0: Till 0x104ccc074 1) Till 0x104ccc080 2. Till 0x104ccc090',
      undefined,
      ['0:', '1)', '2.'],
    ],
    ['inside words', 'a0 Till 0x104ccc074 a1 Till 0x104ccc080 a2 Till 0x104ccc090', undefined, []],
    ['before short addresses', '0 Till 0x104c 1 Till 0x104d 2 Till 0x104e', undefined, []],
  ])('%s', (_, text, fewest, expected) => {
    expect(numbers(text, fewest)).toEqual(expected)
  })
})

describe('rows on one line', () => {
  const rows = [
    '0   Till                 0x0000000104ccc074 pay + 40',
    '1   Till                 0x0000000104ccc0a4 main + 8',
    '2   dyld                 0x00000001804ccc00 start + 520',
  ] as const
  test.each<[string, string, readonly string[]]>([
    ['with numbers', rows.join(' '), rows],
    ['two', rows.slice(0, 2).join(' '), [rows.slice(0, 2).join(' ')]],
    ['one', rows[0], [rows[0]]],
    [
      'of a debugger',
      'bt frame #0: 0x104ccc074 Till`pay + 40 frame #1: 0x104ccc0a4 Till`main + 8 0x104ccc0a4',
      ['bt', 'frame #0: 0x104ccc074 Till`pay + 40', 'frame #1: 0x104ccc0a4 Till`main + 8 0x104ccc0a4'],
    ],
    [
      'of a debugger, with its star',
      'bt * frame #0: 0x104ccc074 Till`pay + 40 frame #1: 0x104ccc0a4 Till`main + 8 0x104ccc0a4',
      ['bt', '* frame #0: 0x104ccc074 Till`pay + 40', 'frame #1: 0x104ccc0a4 Till`main + 8 0x104ccc0a4'],
    ],
    [
      'without numbers, by their offsets',
      'Till 0x0000000104ccc074 pay + 40 Till 0x0000000104ccc0a4 main + 8 dyld 0x00000001804ccc00 start + 520',
      ['Till 0x0000000104ccc074 pay + 40', 'Till 0x0000000104ccc0a4 main + 8', 'dyld 0x00000001804ccc00 start + 520'],
    ],
    [
      'behind a heading',
      'Thread 0: Till 0x0000000104ccc074 pay + 40 Till 0x0000000104ccc0a4 main + 8 dyld 0x00000001804ccc00 start + 520',
      [
        'Thread 0:',
        'Till 0x0000000104ccc074 pay + 40',
        'Till 0x0000000104ccc0a4 main + 8',
        'dyld 0x00000001804ccc00 start + 520',
      ],
    ],
    [
      'words with three addresses',
      'a 0x104ccc074 and b 0x104ccc0a4 and c 0x1804ccc00 are words of somebody who writes',
      ['a 0x104ccc074 and b 0x104ccc0a4 and c 0x1804ccc00 are words of somebody who writes'],
    ],
  ])('%s', (_, text, expected) => {
    expect(after(splitRows, text)).toEqual(expected)
  })

  test('of Kotlin', () => {
    const kotlin = (number: number): string => `at ${number}   till   0x104ccc074 kfun:pay + 4`
    const text = (count: number) => ['Uncaught', ...[0, 1, 2].slice(0, count).map(kotlin)].join(' ')
    expect(after(splitKotlinRows, text(3))).toEqual(['Uncaught', kotlin(0), kotlin(1), kotlin(2)])
    expect(after(splitKotlinRows, text(2))).toEqual([text(2)])
  })
})

describe('lines of full width', () => {
  const whole = [
    '0   Till                 0x0000000104ccc074 pay(int, char const*) + 40',
    '1   Till                 0x0000000104ccc0a4 refund(int, char const*) + 8',
    '2   dyld                 0x00000001804ccc00 start + 520',
  ] as const
  const broken = (width: number): readonly string[] =>
    whole.flatMap((row) => (row.length > width ? [row.slice(0, width), row.slice(width)] : [row]))
  test('are joined with what follows', () => {
    expect(after(joinFullLines, ...broken(60))).toEqual(whole)
    expect(after(joinFullLines, ...broken(60).slice(0, 2), whole[2])).toEqual([...broken(60).slice(0, 2), whole[2]])
  })
  test.each<[string, readonly string[]]>([
    ['as narrow as a column', ['0 Till 0x104c', 'cc074', '1 Till 0x104c', 'cc0a4']],
    ['wider than any window', whole.flatMap((row) => [row.padEnd(250, 'x'), 'rest'])],
    ['of a table with a border', broken(60).map((row) => (row.length === 60 ? `${row.slice(0, 59)}|` : row))],
    ['above rows of their own', ['0 Till 0x104ccc074 x', '1 Till 0x104ccc0a4 y', '2 Till 0x104ccc0b4 z']],
    ['of words', ['some words of somebody here', 'more', 'some words of somebody else', 'more']],
    [
      'that begin alike',
      [
        '2024-03-01 10:11:12 0x104ccc074 a',
        '2024-03-01 10:11:12 b',
        '2024-03-01 10:11:12 0x104ccc0a4 c',
        '2024-03-01 10:11:12 d',
      ],
    ],
  ])('%s stay', (_, texts) => {
    expect(after(joinFullLines, ...texts)).toEqual(texts)
  })
})

describe('rows that were broken at a blank', () => {
  test('are joined where both lines are one row', () => {
    const texts = [
      '0   Till   0x0000000104ccc074 pay',
      '+ 40',
      '1   Till',
      '0x0000000104ccc0a4 main + 8',
      '2 dyld 0x1804ccc00 start + 520',
    ]
    expect(after(joinRows, ...texts)).toEqual([
      '0   Till   0x0000000104ccc074 pay + 40',
      '1   Till 0x0000000104ccc0a4 main + 8',
      '2 dyld 0x1804ccc00 start + 520',
    ])
  })
  test.each<[string, readonly string[]]>([
    ['one alone', ['0   Till   0x0000000104ccc074 pay', '+ 40', '1 Till 0x104ccc0a4 main + 8']],
    ['whole rows', ['0 Till 0x104ccc074 pay + 40', '+ 40', '1 Till 0x104ccc0a4 main + 8', '+ 8']],
    ['words', ['total', '+ 40', 'total', '+ 8']],
    [
      'very long lines',
      ['0   Till   0x0000000104ccc074 pay', '+ 40', '1   Till   0x0000000104ccc0a4 main', '+ 8'].map((text, at) =>
        at % 2 === 0 ? `${text}${'y'.repeat(400)}` : text,
      ),
    ],
  ])('%s stay', (_, texts) => {
    expect(after(joinRows, ...texts)).toEqual(texts)
  })
})

describe('a document of JSON that was broken at a fixed width', () => {
  const document = JSON.stringify({
    threads: [{ id: 1, frames: ['pay', 'main', 'start of the program'] }],
    name: 'Till of the shop',
  })
  const pieces = (width: number): readonly string[] => document.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  test('is one line again, with what stands around it', () => {
    for (const width of [20, 30, 60]) {
      expect(after(joinBrokenJson, ...pieces(width))).toEqual([document])
      expect(after(joinBrokenJson, 'Report:', ...pieces(width), 'Thanks')).toEqual(['Report:', document, 'Thanks'])
    }
  })
  test.each<[string, readonly string[]]>([
    ['as narrow as a column', pieces(19)],
    ['in one line', [document, 'x']],
    ['whose end is lost', pieces(30).slice(0, -1)],
    ['that is sound with its lines', JSON.stringify({ aaaaaaa: 'bbbbbbbbbb', c: 'd' }, null, 1).split('\n')],
    ['below very many lines', [...new Array<string>(101).fill('a'), ...pieces(30)]],
    ['none', ['some words of somebody', 'and more of them']],
  ])('%s stays', (_, texts) => {
    expect(after(joinBrokenJson, ...texts)).toEqual(texts.map((text) => text.trimEnd()))
  })
  test('below a hundred lines it is still found', () => {
    const above = new Array<string>(100).fill('a')
    expect(after(joinBrokenJson, ...above, ...pieces(30))).toEqual([...above, document])
  })
})
