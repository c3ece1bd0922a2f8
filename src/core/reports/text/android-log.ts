/** Lines behind what Android's log, or another one, puts before them. */
import { eachLine, type Line } from '../base/lines.ts'
import { HEAD_BEGINS, LOG_HEADS } from './log-heads.ts'

/** Heads of lines by logcat and Android Studio. */
const PREFIXES = [
  /^[ \t]{0,8}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}[ \t]{1,8}[VDIWEFA]\/[^\s:(]{1,40}: ?/,
  /^[ \t]{0,8}(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9}[ \t]+(?:[\w-]{1,24}[ \t]+)?\d{1,7}[ \t]+\d{1,7} [VDIWEFA] [^:\s]{1,40}[ \t]{0,40}: ?/,
  /^[ \t]{0,8}(?:\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9}:?[ \t]{1,8})?[VDIWEFA]\/[^\s(:]{1,40}[ \t]{0,40}\([ \t]{0,8}\d{1,7}\): ?/,
  /^[ \t]{0,8}(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}[ \t]{1,8}\d{1,7}-\d{1,7}\/\S{1,80}[ \t]{1,8}[VDIWEFA]\/[^\s:]{1,40}: ?/,
  /^[ \t]{0,8}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}[ \t]{1,8}\d{1,7}-\d{1,7}[ \t]{1,8}\S{1,40}[ \t]{1,40}\S{1,80}[ \t]{1,40}[VDIWEFA][ \t]{1,2}/,
  // Unity's window of the log.
  /^[ \t]{0,8}\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\.\d{3}[ \t]{1,8}\d{1,7}[ \t]{1,8}\d{1,7} (?:Verbose|Debug|Info|Warn|Warning|Error|Fatal|Assert) [^\s:]{1,60} ?/,
]

/** How each of them begins; most lines of other texts do not. */
const BEGINNING = /^[ \t]{0,8}(?:\d|[VDIWEFA]\/)/
/** Signs that a tool draws while it waits, before a line of the log. */
const SPINNER = /^[ \t]{0,80}[\u2800-\u28ff]{1,4}(?=[VDIWEFA]\/)/

/** The line behind what a log puts before it. */
export function withoutPrefix(whole: Line): Line {
  // Pages turn blanks into such that do not break.
  const line = whole.text.includes('\u00a0') ? { ...whole, text: whole.text.replaceAll('\u00a0', ' ') } : whole
  let start = SPINNER.exec(line.text.slice(0, 100))?.[0].length ?? 0
  for (let depth = 0; depth < DEEPEST; depth++) {
    const length = lengthOfPrefix(line.text.slice(start, start + LONGEST_PREFIX))
    if (length === 0) break
    start += length
  }
  return start === 0 ? line : { ...line, text: line.text.slice(start), start: line.start + start }
}

/** A container's log of a service's log, in a mail. */
const DEEPEST = 3
const LONGEST_PREFIX = 300

function lengthOfPrefix(head: string): number {
  const found =
    (BEGINNING.test(head) && PREFIXES.find((pattern) => pattern.test(head))) ||
    (HEAD_BEGINS.test(head) && LOG_HEADS.find((pattern) => pattern.test(head)))
  return found ? (found.exec(head)?.[0].length ?? 0) : 0
}

/** The text without what the log put before its lines. */
export const withoutLogs = (text: string): string =>
  [...eachLine(text)].map((line) => withoutPrefix(line).text).join('\n')
