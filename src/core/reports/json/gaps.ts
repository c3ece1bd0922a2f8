/**
 * Shortens long runs of blanks and empty lines. An expression that looks for the end of a name between blanks takes quadratic
 * time on such a run, so no format and no exporter sees one.
 */

/** Rows of trees are indented by their depth; we read 1,024 levels. */
const LONGEST_GAP = 1280
/** Kept at both ends of a longer run, so that the text after it keeps its column. */
const KEPT = LONGEST_GAP / 2

/** The same characters as `\s` of regular expressions. */
function isBlank(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13)
  if (code < 0xa0) return false
  const isWide = code >= 0x2000 && (code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f)
  return code === 0xa0 || isWide || code === 0x205f || code === 0x3000 || code === 0x1680 || code === 0xfeff
}

/** The text with each run of more than 1,280 blanks cut to its ends; the same string when there is none. Line ends stay line ends. */
export function shortenGaps(text: string): string {
  let result = ''
  let done = 0
  // A long run lies over one of these places.
  for (let at = LONGEST_GAP - 1; at < text.length; at += LONGEST_GAP) {
    if (at < done || !isBlank(text.charCodeAt(at))) continue
    let start = at
    while (start > done && isBlank(text.charCodeAt(start - 1))) start--
    let end = at + 1
    while (end < text.length && isBlank(text.charCodeAt(end))) end++
    if (end - start <= LONGEST_GAP) continue
    const [first, last] = [text.slice(start, start + KEPT), text.slice(end - KEPT, end)]
    const hasBreak = `${first}${last}`.includes('\n')
    const lostBreak = !hasBreak && text.slice(start, end).includes('\n')
    result += text.slice(done, start) + first + (lostBreak ? '\n' : '') + last
    done = end
  }
  return done === 0 ? text : result + text.slice(done)
}
