/**
 * The reports that most people bring: crashes as today's systems write them, from the first line on. They go before all other
 * formats, whatever text they quote, so they can be read without the code of the others.
 */
import { appleTextFormat } from './apple-text/apple-text.ts'
import type { ReportFormat, Sample } from './base/format.ts'
import { ipsCrashFormat } from './ips/ips-crash.ts'

/** The line of `.ips` files and the body behind it. */
const IPS = /^\s*\{[^\n]*"bug_type"[^\n]*\}[ \t]*\r?\n\s*\{/
/** The first line of a crash report as text. */
const TEXT = /^\s*(?:Incident Identifier|Process):[ \t]/
/** What texts that are no crashes lack: a kind of exception, and a thread. */
const EXCEPTION = /^Exception Type:[ \t]/m
const THREAD = /^Thread \d+(?: name:| Crashed\b|:)/m

/** Whether a text begins as an ordinary report does; the formats themselves look closer. */
export function opensOrdinary(text: string): boolean {
  return IPS.test(text) || TEXT.test(text)
}

/** The format of an ordinary report; undefined for all else, also for reports of these formats that begin otherwise. */
export function findOrdinaryFormat(sample: Sample): ReportFormat | undefined {
  const { text } = sample
  if (IPS.test(text)) return ipsCrashFormat.sniff(sample) ? ipsCrashFormat : undefined
  if (!TEXT.test(text) || !EXCEPTION.test(text) || !THREAD.test(text)) return undefined
  return appleTextFormat.sniff(sample) ? appleTextFormat : undefined
}
