/**
 * Reads the index's own numbers, at a cursor. Behind everything that is decoded lie `SLACK` bytes: who looks at less than
 * that at once checks no ends. What is short is inlined, because it runs before it can be optimized.
 */

/** Bytes behind all that is decoded. */
export const SLACK: u32 = 64

/** Where the next number is read. */
export let at: usize = 0

export function seek(p: usize): void {
  at = p
}

/** Reading at the cursor. Methods, because only they can ask to be inlined in the syntax that all our tools read. */
export class Read {
  @inline
  static byte(): u32 {
    const byte: u32 = load<u8>(at)
    at++
    return byte
  }

  /** ULEB128 below 2^32, at most 6 bytes. */
  @inline
  static uleb(): u32 {
    const byte: u32 = load<u8>(at)
    at++
    return byte < 128 ? byte : readRest(at, byte)
  }

  /** A signed difference: zigzag over ULEB128. */
  @inline
  static zigzag(): u32 {
    const value = Read.uleb()
    return (value >> 1) ^ (0 - (value & 1))
  }
}

/** The number whose first byte, before `p`, is `value` and not below 128. */
export function readRest(p: usize, value: u32): u32 {
  let byte: u32 = 0
  let shift: u32 = 7
  value &= 127
  do {
    byte = load<u8>(p++)
    value |= (byte & 127) << shift
    shift += 7
  } while (byte >= 128 && shift <= 35)
  at = p
  return value
}
