/** Hashes of names that must be compared with others which are never in memory at the same time. */
import { newVec, Vec } from '../memory/vec'

/** Hashes of names by id. */
const hashes: Vec = newVec()

/** FNV-1a over the text. */
export function hashOfName(text: usize, length: u32): u32 {
  let hash: u32 = 2166136261
  for (let i: u32 = 0; i < length; i++) hash = (hash ^ u32(load<u8>(text + i))) * 16777619
  return hash
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
