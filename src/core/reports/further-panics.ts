/** Finds where a log of a further kernel panic begins: each has its own kernel, slide and stacks. */
import { BLANK_LINE } from './base/lines.ts'

const PANIC = /^[ \t>]{0,20}panic ?\(cpu \d{1,4} caller 0x[\da-f]{1,16}\)/gim
/** A nested panic is part of the first one's log, which ends like this on Intel machines. */
const TITLE = /^[ \t>]{0,20}\*{3} Panic Report \*{3}/m
const END = /^[ \t>]{0,20}(?:System uptime in nanoseconds:|last (?:un)?loaded kext at )/m
/** Lines above the first words: the time, the reporter's number, the title. */
const ABOVE =
  /^[ \t>]{0,20}(?:Anonymous UUID:[^\n]{0,80}|\*{3} Panic Report \*{3}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8} \d{4})?[ \t\r]*$/
/** Lines above a panic that are looked at. */
const MOST_ABOVE = 8

/** The line at which the log of the panic at `at` begins, not before `from`. */
function startOfLog(text: string, at: number, from: number): number {
  let start = at
  let next = at
  for (let count = 0; count < MOST_ABOVE && next > from; count++) {
    const line = text.lastIndexOf('\n', next - 2) + 1
    const words = text.slice(line, next - 1)
    if (line < from || line >= next || !ABOVE.test(words)) break
    next = line
    if (words.trim() !== '') start = line
  }
  return start
}

/** What a log has between the words of a panic and those of one nested in it. */
const INSIDE =
  /^[ \t>]{0,20}(?:(?:Backtrace|Panicked|Debugger|Kernel|BSD process|Process name|Nested|lr: )\b|0x[\da-f]{8})/im

/** True if words of two panics are quoted one below the other, each without the rest of its log. */
const areQuotes = (between: string): boolean => BLANK_LINE.test(between) && !INSIDE.test(between)

/** Offsets at which the logs of further panics begin. */
export function findFurtherPanics(text: string): number[] {
  const starts: number[] = []
  let before: number | undefined
  for (const { index } of text.matchAll(PANIC)) {
    const from = before ?? 0
    const between = text.slice(from, index)
    if (before === undefined) before = index
    else if (END.test(between) || TITLE.test(between) || areQuotes(between)) {
      starts.push(startOfLog(text, index, from + 1))
      before = index
    }
  }
  return starts
}
