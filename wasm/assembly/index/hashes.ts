/** Hashes of names that must be compared with others which are never in memory at the same time. */
import { newVec, Vec } from '../memory/vec'
import { sort64 } from '../memory/sort'

/** Ids whose hashes are wanted: keys of id << 32; once sealed, distinct and ascending, the low half takes the hash. */
const wanted: Vec = newVec()
let sealed: bool = false
let nextWanted: u32 = 0

/** FNV-1a over the text. */
export function hashOfName(text: usize, length: u32): u32 {
  let hash: u32 = 2166136261
  for (let i: u32 = 0; i < length; i++) hash = (hash ^ u32(load<u8>(text + i))) * 16777619
  return hash
}

export function wantHash(id: u32): void {
  if (id != 0) store<u64>(wanted.take(8), u64(id) << 32)
}

function seal(): void {
  sealed = true
  const count = wanted.length >> 3
  sort64(wanted.data, count)
  let kept: usize = wanted.data
  let last: u64 = 0
  for (let p = wanted.data, end = wanted.data + wanted.length; p < end; p += 8) {
    const key = load<u64>(p)
    if (key == last) continue
    store<u64>(kept, key)
    kept += 8
    last = key
  }
  wanted.length = u32(kept - wanted.data)
  nextWanted = 0
}

/** Offered every string with ascending ids; those that are wanted are hashed. */
export function offerText(id: u32, text: usize, length: u32): void {
  if (!sealed) seal()
  const count = wanted.length >> 3
  while (nextWanted < count) {
    const p = wanted.data + (usize(nextWanted) << 3)
    const next = load<u32>(p, 4)
    if (next > id) return
    if (next == id) store<u32>(p, hashOfName(text, length))
    nextWanted++
  }
}

/** The hash of a wanted id's text. */
export function wantedHash(id: u32): u32 {
  let low: u32 = 0
  let high = wanted.length >> 3
  while (low < high) {
    const middle = (low + high) >> 1
    if (load<u32>(wanted.data + (usize(middle) << 3), 4) < id) low = middle + 1
    else high = middle
  }
  return low < wanted.length >> 3 ? load<u32>(wanted.data + (usize(low) << 3)) : 0
}

/** `ltmp0`: a label that the assembler made for arm64 object files; nobody's name. */
export function isAssemblerLabel(p: usize, length: u32): bool {
  if (length < 5 || load<u32>(p) != 0x706d746c) return false
  for (let i: u32 = 4; i < length; i++) if (load<u8>(p + i) < 0x30 || load<u8>(p + i) > 0x39) return false
  return true
}
