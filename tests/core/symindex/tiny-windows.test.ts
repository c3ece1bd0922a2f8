/** One made image, built through windows, pieces and jobs of every small size: the answers are those of one large window. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { IndexBuilder } from '../../../src/core/ports.ts'
import { DEFAULT_SIZES, type BuildSizes } from '../../../src/core/symindex/sizes.ts'
import { localShard } from '../../../src/core/symindex/unit-reader.ts'
import { createParallelBuilder, createWasmBuilder } from '../../../src/core/symindex/wasm-builder.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG, type UnitSpec } from '../../support/dwarf-builder.ts'
import { openIndex } from '../../support/test-builder.ts'

const TEXT = 0x100000000n
const UNITS = 12
const startOf = (unit: number, position: number): number => 0x1000 + unit * 0x400 + position * 0x40

/** Six functions a unit, each with a call of another unit's function inlined into it; names take more than one piece. */
const units = Array.from({ length: UNITS }, (_, unit): UnitSpec => {
  const range = (start: number, size: number) => [
    attribute(AT.low, FORM.address, TEXT + BigInt(start)),
    attribute(AT.high, FORM.data4, size),
  ]
  const functions = Array.from({ length: 6 }, (_, position) => {
    const start = startOf(unit, position)
    const call = [
      attribute(AT.origin, FORM.refAddr, `callee ${(unit * 5 + position) % UNITS}`),
      ...range(start + 8, 16),
      attribute(AT.callFile, FORM.data1, 1),
      attribute(AT.callLine, FORM.udata, 7 + position),
    ]
    const name = `function ${unit} ${position} ${'x'.repeat(7 * position)}`
    return entry(TAG.function, [attribute(AT.name, FORM.strp, name), ...range(start, 0x40)], [entry(TAG.inlined, call)])
  })
  const form = unit % 2 === 0 ? FORM.strp : FORM.string
  const callee = entry(TAG.function, [attribute(AT.linkage, form, `_callee${unit}`)], undefined, `callee ${unit}`)
  const rows = Array.from({ length: 24 }, (_, row) => ({
    address: TEXT + BigInt(startOf(unit, 0) + row * 16),
    file: 1 + (row % 2),
    line: 10 + row,
  }))
  const files = [
    { name: `file${unit}.c`, directory: 0 },
    { name: 'shared.h', directory: 1 },
  ]
  return {
    root: entry(TAG.unit, [attribute(AT.directory, FORM.strp, '/src')], [...functions, callee]),
    lines: { directories: ['include'], files, sequences: [{ rows, end: TEXT + BigInt(startOf(unit, 6)) }] },
  }
})
const input = dwarfInput({ units })
const offsets = Array.from({ length: UNITS * 16 }, (_, at) => imageOffset(0x1000 + at * 0x40 + 12))

let module: WebAssembly.Module
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync(new URL('../../../wasm/build/core.wasm', import.meta.url)))
})

async function answers(builder: IndexBuilder, only = false): Promise<unknown> {
  const built = await builder.build(input, only ? { only: offsets } : {})
  if (!built.ok) throw new Error(built.problems.map(({ message }) => message).join(' '))
  const opened = await openIndex(built.value.bytes, 'x')
  if (!opened.ok) throw new Error(opened.problems[0]?.message)
  return [built.problems, await opened.value.lookup(offsets)]
}

const small = { ...DEFAULT_SIZES, oneShard: 0, onePartialShard: 0, scanAll: 0 }
const sizes: readonly (readonly [name: string, sizes: BuildSizes])[] = [
  ['small jobs', { ...small, job: 200, longJob: 200, directJob: 128 }],
  ['small windows', { ...small, window: 128, directWindow: 128, partialWindow: 128, partialDirectWindow: 128 }],
  ['small pieces of text', { ...small, stringPiece: 128, stringGap: 8, stringDirectPiece: 96, stringDirectGap: 8 }],
  [
    'all of it small',
    {
      ...{ job: 300, longJob: 300, window: 128, directJob: 128, directWindow: 128, partialWindow: 128, keepUnits: 0 },
      ...{ partialDirectWindow: 128, stringPiece: 128, stringDirectPiece: 96, stringGap: 8, stringDirectGap: 8 },
      ...{ oneShard: 0, onePartialShard: 0, scanAll: 0 },
    },
  ],
]

test('the image has what it was made with', async () => {
  const [problems, found] = (await answers(createWasmBuilder(module))) as [
    unknown[],
    { mangled: string; line?: number }[][],
  ]
  expect(problems).toEqual([])
  const at = (unit: number, position: number) => found[unit * 16 + position]?.map((call) => [call.mangled, call.line])
  expect(at(3, 2)).toEqual([
    ['_callee5', 18],
    ['function 3 2 xxxxxxxxxxxxxx', 9],
  ])
  expect(at(11, 5)?.map(([name]) => name)).toEqual(['_callee0', `function 11 5 ${'x'.repeat(35)}`])
})

test.each(sizes)('%s, in one shard and in three, of the whole and of a part', async (_, own) => {
  const whole = await answers(createWasmBuilder(module))
  for (const keepUnits of [0, 1 << 20]) {
    const tiny = { ...own, keepUnits }
    for (const only of [false, true]) {
      expect(await answers(createWasmBuilder(module, tiny), only)).toEqual(whole)
      expect(
        await answers(
          createParallelBuilder(module, () => localShard(module), 3, tiny),
          only,
        ),
      ).toEqual(whole)
    }
  }
})
