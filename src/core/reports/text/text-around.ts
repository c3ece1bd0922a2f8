/**
 * The lines of a text that no frame, image, event or other field of its report holds. They are shown unchanged, so that nothing of a
 * log is lost.
 */
import type { BinaryImage } from '../../model/image.ts'
import type { ReportSection, TextSpan } from '../../model/report.ts'
import { eachLine } from '../base/lines.ts'
import { titles } from '../../messages/labels.ts'
import { sectionTitles } from '../../messages/section-titles.ts'

/** A log may be of any length; the lines past the limit are counted. */
const MOST_LINES = 400
const LONGEST_LINE = 2000

/** The parts of a text that the report already holds. */
export interface Held {
  /** Rows of stacks. */
  readonly spans: readonly TextSpan[]
  readonly images: readonly BinaryImage[]
  /** Texts of other fields: the text may contain whole lines of them. */
  readonly said: readonly string[]
}

/** The section of these lines; none where there are none. */
export function aroundStacks(text: string, held: Held): ReportSection[] {
  const spans = [...held.spans].sort((a, b) => a.start - b.start)
  const listed = new Set(held.images.flatMap(({ uuid }) => (uuid === undefined ? [] : [bare(uuid)])))
  const said = new Set(held.said.flatMap((value) => value.split('\n').map((line) => line.trim())))
  const lines: string[] = []
  let at = 0
  let more = 0
  for (const line of eachLine(text)) {
    while (at < spans.length && (spans[at]?.end ?? 0) <= line.start) at++
    const span = spans[at]
    const isRow = span !== undefined && span.start < line.start + line.text.length && span.end > line.start
    const words = line.text.trim()
    if (isRow || !/[\p{L}\p{N}]/u.test(words) || said.has(words) || listsImage(words, listed)) continue
    if (lines.length < MOST_LINES)
      lines.push(words.length > LONGEST_LINE ? `${words.slice(0, LONGEST_LINE)}…` : line.text.trimEnd())
    else more++
  }
  if (more > 0) lines.push(titles.moreLines({ lines: more }))
  return lines.length > 0 ? [{ kind: 'text', title: sectionTitles.aroundStacks, text: lines.join('\n') }] : []
}

const UUID = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/i

/** True if the line has the UUID of an image of the report. */
function listsImage(line: string, listed: ReadonlySet<string>): boolean {
  const uuid = line.length > LONGEST_LINE ? null : UUID.exec(line)
  return uuid !== null && listed.has(bare(uuid[0]))
}

function bare(uuid: string): string {
  return uuid.replaceAll('-', '').toUpperCase()
}
