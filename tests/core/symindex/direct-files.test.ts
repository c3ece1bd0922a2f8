/** Builds whose shards read files themselves: which shards are started, and that the bytes are those of one thread. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { BuildInput, FileBytes, FilePlace, IndexBuilder } from '../../../src/core/ports.ts'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import { DEFAULT_SIZES } from '../../../src/core/symindex/sizes.ts'
import type { FileHost } from '../../../src/core/symindex/slices.ts'
import { unitSlices } from '../../../src/core/symindex/unit-slices.ts'
import { localShard } from '../../../src/core/symindex/unit-reader.ts'
import { createParallelBuilder, createWasmBuilder } from '../../../src/core/symindex/wasm-builder.ts'
import { joinBytes } from '../../../src/stores/memory-blob.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG } from '../../support/dwarf-builder.ts'
import { openIndex } from '../../support/test-builder.ts'

const TEXT = 0x100000000n
const UNITS = 9
const SHARDS = 3
const sizes = { ...DEFAULT_SIZES, directJob: 128, directWindow: 128, oneShard: 0, onePartialShard: 0 }

let module: WebAssembly.Module
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync(new URL('../../../wasm/build/core.wasm', import.meta.url)))
})

class DirectBlob extends Blob implements FileBytes {
  readonly place: FilePlace
  readonly #bytes: Uint8Array
  constructor(place: FilePlace, bytes: Uint8Array<ArrayBuffer>) {
    super([bytes])
    this.place = place
    this.#bytes = bytes
  }
  readInto(target: Uint8Array, from: number): void {
    target.set(this.#bytes.subarray(from, from + target.length))
  }
}

/**
 * In each unit a function, into which one of the last unit is inlined. That one's name is two units
 * before, and so on to the first units. One name is there at once.
 */
function chained(): BuildInput {
  const range = (start: number, size: number) => [
    attribute(AT.low, FORM.address, TEXT + BigInt(start)),
    attribute(AT.high, FORM.data4, size),
  ]
  const unit = (number: number) => {
    const start = 0x1000 + number * 0x40
    const call = entry(TAG.inlined, [
      attribute(AT.origin, FORM.refAddr, number === UNITS - 1 ? 'direct' : `callee ${UNITS - 1 - number}`),
      ...range(start + 8, 16),
      attribute(AT.callFile, FORM.data1, 1),
      attribute(AT.callLine, FORM.udata, number + 1),
    ])
    const from = number - 2
    const named =
      from >= 0
        ? attribute(AT.origin, FORM.refAddr, `callee ${from}`)
        : attribute(AT.linkage, FORM.string, `_callee${number}`)
    const own = entry(
      TAG.function,
      [attribute(AT.name, FORM.string, `function ${number}`), ...range(start, 0x40)],
      [call],
    )
    const direct = entry(TAG.function, [attribute(AT.linkage, FORM.string, '_direct')], undefined, 'direct')
    const others = [entry(TAG.function, [named], undefined, `callee ${number}`), ...(number === 0 ? [direct] : [])]
    return {
      root: entry(TAG.unit, [], [own, ...others]),
      lines: {
        directories: [],
        files: [{ name: `file${number}.c`, directory: 0 }],
        sequences: [{ rows: [{ address: TEXT + BigInt(start), file: 1, line: 7 }], end: TEXT + BigInt(start + 0x40) }],
      },
    }
  }
  return dwarfInput({ units: Array.from({ length: UNITS }, (_, number) => unit(number)) })
}

async function onFiles(input: BuildInput): Promise<{ files: BuildInput; host: FileHost; opened: string[] }> {
  const opened: string[] = []
  const blobs = await Promise.all(
    input.dwarf.map(async ({ bytes }, at) => {
      const copy = new Uint8Array(await bytes.arrayBuffer())
      return new DirectBlob({ path: String(at), start: 0, end: copy.length, state: '' }, copy)
    }),
  )
  const open = (place: FilePlace): DirectBlob => {
    opened.push(place.path)
    return blobs[Number(place.path)] ?? new DirectBlob(place, new Uint8Array(0))
  }
  const dwarf = input.dwarf.map((section, at) => ({ ...section, bytes: blobs[at] ?? section.bytes }))
  return {
    files: { ...input, dwarf },
    host: { open, join: joinBytes, pause: async () => undefined, slices: unitSlices },
    opened,
  }
}

async function namesOf(builder: IndexBuilder, input: BuildInput): Promise<unknown> {
  const built = await builder.build(input)
  if (!built.ok) throw new Error(built.problems[0]?.message)
  expect(built.problems).toEqual([])
  const index = await openIndex(built.value.bytes, 'x')
  if (!index.ok) throw new Error(index.problems[0]?.message)
  const offsets = Array.from({ length: UNITS }, (_, number) => (0x1000 + number * 0x40 + 12) as ImageOffset)
  return (await index.value.lookup(offsets)).map((calls) =>
    calls.map((call): readonly unknown[] => [call.mangled, call.line]),
  )
}

const expected = Array.from({ length: UNITS }, (_, number) => [
  [number === UNITS - 1 ? '_direct' : `_callee${(UNITS - 1 - number) % 2}`, 7],
  [`function ${number}`, number + 1],
])

test('names that lead from unit to unit are found, whoever reads the units', async () => {
  const input = chained()
  expect(await namesOf(createWasmBuilder(module), input)).toEqual(expected)
  const { files, host } = await onFiles(input)
  expect(await namesOf(createWasmBuilder(module, sizes, host), files)).toEqual(expected)
  const shard = () => localShard(module, (place) => host.open(place))
  for (const threads of [1, 2, SHARDS])
    expect(await namesOf(createParallelBuilder(module, shard, threads, sizes, host), files)).toEqual(expected)
})

test('the first shard works in this thread where it can read the files, else all are started', async () => {
  const input = chained()
  const { files, host, opened } = await onFiles(input)
  let started = 0
  const shard = () => {
    started++
    return localShard(module, (place) => host.open(place))
  }
  const startedFor = async (asked: BuildInput, at?: FileHost): Promise<number> => {
    started = 0
    expect(await namesOf(createParallelBuilder(module, shard, SHARDS, sizes, at), asked)).toEqual(expected)
    return started
  }
  expect(await startedFor(files, host)).toBe(SHARDS - 1)
  expect(opened.length).toBeGreaterThan(0)
  // Sections that are no files.
  expect(await startedFor(input, host)).toBe(SHARDS)
  expect(await startedFor(input)).toBe(SHARDS)
})
