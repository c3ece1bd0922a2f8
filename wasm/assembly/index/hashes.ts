/** Hashes of names that must be compared with others which are never in memory at the same time. */
import { newVec, Vec } from '../memory/vec'

/** Hashes of names by id. */
const hashes: Vec = newVec()

const FACTOR: u64 = 0x9e3779b97f4a7c15

/** A hash of a text, eight bytes at a time; up to 7 bytes behind it are looked at. */
export function hashOfName(text: usize, length: u32): u32 {
  let hash = u64(length) * FACTOR
  const whole = text + usize(length & ~7)
  let p = text
  for (; p < whole; p += 8) hash = mix(hash ^ load<u64>(p))
  const rest = u64(length & 7) << 3
  if (rest != 0) hash = mix(hash ^ (load<u64>(p) & ((u64(1) << rest) - 1)))
  return u32(hash ^ (hash >> 32))
}

function mix(value: u64): u64 {
  const product = value * FACTOR
  return product ^ (product >> 29)
}

/** Takes hashes that were made with the strings: hash u32, id u32, ids ascending from call to call. */
export function addHashes(from: usize, count: u32): void {
  hashes.append(from, count << 3)
}

/** The hash of a name's text; 0 when it is not known. */
export function hashOf(id: u32): u32 {
  let low: u32 = 0
  let high = hashes.length >> 3
  while (low < high) {
    const middle = (low + high) >> 1
    if (load<u32>(hashes.data + (usize(middle) << 3), 4) < id) low = middle + 1
    else high = middle
  }
  const p = hashes.data + (usize(low) << 3)
  return low < hashes.length >> 3 && load<u32>(p, 4) == id ? load<u32>(p) : 0
}

/** `ltmp0`: a label that the assembler made for arm64 object files; nobody's name. */
export function isAssemblerLabel(p: usize, length: u32): bool {
  if (length < 5 || load<u32>(p) != 0x706d746c) return false
  for (let i: u32 = 4; i < length; i++) if (load<u8>(p + i) < 0x30 || load<u8>(p + i) > 0x39) return false
  return true
}
