/** Look-ups give the same answers however the bytes come and with any other look-ups beside. A forged index fails as an index. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import type { BuildInput } from '../../../src/core/ports.ts'
import type { SymbolIndex } from '../../../src/core/symindex/reader.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import { IndexBytes } from '../../../src/core/symindex/pages.ts'
import { HEADER_AT_PARTS, PART_BYTES, PART_STRING_PAGES } from '../../../wasm/assembly/layout.ts'
import { joinBytes } from '../../../src/stores/memory-blob.ts'
import type { Entry, UnitSpec } from '../../support/dwarf-builder.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG } from '../../support/dwarf-builder.ts'
import { sealIndex } from '../../support/seal-index.ts'
import { openIndex, testBuilder } from '../../support/test-builder.ts'

const TEXT = 0x100000000n

function range(start: number, size: number): ReturnType<typeof attribute>[] {
  return [attribute(AT.low, FORM.address, TEXT + BigInt(start)), attribute(AT.high, FORM.data4, size)]
}

const FUNCTION_BYTES = 0x20

/** As many functions that each page and block is one of several; names in several scripts; each second has calls in calls. */
function manyFunctions(units: number, functions: number): BuildInput {
  const specs = Array.from({ length: units }, (_, unit): UnitSpec => {
    const start = (position: number): number => 0x1000 + (unit * functions + position) * FUNCTION_BYTES
    const inlined = (at: number, depth: number): Entry[] =>
      depth === 0
        ? []
        : [
            entry(
              TAG.inlined,
              [
                attribute(AT.origin, FORM.ref4, `callee ${unit}`),
                ...range(at, 8 + depth * 4),
                attribute(AT.callFile, FORM.data1, 1 + (depth % 2)),
                attribute(AT.callLine, FORM.data2, 100 + depth),
              ],
              inlined(at + 4, depth - 1),
            ),
          ]
    const children = Array.from({ length: functions }, (_, position) =>
      entry(
        TAG.function,
        [
          attribute(AT.name, FORM.strp, `${position % 7 === 0 ? 'Größe' : 'function'} ${unit} ${position}`),
          ...range(start(position), FUNCTION_BYTES - (position % 3) * 4),
        ],
        inlined(start(position) + 4, (position % 2) * 3),
      ),
    )
    const callee = entry(TAG.function, [attribute(AT.name, FORM.strp, `callee ${unit}`)], undefined, `callee ${unit}`)
    const rows = Array.from({ length: functions * 2 }, (_, row) => ({
      address: TEXT + BigInt(start(0) + (row * FUNCTION_BYTES) / 2),
      file: 1 + (row % 2),
      line: 10 + row,
    }))
    return {
      root: entry(TAG.unit, [attribute(AT.directory, FORM.strp, '/src/ü')], [...children, callee]),
      lines: {
        directories: ['include'],
        files: [
          { name: `file${unit}.c`, directory: 0 },
          { name: '日本.h', directory: 1 },
        ],
        sequences: [{ rows, end: TEXT + BigInt(start(functions)) }],
      },
    }
  })
  return dwarfInput({ units: specs })
}

const large = { units: 12, functions: 70 }
const end = 0x1000 + large.units * large.functions * FUNCTION_BYTES
const everywhere = Array.from({ length: (end + 0x40 - 0xfe0) / 4 }, (_, at) => (0xfe0 + at * 4) as ImageOffset)

async function indexBytes(input: BuildInput): Promise<Uint8Array<ArrayBuffer>> {
  const built = await (await testBuilder()).build(input)
  if (!built.ok) throw new Error(built.problems[0]?.message)
  return new Uint8Array(await built.value.bytes.arrayBuffer())
}

async function open(blob: Blob): Promise<SymbolIndex> {
  const opened = await openIndex(blob, 'x')
  if (!opened.ok) throw new Error(opened.problems[0]?.message)
  return opened.value
}

const largeBytes = indexBytes(manyFunctions(large.units, large.functions))

test('functions, their calls and their places are those that were written', async () => {
  const chains = await (await open(new Blob([await largeBytes]))).lookup(everywhere)
  everywhere.forEach((offset, at) => {
    const number = Math.floor((offset - 0x1000) / FUNCTION_BYTES)
    const [unit, position] = [Math.floor(number / large.functions), number % large.functions]
    const into = offset - 0x1000 - number * FUNCTION_BYTES
    const outer = chains[at]?.at(-1)
    if (number < 0 || unit >= large.units || into >= FUNCTION_BYTES - (position % 3) * 4) return
    expect(outer).toMatchObject({
      mangled: `${position % 7 === 0 ? 'Größe' : 'function'} ${unit} ${position}`,
      functionOffset: into,
      functionSize: FUNCTION_BYTES - (position % 3) * 4,
    })
    const depth = position % 2 === 0 ? 0 : [0, 1, 2, 3, 3, 3, 0, 0][into / 4]
    expect(chains[at]).toHaveLength(1 + (depth ?? 0))
    const row = position * 2 + Math.floor((into * 2) / FUNCTION_BYTES)
    const file = row % 2 === 0 ? `/src/ü/file${unit}.c` : '/src/ü/include/日本.h'
    expect(chains[at]?.[0]).toMatchObject({ file, line: 10 + row })
  })
})

test('offsets are answered alone as together, in any order, read at once or waited for, one index beside another', async () => {
  const bytes = await largeBytes
  const other = await indexBytes(manyFunctions(2, 9))
  const [waited, atOnce, second] = await Promise.all([
    open(new Blob([bytes])),
    open(joinBytes([bytes])),
    open(new Blob([other])),
  ])
  const [whole, wholeOther] = [await atOnce.lookup(everywhere), await second.lookup(everywhere)]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(everywhere.length - 1), { maxLength: 30 }), async (places) => {
      const wanted = places.map((place) => everywhere[place] ?? (0 as ImageOffset))
      const answers = await Promise.all(
        [waited, atOnce, waited, second, atOnce, second].map((index) => index.lookup(wanted)),
      )
      const [ours, others] = [whole, wholeOther].map((chains) => places.map((place) => chains[place]))
      expect(answers).toEqual([ours, ours, ours, others, ours, others])
    }),
    { numRuns: 40 },
  )
})

test('an index in memory is copied without what lies between the places asked for, one in a file with it', async () => {
  const bytes = await largeBytes
  const wanted = everywhere.filter((_, at) => at % 900 === 40)
  const copied = async (more: object): Promise<[number, unknown]> => {
    let count = 0
    const readInto = (target: Uint8Array, from: number, at = 0, length = target.length - at): void => {
      count += length
      target.set(bytes.subarray(from, from + length), at)
    }
    const index = await open(Object.assign(new Blob([bytes]), { readInto, ...more }))
    count = 0
    const chains = await index.lookup(wanted)
    return [count, chains]
  }
  const [inFile, fromFile] = await copied({})
  const [inMemory, fromMemory] = await copied({ inMemory: true })
  expect(fromMemory).toEqual(fromFile)
  expect(inMemory).toBeGreaterThan(0)
  expect(inMemory).toBeLessThan(inFile)
})

test('names and paths are read once, whatever offsets are asked for', async () => {
  const bytes = await largeBytes
  const [start, size] = [0, 8].map((at) =>
    Number(new DataView(bytes.buffer).getBigUint64(HEADER_AT_PARTS + PART_STRING_PAGES * PART_BYTES + at, true)),
  )
  let texts = 0
  const readInto = (target: Uint8Array, from: number, at = 0, length = target.length - at): void => {
    if (from + length > Number(start) && from < Number(start) + Number(size)) texts++
    target.set(bytes.subarray(from, from + length), at)
  }
  const index = await open(Object.assign(new Blob([bytes]), { readInto, inMemory: true }))
  const [few, all] = [everywhere.filter((_, at) => at % 16 === 8), everywhere.filter((_, at) => at % 16 < 12)]
  const whole = await (await open(new Blob([bytes]))).lookup(all)
  expect(await index.lookup(all)).toEqual(whole)
  expect(texts).toBeGreaterThan(0)
  texts = 0
  expect(await index.lookup(all)).toEqual(whole)
  expect(await index.lookup(few)).toEqual(all.flatMap((offset, at) => (few.includes(offset) ? [whole[at]] : [])))
  expect(texts).toBe(0)
})

test('more offsets than are looked up at once', async () => {
  const index = await open(joinBytes([await largeBytes]))
  const whole = await index.lookup(everywhere)
  const times = Math.ceil(20_000 / everywhere.length)
  const answers = await index.lookup(Array.from({ length: times }, () => everywhere).flat())
  expect(answers).toEqual(Array.from({ length: times }, () => whole).flat())
})

test('an offset behind all that an index can hold has no function', async () => {
  const index = await open(new Blob([await largeBytes]))
  expect(await index.lookup([2 ** 32, 2 ** 32 + 0x1000, 2 ** 53 - 1] as ImageOffset[])).toEqual([[], [], []])
})

test('all names are those of the functions, where they start', async () => {
  const { text, starts, offsets } = await (await open(new Blob([await largeBytes]))).names()
  const decoder = new TextDecoder()
  const names = Array.from(offsets, (offset, row) => [
    offset,
    decoder.decode(text.subarray(starts[row], starts[row + 1])),
  ])
  const expected = Array.from({ length: large.units * large.functions }, (_, number) => {
    const [unit, position] = [Math.floor(number / large.functions), number % large.functions]
    return [0x1000 + number * FUNCTION_BYTES, `${position % 7 === 0 ? 'Größe' : 'function'} ${unit} ${position}`]
  })
  expect(names.sort(([a], [b]) => Number(a) - Number(b))).toEqual(expected)
})

test('what is kept of a file is never given for what was not read', async () => {
  const bytes = new Uint8Array(40 << 20).map((_, at) => at >>> 16)
  const file = new IndexBytes(new Blob([bytes]))
  const ranges = Array.from({ length: 40 }, (_, at) => ({ start: at << 20, end: (at + 1) << 20 }))
  await file.read(ranges.slice(0, 20))
  const read = await file.read(ranges.toReversed())
  expect(read.map(({ length }) => length)).toEqual(ranges.map(() => 1 << 20))
  expect(read.map((part) => part[0])).toEqual(ranges.map(({ start }) => (start >>> 16) & 255).toReversed())
})

test('an index whose parts are shorter than its header says', async () => {
  const bytes = await largeBytes
  const view = new DataView(bytes.buffer)
  const few = everywhere.filter((_, at) => at % 101 === 0)
  for (let part = 0; part < 11; part++)
    for (const share of [0, 0.3, 0.9]) {
      const cut = bytes.slice()
      const size = Number(view.getBigUint64(64 + part * 16 + 8, true))
      new DataView(cut.buffer).setBigUint64(64 + part * 16 + 8, BigInt(Math.floor(size * share)), true)
      sealIndex(cut)
      const index = await open(new Blob([cut]))
      const told = (thrown: unknown): undefined => {
        if (!(thrown instanceof FormatError)) throw thrown
      }
      const asked = await index.lookup(few).catch(told)
      if (asked) expect(asked).toHaveLength(few.length)
      const names = await index.names().catch(told)
      if (names) expect(names.starts).toHaveLength(names.offsets.length + 1)
    }
})
