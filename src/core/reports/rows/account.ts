/** Compares the rows of a text with the frames of its reports, to find lost rows. */
import type { Report, TextSpan } from '../../model/report.ts'
import { eachFrame, eachStack } from '../../model/each-frame.ts'
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
  /^\d{1,6}(?:[ \t]{2,}|\t)\S|^[0-9a-f]{1,12}[ \t]+0x[0-9a-f]|<\/?(?:br|p|td|div|span)\b|&[a-z]{2,6};|\\[nt"]|[";],?$|^[^\p{L}\p{N}_.?(<$]+[ \t]/u
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

const TIME = /\d:\d\d/
/** So many lines with rows behind other words are no chance. */
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
  const lost: { readonly line: Line; readonly isSure: boolean }[] = []
  let unsure = 0
  let at = 0
  for (const line of eachLine(text)) {
    while (at < spans.length && (spans[at]?.end ?? 0) <= line.start) at++
    const isHeld = (spans[at]?.start ?? Infinity) < line.end
    if (isHeld) continue
    const row = rowIn(line.text)
    if (!row || collectImages([line]).length > 0) continue
    if (row === 'maybe') unsure++
    lost.push({ line, isSure: row === 'sure' })
  }
  return lost.filter(({ isSure }) => isSure || unsure >= FEWEST_PREFIXED).map(({ line }) => line)
}

/** Whether a line holds a row: `maybe` one that stands behind words and has no place, and may be a sentence with numbers. */
function rowIn(text: string): 'sure' | 'maybe' | undefined {
  if (isRow(text) || isDamagedRow(text)) return 'sure'
  const rows = findRowStarts(text).filter(({ at, kind }) => kind === 'indexed' && !TIME.test(text.slice(at)))
  if (rows.length === 0) return undefined
  return rows.some(({ hasPlace }) => hasPlace) ? 'sure' : 'maybe'
}
