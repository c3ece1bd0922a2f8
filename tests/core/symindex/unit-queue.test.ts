/** Shards that share units out themselves: every unit is taken once, and damage neither hangs nor hides what lies before it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UnitPart, UnitQueue } from '../../../src/core/symindex/unit-queue.ts'
import { bytesTaken, createQueue, dismiss, takePart, unitBytes } from '../../../src/core/symindex/unit-queue.ts'
import { unitBounds, unitSection } from '../../support/unit-section.ts'

function queueOf(section: Uint8Array, jobBytes: number, shards: number, units?: Uint32Array): UnitQueue {
  return createQueue({ size: section.length, littleEndian: true, jobBytes, units }, shards)
}

const reader =
  (section: Uint8Array) =>
  (at: number, target: Uint8Array): void => {
    expect(at + target.length).toBeLessThanOrEqual(section.length)
    target.set(section.subarray(at, at + target.length))
  }

function takeAll(queue: UnitQueue, section: Uint8Array, shard = 0): UnitPart[] {
  const parts: UnitPart[] = []
  for (let part = takePart(queue, shard, reader(section)); part; part = takePart(queue, shard, reader(section)))
    parts.push(part)
  return parts
}

test('whole units, each once, whoever takes them', () => {
  const lengths = fc.array(fc.integer({ min: 8, max: 300 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 500 }), fc.array(fc.nat({ max: 2 })), (all, jobBytes, turns) => {
      const section = unitSection(all)
      const bounds = unitBounds(all)
      const queue = queueOf(section, jobBytes, 3)
      const parts = turns.flatMap((shard) => takePart(queue, shard, reader(section)) ?? [])
      parts.push(...takeAll(queue, section))
      expect(parts[0]?.start).toBe(0)
      expect(parts.at(-1)?.end).toBe(section.length)
      for (const [at, part] of parts.entries()) {
        expect(bounds.has(part.start) && bounds.has(part.end)).toBe(true)
        if (at > 0) expect(part.start).toBe(parts[at - 1]?.end)
      }
      expect(bytesTaken(queue)).toBe(section.length)
    }),
  )
})

test('who finds that another was faster takes the part behind', () => {
  const section = unitSection([20, 20, 20])
  const queue = queueOf(section, 1, 2)
  let interrupted = false
  const part = takePart(queue, 0, (at, target) => {
    if (!interrupted) {
      interrupted = true
      expect(takePart(queue, 1, reader(section))).toEqual({ start: 0, end: 24 })
    }
    reader(section)(at, target)
  })
  expect(part).toEqual({ start: 24, end: 48 })
})

test('only the units of a list, with what lies between a unit and the next one that is listed', () => {
  const section = unitSection([20, 20, 20, 20])
  const queue = queueOf(section, 1000, 2, Uint32Array.of(24, 48, 48, 49))
  expect(takeAll(queue, section)).toEqual([
    { start: 24, end: 48 },
    { start: 48, end: 72 },
  ])
  expect(bytesTaken(queue)).toBe(25)
})

test.each([
  ['a unit that goes on behind the end', [20, 4000], 24, 36],
  ['a length that no unit has', [20, 3], 24, 31],
  ['nothing but zeros', [0, 0, 0, 0, 0, 0], 0, 12],
])('%s ends the search', (_, lengths, start, end) => {
  const whole = unitSection(lengths)
  const section = whole.subarray(0, Math.min(whole.length, 100))
  const queue = queueOf(section, 1 << 20, 1)
  const parts = takeAll(queue, section)
  expect(parts).toEqual([{ start: 0, end }])
  expect(start).toBeLessThan(end)
  expect(bytesTaken(queue)).toBe(section.length)
})

test('a section of zeros costs one look, however large it is', () => {
  const queue = createQueue({ size: 0xfff00000, littleEndian: true, jobBytes: 2 << 20, units: undefined }, 1)
  let reads = 0
  expect(takePart(queue, 0, () => void reads++)).toEqual({ start: 0, end: 12 })
  expect(takePart(queue, 0, () => void reads++)).toBeUndefined()
  expect(reads).toBe(1)
})

test('a shard that has not begun can be dismissed, one that has cannot', () => {
  const section = unitSection([20, 20])
  const queue = queueOf(section, 1, 3)
  expect(takePart(queue, 1, reader(section))).toEqual({ start: 0, end: 24 })
  expect(dismiss(queue, 1)).toBe(false)
  expect(dismiss(queue, 2)).toBe(true)
  expect(takePart(queue, 2, reader(section))).toBeUndefined()
  expect(takePart(queue, 1, reader(section))).toEqual({ start: 24, end: 48 })
})

test.each([
  ['32 bits', [0x10, 0, 0, 0], true, 0x14],
  ['the other byte order', [0, 0, 0, 0x10], false, 0x14],
  ['64 bits', [0xff, 0xff, 0xff, 0xff, 0x10, 0, 0, 0, 0, 0, 0, 0], true, 0x1c],
  ['64 bits cut off', [0xff, 0xff, 0xff, 0xff, 0x10], true, undefined],
  ['too short', [1, 2], true, undefined],
])('bytes of a unit: %s', (_, head, littleEndian, expected) => {
  expect(unitBytes(Uint8Array.from(head), littleEndian)).toBe(expected)
})
