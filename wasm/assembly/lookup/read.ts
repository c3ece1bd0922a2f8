/**
 * Reads numbers of the index at a cursor. `SLACK` bytes follow all decoded data, so reads of fewer bytes need no bounds
 * check. Short readers are inlined by hand, because they run before the code is optimized.
 */

/** Bytes that follow all decoded data. */
export const SLACK: u32 = 64

/** Address of the next number. */
export let at: usize = 0

export function seek(p: usize): void {
  at = p
}

/** Readers at the cursor. They are methods because only methods accept `@inline` in the syntax that all tools parse. */
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

  /** Signed: zigzag over ULEB128. */
  @inline
  static zigzag(): u32 {
    const value = Read.uleb()
    return (value >> 1) ^ (0 - (value & 1))
  }
}

/** The rest of a ULEB128 whose first byte, at `p - 1`, is `value` >= 128. */
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
