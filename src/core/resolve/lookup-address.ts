/**
 * From a frame's address to the lookup address. The printed address never changes.
 *
 * A return address belongs to the instruction after the call. That call may be the last of its line, block or function
 * (calls that do not return). Then only the byte before the return address lies in the call, so one is subtracted from
 * return addresses only.
 *
 * Frame 0 and a frame stopped by a signal show the instruction itself: nothing is subtracted. A Swift continuation is
 * the start of a resume function that nobody called yet: the byte before is another function. The Swift runtime and
 * Darwin's `thread_stack_async_pcs` add one to it for readers that subtract blindly. On arm64 low bits are not masked
 * first: that would turn such a biased continuation into its neighbour.
 */
import { imageOffset, offsetInImage, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import type { AddressKind } from '../model/report.ts'
import type { ArchFamily } from '../model/architecture.ts'
import { nameEvidence } from '../messages/names.ts'
import { say, type Said } from '../messages/message.ts'

export interface LookupPoint {
  /** Offset for the symbol lookup. */
  readonly offset: ImageOffset
  /** The frame's own place in the image: for a return address the instruction after the call. */
  readonly at: ImageOffset
  /** True where a call must end at `at`. */
  readonly afterCall: boolean
  readonly notes: readonly Said[]
}

/** The point to look up for a place in an image. */
export function lookupPoint(
  at: ImageOffset,
  kind: AddressKind,
  family: ArchFamily,
  notes: readonly Said[] = [],
): LookupPoint {
  switch (kind) {
    case 'exact':
    case 'call':
      return { offset: at, at, afterCall: false, notes }
    case 'async':
      return asyncPoint(at, family, notes)
    case 'return': {
      // No arm64 instruction starts at an odd address: this is a continuation with its bias of one.
      if (family === 'arm64' && at % 4 === 1) return asyncPoint(at, family, notes)
      return { offset: imageOffset(Math.max(0, at - 1)), at, afterCall: true, notes }
    }
  }
}

function asyncPoint(at: ImageOffset, family: ArchFamily, notes: readonly Said[]): LookupPoint {
  const biased = family === 'arm64' && at % 4 === 1
  const start = imageOffset(biased ? at - 1 : at)
  return { offset: start, at: start, afterCall: false, notes: [...notes, say(nameEvidence, 'swift-continuation')] }
}

/** The linkage name of a function that an awaiting Swift function goes on with (Swift ABI mangling, `TQ` and `TY`). */
export function isSwiftContinuation(mangled: string): boolean {
  return /T[QY]\d*_$/.test(mangled)
}

/** Offset of an address in an image at this load address and of this size; undefined if it lies outside. */
export function offsetWithin(
  address: RuntimeAddress,
  loadAddress: RuntimeAddress,
  size: number | undefined,
): ImageOffset | undefined {
  const offset = offsetInImage(address, loadAddress)
  return offset === undefined || (size !== undefined && offset >= size) ? undefined : offset
}
