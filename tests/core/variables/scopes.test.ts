/** Variables of debug information that lies: each keeps what can be read, and ends. */
import * as D from '../../../src/core/dwarf/constants.ts'
import { expect, test } from 'vitest'
import { variablesOfImage } from '../../../src/core/engine/frames/variables.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { success } from '../../../src/core/model/problem.ts'
import type { BuildInput } from '../../../src/core/ports.ts'
import type { DebugImage } from '../../../src/core/symbols/source.ts'
import type { Variable, VariableScope } from '../../../src/core/model/variables.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG, type Entry } from '../../support/dwarf-builder.ts'

const POINTER = D.TAG_POINTER_TYPE
const BASE = D.TAG_BASE_TYPE
const SUBROUTINE = D.TAG_SUBROUTINE_TYPE
const PARAMETER = D.TAG_FORMAL_PARAMETER
const TYPE = D.AT_TYPE

/** An image of one unit: a function at offset 0x1000 with these variables. */
function imageOf(variables: readonly Entry[], types: readonly Entry[] = [], start = 0x1_0000_1000n): DebugImage {
  const input = dwarfInput({
    units: [
      {
        version: 4,
        root: entry(
          TAG.unit,
          [attribute(AT.low, FORM.address, start), attribute(AT.high, FORM.data4, 0x100)],
          [
            ...types,
            entry(
              TAG.function,
              [
                attribute(AT.name, FORM.string, 'f'),
                attribute(AT.low, FORM.address, start),
                attribute(AT.high, FORM.data4, 0x100),
              ],
              variables,
            ),
          ],
        ),
      },
    ],
  })
  return source(input)
}

function source(input: BuildInput): DebugImage {
  const { uuid, arch, name, file: path, kind, textVmaddr } = input
  const facts = { uuid, arch, name, path, kind, textVmaddr, detail: 'dwarf', rank: 1, bytes: 1 } as const
  return { ...facts, prepare: async () => success(input) }
}

const variable = (name: string, type: number | string): Entry =>
  entry(TAG.variable, [attribute(AT.name, FORM.string, name), attribute(TYPE, FORM.ref4, type)])

const int = entry(BASE, [attribute(AT.name, FORM.string, 'int')], undefined, 'int')

async function ask(image: DebugImage, at = 0x1004): Promise<readonly VariableScope[]> {
  const outcome = await variablesOfImage([image], [imageOffset(at)])
  return outcome.ok ? (outcome.value[0] ?? []) : []
}

const named = (scopes: readonly VariableScope[]): readonly Variable[] => scopes.flatMap(({ variables }) => variables)

test('a type that refers to nothing, and one that is a pointer to itself', async () => {
  const self = entry(POINTER, [attribute(TYPE, FORM.ref4, 'self')], undefined, 'self')
  const image = imageOf(
    [variable('wild', 0x7fffffff), variable('header', 3), variable('loop', 'self'), variable('sound', 'int')],
    [self, int],
  )
  const found = named(await ask(image))
  expect(found.map(({ name }) => name).slice(0, 1)).toEqual(['wild'])
  expect(found.find(({ name }) => name === 'sound')).toMatchObject({ type: 'int', unavailable: 'optimised out' })
  expect(found.find(({ name }) => name === 'loop')?.type).toMatch(/^…[ *]+$/)
})

test('a hundred thousand pointers to each other, and functions of functions, have a name of bearable length', async () => {
  const chain = Array.from({ length: 100_000 }, (_, at) =>
    entry(POINTER, [attribute(TYPE, FORM.ref4, at === 99_999 ? 'int' : `p${at + 1}`)], undefined, `p${at}`),
  )
  const parameters = Array.from({ length: 64 }, () => entry(PARAMETER, [attribute(TYPE, FORM.ref4, 'wide')]))
  const wide = entry(SUBROUTINE, [attribute(TYPE, FORM.ref4, 'wide')], parameters, 'wide')
  const [deep, broad] = named(
    await ask(imageOf([variable('deep', 'p0'), variable('wide', 'wide')], [int, ...chain, wide])),
  )
  expect(deep?.type.length).toBeLessThan(5000)
  expect(broad?.type.length).toBeLessThan(5000)
})

test('blocks in blocks without end, each covering the address', async () => {
  let inner = variable('innermost', 'int')
  for (let depth = 0; depth < 2_000; depth++) {
    const range = [attribute(AT.low, FORM.address, 0x1_0000_1000n), attribute(AT.high, FORM.data4, 0x80)]
    inner = entry(TAG.block, range, [inner])
  }
  const scopes = await ask(imageOf([inner, variable('outer', 'int')], [int]))
  expect(named(scopes).map(({ name }) => name)).toContain('outer')
})

test('inner variables come first, and hide those of their name', async () => {
  const range = [attribute(AT.low, FORM.address, 0x1_0000_1000n), attribute(AT.high, FORM.data4, 0x10)]
  const image = imageOf([variable('x', 'int'), entry(TAG.block, range, [variable('x', 'int')])], [int])
  expect(named(await ask(image)).map(({ shadowed }) => shadowed)).toEqual([undefined, true])
  expect(named(await ask(image, 0x1020))).toHaveLength(1)
  expect(await ask(image, 0x1100)).toEqual([])
})

/** Units of a function each, 0x100 bytes behind each other; without `.debug_aranges`. */
function unitsOf(count: number): BuildInput {
  const range = (at: number) => [
    attribute(AT.low, FORM.address, 0x1_0000_1000n + BigInt(at * 0x100)),
    attribute(AT.high, FORM.data4, 0x100),
  ]
  return dwarfInput({
    units: Array.from({ length: count }, (_, at) => {
      const own = entry(TAG.function, [attribute(AT.name, FORM.string, `f${at}`), ...range(at)], [])
      return { version: 4, root: entry(TAG.unit, range(at), [own]) }
    }),
  })
}

test('the unit of an address is found by the units themselves, over as many bytes as there are', async () => {
  const image = source(unitsOf(2_000))
  for (const at of [1_999, 0, 1_000]) {
    const scopes = await ask(image, 0x1000 + at * 0x100 + 4)
    expect(scopes.map((scope) => scope.function)).toEqual([`f${at}`])
  }
  expect(await ask(image, 0x1000 + 2_000 * 0x100)).toEqual([])
})

test('a unit that is damaged hides none before it, and those behind it are told to be out of reach', async () => {
  const input = unitsOf(3)
  const dwarf = await Promise.all(
    input.dwarf.map(async (section) => {
      if (section.name !== 'debug_info') return section
      const bytes = new Uint8Array(await section.bytes.arrayBuffer())
      const second = 4 + new DataView(bytes.buffer).getUint32(0, true)
      bytes[second + 4] = 0xee // its version
      return { ...section, bytes: new Blob([bytes]) }
    }),
  )
  const image = source({ ...input, dwarf })
  expect((await ask(image, 0x1004)).map((scope) => scope.function)).toEqual(['f0'])
  const outcome = await variablesOfImage([image], [imageOffset(0x1204)])
  expect(outcome.problems.map(({ code }) => code)).toEqual(['no-variables'])
})

test('files without debug information are told', async () => {
  const outcome = await variablesOfImage([], [imageOffset(0)])
  expect(outcome.problems.map(({ code }) => code)).toEqual(['no-debug-info'])
})
