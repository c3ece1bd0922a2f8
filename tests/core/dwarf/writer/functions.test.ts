/** The writer turns functions of other sources into DWARF, and the reader finds all of them again. */
import { expect, test } from 'vitest'
import { whenRead } from '../../../../src/core/bytes/paged.ts'
import * as D from '../../../../src/core/dwarf/constants.ts'
import { rangesOf } from '../../../../src/core/dwarf/reader/address-lists.ts'
import { DebugInfo } from '../../../../src/core/dwarf/reader/debug-info.ts'
import { functionAt } from '../../../../src/core/dwarf/reader/unit-map.ts'
import type { Die } from '../../../../src/core/dwarf/reader/unit.ts'
import { childrenOf } from '../../../../src/core/dwarf/reader/walk.ts'
import { DwarfWriter, type WrittenFunction, type WrittenInline } from '../../../../src/core/dwarf/writer/functions.ts'
import { dwarfInput } from '../../../support/dwarf-builder.ts'

const BASE = 0x1_0000_0000n

function infoOf(functions: readonly WrittenFunction[]): DebugInfo {
  const writer = new DwarfWriter(BASE)
  for (const one of functions) writer.add(one)
  return new DebugInfo({ ...dwarfInput({ units: [] }), dwarf: writer.finish() })
}

const inline = (
  name: string,
  callLine: number,
  ranges: WrittenInline['ranges'],
  more: Partial<WrittenInline> = {},
) => ({
  ...{ name, callFile: 'Till.swift', callLine, ranges, children: [] },
  ...more,
})
const written = (
  name: string,
  address: number,
  size: number,
  inlines: readonly WrittenInline[] = [],
): WrittenFunction => ({
  ...{ name, address, size, inlines, lines: [] },
})

/** The ranges of a DIE, counted from the base. */
const places = (info: DebugInfo, die: Die) => rangesOf(info, die).map(({ low, high }) => [low - BASE, high - low])

/** A call, and the calls inlined into it. */
function callOf(info: DebugInfo, die: Die): readonly unknown[] {
  const number = (attribute: number) => Number(die.attributes.get(attribute)?.number ?? -1)
  return [
    info.text(die, D.AT_NAME),
    number(D.AT_CALL_FILE),
    number(D.AT_CALL_LINE),
    places(info, die),
    [...childrenOf(die)].map((child) => callOf(info, child)),
  ]
}

const at = (info: DebugInfo, address: number) =>
  whenRead(() => {
    const unit = info.unitAt(BASE + BigInt(address))
    const found = unit && functionAt(info, unit, BASE + BigInt(address))
    return found && callOf(info, found)
  })

test('functions in any order, and nothing between them', async () => {
  const info = infoOf([written('pay', 0x200, 0x20), written('open', 0x100, 0x10), written('', 0x300, 1)])
  expect(await at(info, 0x100)).toEqual(['open', -1, -1, [[0x100n, 0x10n]], []])
  expect(await at(info, 0x10f)).toEqual(['open', -1, -1, [[0x100n, 0x10n]], []])
  expect(await at(info, 0x21f)).toEqual(['pay', -1, -1, [[0x200n, 0x20n]], []])
  expect(await at(info, 0x300)).toEqual(['', -1, -1, [[0x300n, 1n]], []])
  for (const address of [0xff, 0x110, 0x220, 0x301]) expect(await at(info, address), `${address}`).toBeUndefined()
})

test('inlined calls in one another, of one range and of several, and a name used twice', async () => {
  const count = inline('count', 5, [{ address: 0x104, size: 2 }])
  const several = [
    { address: 0x104, size: 4 },
    { address: 0x10c, size: 2 },
  ]
  const calls = [
    inline('take', 9, several, {
      children: [count, inline('take', 7, [{ address: 0x106, size: 1 }], { callFile: '' })],
    }),
    inline('count', 3, [{ address: 0x101, size: 1 }], { callFile: 'Cart.swift' }),
    inline('gone', 4, []),
  ]
  expect(await at(infoOf([written('open', 0x100, 0x10, calls)]), 0x100)).toEqual([
    'open',
    -1,
    -1,
    [[0x100n, 0x10n]],
    [
      [
        'take',
        1,
        9,
        [
          [0x104n, 4n],
          [0x10cn, 2n],
        ],
        [
          ['count', 1, 5, [[0x104n, 2n]], []],
          ['take', 0, 7, [[0x106n, 1n]], []],
        ],
      ],
      ['count', 2, 3, [[0x101n, 1n]], []],
    ],
  ])
})

test('units begin anew, each with its own names of inlined calls', async () => {
  const many = Array.from({ length: 1_100 }, (_, number) =>
    written(`f${number}`, number * 0x10, 8, [inline(`in${number % 3}`, number, [{ address: number * 0x10, size: 4 }])]),
  )
  const info = infoOf(many)
  for (const number of [0, 1, 511, 512, 513, 1_023, 1_024, 1_099])
    expect(await at(info, number * 0x10 + 7)).toEqual([
      `f${number}`,
      -1,
      -1,
      [[BigInt(number) * 0x10n, 8n]],
      [[`in${number % 3}`, 1, number, [[BigInt(number) * 0x10n, 4n]], []]],
    ])
})

test('no function, no unit', async () => {
  expect(new DwarfWriter().finish().map(({ name, size }) => [name, size])).toEqual([
    ['debug_info', 0],
    ['debug_abbrev', 0],
    ['debug_line', 0],
    ['debug_ranges', 0],
  ])
  expect(await at(infoOf([]), 0)).toBeUndefined()
})
