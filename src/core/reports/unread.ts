/** Says of a text that no format claims what it holds, and what is missing to read it. */
import { problem } from '../messages/problems.ts'
import type { Problem } from '../model/problem.ts'
import { jsonKeys } from './json/json-keys.ts'
import { decodeText, SAMPLE_SIZE } from './report-text.ts'

/** A longer line is cut where it is quoted. */
const LONGEST_QUOTE = 160
const MOST_KEYS = 8

const ERROR =
  /(?:^|[\s"'`“‘:([])(?:(?:[\w$]{1,80}\.){0,10}[A-Z][\w$]{0,80}(?:Exception|Error)(?=[\s:;,.)\]"'”]|$)|EXC_[A-Z_]{3,40}|SIG(?:SEGV|ABRT|BUS|ILL|TRAP|FPE|KILL|SYS)\b|[Ss]egmentation fault|[Ff]atal error\b|panicked at\b|Traceback \()|^(?:Uncaught )?Error: \S/

/** The name of a class that is in two images may end in `Error`. */
const CLASS_TWICE = /\bobjc\[\d{1,9}\]: Class /

/** The problem of a file that is no report, whatever it is. Its first bytes give its kind; the search for an error reads all of it. */
export function unreadProblem(path: string, bytes: Uint8Array): Problem {
  const start = decodeText(bytes.subarray(0, SAMPLE_SIZE))
  const place = { file: path }
  if (start.trim() === '' && bytes.length <= SAMPLE_SIZE) return problem('unknown-report.blank', {}, place)
  if (start.includes('\0')) return problem('unknown-report.bytes', {}, place)
  const keys = [...(jsonKeys(start) ?? [])].slice(0, MOST_KEYS)
  if (keys.length > 0) return problem('unknown-report.json', { keys }, place)
  const lines = (bytes.length > SAMPLE_SIZE ? decodeText(bytes) : start).split('\n')
  const at = lines.findIndex((line) => ERROR.test(line) && !CLASS_TWICE.test(line))
  if (at < 0) return problem('unknown-report', {}, place)
  return problem('unknown-report.error', { line: at + 1, text: quoted(lines[at] ?? '') }, { ...place, line: at + 1 })
}

function quoted(line: string): string {
  const bare = line.trim()
  return bare.length > LONGEST_QUOTE ? `${bare.slice(0, LONGEST_QUOTE)}…` : bare
}
