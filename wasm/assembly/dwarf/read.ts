/** Numbers of DWARF: either byte order, LEB128 (DWARF 5, section 7.6). */

let bigEndian: bool = false

export function setBigEndian(value: bool): void {
  bigEndian = value
}

/** Position after the value read last. */
export let next: usize = 0

export function read16(p: usize): u32 {
  const v = load<u16>(p)
  return bigEndian ? u32(bswap<u16>(v)) : u32(v)
}

export function read24(p: usize): u32 {
  return bigEndian
    ? (u32(load<u8>(p)) << 16) | (u32(load<u8>(p, 1)) << 8) | u32(load<u8>(p, 2))
    : u32(load<u16>(p)) | (u32(load<u8>(p, 2)) << 16)
}

export function read32(p: usize): u32 {
  const v = load<u32>(p)
  return bigEndian ? bswap<u32>(v) : v
}

export function read64(p: usize): u64 {
  const v = load<u64>(p)
  return bigEndian ? bswap<u64>(v) : v
}

/** An address or offset of 4 or 8 bytes; also of 1 or 2, which the standard allows for addresses. */
export function readSized(p: usize, size: u32): u64 {
  if (size == 8) return read64(p)
  if (size == 4) return u64(read32(p))
  if (size == 2) return u64(read16(p))
  return u64(load<u8>(p))
}

/** ULEB128 of at most 10 bytes; bits above 64 are dropped. Sets `next`. */
export function uleb(p: usize): u64 {
  let byte = u64(load<u8>(p++))
  if (byte < 128) {
    next = p
    return byte
  }
  let value = byte & 127
  let shift: u64 = 7
  do {
    byte = u64(load<u8>(p++))
    value |= (byte & 127) << shift
    shift += 7
  } while (byte >= 128 && shift < 70)
  next = p
  return value
}

/** SLEB128. Sets `next`. */
export function sleb(p: usize): i64 {
  let value: i64 = 0
  let shift: i64 = 0
  let byte: i64 = 0
  do {
    byte = i64(load<u8>(p++))
    value |= (byte & 127) << shift
    shift += 7
  } while (byte >= 128 && shift < 70)
  next = p
  if (shift < 64 && (byte & 64) != 0) value |= i64(-1) << shift
  return value
}

/** Skips one LEB128. */
export function skipLeb(p: usize): usize {
  let n = 0
  while (load<u8>(p++) >= 128 && ++n < 16) {}
  return p
}

/**
 * Length of a C string without its NUL, bounded by `end`. Reads eight bytes at a time, so up to 7 bytes after `end` are
 * touched.
 */
export function cstringLength(p: usize, end: usize): u32 {
  const start = p
  while (p < end) {
    const word = load<u64>(p)
    const zero = (word - 0x0101010101010101) & ~word & 0x8080808080808080
    if (zero != 0) return u32(min(p + (usize(ctz(zero)) >> 3), end) - start)
    p += 8
  }
  return u32(end - start)
}

export function setNext(p: usize): void {
  next = p
}
