/** An allocator's report on the memory of a failed access. Keys: `memoryErrorReport`, `probGuardReport`, `quarantineReport` of `.ips`. */

export interface MemoryError {
  /** Memory tagging (MTE), the probabilistic guard allocator, or a sanitizer's quarantine. */
  readonly detector: 'memory-tags' | 'guard-allocator' | 'quarantine'
  /** The allocator's word, such as `use-after-free`. */
  readonly errorType?: string
  /** The allocator's word, such as `low`. */
  readonly confidence?: string
  /** Text of the allocator where it could not diagnose the error. */
  readonly failure?: string
  /** The whole word: it may carry a tag. */
  readonly faultAddress?: bigint
  /** Start of the blamed or nearest allocation, as a whole word. */
  readonly objectAddress?: bigint
  /** Size of that allocation in bytes, less than `ADDRESS_SPACE`. */
  readonly size?: bigint
  readonly isFreed?: boolean
}

/** The role of a stack of an allocation. */
export type MemoryRole = 'allocated' | 'freed'

const TAG_SHIFT = 56n
const ADDRESS_BITS = 56

/** The memory tag of a pointer: bits 56 to 59 (Arm Architecture Reference Manual, D8.10). */
export const tagOf = (pointer: bigint): number => Number((pointer >> TAG_SHIFT) & 0xfn)

/** The pointer without its top byte. */
export const withoutTag = (pointer: bigint): bigint => BigInt.asUintN(ADDRESS_BITS, pointer)

/** Programs have addresses of 47 bits: nothing is larger, and nothing is further away. */
export const ADDRESS_SPACE = 1n << 47n

/** Bytes from the start of the allocation to the access; negative in front of it. Undefined where both cannot be in one program. */
export function distanceInto({ faultAddress, objectAddress }: MemoryError): bigint | undefined {
  if (faultAddress === undefined || objectAddress === undefined) return undefined
  const distance = withoutTag(faultAddress) - withoutTag(objectAddress)
  return distance < ADDRESS_SPACE && distance > -ADDRESS_SPACE ? distance : undefined
}
