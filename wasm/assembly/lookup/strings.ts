/** Reads pages of strings, string by string. Layout: `src/core/symindex/README.md`. */
import { newVec, Vec } from '../memory/vec'
import { Range } from './ranges'
import { at, Read, seek } from './read'

/** Id of the current string, and its length. */
export let stringId: u32 = 0
export let stringLength: u32 = 0
let end: usize = 0
let nextId: u32 = 0
/** For each string of the page so far: address of its own bytes u32, length of the shared prefix u32. */
const parts: Vec = newVec()
/** The text last returned by `takeText`. */
const text: Vec = newVec()
/** Limit for the strings of a page. */
const MOST_STRINGS: u32 = 1 << 14

/** Enters a page whose first key is `key`. */
export function enterStrings(page: Range, key: u32): void {
  seek(page.place)
  end = page.place + page.bytes
  nextId = key
  stringLength = 0
  parts.length = 0
  parts.reserveExactly(MOST_STRINGS * 8)
}

/** Reads the next string; false at the end of the page. */
export function readString(): bool {
  if (at >= end || parts.length >> 3 >= MOST_STRINGS) return false
  stringId = nextId + Read.zigzag()
  const shared = min(Read.uleb(), stringLength)
  const rest = Read.uleb()
  const from = min(at, end)
  const own = min(rest, u32(end - from))
  const part = parts.data + parts.length
  parts.length += 8
  store<u32>(part, u32(from))
  store<u32>(part, shared, 4)
  seek(from + own)
  stringLength = shared + own
  nextId = stringId + stringLength + 1
  return true
}

/** Text of the current string, for readers that take every string of a page. */
export function takeText(): usize {
  const part = parts.data + parts.length - 8
  const shared = load<u32>(part, 4)
  text.length = shared
  memory.copy(text.take(stringLength - shared), load<u32>(part), stringLength - shared)
  return text.data
}

/** Writes the text of the current string. Builds it from its end, so that unused strings cost nothing. */
export function writeText(to: usize): void {
  let missing = stringLength
  for (let p = parts.data + parts.length; missing > 0 && p > parts.data;) {
    p -= 8
    const shared = load<u32>(p, 4)
    if (shared >= missing) continue
    memory.copy(to + shared, load<u32>(p), missing - shared)
    missing = shared
  }
}
