/** Command lines of atos in all their forms, and addresses that people type to a running one. */
import { describe, expect, test } from 'vitest'
import { asLine, splitLines } from '../../../../src/core/reports/base/lines.ts'
import { hasAtosCommand, readAtosCommand } from '../../../../src/core/reports/tools/atos-command.ts'
import { atosFormat } from '../../../../src/core/reports/tools/atos.ts'
import { FlatRows } from '../../../../src/core/reports/tools/flat-rows.ts'
import { formsOf } from '../../../support/text-forms.ts'

const rowsOf = (text: string) =>
  readAtosCommand(splitLines(text))?.rows.map(({ span, symbolSpan, ...row }) => ({
    ...row,
    text: text.slice(span?.start, span?.end),
    isBehind: symbolSpan?.start === span?.end && symbolSpan?.end === span?.end,
  }))
const row = (text: string, more: object) => ({ address: BigInt(text), text, isBehind: true, ...more })
const joined = (all: readonly (readonly string[])[]): readonly string[] => all.map((pieces) => pieces.join(''))

describe('a command', () => {
  const command = formsOf(
    { right: ['', ' ', '$ ', '% ', '>', '#', '`', '"', "'", 'xcrun ', '/usr/bin/'], wrong: ['x', '-', 'x.'] },
    'atos',
    { right: [' ', '\t', '   '], wrong: [''] },
    { right: ['-', '--', '–', '—'], wrong: ['', '---'] },
    { right: ['o', 'L'], wrong: ['7', '-', ' '] },
    ' x',
  )
  test.each(joined(command.right))('%j', (text) => {
    expect(hasAtosCommand(text)).toBe(true)
    expect(readAtosCommand([asLine(text)])).toBeDefined()
  })
  test.each([...command.wrong, `atos -o x${' '.repeat(65_536)}`])('not %j', (text) => {
    expect(hasAtosCommand(text)).toBe(false)
    expect(readAtosCommand([asLine(text)])).toBeUndefined()
  })
  test('of no lines', () => {
    expect(readAtosCommand([])).toBeUndefined()
    expect(hasAtosCommand(`atos -o x${' '.repeat(65_536 - 9)}`)).toBe(true)
  })
})

describe('options', () => {
  const load = { imageName: 'Till', loadAddress: 0x104cb8000n, offset: 16 }
  const near = row('0x104cb8010', load)
  test.each([
    'atos -o Till -l 0x104cb8000 0x104cb8010',
    'atos -o Till -l 104cb8000 0x104cb8010',
    'atos -l 0x104cb8000 -o Till.app/Contents/MacOS/Till 0x104cb8010',
    'atos -o=Till -l=0x104cb8000 0x104cb8010',
    'atos —o Till –l 0x104cb8000 0x104cb8010',
    'atos --o Till --l 0x104cb8000 0x104cb8010',
    'atos -i -o Till -l 0x104cb8000 0x104cb8010',
    'atos -o Till -d , -D x -f y -delimiter z -l 0x104cb8000 0x104cb8010',
    'atos -o Till -s 0x4cb8000 0x104cb8010',
    'atos -o Till.app.dSYM -l 0x104cb8000 0x104cb8010',
    'atos -o Till.framework/// -l 0x104cb8000 0x104cb8010',
    "atos -o 'Ti'll -l 0x104cb8000 0x104cb8010",
    'atos -o "Till" -l 0x104cb8000 0x104cb8010',
    'atos -o Ti\\ll -l 0x104cb8000 0x104cb8010',
    'atos -o Till \\\n -l 0x104cb8000 \\ \n 0x104cb8010',
  ])('%j', (text) => {
    expect(rowsOf(text)).toEqual([near])
  })
  test.each(['|', ';', '&', '<', '>', '&&', '||', '2>', '>x', '2>/dev/null', '2>&1'])('%j ends a command', (end) => {
    expect(rowsOf(`atos -o Till -l 0x104cb8000 0x104cb8010 ${end} 0x104cb8014`)).toEqual([near])
  })
  test.each(['x|', '|x', '&x', 'x>', '22>x', ';;'])('%j does not', (word) => {
    expect(rowsOf(`atos -o Till -l 0x104cb8000 ${word} 0x104cb8010`)).toEqual([near])
  })
  test.each<[string, readonly object[]]>([
    ['atos -p 41 0x104cb8010', [row('0x104cb8010', {})]],
    ['atos -p Till 0x104cb8010', [row('0x104cb8010', { imageName: 'Till' })]],
    ['atos -p Till7 0x104cb8010', [row('0x104cb8010', { imageName: 'Till7' })]],
    [
      'atos -o /shop/Till -arch arm64 0x100000010',
      [
        row('0x100000010', {
          imageName: 'Till',
          imagePath: '/shop/Till',
          imageArch: 'arm64',
          imageText: 0x1_0000_0000n,
          loadAddress: 0x1_0000_0000n,
          offset: 16,
        }),
      ],
    ],
    [
      'atos -o Till -arch armv7 0x4010',
      [row('0x4010', { imageName: 'Till', imageArch: 'armv7', imageText: 0x4000n, loadAddress: 0x4000n, offset: 16 })],
    ],
    ['atos -o Till 0x4010', [row('0x4010', { imageName: 'Till', imageText: 0n, offset: 0x4010 })]],
    [
      'atos -o Till -offset 0x10 ff',
      [
        { text: '0x10', isBehind: true, imageName: 'Till', offset: 16 },
        { text: 'ff', isBehind: true, imageName: 'Till', offset: 255 },
      ].map((one) => ({ ...one, address: undefined })),
    ],
    ['atos -o Till -l 0x104cb8000 0x104cb7fff', [row('0x104cb7fff', { ...load, offset: undefined })]],
    ['atos -o Till -l 0x104cb8000 4375412752', [row('4375412752', load)]],
    ['atos -o Till -l 0x104cb8000 104cb8010', [{ ...near, text: '104cb8010' }]],
    ['atos -o Till -l 0x104cb8000 x 0xg 0x00000000104cb8010', []],
    ['atos -o Till -p', []],
  ])('%j', (text, expected) => {
    expect(rowsOf(text)).toEqual(expected)
  })
})

test.each<[string, boolean]>([
  ['0x104cb8010', true],
  ['104cb8010', true],
  ['0x104cb', true],
  ['0x104c', false],
  ['0x0000000104cb8010', true],
  ['0x00000000104cb8010', false],
  ['x104cb8010', false],
  ['0x104cb8010 x', false],
])('an address that was typed below: %j is one: %j', (typed, isOne) => {
  const text = `atos -o Till -l 0x104cb8000\n  ${typed}\ncount (in Till) (till.c:7)\n`
  const outcome = atosFormat.parse({ path: 'till.txt', bytes: new Uint8Array(0), text })
  const frames = outcome.ok ? outcome.value[0]?.backtraces.flatMap((stack) => stack.frames) : undefined
  const at = text.indexOf(typed, text.indexOf('\n'))
  expect(frames?.map(({ symbol, span }) => [symbol, span])).toEqual(
    isOne
      ? [
          [
            { name: 'count', file: 'till.c', line: 7 },
            { start: at, end: at + typed.length },
          ],
        ]
      : [],
  )
})

test('depths by counts', () => {
  const depths = (all: number, counts: readonly number[]) => {
    const rows = new FlatRows(all)
    return counts.map((count) => rows.depthOf(count))
  }
  expect(depths(10, [10, 10, 7, 3])).toEqual([1, 2, 3, 3])
  expect(depths(10, [6, 4, 2, 4])).toEqual([1, 1, 2, 0])
  expect(depths(10, [11, 10, 11])).toEqual([0, 1, 0])
  expect(depths(10, [3, 3, 7])).toEqual([1, 2, 1])
  expect(depths(10, [])).toEqual([])
})
