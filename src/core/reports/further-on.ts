/** Finds the words or the stack of an end in a long text, for stacks of names. Other code finds rows with addresses. */

export interface TextPart {
  readonly before: string
  readonly part: string
  readonly after: string
}

/** Words of runtimes at an end, dearest first, then rows of stacks. */
const MARKS: readonly RegExp[] = [
  /\bpanic: |\bpanicked at |\bfatal error: |\bFATAL (?:UNHANDLED )?EXCEPTION\b|\b[Uu]nhandled [Ee]xception\b|\bFatal signal \d/g,
  /\bgoroutine \d{1,9} \[|\b[Uu]ncaught (?:exception|\w{0,40}Error)\b/g,
  /^[^\n]{0,200}(?:#0 {2,8}\S|\bat [\w.$<>]{1,200} ?\([^()\n]{1,200}:\d{1,9}\))/gm,
  // Rows of Mono, as Unity logs exceptions.
  /^[ \t]{1,8}at \S[^\n]{0,600}\) \[0x[0-9a-f]{1,8}\] in [<\w/]/gm,
]
/** Places of one kind that are tried. */
const MOST_TRIED = 4
/** Characters before such a place that may belong to it. */
const BEFORE = 2000
/** Characters of a part. */
const PART = 200_000

/** Parts of a text that may hold an end, each with the text around it. */
export function* partsFurtherOn(text: string): Generator<TextPart> {
  for (const mark of MARKS) {
    let [tried, next] = [0, 0]
    for (const { index: at } of text.matchAll(mark)) {
      if (at < next) continue
      if (tried++ === MOST_TRIED) break
      const start = text.lastIndexOf('\n', Math.max(0, at - BEFORE)) + 1
      const end = text.indexOf('\n', start + PART)
      next = at + PART / 2
      const stop = end < 0 ? text.length : end + 1
      yield { before: text.slice(0, start), part: text.slice(start, stop), after: text.slice(stop) }
    }
  }
}
