/** Function facts from Swift's metadata: exact names of types' functions, places of methods, and damage that ends in a problem. */
import { expect, test } from 'vitest'
import { Budget } from '../../../src/core/bytes/budget.ts'
import { PTR_PLAIN } from '../../../src/core/macho/chained-fixups.ts'
import { ImageMemory, NO_BINDS } from '../../../src/core/macho/image-memory.ts'
import { openMachO } from '../../../src/core/macho/open.ts'
import { SwiftReader } from '../../../src/core/macho/swift-reader.ts'
import { openSwiftMetadata } from '../../../src/core/macho/swift.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import { buildSwiftImage, swiftCode, type SwiftDamage } from '../../support/swift-builder.ts'

const file = (damage?: SwiftDamage) => ({ path: 'App', blob: new Blob([buildSwiftImage(damage)]) })

async function namesOf(damage?: SwiftDamage) {
  const opened = await machoSource.open(file(damage))
  const input = opened.ok ? await opened.value[0]?.prepare() : undefined
  if (!input?.ok) throw new Error('not opened')
  const names = new Map(input.value.symbols.map(({ offset, name, source }) => [offset as number, `${source}: ${name}`]))
  return { names, problems: input.problems.map(({ code }) => code) }
}

const sound: Readonly<Record<keyof typeof swiftCode, string>> = {
  accessor: 'metadata: type metadata accessor for App.Cart',
  completion: 'metadata: type metadata completion function for App.Cart',
  getter: 'described: getter 0 of App.Cart',
  load: 'described: method 1 of App.Cart',
  subAccessor: 'metadata: type metadata accessor for App.Sub',
  override: 'described: getter 0 of App.Cart, as App.Sub overrides it',
  witness: 'described: witness 1 of App.Cart.Point: App.Priced (getter)',
  pointAccessor: 'metadata: type metadata accessor for App.Cart.Point',
}

test('functions are told by their type, methods by their place', async () => {
  const { names, problems } = await namesOf()
  expect(problems).toEqual([])
  expect(names).toEqual(
    new Map(Object.entries(sound).map(([name, text]) => [swiftCode[name as keyof typeof swiftCode], text])),
  )
})

test.each<[string, SwiftDamage]>([
  ['a vtable of four thousand million slots', { slots: 0xffffffff }],
  ['a class that lies in itself', { parent: 'Cart' }],
])('%s: a problem, and what else is there', async (_, damage) => {
  const { names, problems } = await namesOf(damage)
  expect(problems).toEqual(expect.arrayContaining(['bad-swift-metadata']))
  expect(names.get(swiftCode.subAccessor)).toBe(sound.subAccessor)
})

test('fields are told; a table of fields that leads out of the image ends where it does', async () => {
  const fieldsOf = async (damage?: SwiftDamage) => {
    const { images } = await openMachO(file(damage))
    const { types, problems } = await openSwiftMetadata(images[0]!, new Budget(10_000))
    return { fields: types[0]?.fields, problems: problems.map(({ code }) => code) }
  }
  expect(await fieldsOf()).toEqual({ fields: ['count', 'owner'], problems: [] })
  const damaged = await fieldsOf({ fields: 60_000 })
  expect(damaged.fields?.slice(0, 2)).toEqual(['count', 'owner'])
  expect(damaged.problems.length).toBeGreaterThan(0)
  expect((await fieldsOf({ fields: 0xffffffff })).problems).toEqual(['bad-swift-metadata'])
})

test('a list of entries that cannot be read ends long before its count', async () => {
  const { images } = await openMachO(file())
  const budget = new Budget(0)
  const memory = new ImageMemory(images[0]!, [], PTR_PLAIN, NO_BINDS, budget)
  const reader = new SwiftReader(images[0]!, memory, budget)
  let read = 0
  expect(() => {
    for (; read < 65_536; read++) reader.attempt(() => reader.u32(imageOffset(read)))
  }).toThrow(FormatError)
  expect(read).toBeLessThan(25_000)
  expect(reader.problems[0]?.code).toBe('bad-pointer')
})
