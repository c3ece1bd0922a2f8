/**
 * However an image is built, the answers are the same: whole or for some addresses only, in one shard or several, with
 * large windows or tiny ones.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import type { BuildInput, ByteHost, FileBytes, FilePlace, IndexBuilder, SectionRange } from '../../../src/core/ports.ts'
import type { IndexedCall } from '../../../src/core/symindex/reader.ts'
import { openIndex } from '../../support/test-builder.ts'
import type { Shard, ShardAnswer } from '../../../src/core/symindex/shard.ts'
import { localShard } from '../../../src/core/symindex/unit-reader.ts'
import { joinBytes } from '../../../src/stores/memory-blob.ts'
import type { FileHost } from '../../../src/core/symindex/slices.ts'
import { unitSlices } from '../../../src/core/symindex/unit-slices.ts'
import { createParallelBuilder, createWasmBuilder } from '../../../src/core/symindex/wasm-builder.ts'
import type { Entry, UnitSpec } from '../../support/dwarf-builder.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG } from '../../support/dwarf-builder.ts'

const TEXT = 0x100000000n
const tiny = {
  job: 300,
  longJob: 300,
  window: 128,
  directJob: 128,
  directWindow: 128,
  partialWindow: 128,
  partialDirectWindow: 128,
  stringPiece: 128,
  stringDirectPiece: 96,
  stringGap: 8,
  stringDirectGap: 8,
  keepUnits: 0,
  oneShard: 0,
  onePartialShard: 0,
  scanAll: 0,
}

let module: WebAssembly.Module
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync(new URL('../../../wasm/build/core.wasm', import.meta.url)))
})

/** Functions with calls inlined into them. Some of these calls extend beyond their parent; names come from other units, too. */
const image = fc
  .record({
    units: fc.array(
      fc.array(
        fc.record({
          gap: fc.nat(3),
          size: fc.integer({ min: 4, max: 24 }),
          callee: fc.nat(9),
          depth: fc.nat(3),
          slip: fc.constantFrom(0, 0, 1, 3, 6),
          line: fc.integer({ min: 1, max: 5000 }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      { minLength: 1, maxLength: 6 },
    ),
    // Some of them far beyond the end of any image: reports hold garbage, too.
    targets: fc.array(
      fc.oneof({ weight: 4, arbitrary: fc.nat(0x800) }, fc.integer({ min: 2 ** 32, max: 2 ** 32 + 0x800 })),
      {
        minLength: 1,
        maxLength: 20,
      },
    ),
    elsewhere: fc.boolean(),
    // A name that lies in the unit itself is interned; one that is asked of unit after unit takes rounds.
    text: fc.constantFrom(FORM.strp, FORM.string),
    chained: fc.boolean(),
  })
  .map(({ units, targets, elsewhere, text, chained }) => {
    let at = 0x1000
    const specs = units.map((functions, number): UnitSpec => {
      const rows: { address: bigint; file: number; line: number }[] = []
      const children = functions.map(({ gap, size, callee, depth, slip, line }, position): Entry => {
        const start = at + gap * 4
        at = start + size * 4
        rows.push(
          { address: TEXT + BigInt(start), file: 1, line },
          { address: TEXT + BigInt(start + 4), file: 2, line: line + 3 },
        )
        const other = elsewhere ? callee % units.length : number
        return entry(
          TAG.function,
          [attribute(AT.name, text, `function ${number} ${position}`), ...range(start, size * 4)],
          inlined(`callee ${other}`, start + 4, size * 4 - 4 - slip * 4, { depth, line, slip }),
        )
      })
      const shared = entry(
        TAG.function,
        chained && number > 0
          ? [attribute(AT.origin, FORM.refAddr, `callee ${number - 1}`)]
          : [attribute(AT.linkage, text, `_callee${number}`)],
        undefined,
        `callee ${number}`,
      )
      const files = [
        { name: `file${number}.c`, directory: 0 },
        { name: 'shared.h', directory: 1 },
      ]
      return {
        root: entry(TAG.unit, [attribute(AT.directory, FORM.strp, '/src')], [...children, shared]),
        lines: { directories: ['include'], files, sequences: [{ rows, end: TEXT + BigInt(at) }] },
      }
    })
    return { input: dwarfInput({ units: specs }), targets: targets.map((target) => (0x0ff0 + target) as ImageOffset) }
  })

function range(start: number, size: number): ReturnType<typeof attribute>[] {
  return [attribute(AT.low, FORM.address, TEXT + BigInt(start)), attribute(AT.high, FORM.data4, size)]
}

interface Nest {
  readonly depth: number
  readonly line: number
  /** Words by which each call lies behind where it should. */
  readonly slip: number
}

function inlined(origin: string, start: number, size: number, { depth, line, slip }: Nest): Entry[] {
  if (depth === 0 || size < 8) return []
  const attributes = [
    attribute(AT.origin, FORM.refAddr, origin),
    ...range(start, size),
    attribute(AT.callFile, FORM.data1, 1 + (depth % 2)),
    attribute(AT.callLine, FORM.udata, line + depth),
  ]
  const inner = inlined(origin, start + 4 + slip * 4, size - 4, { depth: depth - 1, line, slip })
  return [entry(TAG.inlined, attributes, inner)]
}

async function answers(
  builder: IndexBuilder,
  input: BuildInput,
  offsets: readonly ImageOffset[],
  only?: readonly ImageOffset[],
): Promise<readonly (readonly IndexedCall[])[]> {
  const built = await builder.build(input, only ? { only } : {})
  if (!built.ok || built.problems.length > 0) throw new Error(built.problems.map(({ message }) => message).join(' '))
  const opened = await openIndex(built.value.bytes, 'x')
  if (!opened.ok) throw new Error(opened.problems[0]?.message)
  return opened.value.lookup(offsets)
}

test('a partial build answers as the whole one does', async () => {
  await fc.assert(
    fc.asyncProperty(image, async ({ input, targets }) => {
      const whole = await answers(createWasmBuilder(module), input, targets)
      expect(await answers(createWasmBuilder(module, tiny), input, targets, targets)).toEqual(whole)
    }),
    { numRuns: 60 },
  )
})

test('several shards with tiny windows answer as one with large windows does', async () => {
  await fc.assert(
    fc.asyncProperty(image, fc.constantFrom(0, 1 << 20), async ({ input, targets }, keepUnits) => {
      const one = await answers(createWasmBuilder(module), input, targets)
      const many = createParallelBuilder(module, () => localShard(module), 3, { ...tiny, keepUnits })
      expect(await answers(many, input, targets)).toEqual(one)
    }),
    { numRuns: 60 },
  )
})

test('a build that steps aside after each unit answers as one that does not, and waits for its turn each time', async () => {
  const counted = { asides: 0, waits: 0 }
  /** A shard that was told to take no time at all. */
  const hasty = async (): Promise<Shard> => {
    const shard = await localShard(module)
    const noted = (answer: ShardAnswer): ShardAnswer => {
      if (answer.kind === 'turn') counted.asides++
      return answer
    }
    return {
      ...shard,
      run: async (job) => noted(await shard.run(job.kind === 'units' ? { ...job, turn: -1 } : job)),
      resume: async () => noted(await shard.resume()),
    }
  }
  await fc.assert(
    fc.asyncProperty(image, async ({ input, targets }) => {
      const one = await answers(createWasmBuilder(module), input, targets)
      const builder = createParallelBuilder(module, hasty, 2, tiny)
      const turn = async (): Promise<void> => void counted.waits++
      const patient = { ...builder, build: (asked: BuildInput) => builder.build(asked, { turn }) }
      expect(await answers(patient, input, targets)).toEqual(one)
    }),
    { numRuns: 30 },
  )
  expect(counted.asides).toBeGreaterThan(30)
  expect(counted.waits).toBeGreaterThan(counted.asides)
})

/** Bytes in memory that are read as files are on hosts that have them. */
class DirectBlob extends Blob implements FileBytes {
  readonly place: FilePlace
  readonly #bytes: Uint8Array

  constructor(place: FilePlace, bytes: Uint8Array<ArrayBuffer>) {
    super([bytes])
    this.place = place
    this.#bytes = bytes
  }

  readInto(target: Uint8Array, from: number): void {
    if (from + target.length > this.#bytes.length) throw new Error('read behind the end')
    target.set(this.#bytes.subarray(from, from + target.length))
  }
}

/** The same input with sections that shards read themselves, and what opens these for them. */
async function direct(input: BuildInput): Promise<{ input: BuildInput; host: FileHost }> {
  const blobs: DirectBlob[] = []
  const dwarf: SectionRange[] = []
  for (const section of input.dwarf) {
    const bytes = new Uint8Array(await section.bytes.arrayBuffer())
    const blob = new DirectBlob({ path: String(blobs.length), start: 0, end: bytes.length, state: '' }, bytes)
    blobs.push(blob)
    dwarf.push({ ...section, bytes: blob })
  }
  const open: ByteHost['open'] = ({ path }) => blobs[Number(path)] ?? new DirectBlob({} as FilePlace, EMPTY)
  return {
    input: { ...input, dwarf },
    host: { open, join: joinBytes, pause: async () => undefined, slices: unitSlices },
  }
}

const EMPTY = new Uint8Array(0)

test('shards that read files themselves answer as those that are given bytes do', async () => {
  await fc.assert(
    fc.asyncProperty(image, async ({ input, targets }) => {
      const one = await answers(createWasmBuilder(module), input, targets)
      const { input: files, host } = await direct(input)
      const many = createParallelBuilder(module, () => localShard(module, (place) => host.open(place)), 3, tiny, host)
      expect(await answers(many, files, targets)).toEqual(one)
      expect(await answers(many, files, targets, targets)).toEqual(one)
    }),
    { numRuns: 60 },
  )
})

test('the bytes of an index are the same for any number of shards, whoever of them reads what', async () => {
  let [builds, shared] = [0, 0]
  await fc.assert(
    fc.asyncProperty(image, fc.array(fc.nat(3), { minLength: 1 }), async ({ input }, waits) => {
      const { input: files, host } = await direct(input)
      /** Shards that had units, and how often one has stepped aside. */
      const readers = new Set<Shard>()
      let asides = 0
      /** Steps aside after each part of the units, for a while; others read on. */
      const slow = async (): Promise<Shard> => {
        const shard = await localShard(module, (place) => host.open(place))
        const noted = async (answer: ShardAnswer): Promise<ShardAnswer> => {
          if (answer.kind === 'done' && answer.parts.length > 0) readers.add(shard)
          const wait = waits[asides++ % waits.length] ?? 0
          for (let left = wait; left > 0; left--) await new Promise(setImmediate)
          return answer
        }
        return {
          ...shard,
          run: async (job) => noted(await shard.run(job.kind === 'queue' ? { ...job, turn: 1e-4 } : job)),
          resume: async () => noted(await shard.resume()),
        }
      }
      const bytesOf = async (threads: number): Promise<Uint8Array> => {
        readers.clear()
        const built = await createParallelBuilder(module, slow, threads, tiny, host).build(files)
        if (!built.ok) throw new Error(built.problems[0]?.message)
        return new Uint8Array(await built.value.bytes.arrayBuffer())
      }
      const one = await bytesOf(1)
      for (const threads of [2, 3, 4]) {
        expect(Buffer.compare(await bytesOf(threads), one)).toBe(0)
        builds++
        // The shard that is not one of these reads what they leave.
        if (readers.size > 0) shared++
      }
    }),
    { numRuns: 60 },
  )
  // On a busy machine one reader may be done before the others begin.
  expect(shared).toBeGreaterThan(builds / 10)
})
