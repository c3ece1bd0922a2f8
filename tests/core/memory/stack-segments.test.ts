/** A core file may have a million segments, and thousands of threads whose stacks lie in them. */
import { expect, test } from 'vitest'
import { segmentAt, stackAround } from '../../../src/core/memory/process-memory.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'

const PAGE = 0x1000
const MANY = 1_000_000
const segments = Array.from({ length: MANY }, (_, at) => ({
  address: runtimeAddress(BigInt(at) * BigInt(PAGE)),
  size: PAGE,
  fileOffset: 0,
  fileSize: 0,
  executable: false,
}))

test('a segment is found among a million', () => {
  expect(segmentAt(segments, runtimeAddress(0x12345678n))).toBe(segments[0x12345])
})

test('a stack in pieces is one, and ends behind some hundred', () => {
  const few = stackAround(segments.slice(0, 5), runtimeAddress(0x1008n))
  expect(few).toEqual({ start: 0x1000n, end: 0x5000n })
  // Without an end each thread walks a million segments: minutes, over the limit of the test.
  for (let thread = 0; thread < 2000; thread++) {
    const stack = stackAround(segments, runtimeAddress(BigInt(thread * PAGE)))
    expect(Number(stack?.end) / PAGE - thread).toBe(256)
  }
})
