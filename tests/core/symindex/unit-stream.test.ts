/** Units brought to shards: whole ones, each once, and of a damaged section as much as shards that read for themselves take. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as L from '../../../wasm/assembly/layout.ts'
import { linkAddress } from '../../../src/core/model/address.ts'
import { ImageSections } from '../../../src/core/symindex/sections.ts'
import { allUnits } from '../../../src/core/symindex/unit-stream.ts'
import { createQueue, takePart } from '../../../src/core/symindex/unit-queue.ts'
import { dwarfInput } from '../../support/dwarf-builder.ts'
import { unitBounds, unitSection } from '../../support/unit-section.ts'

function sectionsOf(bytes: Blob): ImageSections {
  const info = { name: 'debug_info', segment: '__DWARF', address: linkAddress(0n), bytes, fileOffset: 0 }
  return new ImageSections({ ...dwarfInput({ units: [] }), dwarf: [{ ...info, size: bytes.size }] }, new Blob())
}

interface Fed {
  readonly start: number
  readonly end: number
  readonly bytes: readonly number[]
}

async function streamAll(section: Uint8Array<ArrayBuffer>, jobBytes: number): Promise<Fed[]> {
  const fed: Fed[] = []
  for await (const { parts } of allUnits(sectionsOf(new Blob([section])), true, jobBytes))
    for (const { start, end, pieces } of parts)
      fed.push({ start, end, bytes: pieces.flatMap((piece) => Array.from(piece)) })
  return fed
}

/** Ends of the parts that one shard would take alone. */
function takenEnd(section: Uint8Array, jobBytes: number): number {
  const queue = createQueue({ size: section.length, littleEndian: true, jobBytes, units: undefined }, 1)
  const read = (at: number, target: Uint8Array): void => target.set(section.subarray(at, at + target.length))
  let end = 0
  for (let part = takePart(queue, 0, read); part; part = takePart(queue, 0, read)) end = part.end
  return end
}

test('jobs join to the section, none cuts a unit, and all but a large unit are as short as asked', async () => {
  const lengths = fc.array(fc.integer({ min: 8, max: 300 }), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 12, max: 500 }), async (all, jobBytes) => {
      const section = unitSection(all)
      const bounds = unitBounds(all)
      const fed = await streamAll(section, jobBytes)
      expect(fed.flatMap(({ bytes }) => bytes)).toEqual(Array.from(section))
      for (const [at, { start, end, bytes }] of fed.entries()) {
        expect(bytes).toHaveLength(end - start)
        expect(start).toBe(fed[at - 1]?.end ?? 0)
        expect(bounds.has(start) && bounds.has(end)).toBe(true)
        expect(end - start).toBeLessThan(2 * Math.max(jobBytes, 304))
      }
    }),
  )
})

test('damaged lengths end the search where they end it for those who read for themselves', async () => {
  const length = fc.oneof(
    fc.integer({ min: 8, max: 100 }),
    fc.constantFrom(0, 3, 6, 7, 5000, 0x7fffffff, 0xfffffff0, 0xffffffff),
  )
  const lengths = fc.array(length, { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 12, max: 500 }), async (all, jobBytes) => {
      const section = unitSection(all, 20)
      const fed = await streamAll(section, jobBytes)
      expect(fed.at(-1)?.end).toBe(takenEnd(section, jobBytes))
    }),
  )
})

test.each([
  ['zeros', 0],
  ['a unit that goes on far behind the end', 0xffffff00],
])('a section of %s is not read through', async (_, length) => {
  const size = 64 << 20
  const head = Uint8Array.of(...new Uint8Array(Uint32Array.of(length).buffer), 4, 0)
  const bytes = new Blob([head, new Uint8Array(size - head.length)])
  const sections = sectionsOf(bytes)
  let read = 0
  const counted = Object.assign(Object.create(sections) as ImageSections, {
    size: () => size,
    read: async (slot: number, from: number, to: number) => {
      read += to - from
      return sections.read(slot, from, to)
    },
  })
  const ends: number[] = []
  for await (const { parts } of allUnits(counted, true, 1 << 20)) ends.push(...parts.map(({ end }) => end))
  expect(ends).toEqual([12])
  expect(read).toBeLessThanOrEqual(4 << 20)
  expect(sections.size(L.SECTION_INFO)).toBe(size)
})
