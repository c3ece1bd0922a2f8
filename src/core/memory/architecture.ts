/** What resolving and unwinding have to know of processors: families, pages, which pointer bits are an address. */
import { runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import type { Arch } from '../model/image.ts'

export type ArchFamily = 'arm64' | 'arm64_32' | 'arm' | 'x86_64' | 'i386' | 'other'

/** Reads the spellings that reports have: `ARM-64`, `X86-64 (Native)`, `arm64-unknown`, `arm64e`. */
export function archFamily(arch: Arch | undefined): ArchFamily {
  const word = (arch ?? '')
    .toLowerCase()
    .replace(/\(.*$/, '')
    .trim()
    .replace(/-unknown$/, '')
  if (/^arm64[_-]32/.test(word)) return 'arm64_32'
  if (/^(arm-?64|aarch64)/.test(word)) return 'arm64'
  if (/^(arm|thumb)/.test(word)) return 'arm'
  if (/^(x86[_-]64|amd64)/.test(word)) return 'x86_64'
  if (/^(i[3-6]86|x86)/.test(word)) return 'i386'
  return 'other'
}

/** The name as Mach-O tools print it, for comparing: `arm64-unknown` is `arm64`, `ARM-64` too. */
export function plainArch(arch: Arch): Arch {
  const word = arch
    .toLowerCase()
    .replace(/\(.*$/, '')
    .trim()
    .replace(/-unknown$/, '')
  if (word === 'arm-64' || word === 'aarch64') return 'arm64'
  if (word === 'x86-64' || word === 'amd64') return 'x86_64'
  return word
}

/**
 * Bytes by which the loader moves images. Apple's arm64 kernels map 16 KiB pages and the linker aligns segments so;
 * x86 has 4 KiB pages, and 32-bit ARM devices kept 4 KiB segment alignment.
 */
export function pageSize(family: ArchFamily): number {
  return family === 'arm64' || family === 'arm64_32' ? 0x4000 : 0x1000
}

/** Bytes of a pointer in memory. */
export function pointerSize(family: ArchFamily): 4 | 8 {
  return family === 'arm64' || family === 'x86_64' || family === 'other' ? 8 : 4
}

export interface CleanedAddress {
  readonly address: RuntimeAddress
  /** What was removed, in words; absent when the address was clean. */
  readonly note?: string
}

/**
 * An address without what is no address in it.
 *
 * arm64 (Arm ARM D8, pointer authentication and address tagging): bit 55 says which half of the address space is meant;
 * with 47-bit (macOS) or 39-bit (iOS) addresses all bits above must equal it, and a pointer where they do not carries a
 * signature or a tag there. The width is not in the report, so 47 bits are kept first, 39 when only those lie in an
 * image, or when no images are known (`inImage` is left out): code of programs lies below 2^39 on all these systems. An address that is canonical is never touched. 32-bit ARM: bit 0 is the Thumb state, no part of the address.
 */
export function cleanAddress(
  address: RuntimeAddress,
  family: ArchFamily,
  inImage?: (address: RuntimeAddress) => boolean,
): CleanedAddress {
  if (family === 'arm' && (address & 1n) === 1n) {
    return { address: runtimeAddress(address & ~1n), note: 'the Thumb bit was taken off its address' }
  }
  if (family !== 'arm64' || isCanonical(address)) return { address }
  const candidates = [47n, 39n].map((bits) => withWidth(address, bits))
  const [wide, narrow] = candidates
  const unseen = inImage === undefined && wide !== undefined && isSignedNarrow(wide) ? narrow : wide
  const chosen = (inImage && candidates.find(inImage)) ?? unseen
  return chosen === undefined
    ? { address }
    : { address: chosen, note: 'pointer authentication bits were taken off its address' }
}

/** All bits from 47 up equal. */
function isCanonical(address: bigint): boolean {
  const top = address >> 47n
  return top === 0n || top === 0x1ffffn
}

/** User code lies below 2^39 on every Apple system with this processor; what stands above is left of a signature. */
function isSignedNarrow(address: bigint): boolean {
  return address >> 39n !== 0n && address >> 47n === 0n
}

function withWidth(address: bigint, bits: bigint): RuntimeAddress {
  const mask = (1n << bits) - 1n
  const upperHalf = ((address >> 55n) & 1n) === 1n
  return runtimeAddress(upperHalf ? address | ~mask : address & mask)
}
