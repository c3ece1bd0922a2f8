/** Addresses without the bits that are no part of them. */
import { nameEvidence } from '../messages/names.ts'
import { say, type Said } from '../messages/message.ts'
import { runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import { architectureOf, type ArchFamily } from '../model/architecture.ts'

export interface CleanedAddress {
  readonly address: RuntimeAddress
  /** Describes the removed bits; absent when the address was clean. */
  readonly note?: Said
}

/**
 * Removes the bits of a pointer that are not part of the address.
 *
 * arm64 (Arm ARM D8, pointer authentication and address tagging): bit 55 selects the half of the address space. With
 * 47-bit (macOS) or 39-bit (iOS) addresses all bits above must equal it. Otherwise the pointer carries a signature or a
 * tag there.
 *
 * No report states the width, so the images decide. 47 bits are kept if that address lies in an image, otherwise 39
 * bits, because code of programs lies below 2^39 on all these systems. A canonical 47-bit address may point to data: it
 * stays unchanged unless the caller knows that `addresses` have 39 bits.
 *
 * 32-bit ARM: bit 0 is the Thumb state, no part of the address.
 */
export function cleanAddress(
  address: RuntimeAddress,
  family: ArchFamily,
  inImage: (address: RuntimeAddress) => boolean = () => false,
  addresses: '39-bit' | 'any' = 'any',
): CleanedAddress {
  const stray = architectureOf(family)?.strayBits
  if (stray?.kind === 'lowest' && (address & 1n) === 1n) {
    return { address: runtimeAddress(address & ~1n), note: say(nameEvidence, 'thumb-bit') }
  }
  if (stray?.kind !== 'signature') return { address }
  const [wide, narrow] = stray.widths
  if (isCanonical(address, wide)) {
    if (addresses === 'any' || isCanonical(address, narrow) || inImage(address)) return { address }
    const short = withWidth(address, narrow)
    return inImage(short) ? { address: short, note: say(nameEvidence, 'pointer-authentication') } : { address }
  }
  const candidates = [withWidth(address, wide), withWidth(address, narrow)] as const
  const isUser = candidates[0] >> wide === 0n
  const unseen = isUser ? candidates[1] : candidates[0]
  return { address: candidates.find(inImage) ?? unseen, note: say(nameEvidence, 'pointer-authentication') }
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
