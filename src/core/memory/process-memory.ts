/** Memory of a dumped process, read from the dump's file by ranges. */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { advance, offsetInImage, runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import { lastAtMost } from '../bytes/binary-search.ts'
import type { CoreSegment } from './core-commands.ts'
import type { OpenMemory } from './memory-read.ts'

/** The segment that an address lies in. Segments are ascending. */
export function segmentAt(segments: readonly CoreSegment[], address: RuntimeAddress): CoreSegment | undefined {
  const found = segments[lastAtMost(segments.length, (position) => segments[position]?.address ?? 0n, address)]
  const offset = found && offsetInImage(address, found.address)
  return found && offset !== undefined && offset < found.size ? found : undefined
}

/** Reads what the file has from an address on, at most `size` bytes and not beyond the segment. */
export function memoryOfFile(blob: Blob, segments: readonly CoreSegment[]): OpenMemory {
  return async (address, size) => {
    const segment = segmentAt(segments, address)
    const offset = segment && offsetInImage(address, segment.address)
    if (!segment || offset === undefined) return new Uint8Array()
    const start = segment.fileOffset + offset
    const end = Math.min(start + size, segment.fileOffset + segment.fileSize)
    return end > start ? openRange(blob, start, end) : new Uint8Array()
  }
}

/** A C string in memory, at most `limit` bytes. */
export async function openCString(open: OpenMemory, address: RuntimeAddress, limit = 1024): Promise<string> {
  const bytes = await open(address, limit)
  const nul = bytes.indexOf(0)
  return decodeUtf8(nul < 0 ? bytes : bytes.subarray(0, nul))
}

/** More than any stack is written as; a file may have a million segments, and thousands of threads whose stacks lie in them. */
const MOST_SEGMENTS = 256

/**
 * The memory around a stack pointer: consecutive segments without a gap. The kernel may write one stack as several
 * segments (guard, body, pages of other protection).
 */
export function stackAround(
  segments: readonly CoreSegment[],
  sp: RuntimeAddress,
): { readonly start: RuntimeAddress; readonly end: RuntimeAddress } | undefined {
  const first = segmentAt(segments, sp)
  if (!first) return undefined
  let end = advance(first.address, first.size)
  for (let count = 1; count < MOST_SEGMENTS; count++) {
    const next = segmentAt(segments, end)
    const after = next && !next.executable ? advance(next.address, next.size) : end
    // A size may reach over the end of all addresses, and so back to the segment itself.
    if (after <= end) break
    end = after
  }
  return { start: runtimeAddress(sp & ~0xfn), end }
}
