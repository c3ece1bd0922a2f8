/** Compares the rows of a text with the frames of its reports, to find lost rows. */
import type { Outcome } from '../../model/problem.ts'
import type { Report, TextSpan } from '../../model/report.ts'
import { eachFrame, eachStack } from '../../model/each-frame.ts'
import { append } from '../../model/lists.ts'
import { eachLine, type Line } from '../base/lines.ts'
import { collectImages } from '../text/text-images.ts'
import { isDamagedRow } from './misread.ts'
import { findRowStarts, isRow } from './row-starts.ts'

/** Counts of a reading of a text. */
export interface Account {
  /** Frames of all reports. */
  readonly frames: number
  /** Frames with an image. */
  readonly placed: number
  /** Frames read twice or with parts of another row, and stacks that begin far after their first row. */
  readonly odd: number
  readonly images: number
  /** Characters of all names of images: those that are longer hold words of the lines around them. */
  readonly letters: number
  /** Stacks of all reports. */
  readonly stacks: number
}

/** A name of an image or function that holds what stood around its row. */
const ODD_NAME =
  /^\d{1,6}(?:[ \t]{2,}|\t)\S|^[0-9a-f]{1,12}[ \t]+0x[0-9a-f]|<\/?(?:br|p|td|div|span)\b|&[a-z]{2,6};|\\[nt"]|[";],?$|(?:^|[\s"'])(?=[a-f]*\d)[0-9a-f]{9,16}$|^[^\p{L}\p{N}_.?(<$]+[ \t]/u
/** Marks that end a prefix, numbers of a list and quotes are no part of the name of an image. */
const ODD_IMAGE = new RegExp(
  `${ODD_NAME.source}|[|>▸»│:\\]][ \\t]|^\\d+[.:)][ \\t]|0x[0-9a-f]{4}|[│┃║\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069]|^[“”„«»‹›‘’"'+-]`,
  'u',
)

export function accountOf(reports: readonly Report[]): Account {
  let [frames, placed, odd, images, letters, stacks] = [0, 0, 0, 0, 0, 0]
  for (const report of reports) {
    images += report.images.length
    for (const { name } of report.images) letters += name.length
    for (const frame of eachFrame(report)) {
      frames++
      if (frame.image !== undefined) placed++
      letters += frame.imageName?.length ?? 0
      const name = frame.symbol?.name ?? ''
      if (ODD_IMAGE.test(frame.imageName ?? '') || ODD_NAME.test(name) || /^\d+$/.test(name)) odd++
    }
    for (const { frames: rows } of eachStack(report)) {
      stacks++
      if ((rows[0]?.index ?? 0) > 1) odd++
    }
  }
  return { frames, placed, odd, images, letters, stacks }
}

/** Frames of all reports of an outcome; fewer than none where nothing was read. */
export const framesOf = (read: Outcome<readonly Report[]> | undefined): number =>
  read?.ok ? accountOf(read.value).frames : -1

/** True if a reading of a text with joined lines holds all rows of the reading without, none that looks damaged besides, and all names. */
export function isWholer(joined: readonly Report[], other: readonly Report[]): boolean {
  const [now, before] = [accountOf(joined), accountOf(other)]
  if (now.odd > before.odd || now.images < before.images) return false
  if (now.frames !== before.frames) return now.frames > before.frames
  const rows = other.flatMap((report) => [...eachFrame(report)])
  const isSame = joined
    .flatMap((report) => [...eachFrame(report)])
    .every(({ address, kind }, at) => rows[at]?.address === address && rows[at]?.kind === kind)
  return isSame && now.letters >= before.letters && joined.length <= other.length
}

const TIME = /\d:\d\d/
/** Rows behind other words with so many numbers are no chance. */
const FEWEST_PREFIXED = 3

/** True if all rows of a report begin their lines and follow one another, with no other text around them. */
export function isTidy(report: Report): boolean {
  const stacks = [...eachStack(report)]
  // Wrapped rows are stacks of one frame each.
  if (stacks.length > 1 && stacks.every(({ frames }) => frames.length < 2)) return false
  return stacks.every(({ frames }) =>
    frames.every(({ span }, at) => {
      const before = frames[at - 1]?.span
      if (!span || (at > 0 && !before)) return false
      const from = before?.end ?? report.text.lastIndexOf('\n', span.start - 1) + 1
      return span.start - from < LARGEST_GAP && GAP.test(report.text.slice(from, span.start))
    }),
  )
}

const LARGEST_GAP = 200
const GAP = /^[\s"',]*$/

/** Places of the frames of these reports, in the order of the text. */
export function spansOf(reports: readonly Report[]): TextSpan[] {
  return reports
    .flatMap((report) => [...eachFrame(report)].flatMap(({ span, symbolSpan }) => span ?? symbolSpan ?? []))
    .sort((a, b) => a.start - b.start)
}

/** Rows of the text that lie in no frame of these reports. Linear, beside the sort of frames. */
export function findLostRows(text: string, reports: readonly Report[]): Line[] {
  const spans = spansOf(reports)
  const known = addressesOf(reports)
  const lost: { readonly line: Line; readonly isSure: boolean }[] = []
  /** Rows of bare addresses, which are some where others of them are in frames. */
  const bare: Line[] = []
  let heldBare = false
  /** Numbers of unsure rows. Those of a stack differ; sentences say the same few again. */
  const numbers = new Set<number>()
  let at = 0
  for (const line of eachLine(text)) {
    while (at < spans.length && (spans[at]?.end ?? 0) <= line.start) at++
    const isHeld = (spans[at]?.start ?? Infinity) < line.end
    const free = countFree(line.text, known)
    if (isHeld) {
      heldBare ||= BARE_ROW.test(line.text)
      append(
        lost,
        Array.from({ length: free }, () => ({ line, isSure: true })),
      )
      continue
    }
    if (BARE_ROW.test(line.text)) bare.push(line)
    const row = isShownAgain(line.text, known) ? undefined : rowIn(line.text)
    if (row === undefined || (!TOOL_ROW.test(line.text) && collectImages([line]).length > 0)) continue
    if (row !== 'sure') numbers.add(row)
    append(
      lost,
      Array.from({ length: Math.max(1, free) }, () => ({ line, isSure: row === 'sure' })),
    )
  }
  const rows = lost.filter(({ isSure }) => isSure || numbers.size >= FEWEST_PREFIXED).map(({ line }) => line)
  if (!heldBare || bare.length === 0) return rows
  return [...new Set([...rows, ...bare])].sort((a, b) => a.start - b.start)
}

/** Bits of an address that no signature takes. */
const UNSIGNED = (1n << 39n) - 1n
const PAGE_MASK = 0xfffn

/** Addresses of the frames and images of these reports, without signatures. */
function addressesOf(reports: readonly Report[]): ReadonlySet<bigint> {
  const known = new Set<bigint>()
  for (const report of reports) {
    for (const { loadAddress } of report.images) if (loadAddress !== undefined) known.add(loadAddress & UNSIGNED)
    for (const { address } of eachFrame(report)) if (address !== undefined) known.add(address & UNSIGNED)
  }
  return known
}

/** An address of code that stands as a word of its own: no value of an argument or register, no object, no load address. */
const BARE_ROW = /(?:^|[\s"'|>])\d{1,4}[:.)]?[ \t]+0x[0-9a-f]{8,16}[\s"',|[({\]]*(?:<|$)/i
/** Rows that tools print in their own ways, behind any words. */
const TOOL_ROW = /\bframe #\d{1,5}:[ \t]+0x[0-9a-f]{6}|0x[0-9a-f]{8,16} \(in [^()]{1,200}\)[ \t]+\+/i
/** A row whose address is padded and lacks its `0x`. */
const UNMARKED_ROW = /^[ \t"'(]*\d{1,4}[ \t]+\S[^\n]{0,200}?[ \t]0{4}[0-9a-f]{12}[ \t]+\S/i
/** The same, several on one line. */
const UNMARKED =
  /(?<![^\s"'|,])(?:0{4}[0-9a-f]{12}(?![\w:>)-])|[0-9a-f]{8,16}(?=[ \t]+[0-9a-f]{8,16}[ \t]+\+[ \t]\d))/gi
const ADDRESS_WORD = /(?<![^\s"'|│>,])0x[0-9a-f]{9,16}(?![\w:>)])(?![ \t]+[+-])/gi
const FREE_BEFORE = /(?:^|[^=:+\s-])[ \t]*$/
/** `Ty=DIType at 0x…` and `key=Key @ 0x…` are values that a debugger prints. */
const VALUE_BEFORE = /(?:=\S{0,39} at|[^\s=] @)[ \t]+$/
const FRAME_NUMBER = /(?:frame #\d{1,5}|(?:^|[\s"'|>])\d{1,4}):[ \t]+$/i
/** Behind one address alone there must be a place to make it a row. */
const PLACED = /^[ \t]+\S[^\n]{0,400}?[ \t]\+[ \t]?\d|^[ \t"']*[|,]/

/** True for a row that a debugger printed once more when somebody looked at it. */
function isShownAgain(text: string, known: ReadonlySet<bigint>): boolean {
  const digits = /^[\s*]{0,40}frame #\d{1,5}:[ \t]+0x([0-9a-f]{6,16})\b/i.exec(text)?.[1]
  return digits !== undefined && known.has(BigInt(`0x${digits}`) & UNSIGNED)
}

/** How many addresses of a line are those of rows and of no frame. */
function countFree(text: string, known: ReadonlySet<bigint>): number {
  let [free, placed] = [0, 0]
  if (!text.includes('0x')) {
    for (const { 0: digits } of text.matchAll(UNMARKED)) if (!known.has(BigInt(`0x${digits}`) & UNSIGNED)) free++
    return free > 1 ? free : 0
  }
  for (const match of text.matchAll(ADDRESS_WORD)) {
    const value = BigInt(match[0]) & UNSIGNED
    const before = text.slice(Math.max(0, match.index - 40), match.index)
    const isRow = (FREE_BEFORE.test(before) && !VALUE_BEFORE.test(before)) || FRAME_NUMBER.test(before)
    if (!isRow || (value & PAGE_MASK) === 0n || known.has(value)) continue
    free++
    if (PLACED.test(text.slice(match.index + match[0].length, match.index + 500))) placed++
  }
  return free > 1 ? free : placed
}

/** Whether a line holds a row: surely, or with this number behind words and without a place, which may be a sentence. */
function rowIn(text: string): 'sure' | number | undefined {
  if (isRow(text) || isDamagedRow(text) || TOOL_ROW.test(text) || UNMARKED_ROW.test(text)) return 'sure'
  const rows = findRowStarts(text).filter(({ at, kind }) => kind === 'indexed' && !TIME.test(text.slice(at)))
  return rows.some(({ hasPlace }) => hasPlace) ? 'sure' : rows[0]?.index
}
