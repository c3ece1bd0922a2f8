/** A line sequence that runs past the end of its function gives no line to the code after it. */
import { expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import { calls, lines, low, name, size, TEXT, unit } from '../../support/c-program.ts'
import { dwarfInput, entry, TAG } from '../../support/dwarf-builder.ts'
import { builtIndex } from '../../support/test-builder.ts'

const first = { ...lines.sequences[0], rows: lines.sequences[0]?.rows ?? [] }
/** The rows end at 0x1020; the last one is said to reach to 0x1100. */
const long = { ...lines, sequences: [{ ...first, end: TEXT + 0x1100n }] }
const main = entry(TAG.function, [name('main'), low(0x1000), size(0x20)])
const places = [0x101c, 0x1020, 0x1040, 0x1060, 0x10ff, 0x1100]

test('behind the function is nothing', async () => {
  const index = await builtIndex(dwarfInput({ units: [unit([main], { lines: long })] }))
  expect(await calls(index, ...places)).toEqual([['main /abs/d.h:40'], [], [], [], [], []])
})

test('a symbol that begins there names the place, without the line', async () => {
  const symbols = [
    { offset: 0x1000 as ImageOffset, name: 'main', source: 'symtab' as const },
    { offset: 0x1040 as ImageOffset, name: 'written_by_hand', source: 'symtab' as const },
  ]
  const index = await builtIndex(dwarfInput({ units: [unit([main], { lines: long })], symbols }))
  const [inside, ...behind] = await calls(index, ...places)
  expect(inside).toEqual(['main /abs/d.h:40'])
  for (const chain of behind) expect(chain.join()).not.toMatch(/d\.h/)
  expect(behind.slice(1, 4)).toEqual(new Array(3).fill(['written_by_hand ?:0']))
})

test('a function of another unit has its own lines or none', async () => {
  const other = unit([entry(TAG.function, [name('other'), low(0x1040), size(0x40)])])
  const index = await builtIndex(dwarfInput({ units: [unit([main], { lines: long }), other] }))
  expect(await calls(index, 0x1040, 0x107f)).toEqual([['other ?:0'], ['other ?:0']])
})
