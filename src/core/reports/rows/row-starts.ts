/** Finds where rows of stacks may begin in a line, whatever text comes before them. */
import { isMemory } from '../text/table-rows.ts'

/** Lines longer than this hold no single row; they are split before. */
export const LONGEST_ROW_LINE = 4096
/** A line with more addresses than this is a list, not a row. */
const MOST_ADDRESSES = 6
/** A row may begin at more places than this only in text that is no row. */
const MOST_STARTS = 24
/** No name of an image and no log prefix before it is longer. */
const LONGEST_BEFORE = 600

const ADDRESS = /(?<![\w.])0x[0-9a-f]{5,16}(?!\w)/gi
const NUMBER = /(?:^|(?<=[\s"'|│┃║>\](:#*,;-]))#?(\d{1,4})(?=[:.)\]]?[ \t]|[:)\]]?$)/g
const WORD = /(?:^|(?<=[\s"'|│┃║>\](,;-]))[^\s"'|│┃║>()[\]{}:=,;<-]/g
/** Apple's line for rows that it left out: its number counts levels of a recursion, its address is that of rows around it. */
const LEFT_OUT = /-{8} ELIDED \d+ LEVELS OF RECURSION\b/
/** The rest of a row without a number, after its address: a load address or a name, and an offset. */
const PLACE =
  /^[ \t]+(?:(?:0x[0-9a-f]{5,16}|0|[\p{L}\p{N}_?$~@([+<*-].{0,2000}?)[ \t]\+[ \t]?(?:0x[0-9a-f]+|\d+))(?:[ \t"',;)\]}|│┃║].*)?$/iu
/** The rest of a sanitizer's or a debugger's row: `#3 0x10ff702e4 in main file.c:12`, `#3 0x10ff702e4 (App+0x12)`. */
const IN_FUNCTION = /^[ \t]+(?:in[ \t]+\S|\([^()\n]{1,300}\+0x[0-9a-f]+\))/i
const NOTHING_BEHIND = /^[ \t"',;)\]}|│┃║]*$/

/** `indexed`: number, image, address. `bare`: number and address. `plain`: image, address, and a place in an image or function. */
export type RowKind = 'indexed' | 'bare' | 'plain'

/** A place at which a row may begin. */
export interface RowStart {
  readonly at: number
  readonly kind: RowKind
  /** The number of the row; -1 where it has none. */
  readonly index: number
  /** A place in an image or function follows its address. */
  readonly hasPlace: boolean
}

/** All places of a line at which a row may begin, from left to right. Time is linear in the length of the line. */
export function findRowStarts(text: string): RowStart[] {
  if (text.length > LONGEST_ROW_LINE || !text.includes('0x') || LEFT_OUT.test(text)) return []
  const addresses = [...text.matchAll(ADDRESS)]
  if (addresses.length === 0 || addresses.length > MOST_ADDRESSES) return []
  const found = new Map<number, RowStart>()
  for (const { 0: digits, index } of addresses) {
    // An answer of `atos` begins with its address.
    if (QUEUE.test(text.slice(Math.max(0, index - LONGEST_QUEUE), index))) continue
    const isAnswer = ANSWER.test(text.slice(index + digits.length, index + digits.length + 220))
    if (isAnswer) add(found, { at: index, kind: 'plain', index: -1, hasPlace: true })
    else if (found.size < MOST_STARTS) startsBefore(text, index, index + digits.length, found)
  }
  return [...found.values()].sort((a, b) => a.at - b.at)
}

function startsBefore(text: string, at: number, end: number, found: Map<number, RowStart>): void {
  const from = Math.max(0, at - LONGEST_BEFORE)
  const before = text.slice(from, at)
  if (!/[ \t]$/.test(before)) return
  const behind = text.slice(end)
  const hasPlace = PLACE.test(behind.slice(0, 2100))
  const bare = /(?:^|[\s"'|│┃║>\](:*,;-])#?(\d{1,4})[:.)\]]?[ \t]+$/.exec(before)
  for (const match of before.matchAll(NUMBER)) {
    const start = from + match.index
    const name = before.slice(match.index + match[0].length).trim()
    if (/^[:.)\]]?$/.test(name)) {
      if (bare && (NOTHING_BEHIND.test(behind) || (match[0].startsWith('#') && IN_FUNCTION.test(behind))))
        add(found, { at: start, kind: 'bare', index: Number(match[1]), hasPlace })
    } else if (isName(name) && !FRAME.test(name) && !(hasPlace && LISTED.test(before.slice(match.index)))) {
      add(found, { at: start, kind: 'indexed', index: Number(match[1]), hasPlace })
    }
  }
  if (!hasPlace) return
  for (const match of before.matchAll(WORD)) {
    const name = before.slice(match.index).trimEnd()
    if (isName(name) && !/^\d{1,4}[ \t]/.test(name) && /[\p{L}_?]/u.test(name))
      add(found, { at: from + match.index, kind: 'plain', index: -1, hasPlace })
  }
}

function add(found: Map<number, RowStart>, start: RowStart): void {
  if (found.size < MOST_STARTS && !found.has(start.at)) found.set(start.at, start)
}

/** The name of a thread's queue, behind which stands the address of the object. */
const QUEUE = /\bDispatch queue:[ \t]{1,8}[^\s\d]\S{0,100}[ \t]{1,8}$/
const LONGEST_QUEUE = 140

const ANSWER = /^ \(in [^()]{1,200}\)(?: \+ \d|[ \t"',;)\]}|]*$)/

/** A number of a list, behind which a row without a number of its own begins. */
const LISTED = /^#?\d{1,4}[.)\]][ \t]+\p{L}/u

/** The row's own number of a debugger, behind the offset of the row before it. */
const FRAME = /\bframe #\d{1,5}:$/

/** True if the words before an address may be the name of an image, perhaps with a prefix. */
function isName(name: string): boolean {
  return (
    /^[\p{L}\p{N}_.?-]/u.test(name) &&
    !isMemory(name) &&
    !/(?<!\w)0x[0-9a-f]{3}|[=<>{}`]|[+-]\[|\([^)]*$|^[^(]*\)|\d:\d\d/i.test(name)
  )
}

/** A row that `atos` prints, `0x104004000 (in App) + 16384`, or its command line. */
const ATOS = /^(?:0x[0-9a-f]{5,16} \(in [^()]{1,200}\)(?: \+ |$)|.{0,80}\batos -)/i

/** True if a line, or a part of one, is a row from its first word on. */
export function isRow(text: string): boolean {
  if (ATOS.test(text)) return true
  const lead = /^[\s"'(,]*/.exec(text)?.[0].length ?? 0
  return findRowStarts(text.slice(lead))[0]?.at === 0
}

/** A row of Android's, after the words that a log puts before it. Its address may lack `0x`. */
const ANDROID_ROW = /#\d{2,4} pc (?:0x)?[0-9a-f]{1,16} {1,4}\S/

/** A row that a handler of crashes on Windows walked to. */
const WALKED_ROW = /^[ \t]{0,8}0x[0-9a-f]{8,16} \([^()\n]{1,120}\) \S/i

/** The same, of rows of Android's and of Windows', too. */
export const isAnyRow = (text: string): boolean => isRow(text) || ANDROID_ROW.test(text) || WALKED_ROW.test(text)

/** True if a text may have rows. Cheap, and also right for escaped and quoted text. */
export function holdsAddress(text: string): boolean {
  return /0x[0-9a-f]{5,16}(?![0-9a-f])/i.test(text)
}

/** The same where addresses may lack their `0x` or be decimal, for text that is looked at more closely afterwards. */
export function holdsNumber(text: string): boolean {
  return (
    holdsAddress(text) ||
    /(?:(?<![\p{L}\p{N}_.+-])|(?<=\\[tnr]))(?:[0-9a-f]{9,16}|\d{10,15})(?=[ \t"\\,]|$)/iu.test(text)
  )
}
