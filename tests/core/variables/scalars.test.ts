/** Long doubles of x87 as their digits: bits and values as a C compiler has them (`long double` of clang for x86_64). */
import { expect, test } from 'vitest'
import { DebugInfo } from '../../../src/core/dwarf/reader/debug-info.ts'
import { whenRead } from '../../../src/core/bytes/paged.ts'
import { scalarText } from '../../../src/core/variables/scalars.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG } from '../../support/dwarf-builder.ts'

const start = 0x1000n
const type = entry(0x24, [attribute(0x3e, FORM.data1, 4), attribute(0x0b, FORM.data1, 16)], undefined, 'long double')
const root = entry(TAG.unit, [attribute(AT.low, FORM.address, start), attribute(AT.high, FORM.data4, 16)], [type])
const info = new DebugInfo(dwarfInput({ units: [{ version: 4, root }] }))

test.each([
  ['3', 0x4000c000000000000000n],
  ['3, with what the padding holds', 0x8bb2c94000c000000000000000n],
  ['-0.5', 0xbffe8000000000000000n],
  ['0', 0n],
  ['Infinity', 0x7fff8000000000000000n],
  ['NaN', 0x7fffc000000000000000n],
  // 0.1L, 1.0000000000000000000136e-1; the largest, 1.18973149535723176502126e4932.
  ['1.000000000000000000014e-1', 0x3ffbcccccccccccccccdn],
  ['1.189731495357231765021e4932', 0x7ffeffffffffffffffffn],
])('%s', async (text, bits) => {
  const said = await whenRead(() => {
    const unit = info.unitAt(start)
    const die = unit && [...[unit.die(unit.header.rootOffset)]][0]
    const float = die && unit.die(die.next)
    return float && scalarText(info, float, bits, 128, [])
  })
  expect(said).toBe(text.replace(/, .*/, ''))
})
