/** The reader of DWARF reads all that its writer writes: every form, both byte orders, all sizes, versions 2 to 5. */
import { expect, test } from 'vitest'
import { whenRead } from '../../../../src/core/bytes/paged.ts'
import * as D from '../../../../src/core/dwarf/constants.ts'
import * as F from '../../../../src/core/dwarf/forms.ts'
import { rangesOf } from '../../../../src/core/dwarf/reader/address-lists.ts'
import { DebugInfo } from '../../../../src/core/dwarf/reader/debug-info.ts'
import { childrenOf } from '../../../../src/core/dwarf/reader/walk.ts'
import { attribute, dwarfInput, entry, type Attribute } from '../../../support/dwarf-builder.ts'

const SPECS = [true, false].flatMap((littleEndian) =>
  ([4, 8] as const).flatMap((addressSize) =>
    [false, true].flatMap((dwarf64) =>
      [2, 3, 4, 5].map((version) => ({ littleEndian, addressSize, dwarf64, version })),
    ),
  ),
)
const LOW = 0x1000n

test.each(SPECS)('version $version, $addressSize bytes, 64-bit $dwarf64, little $littleEndian', async (spec) => {
  const numbers: readonly (readonly [form: number, value: bigint])[] = [
    [F.FORM_DATA1, 0xfen],
    [F.FORM_DATA2, 0xfedcn],
    [F.FORM_DATA4, 0xfedcba98n],
    [F.FORM_DATA8, 0xfedcba9876543210n],
    [F.FORM_UDATA, 300n],
    [F.FORM_SDATA, -300n],
    [F.FORM_FLAG, 1n],
    [F.FORM_SEC_OFFSET, 0x12345678n],
    [F.FORM_REF1, 3n],
    [F.FORM_REF2, 0x304n],
    [F.FORM_REF8, 5n],
    [F.FORM_REF_UDATA, 200n],
    [F.FORM_REF_SIG8, 0xfedcba9876543210n],
    [F.FORM_LOCLISTX, 129n],
    [F.FORM_ADDR, 0xfedcba98n],
  ]
  const texts = [F.FORM_STRING, F.FORM_STRP, F.FORM_STRX, F.FORM_STRX1, F.FORM_STRX2, F.FORM_STRX3, F.FORM_STRX4]
  const addresses = [F.FORM_ADDR, F.FORM_ADDRX, F.FORM_ADDRX1, F.FORM_ADDRX2, F.FORM_ADDRX3, F.FORM_ADDRX4]
  const blocks = [F.FORM_BLOCK, F.FORM_BLOCK1, F.FORM_BLOCK2, F.FORM_BLOCK4, F.FORM_EXPRLOC]
  const dies = [
    ...numbers.map(([form, value]) => attribute(D.AT_CONST_VALUE, form, value)),
    ...texts.map((form) => attribute(D.AT_NAME, form, `a text ä ${form}`)),
    ...addresses.map((form) => attribute(D.AT_LOW_PC, form, 0x2000n + BigInt(form))),
    ...blocks.map((form) => attribute(D.AT_LOCATION, form, [1, 2, form])),
    attribute(D.AT_TYPE, F.FORM_REF4, 'last'),
    attribute(D.AT_TYPE, F.FORM_REF_ADDR, 'last'),
    attribute(D.AT_RANGES, F.FORM_SEC_OFFSET, 1),
  ]
  const tables = spec.dwarf64 ? 16 : 8
  const root: readonly Attribute[] = [
    attribute(D.AT_LOW_PC, F.FORM_ADDR, LOW),
    attribute(D.AT_HIGH_PC, F.FORM_DATA4, 0x1000),
    attribute(D.AT_STR_OFFSETS_BASE, F.FORM_SEC_OFFSET, tables),
    attribute(D.AT_ADDR_BASE, F.FORM_SEC_OFFSET, tables),
  ]
  const last = entry(D.TAG_BASE_TYPE, [attribute(D.AT_NAME, F.FORM_STRING, 'int')], undefined, 'last')
  const children = [...dies.map((each) => entry(D.TAG_VARIABLE, [each])), last]
  const ranges = [
    [[1n, 2n]],
    [
      [0x10n, 0x20n],
      [0x30n, 0x31n],
    ],
  ] as const
  // Two units, so that offsets in the second one are not offsets in the section.
  const input = dwarfInput({
    ...spec,
    ranges,
    units: [
      { version: spec.version, root: entry(D.TAG_COMPILE_UNIT, [], []) },
      { version: spec.version, root: entry(D.TAG_COMPILE_UNIT, root, children) },
    ],
  })
  const info = new DebugInfo(input)
  await whenRead(() => {
    const unit = info.unitAt(LOW)
    const top = unit?.die(unit.header.rootOffset)
    if (!unit || !top) throw new Error('no unit')
    expect(unit.start).toBeGreaterThan(0)
    expect(unit.header).toMatchObject({ version: spec.version, addressSize: spec.addressSize })
    const read = [...childrenOf(top)]
    expect(read).toHaveLength(children.length)
    const next = read[Symbol.iterator]()
    const take = () => next.next().value!
    for (const [form, value] of numbers)
      expect(take().attributes.get(D.AT_CONST_VALUE), `form ${form}`).toEqual({ form, number: value })
    for (const form of texts) expect(info.text(take(), D.AT_NAME), `form ${form}`).toBe(`a text ä ${form}`)
    for (const form of addresses) expect(info.address(take(), D.AT_LOW_PC), `${form}`).toBe(0x2000n + BigInt(form))
    for (const form of blocks)
      expect(take().attributes.get(D.AT_LOCATION)?.bytes, `form ${form}`).toEqual(Uint8Array.of(1, 2, form))
    for (let count = 0; count < 2; count++)
      expect(info.referred(take(), D.AT_TYPE)?.tag, `reference ${count}`).toBe(D.TAG_BASE_TYPE)
    const list = rangesOf(info, take())
    if (spec.version < 5)
      expect(list).toEqual([
        { low: LOW + 0x10n, high: LOW + 0x20n, expression: new Uint8Array() },
        { low: LOW + 0x30n, high: LOW + 0x31n, expression: new Uint8Array() },
      ])
    expect(info.text(take(), D.AT_NAME)).toBe('int')
  })
})
