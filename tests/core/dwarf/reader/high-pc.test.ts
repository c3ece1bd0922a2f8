/** The end of a function in every form that may hold it, with others around it: an address, or the length from its start. */
import { expect, test } from 'vitest'
import { whenRead } from '../../../../src/core/bytes/paged.ts'
import * as D from '../../../../src/core/dwarf/constants.ts'
import * as F from '../../../../src/core/dwarf/forms.ts'
import { rangesOf } from '../../../../src/core/dwarf/reader/address-lists.ts'
import { DebugInfo } from '../../../../src/core/dwarf/reader/debug-info.ts'
import { functionAt, scopesAround } from '../../../../src/core/dwarf/reader/unit-map.ts'
import { childrenOf } from '../../../../src/core/dwarf/reader/walk.ts'
import {
  AT,
  attribute,
  dwarfInput,
  entry,
  FORM,
  TAG,
  type Attribute,
  type DwarfSpec,
} from '../../../support/dwarf-builder.ts'

const LOW = 0x2000n
const SIZE = 0x30
const unit = (parts: Omit<DwarfSpec, 'units'>, version: number, functions: readonly (readonly Attribute[])[]) =>
  new DebugInfo(
    dwarfInput({
      ...parts,
      units: [
        {
          version,
          root: entry(
            TAG.unit,
            [
              attribute(AT.low, FORM.address, 0x1000),
              attribute(AT.high, FORM.data4, 0x9000),
              // Behind the table's own header.
              attribute(AT.addressBase, FORM.secOffset, parts.dwarf64 ? 16 : 8),
            ],
            functions.map((attributes) => entry(TAG.function, attributes)),
          ),
        },
      ],
    }),
  )

/** Starts and ends that the two ways of reading give, and the name of the function at some addresses. */
const told = (info: DebugInfo, addresses: readonly bigint[]) =>
  whenRead(() => {
    const own = info.unitAt(0x1000n)
    if (!own) throw new Error('no unit')
    const functions = [...childrenOf(own.die(own.header.rootOffset)!)]
    return {
      ranges: functions.map((die) => rangesOf(info, die)),
      names: addresses.map((address) => {
        const found = functionAt(info, own, address)
        return found && info.text(found, AT.name)
      }),
    }
  })

const lengths: readonly (readonly [string, number])[] = [
  ['data1', F.FORM_DATA1],
  ['data2', F.FORM_DATA2],
  ['data4', F.FORM_DATA4],
  ['data8', F.FORM_DATA8],
  ['udata', F.FORM_UDATA],
]
const settings = ([4, 8] as const).flatMap((addressSize) =>
  [true, false].flatMap((littleEndian) =>
    [false, true].map((dwarf64) => ({ addressSize, littleEndian, dwarf64 }) as const),
  ),
)
const asked = [LOW - 1n, LOW, LOW + BigInt(SIZE) - 1n, LOW + BigInt(SIZE)]

test.each(settings)('%j', async (setting) => {
  for (const version of [2, 3, 4, 5]) {
    const ends: readonly (readonly [string, Attribute])[] = [
      ...lengths.map(([name, form]) => [name, attribute(AT.high, form, SIZE)] as const),
      ['an address', attribute(AT.high, FORM.address, LOW + BigInt(SIZE))],
      ...(version === 5
        ? [['an address by its number', attribute(AT.high, FORM.addrx1, LOW + BigInt(SIZE))] as const]
        : []),
    ]
    const starts = [
      attribute(AT.low, FORM.address, LOW),
      ...(version === 5 ? [attribute(AT.low, FORM.addrx1, LOW)] : []),
    ]
    const name = attribute(AT.name, FORM.string, 'open')
    const more = attribute(AT.declaration, FORM.data2, 7)
    for (const [form, end] of ends) {
      for (const start of starts) {
        for (const attributes of [
          [name, start, end],
          [start, end, name],
          [more, start, end, name],
          [start, name, end],
          [end, start, name],
          [start, more, end, more, name],
        ]) {
          const what = `DWARF ${version}, ${form}, ${attributes.map(({ at }) => at.toString(16)).join()}, ${start.form}`
          const found = await told(unit(setting, version, [attributes]), asked)
          expect(found.ranges, what).toEqual([[{ low: LOW, high: LOW + BigInt(SIZE) }]])
          expect(found.names, what).toEqual([undefined, 'open', 'open', undefined])
        }
      }
    }
  }
})

test.each<readonly [string, readonly Attribute[]]>([
  ['no length', [attribute(AT.low, FORM.address, LOW), attribute(AT.high, FORM.data4, 0)]],
  ['an end at its start', [attribute(AT.low, FORM.address, LOW), attribute(AT.high, FORM.address, LOW)]],
  ['an end before its start', [attribute(AT.low, FORM.address, LOW), attribute(AT.high, FORM.address, LOW - 1n)]],
  ['no start', [attribute(AT.high, FORM.data4, SIZE)]],
  ['no end', [attribute(AT.low, FORM.address, LOW)]],
])('a function with %s has no code, and hides no other', async (_, attributes) => {
  const other = [
    attribute(AT.name, FORM.string, 'next'),
    attribute(AT.low, FORM.address, LOW),
    attribute(AT.high, FORM.data4, 1),
  ]
  const found = await told(unit({}, 4, [attributes, other]), [LOW, LOW + 1n])
  expect(found).toEqual({ ranges: [[], [{ low: LOW, high: LOW + 1n }]], names: ['next', undefined] })
})

test('the innermost function counts, and only DIEs around it are its scopes', async () => {
  const place = (low: bigint, size: number) => [
    attribute(AT.low, FORM.address, low),
    attribute(AT.high, FORM.data4, size),
  ]
  const name = (text: string) => attribute(AT.name, FORM.string, text)
  const before = entry(D.TAG_NAMESPACE, [name('before')], [entry(TAG.variable, [name('v')])])
  const inner = entry(TAG.function, [name('inner'), ...place(LOW + 4n, 4)])
  const type = entry(TAG.structure, [name('Till')], [entry(TAG.function, [name('open'), ...place(LOW, SIZE)], [inner])])
  const space = entry(D.TAG_NAMESPACE, [name('shop')], [before, type])
  const last = entry(TAG.function, [name('last'), ...place(0x3000n, 4)])
  const root = entry(TAG.unit, place(0x1000n, 0x9000), [space, last])
  const info = new DebugInfo(dwarfInput({ units: [{ version: 4, root }] }))
  const scopes = (address: bigint) =>
    whenRead(() => {
      const own = info.unitAt(0x1000n)!
      const found = functionAt(info, own, address)
      return found && [found, ...scopesAround(found)].map((die) => info.text(die, AT.name))
    })
  expect(await scopes(LOW)).toEqual(['open', 'Till', 'shop'])
  expect(await scopes(LOW + 4n)).toEqual(['inner', 'open', 'Till', 'shop'])
  expect(await scopes(LOW + 8n)).toEqual(['open', 'Till', 'shop'])
  expect(await scopes(0x3000n)).toEqual(['last'])
  expect(await scopes(0x3004n)).toBeUndefined()
})

test('starts by their numbers, of which one byte holds 256', async () => {
  const functions = Array.from({ length: 240 }, (_, at) => [
    attribute(AT.low, FORM.addrx1, LOW + BigInt(at) * 0x100n),
    attribute(AT.high, FORM.data4, 0x100),
    attribute(AT.name, FORM.string, `open ${at}`),
  ])
  const starts = functions.map((_, at) => LOW + BigInt(at) * 0x100n)
  const found = await told(unit({}, 5, functions), starts)
  expect(found.names).toEqual(functions.map((_, at) => `open ${at}`))
  expect(found.ranges).toEqual(starts.map((low) => [{ low, high: low + 0x100n }]))
})
