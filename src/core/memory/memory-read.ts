/**
 * Memory of a process that has ended. A reading is a generator that requests ranges. The same reading runs over bytes
 * in memory and over a file of many gigabytes.
 */
import { advance, offsetInImage, type RuntimeAddress } from '../model/address.ts'

export interface ReadRequest {
  readonly address: RuntimeAddress
  readonly size: number
}

/** Reads memory by asking; the answer to a request is the bytes, all of them, or undefined. */
export type MemoryReading<T> = Generator<ReadRequest, T, Uint8Array | undefined>

/** Bytes at an address, as a dump carries them. */
export interface MemoryRange {
  readonly start: RuntimeAddress
  readonly bytes: Uint8Array
}

/** A pointer (little-endian; no Apple processor since PowerPC differs); undefined where that memory was not kept. */
export function* readPointer(address: RuntimeAddress, size: 4 | 8): MemoryReading<bigint | undefined> {
  const bytes = yield { address, size }
  if (bytes?.length !== size) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, size)
  return size === 8 ? view.getBigUint64(0, true) : BigInt(view.getUint32(0, true))
}

/** The bytes of a range, if they lie whole in one of the kept ranges. */
export function readFrom(ranges: readonly MemoryRange[], { address, size }: ReadRequest): Uint8Array | undefined {
  for (const { start, bytes } of ranges) {
    const at = offsetInImage(address, start)
    if (at !== undefined && at + size <= bytes.length) return bytes.subarray(at, at + size)
  }
  return undefined
}

/** Runs a reading over memory ranges, synchronously. */
export function readNow<T>(reading: MemoryReading<T>, ranges: readonly MemoryRange[]): T {
  let step = reading.next()
  while (!step.done) step = reading.next(readFrom(ranges, step.value))
  return step.value
}

/** Gives the available bytes of a range from the requested address on; empty when there are none. */
export type OpenMemory = (address: RuntimeAddress, size: number) => Promise<Uint8Array>

/** Bytes fetched at once: stacks and heaps are read in neighbourhoods, and a call costs more than a few pages. */
const fetchBytes = 0x10000
/** Fetched pieces that one reading keeps. */
const mostPieces = 256

/** Runs a reading over memory that has to be fetched, in pieces that later readings with the same `kept` find again. */
export async function readLater<T>(reading: MemoryReading<T>, open: OpenMemory, kept: MemoryRange[] = []): Promise<T> {
  let step = reading.next()
  while (!step.done) {
    const request = step.value
    let bytes = readFrom(kept, request)
    if (!bytes) {
      const piece = await open(request.address, Math.max(request.size, fetchBytes))
      if (piece.length > 0) kept.unshift({ start: request.address, bytes: piece })
      if (kept.length > mostPieces) kept.length = mostPieces
      bytes = piece.length >= request.size ? piece.subarray(0, request.size) : undefined
    }
    step = reading.next(bytes)
  }
  return step.value
}

/** The end of a range. */
export function endOf({ start, bytes }: MemoryRange): RuntimeAddress {
  return advance(start, bytes.length)
}
