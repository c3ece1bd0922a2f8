/** Inlined calls as DIEs, built into an index: look-ups of the calls at an address. */
import { expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import { calls, inlinedCall, lines, low, name, size, unit } from '../../support/c-program.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG, type Attribute, type Entry } from '../../support/dwarf-builder.ts'
import { builtIndex } from '../../support/test-builder.ts'

const outer = entry(
  TAG.function,
  [name('outer'), low(0x1000), size(0x20)],
  [
    entry(
      TAG.block,
      [],
      [inlinedCall('a', 0x1004, 0x10, 11, [inlinedCall('b', 0x1008, 8, 12, [inlinedCall('a', 0x100c, 4, 13)])])],
    ),
    inlinedCall('b', 0x1018, 4, 14),
  ],
)
const abstract = (label: string): Entry => entry(TAG.function, [name(label)], undefined, label)

test('to any depth, with where each call stands', async () => {
  const index = await builtIndex(dwarfInput({ units: [unit([abstract('a'), abstract('b'), outer], { lines })] }))
  expect(await calls(index, 0x1000, 0x1004, 0x1008, 0x100f, 0x1014, 0x1018)).toEqual([
    ['outer /src/a.c:10'],
    ['+a /src/a.c:10', 'outer /src/a.c:11:7'],
    ['+b /lib/include/b.h:20', '+a /src/a.c:12:7', 'outer /src/a.c:11:7'],
    ['+a /lib/include/b.h:20', '+b /src/a.c:13:7', '+a /src/a.c:12:7', 'outer /src/a.c:11:7'],
    ['outer /src/sub/c.h:30'],
    ['+b /abs/d.h:40', 'outer /src/a.c:14:7'],
  ])
  expect(index.inlines).toBe(4)
})

test('with several ranges; functions in two pieces count from their first', async () => {
  const ranges = [
    [
      [0x1000n, 0x1010n],
      [0x3000n, 0x3010n],
    ],
    [
      [0x1008n, 0x100cn],
      [0x3004n, 0x3008n],
    ],
  ] as const
  const list = (number: number): ReturnType<typeof attribute> => attribute(AT.ranges, FORM.secOffset, number)
  const call = entry(TAG.inlined, [
    attribute(AT.origin, FORM.ref4, 'a'),
    list(1),
    attribute(AT.callFile, FORM.data1, 1),
    attribute(AT.callLine, FORM.data1, 5),
  ])
  const split = entry(TAG.function, [name('split'), list(0)], [call])
  const root = entry(TAG.unit, [low(0)], [abstract('a'), split])
  const index = await builtIndex(dwarfInput({ units: [{ root }], ranges }))
  expect(await calls(index, 0x1004, 0x1008, 0x2000, 0x3000, 0x3004, 0x3008)).toEqual([
    ['split ?:0'],
    ['+a ?:0', 'split ?:0'],
    [],
    ['split ?:0'],
    ['+a ?:0', 'split ?:0'],
    ['split ?:0'],
  ])
  const [[cold] = []] = await index.lookup([0x3000 as ImageOffset])
  expect(cold).toMatchObject({ functionStart: 0x1000, functionOffset: 0x2000 })
})

test('a function inside a function interrupts it', async () => {
  const nested = entry(TAG.function, [name('nested'), low(0x1008), size(8)])
  const index = await builtIndex(
    dwarfInput({ units: [unit([entry(TAG.function, [name('around'), low(0x1000), size(0x20)], [nested])])] }),
  )
  expect(await calls(index, 0x1004, 0x1008, 0x1010)).toEqual([['around ?:0'], ['nested ?:0'], ['around ?:0']])
})

test.each([0, 3, 127, 128, 300])('behind variables whose places take %i bytes', async (bytes) => {
  const variable = (extra: readonly Attribute[]): Entry =>
    entry(TAG.variable, [
      attribute(AT.low, FORM.data4, 0),
      attribute(AT.location, FORM.exprloc, bytes),
      attribute(AT.callLine, FORM.data2, 7),
      ...extra,
    ])
  const twice = variable([attribute(AT.location, FORM.exprloc, 2)])
  const callee = entry(TAG.function, [name('callee')], undefined, 'abstract')
  const outer = [name('outer'), low(0x1000), size(32)]
  const children = [variable([]), twice, inlinedCall('abstract', 0x1008, 8, 5), variable([])]
  const index = await builtIndex(
    dwarfInput({ units: [unit([callee, variable([]), entry(TAG.function, outer, children)])] }),
  )
  expect((await index.lookup([0x100c as ImageOffset]))[0]?.map(({ mangled }) => mangled)).toEqual(['callee', 'outer'])
})

test('what a declaration inside a function has below it is none of its calls', async () => {
  const callee = entry(TAG.function, [name('callee')], undefined, 'abstract')
  const declared = entry(
    TAG.function,
    [attribute(AT.declaration, FORM.data1, 1)],
    [inlinedCall('abstract', 0x1000, 16, 5)],
  )
  const outer = entry(
    TAG.function,
    [name('outer'), low(0x1000), size(32)],
    [declared, inlinedCall('abstract', 0x1008, 8, 6)],
  )
  const index = await builtIndex(dwarfInput({ units: [unit([callee, outer])] }))
  const found = await index.lookup([0x1004, 0x100c] as ImageOffset[])
  expect(found.map((chain) => chain.map(({ mangled }) => mangled))).toEqual([['outer'], ['callee', 'outer']])
})
