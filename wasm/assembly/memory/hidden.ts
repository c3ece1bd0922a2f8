/**
 * Names that a bitcode build has hidden. `__hidden#N_` replaces the name of number N. The host sends the names: the
 * start of each and the end of the last, u32 each, then their texts.
 */
import { alloc } from './heap'

/** `__hidden` and `_hidden#` as they lie in memory. */
const HIDDEN: u64 = 0x6e65646469685f5f
const STRIPPED: u64 = 0x236e65646469685f
const HASH: u8 = 0x23
const UNDERSCORE: u8 = 0x5f
/** Bytes that follow the texts, because texts are compared in words. */
const TAIL: u32 = 32
const MOST_DIGITS: u32 = 9
const NONE: u32 = u32.MAX_VALUE

let starts: usize = 0
let texts: usize = 0
let count: u32 = 0

/** Length of the text that `shownText` returned. */
export let shownLength: u32 = 0
/** True if the underscore of the C ABI was taken from the hidden name read last. */
let isStripped: bool = false
/** True if it has a number without a name from the host. */
export let isUnknown: bool = false

/** Memory for so many names in so many bytes. */
export function takeHiddenNames(names: u32, bytes: u32): usize {
  starts = alloc(bytes + TAIL)
  memory.fill(starts, 0, bytes + TAIL)
  texts = starts + (usize(names + 1) << 2)
  count = names
  return starts
}

/** True if the name of a symbol, with the underscore of the C ABI, is hidden and its original is unknown. */
export function staysHidden(text: usize, length: u32): bool {
  const number = hiddenNumber(text, length)
  return number != NONE && !isStripped && number >= count
}

/**
 * The original of a hidden name, or the text itself. Symbols lose the underscore of the C ABI before this: a hidden one
 * loses that of its name.
 */
export function shownText(text: usize, length: u32): usize {
  shownLength = length
  isUnknown = false
  if (count == 0) return text
  const number = hiddenNumber(text, length)
  if (number == NONE) return text
  if (number >= count) {
    isUnknown = true
    return text
  }
  const record = starts + (usize(number) << 2)
  let found = texts + load<u32>(record)
  shownLength = load<u32>(record, 4) - load<u32>(record)
  if (isStripped && shownLength > 0 && load<u8>(found) == UNDERSCORE) {
    found++
    shownLength--
  }
  return found
}

/** Number of a hidden name, NONE for any other text. Sets `isStripped`. */
function hiddenNumber(text: usize, length: u32): u32 {
  if (length < 10) return NONE
  const head = load<u64>(text)
  isStripped = head == STRIPPED
  if (!isStripped && (head != HIDDEN || load<u8>(text, 8) != HASH)) return NONE
  return numberBetween(text + (isStripped ? 8 : 9), text + length - 1)
}

/** The decimal number between `p` and an underscore at `end`, or NONE. */
function numberBetween(p: usize, end: usize): u32 {
  if (load<u8>(end) != UNDERSCORE || p >= end || end - p > MOST_DIGITS) return NONE
  let number: u32 = 0
  for (; p < end; p++) {
    const digit = u32(load<u8>(p)) - 0x30
    if (digit > 9) return NONE
    number = number * 10 + digit
  }
  return number
}
