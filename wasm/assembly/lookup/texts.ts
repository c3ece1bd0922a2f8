/** Texts of requested ids, from pages of strings. Layout: `src/core/symindex/README.md`. */
import { newVec, Vec } from '../memory/vec'
import { findPage, firstKey, limitPages, stringDirectory } from './index-header'
import { ids } from './answers'
import { addPage } from './pages'
import { NONE } from './query'
import { clearRanges, inBatch, rangeAt } from './ranges'
import { enterStrings, readString, stringId, stringLength, writeText } from './strings'

/** The texts of the batch, concatenated: ASCII texts, and UTF-8 texts. */
export const asciiTexts: Vec = newVec()
export const otherTexts: Vec = newVec()
/** For each id the end of its text in one of these buffers: u32 shifted left by 1, plus 1 for UTF-8. */
export const textEnds: Vec = newVec()
/** Limit for the texts of a batch. */
const MOST_BYTES: u32 = 1 << 26

/** For each id the range with its page. */
const pageRanges: Vec = newVec()
let done: u32 = 0

/** Requests the pages of the first `count` ids: the host leaves out those whose texts it knows. */
export function findTexts(wanted: u32): void {
  ids.length = min(wanted << 2, ids.length)
  clearRanges()
  pageRanges.length = 0
  done = 0
  const count = ids.length >> 2
  let page = -1
  let range = NONE
  limitPages(stringDirectory)
  for (let i: u32 = 0; i < count; i++) {
    const wanted = findPage(stringDirectory, ids.at32(i))
    if (wanted != page) {
      page = wanted
      range = addPage(stringDirectory, page)
    }
    pageRanges.push32(range)
  }
}

/** Writes the texts of the ids whose pages are in the batch. */
export function decodeTexts(): void {
  asciiTexts.length = 0
  otherTexts.length = 0
  textEnds.length = 0
  const count = ids.length >> 2
  let range = NONE
  // True if a string was read whose id is at most the requested one.
  let has = false
  for (; done < count; done++) {
    const wanted = pageRanges.at32(done)
    if (wanted != NONE && !inBatch(wanted)) return
    const id = ids.at32(done)
    if (wanted != range) {
      range = wanted
      enterStrings(rangeAt(range), firstKey(stringDirectory, findPage(stringDirectory, id)))
      has = readString()
    }
    while (has && stringId < id) has = readString()
    if (has && stringId == id) addText()
    else textEnds.push32(asciiTexts.length << 1)
  }
}

function addText(): void {
  const fits = asciiTexts.length + otherTexts.length + stringLength <= MOST_BYTES
  const length = fits ? stringLength : 0
  const to = asciiTexts.take(length)
  if (fits) writeText(to)
  if (isAscii(to, length)) {
    textEnds.push32(asciiTexts.length << 1)
    return
  }
  asciiTexts.length -= length
  otherTexts.append(to, length)
  textEnds.push32((otherTexts.length << 1) | 1)
}

function isAscii(p: usize, length: u32): bool {
  let bits: u64 = 0
  const end = p + length
  for (; p + 8 <= end; p += 8) bits |= load<u64>(p)
  for (; p < end; p++) bits |= u64(load<u8>(p))
  return (bits & 0x8080808080808080) == 0
}
