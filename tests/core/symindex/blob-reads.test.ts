/** How bytes are brought to shards that cannot read: in few reads, in order, and once for all shards. */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readGroups, readInOrder, readTogether } from '../../../src/core/symindex/blob-reads.ts'
import { ImageSections } from '../../../src/core/symindex/sections.ts'
import type { ShardNeed } from '../../../src/core/symindex/shard.ts'
import { WindowSource } from '../../../src/core/symindex/window-source.ts'
import { joinBytes } from '../../../src/stores/memory-blob.ts'
import { dwarfInput } from '../../support/dwarf-builder.ts'
import * as L from '../../../wasm/assembly/layout.ts'

const bytes = Uint8Array.from({ length: 5000 }, (_, at) => (at * 31) & 255)
const waited = new Blob([bytes])
const direct = joinBytes([bytes.slice(0, 1234), bytes.slice(1234)])

const ranges = fc
  .array(fc.tuple(fc.nat({ max: 5100 }), fc.nat({ max: 400 })), { maxLength: 200 })
  .map((pairs) => pairs.map(([start, length]) => ({ start: Math.min(start, 5000), end: start + length })))

test.each([
  ['a Blob that answers later', waited],
  ['bytes that can be read at once', direct],
])('ranges of %s come whole and in order, together and in turn', async (_, blob) => {
  await fc.assert(
    fc.asyncProperty(ranges, async (wanted) => {
      const expected = wanted.map(({ start, end }) => [...bytes.subarray(start, Math.max(start, end))])
      expect((await readTogether(blob, wanted)).map((read) => [...read])).toEqual(expected)
      const inTurn: number[][] = []
      for await (const read of readInOrder(blob, wanted)) inTurn.push([...read])
      expect(inTurn).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test('large ranges are read one by one, and whoever stops half-way is not troubled by the rest', async () => {
  const large = new Blob([new Uint8Array(9 << 20)])
  const reads = readInOrder(large, [
    { start: 0, end: 3 << 20 },
    { start: 3 << 20, end: 6 << 20 },
    { start: 6 << 20, end: 9 << 20 },
  ])
  const first = await reads.next()
  expect(first.value?.buffer.byteLength).toBe(3 << 20)
  await reads.return(undefined)
})

test('reads of the platform’s Blobs are one for all ranges of a group, and three groups at most are read ahead', async () => {
  const counted = vi.spyOn(Blob.prototype, 'arrayBuffer')
  const wanted = Array.from({ length: 5 * 64 }, (_, at) => ({ start: at * 5, end: at * 5 + 5 }))
  try {
    const together = await readTogether(waited, wanted.slice(0, 64))
    expect([together.length, counted.mock.calls.length]).toEqual([64, 1])
    await readTogether(waited, wanted.slice(0, 1))
    expect(counted.mock.calls.length).toBe(2)
    await readTogether(direct, wanted)
    expect(counted.mock.calls.length).toBe(2)
    counted.mockClear()
    const groups = readGroups(waited, wanted)
    const calls: number[] = []
    const sizes: number[] = []
    const starts: unknown[] = []
    for await (const group of groups) {
      calls.push(counted.mock.calls.length)
      sizes.push(group.length)
      starts.push(group[0]?.[0])
    }
    expect(calls).toEqual([3, 4, 5, 5, 5])
    expect(sizes).toEqual([64, 64, 64, 64, 64])
    expect(starts).toEqual([0, 320, 640, 960, 1280].map((at) => bytes[at]))
  } finally {
    counted.mockRestore()
  }
})

test.each([0, 1, 63, 64, 65, 192, 193, 500])('%i ranges come in order', async (count) => {
  const wanted = Array.from({ length: count }, (_, at) => ({ start: at * 3, end: at * 3 + 2 }))
  const inTurn: (number | undefined)[] = []
  for await (const read of readInOrder(waited, wanted)) inTurn.push(read[0])
  expect(inTurn).toEqual(wanted.map(({ start }) => bytes[start]))
})

/** Sections whose line table counts how often it is read. */
function countedSections(size: number): { sections: ImageSections; reads: [number, number][] } {
  const reads: [number, number][] = []
  class Counted extends Blob {
    override slice(start = 0, end = this.size): Blob {
      reads.push([start, Math.min(end, this.size)])
      return super.slice(start, end)
    }
  }
  const text = Uint8Array.from({ length: size }, (_, at) => (at * 7) & 255)
  const input = dwarfInput({ units: [] })
  const dwarf = [{ ...input.dwarf[0], name: 'debug_line', bytes: new Counted([text]), size }]
  return { sections: new ImageSections({ ...input, dwarf } as typeof input, new Blob()), reads }
}

function need(offset: number, length: number, again = 0): ShardNeed {
  return { kind: 'need', slot: L.SECTION_LINE, offset, bytes: length, again }
}

test('what one shard was brought another is given without a read, and the part behind it is read ahead', async () => {
  const { sections, reads } = countedSections(10_000)
  const windows = new WindowSource(
    sections,
    () => 1024,
    () => true,
  )
  const first = await windows.bring(need(0, 100))
  const second = await windows.bring(need(200, 50))
  expect(second.bytes).toEqual(first.bytes)
  expect(second.bytes.buffer).not.toBe(first.bytes.buffer)
  const before = reads.length
  const third = await windows.bring(need(1050, 10))
  expect(third.from).toBeLessThanOrEqual(1050)
  expect([...third.bytes.subarray(1050 - third.from, 1060 - third.from)]).toEqual(
    Array.from({ length: 10 }, (_, at) => ((1050 + at) * 7) & 255),
  )
  // The first was cached; only the next one is new.
  expect(reads.length).toBe(before + 1)
})

test('windows hold what is asked for, wherever it lies and however often it was too little', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat({ max: 9_900 }), fc.integer({ min: 1, max: 100 }), fc.nat({ max: 6 })), {
        maxLength: 30,
      }),
      fc.boolean(),
      async (needs, through) => {
        const { sections } = countedSections(10_000)
        const windows = new WindowSource(
          sections,
          () => 512,
          () => through,
        )
        windows.expect([L.SECTION_LINE, L.SECTION_ADDR])
        for (const [offset, length, again] of needs) {
          const { from, bytes } = await windows.bring(need(offset, length, again))
          expect(from).toBeLessThanOrEqual(offset)
          expect(from + bytes.length).toBeGreaterThanOrEqual(offset + length)
          expect(bytes[offset - from]).toBe((offset * 7) & 255)
        }
      },
    ),
    { numRuns: 30 },
  )
})
