/** Where an image cannot lie, whatever speaks for it. */
import { advance, offsetInImage, type LinkAddress, type RuntimeAddress } from '../model/address.ts'
import type { KnownImage } from '../model/image.ts'
import type { Report } from '../model/report.ts'
import { archFamily, pageSize, pointerSize, type ArchFamily } from '../memory/architecture.ts'

/** A part of the address space that an image takes. */
export interface Extent {
  readonly base: RuntimeAddress
  readonly size: number
}

/** 32-bit programs end here, and 64-bit programs keep everything below free (`__PAGEZERO`). */
const fourGigabytes = 0x1_0000_0000n

/**
 * Whether an image of this size may begin at an address: on a page, where the pointers of its processor reach, not below
 * the place that the linker gave it, and not on another image.
 */
export function mayLieAt(
  base: RuntimeAddress,
  size: number,
  { family, text, taken = [] }: { family: ArchFamily; text: LinkAddress; taken?: readonly Extent[] },
): boolean {
  if (base <= 0n || base < text || base % BigInt(pageSize(family)) !== 0n) return false
  // A base "below zero" has wrapped to the end of the address space.
  if (base >= 0xffff_ffff_0000_0000n) return false
  if (is32Bit(family) ? base + BigInt(size) > fourGigabytes : base < fourGigabytes && text < fourGigabytes && text > 0n)
    return false
  return !taken.some((other) => overlap({ base, size }, other))
}

export function overlap(one: Extent, other: Extent): boolean {
  return one.base < advance(other.base, other.size) && other.base < advance(one.base, one.size)
}

/** Whether an address lies in a part of the address space. */
export function isInside(address: RuntimeAddress, { base, size }: Extent): boolean {
  const offset = offsetInImage(address, base)
  return offset !== undefined && offset < size
}

function is32Bit(family: ArchFamily): boolean {
  return pointerSize(family) === 4
}

/**
 * Bytes of the pointers that a report shows, where it names no processor: any address above 4 GiB is one of a 64-bit
 * program, and a 64-bit program has no code below. Undefined where no address says so.
 */
export function pointerWidthOf({ header, threads, lastException, backtraces }: Report): 4 | 8 | undefined {
  if (archFamily(header.arch) !== 'other') return pointerSize(archFamily(header.arch))
  const frames = [...threads, ...(lastException ? [lastException] : []), ...backtraces].flatMap((stack) => stack.frames)
  const addresses = frames.flatMap(({ address }) => (address === undefined || address < 0x1000n ? [] : [address]))
  if (addresses.length === 0) return undefined
  return addresses.some((address) => address >= fourGigabytes) ? 8 : 4
}

/** The images whose pointers are as wide as the report's. */
export function ofWidth(images: readonly KnownImage[], width: 4 | 8 | undefined): readonly KnownImage[] {
  return images.filter(({ arch }) => {
    const family = archFamily(arch)
    return width === undefined || family === 'other' || pointerSize(family) === width
  })
}
