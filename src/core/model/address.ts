/**
 * The three address spaces of a crash, and every conversion between them.
 *
 * - A **runtime address** is where code ran: what a report prints. It moves from launch to launch (ASLR).
 * - A **link address** is what the linker wrote: what Mach-O symbols and DWARF say.
 * - An **image offset** counts bytes from the start of the image's Mach header (`__TEXT`). It is the same in both
 *   worlds, so matching, the symbol index and every look-up use it.
 *
 * The conversions:
 *
 *     runtime address  - load address     = image offset
 *     link address     - __TEXT vmaddr    = image offset
 *     load address     - __TEXT vmaddr    = slide
 *
 * Absolute addresses are bigints, because JavaScript numbers round above 2^53 and kernel or signed pointers lie there.
 * Offsets are numbers. Brands stop a wrong argument, but not `a - b`: address arithmetic is written in this file only.
 */

declare const space: unique symbol

/** Where code ran, as a report prints it. */
export type RuntimeAddress = bigint & { readonly [space]: 'runtime' }
/** Where the linker placed code or data. */
export type LinkAddress = bigint & { readonly [space]: 'link' }
/** Bytes from the start of an image's Mach header; at most 2^53 - 1. */
export type ImageOffset = number & { readonly [space]: 'offset' }

const MASK_64 = (1n << 64n) - 1n

/** The smallest page of memory: every image starts at a multiple of it. */
export const PAGE = 0x1000n

/** Any integer as a runtime address; negative and larger numbers wrap to 64 bits. */
export function runtimeAddress(value: bigint | number): RuntimeAddress {
  return (BigInt(value) & MASK_64) as RuntimeAddress
}

/** Any integer as a link address; negative and larger numbers wrap to 64 bits. */
export function linkAddress(value: bigint | number): LinkAddress {
  return (BigInt(value) & MASK_64) as LinkAddress
}

/** A count of bytes as an image offset. */
export function imageOffset(value: number): ImageOffset {
  return value as ImageOffset
}

function difference(address: bigint, start: bigint): ImageOffset | undefined {
  const distance = address - start
  return distance < 0n || distance > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : (Number(distance) as ImageOffset)
}

/** The offset of a runtime address in an image loaded at `load`; undefined if it lies before the image. */
export function offsetInImage(address: RuntimeAddress, load: RuntimeAddress): ImageOffset | undefined {
  return difference(address, load)
}

/** The offset of a link address in an image whose `__TEXT` has the given vmaddr; undefined if it lies before. */
export function offsetOfLink(address: LinkAddress, textVmaddr: LinkAddress): ImageOffset | undefined {
  return difference(address, textVmaddr)
}

/** The runtime address of an offset in an image loaded at `load`. */
export function runtimeOf(load: RuntimeAddress, offset: ImageOffset): RuntimeAddress {
  return runtimeAddress(load + BigInt(offset))
}

/** The link address of an offset in an image whose `__TEXT` has the given vmaddr. */
export function linkOf(textVmaddr: LinkAddress, offset: ImageOffset): LinkAddress {
  return linkAddress(textVmaddr + BigInt(offset))
}

/** Load address of an image, known from one of its addresses and that address's offset. */
export function loadAddressFrom(address: RuntimeAddress, offset: ImageOffset): RuntimeAddress {
  return runtimeAddress(address - BigInt(offset))
}

/** The slide: load address minus the `__TEXT` vmaddr; negative where an image was loaded below its preferred place. */
export function slideOf(load: RuntimeAddress, textVmaddr: LinkAddress): bigint {
  return load - textVmaddr
}

/** The load address that a slide gives to an image with this `__TEXT` vmaddr. */
export function loadAddressOfSlide(slide: bigint, textVmaddr: LinkAddress): RuntimeAddress {
  return runtimeAddress(textVmaddr + slide)
}

/** A runtime address moved by some bytes. */
export function advance(address: RuntimeAddress, bytes: number): RuntimeAddress {
  return runtimeAddress(address + BigInt(bytes))
}

/** Bytes from the start of a function to an address in it; undefined where one is not known, or lies on the wrong side. */
export const offsetFrom = (start: bigint | undefined, address: bigint | undefined): number | undefined =>
  start !== undefined && address !== undefined && address >= start ? Number(address - start) : undefined

/** `0x104ccc074`: lower-case hex without padding. */
export function formatHex(value: bigint | number): string {
  return value < 0 ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
}
