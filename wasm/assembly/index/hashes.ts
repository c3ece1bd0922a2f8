/** Hashes of names, to compare names that are never in memory at the same time. */
import * as L from '../layout'
import { positionOfKey } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'

/** Hashes of names by id. */
const hashes: Vec = newVec()

/** Adds hashes computed while strings were written: hash u32, id u32. Ids ascend from call to call. */
export function addHashes(from: usize, count: u32): void {
  hashes.append(from, count << 3)
}

/** Lookup table: position of the first hash for each run of 2^runBits ids of string sections, and the end. */
const runs: Vec = newVec()
let runBits: u32 = 0

/** Prepares `hashOf` once all hashes were added. Runs are sized for about two section hashes each. */
export function sealHashes(): void {
  const count = positionOfKey(hashes.data, 0, hashes.length >> 3, L.POOL_BASE)
  const last: u32 = count == 0 ? 0 : idAt(count - 1)
  runBits = 0
  while (runBits < 31 && last >> runBits > count / 2) runBits++
  const total = (last >> runBits) + 1
  runs.length = 0
  let p = runs.take((total + 1) << 2)
  let at: u32 = 0
  for (let run: u32 = 0; run < total; run++, p += 4) {
    while (at < count && idAt(at) >> runBits < run) at++
    store<u32>(p, at)
  }
  store<u32>(p, count)
}

function idAt(position: u32): u32 {
  return load<u32>(hashes.data + (usize(position) << 3), 4)
}

/** Hash of a name's text; 0 if it is not known. */
export function hashOf(id: u32): u32 {
  const count = hashes.length >> 3
  const run = id >> runBits
  const isListed = run + 1 < runs.length >> 2
  const low = isListed ? runs.at32(run) : 0
  const at = positionOfKey(hashes.data, low, isListed ? runs.at32(run + 1) : count, id)
  return at < count && idAt(at) == id ? load<u32>(hashes.data + (usize(at) << 3)) : 0
}

/** `ltmp0`: a label of the assembler in arm64 object files, not a name. */
export function isAssemblerLabel(p: usize, length: u32): bool {
  if (length < 5 || load<u32>(p) != 0x706d746c) return false
  for (let i: u32 = 4; i < length; i++) if (load<u8>(p + i) < 0x30 || load<u8>(p + i) > 0x39) return false
  return true
}
