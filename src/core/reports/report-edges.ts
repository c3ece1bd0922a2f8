/** The first and the last line of a crash report that somebody pasted among other words. */

/** Characters above and below a report that are searched. */
const SEARCHED = 65_536
const FIRST_LINE =
  /^[ \t]*(?:\{|-{20,}|Translated Report|Incident Identifier:|Hardware Model:|CrashReporter Key:|Process:|Path:|Identifier:|Code Type:|Date\/Time:|OS Version:|Report Version:|Exception (?:Type|Codes?):|Crashed Thread:|(?:Last Exception|Application Specific) |Thread \d+)/m
/** Rows of the list of images, and the members that close a JSON body. */
const LAST_LINE =
  /^(?:[ \t]*\+?0x[0-9a-f]+ -[ \t]+0x[0-9a-f]+[ \t]|[ \t]*\d{1,5}[ \t].*0x[0-9a-f]{6,}[ \t]|[ \t]*[}\]])/i

/** The text above the first line of a crash report. */
export function wordsAbove(text: string): string {
  const first = FIRST_LINE.exec(text.slice(0, SEARCHED))
  return first ? text.slice(0, first.index) : ''
}

/** The text below its last line. */
export function wordsBelow(text: string): string {
  const lines = text.slice(-SEARCHED).split('\n')
  const last = lines.findLastIndex((line) => LAST_LINE.test(line))
  return last < 0 ? '' : lines.slice(last + 1).join('\n')
}
