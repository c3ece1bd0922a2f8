/** Where an image cannot lie, whatever speaks for it. */
import { advance, offsetInImage, type LinkAddress, type RuntimeAddress } from '../model/address.ts'
import type { BinaryImage, KnownImage } from '../model/image.ts'
import type { Report } from '../model/report.ts'
import { archFamily, pageSize, pointerSize, type ArchFamily } from '../model/architecture.ts'

/** A part of the address space that an image takes. */
export interface Extent {
  readonly loadAddress: RuntimeAddress
  readonly size: number
}

/** 32-bit programs end here, and 64-bit programs keep everything below free (`__PAGEZERO`). */
const fourGigabytes = 0x1_0000_0000n

/**
 * True if an image of this size may begin at an address. It must start on a page, within the pointer range of its
 * processor, not below its linked address, and not on another image.
 */
export function mayLieAt(
  loadAddress: RuntimeAddress,
  size: number,
  { family, textVmaddr, taken = [] }: { family: ArchFamily; textVmaddr: LinkAddress; taken?: readonly Extent[] },
): boolean {
  if (loadAddress <= 0n || loadAddress < textVmaddr || loadAddress % BigInt(pageSize(family)) !== 0n) return false
  // A load address "below zero" has wrapped to the end of the address space.
  if (loadAddress >= 0xffff_ffff_0000_0000n) return false
  if (
    is32Bit(family)
      ? loadAddress + BigInt(size) > fourGigabytes
      : loadAddress < fourGigabytes && textVmaddr < fourGigabytes && textVmaddr > 0n
  )
    return false
  return !taken.some((other) => overlap({ loadAddress, size }, other))
}

export function overlap(one: Extent, other: Extent): boolean {
  return (
    one.loadAddress < advance(other.loadAddress, other.size) && other.loadAddress < advance(one.loadAddress, one.size)
  )
}

/** Larger than this is no image, but what a writer puts for an unknown size. */
const largest = 0x8000_0000

/** For each image, by position, the others that are listed at addresses of it. No two can be there: the list is wrong. */
export function overlapsOf(images: readonly BinaryImage[]): ReadonlyMap<number, readonly Extent[]> {
  const extents = images
    .flatMap(({ loadAddress, size = 0 }, position) =>
      loadAddress === undefined || size === 0 || size > largest ? [] : [{ loadAddress, size, position }],
    )
    .sort((a, b) => (a.loadAddress < b.loadAddress ? -1 : a.loadAddress > b.loadAddress ? 1 : 0))
  const found = new Map<number, Extent[]>()
  const note = (position: number, other: Extent): void => {
    const others = found.get(position) ?? []
    if (others.length < mostOverlaps) others.push(other)
    found.set(position, others)
  }
  extents.forEach((one, at) => {
    for (const other of extents.slice(at + 1, at + 1 + mostOverlaps)) {
      if (!overlap(one, other)) break
      note(one.position, other)
      note(other.position, one)
    }
  })
  return found
}

/** Overlapping images that are compared with each one. */
const mostOverlaps = 16

/** Whether an address lies in a part of the address space. */
export function isInside(address: RuntimeAddress, { loadAddress, size }: Extent): boolean {
  const offset = offsetInImage(address, loadAddress)
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
