/**
 * The reports that most people bring: crashes as today's systems write them, from the first line on. They go before all other
 * formats, whatever text they quote, so they can be read without the code of the others.
 */
import { appleText } from './apple-text/apple-text.ts'
import { hasForeignHead } from './apple-text/foreign-heads.ts'
import type { ReportFormat, Sample } from './base/format.ts'
import { splitLines } from './base/lines.ts'
import { ipsCrashFormat } from './ips/ips-crash.ts'
import { CRASH_TYPES, HELD_TEXT } from './ips/ips-file.ts'

/** The first line of `.ips` files and the start of the body. */
const IPS = /^\s*\{[^\n]*"bug_type"[^\n]*\}[ \t]*\r?\n\s*\{/
/** The same line where its number says that the body is a crash. */
const CRASH_IPS = new RegExp(`^\\s*\\{[^\\n]*"bug_type"\\s*:\\s*"(?:${[...CRASH_TYPES].join('|')})"`)
/** The first line of a crash report as text. */
const TEXT = /^\s*(?:Incident Identifier|Process):[ \t]/
/** Only crashes have both of these: a kind of exception, and a thread. */
const EXCEPTION = /^Exception Type:[ \t]/m
const THREAD = /^Thread \d+(?: name:| Crashed\b|:)/m

const englishText = appleText()

/** True if a text begins like an ordinary report; the formats themselves look closer. */
export function opensOrdinary(text: string): boolean {
  return IPS.test(text) || TEXT.test(text)
}

/**
 * The format of an ordinary report; undefined for all else, also for reports of these formats that begin otherwise. `whole`: the
 * file's text where it is to be read now. Of a crash that is looked at instead of its beginning, so that its JSON is read once.
 * `translated`: the format of text that knows labels in all languages; without it, text with labels that are not English is left out.
 */
export function findOrdinaryFormat(
  sample: Sample,
  whole = sample.text,
  translated?: ReportFormat,
): ReportFormat | undefined {
  const { text } = sample
  if (IPS.test(text)) {
    const looked = whole.length <= HELD_TEXT && CRASH_IPS.test(text) ? { ...sample, text: whole } : sample
    return ipsCrashFormat.sniff(looked) ? ipsCrashFormat : undefined
  }
  if (!TEXT.test(text) || !EXCEPTION.test(text) || !THREAD.test(text)) return undefined
  const format = translated ?? (hasForeignHead(splitLines(whole)) ? undefined : englishText)
  return format?.sniff(sample) ? format : undefined
}
