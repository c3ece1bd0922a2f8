/** Addresses without the bits that are no part of them. */
import { nameEvidence } from '../messages/en/names.ts'
import { say, type Said } from '../messages/message.ts'
import { runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import { architectureOf, type ArchFamily } from '../model/architecture.ts'

export interface CleanedAddress {
  readonly address: RuntimeAddress
  /** What was removed, in words; absent when the address was clean. */
  readonly note?: Said
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
  const stray = architectureOf(family)?.strayBits
  if (stray?.kind === 'lowest' && (address & 1n) === 1n) {
    return { address: runtimeAddress(address & ~1n), note: say(nameEvidence, 'thumb-bit') }
  }
  if (stray?.kind !== 'signature') return { address }
  const [wide, narrow] = stray.widths
  if (isCanonical(address, wide)) return { address }
  const candidates = [withWidth(address, wide), withWidth(address, narrow)] as const
  // User code lies below the narrow width on every Apple system with such a processor.
  const isSigned = candidates[0] >> narrow !== 0n && candidates[0] >> wide === 0n
  const unseen = inImage === undefined && isSigned ? candidates[1] : candidates[0]
  return { address: (inImage && candidates.find(inImage)) ?? unseen, note: say(nameEvidence, 'pointer-authentication') }
}

/** All bits from the width up are equal. */
function isCanonical(address: bigint, width: bigint): boolean {
  const top = address >> width
  return top === 0n || top === (1n << (64n - width)) - 1n
}

function withWidth(address: bigint, bits: bigint): RuntimeAddress {
  const mask = (1n << bits) - 1n
  const upperHalf = ((address >> 55n) & 1n) === 1n
  return runtimeAddress(upperHalf ? address | ~mask : address & mask)
}
