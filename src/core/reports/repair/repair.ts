/**
 * Undoes what chats, terminals, mail and issue trackers do to a pasted report. Each step needs evidence that only damage
 * gives, so an undamaged file comes back as the very same string. Time is linear.
 */
import type { Problem } from '../../model/problem.ts'
import { withoutTerminalCodes } from '../base/lines.ts'
import { shortenGaps } from '../json/gaps.ts'
import { openJsonFragment } from './json-fragment.ts'
import { withoutQuoteMarks } from './quote-marks.ts'
import { joinBrokenKeys, joinWrappedJson, takeReportOutOfJson } from './repair-json.ts'
import { joinWrappedDebugger, joinWrappedGdb, joinWrappedRows } from './repair-rows.ts'
import { joinBrokenEntries } from './repair-entries.ts'
import { splitFields } from './repair-fields.ts'
import { joinFixedWraps } from './repair-wraps.ts'
import { decodeBytes } from '../text/encoded-text.ts'
import { unescapeEntities } from '../text/entities.ts'
import { problem, type ProblemKey } from '../../messages/problems.ts'

/** A text after repair, with a note for each kind of damage found. */
export interface RepairedText {
  readonly text: string
  readonly notes: readonly Problem[]
}

type RepairKey = Extract<ProblemKey, `repaired-${string}`>

interface Step {
  readonly key: RepairKey
  /** The text without this damage; the same string when there is none. */
  readonly undo: (text: string) => string
}

/** A row of a stack, a thread's head or a list of images: what a report consists of, whoever wrote it. */
const REPORT_LINE =
  /^[ \t]*(?:\d{1,3}[ \t]+\S.*[ \t]0x[0-9a-f]|Thread \d|Binary Images|Incident Identifier:|Process:\s|Exception Type:|Date\/Time:|OS Version:|Code Type:|Report Version:|Identifier:\s|Crashed Thread:|Triggered by Thread:|Last Exception Backtrace|\(?0x[0-9a-f]+ |\{"(?:app_name|bug_type|timestamp)|"(?:threads|usedImages|imageOffset|frames|bug_type|exception|memoryStatus|processes|rpages|procname|panicString|asiBacktraces)"|\S.*\tSymbol Name$)/im

/** Characters of the text that line-wise evidence is taken from; enough for a text of any size. */
const EVIDENCE_SIZE = 262_144

const steps: readonly Step[] = [
  { key: 'repaired-gaps', undo: shortenGaps },
  { key: 'repaired-plist', undo: undoPlist },
  { key: 'repaired-ansi', undo: withoutTerminalCodes },
  { key: 'repaired-printable', undo: undoPrintable },
  { key: 'repaired-quotes', undo: undoQuotes },
  { key: 'repaired-spacing', undo: undoSpacing },
  { key: 'repaired-fences', undo: undoMarkup },
  { key: 'repaired-entities', undo: undoEntities },
  { key: 'repaired-blanks', undo: undoBlanks },
  { key: 'repaired-curly-quotes', undo: undoCurlyQuotes },
  { key: 'repaired-prefixes', undo: undoPrefixes },
  { key: 'repaired-wraps', undo: joinBrokenKeys },
  { key: 'repaired-fields', undo: splitFields },
  { key: 'repaired-fragment', undo: openJsonFragment },
  { key: 'repaired-escapes', undo: undoEscapes },
  { key: 'repaired-document', undo: takeReportOutOfJson },
  { key: 'repaired-columns', undo: joinFixedWraps },
  { key: 'repaired-wraps', undo: joinWrappedJson },
  {
    key: 'repaired-rows',
    undo: (text) => joinBrokenEntries(joinWrappedRows(joinWrappedDebugger(joinWrappedGdb(text)))),
  },
]

/** The text with damage of pasting undone, and what was undone. */
export function repairText(text: string, file: string): RepairedText {
  const notes: Problem[] = []
  let repaired = text
  for (const { key, undo } of steps) {
    const before = repaired
    repaired = undo(before)
    if (repaired === before) continue
    notes.push(problem(key, {}, { file, severity: 'note' }))
    // Unescaping may have made blanks.
    repaired = shortenGaps(repaired)
  }
  return { text: repaired, notes }
}

/** Quoted-printable (RFC 2045) writes a blank at the end of a line so, and a mail that keeps it has it at many lines. */
const END_BLANK = /=20$/
/** Fewer such lines may be a report's own. */
const FEWEST_PRINTABLE = 3
const WIDEST_PRINTABLE = 78

/** A mail that was not decoded, without the header that says so. No report has `=20` at the ends of its lines. */
function undoPrintable(text: string): string {
  if (!text.includes('=20')) return text
  const lines = linesOf(text).map((line) => line.replace(/\r$/, ''))
  const ended = lines.filter((line) => END_BLANK.test(line))
  const isMail = ended.length >= FEWEST_PRINTABLE && lines.every((line) => line.length <= WIDEST_PRINTABLE)
  if (!isMail || !ended.some((line) => REPORT_LINE.test(line))) return text
  return decodeBytes(text.replace(/=[ \t]*\r?\n/g, ''), '=')
}

function linesOf(text: string): string[] {
  return text.slice(0, EVIDENCE_SIZE).split('\n')
}

/** iOS 5 and older keep a report in the `description` of a property list. */
function undoPlist(text: string): string {
  if (!/^\s*(?:<\?xml|<!DOCTYPE plist|<plist)/.test(text.slice(0, 512))) return text
  const inner = /<key>description<\/key>\s*<string>([^<]*)(?:<\/string>|$)/.exec(text)?.[1]
  return inner === undefined ? text : unescapeEntities(inner)
}

function undoEscapes(text: string): string {
  if (text.length > EVIDENCE_SIZE * 8 || !text.includes('\\n')) return text
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed)) return text
  const breaks = trimmed.split('\n').length - 1
  const escaped = trimmed.split('\\n').length - 1
  if (escaped < 4 || escaped < breaks * 4) return text
  const words: Readonly<Record<string, string>> = { n: '\n', r: '', t: '\t', '"': '"', '\\': '\\', '/': '/' }
  return trimmed.replace(/^"|"$/g, '').replace(/\\([nrt"\\/])/g, (_, letter: string) => words[letter] ?? '')
}

/** No tool marks so many lines in a row. */
const QUOTED_BLOCK = /^>[^\n]{0,2000}(?:\n>[^\n]{0,2000}){4}/m

const LISTING = /^[> ]*Listing \d{1,3}-\d{1,3}/
/** Rows of a debugger, below which people quote what others said. */
const DEBUGGER_LINE = /^[ \t]*(?:#\d{1,5}[ \t]+0x[0-9a-f]|\*?[ \t]*(?:thread|frame) #\d)/

function undoQuotes(text: string): string {
  if (!text.includes('>') || !/^>/m.test(text.slice(0, EVIDENCE_SIZE))) return text
  const lines = linesOf(text).filter((line) => line.trim() !== '')
  const quoted = lines.filter((line) => line.startsWith('>'))
  // No report has a mark before every line.
  if (quoted.length === lines.length && lines.length >= 2) return withoutQuoteMarks(text)
  // A listing of a documentation shows what happens to others.
  if (quoted.some((line) => LISTING.test(line))) return text
  const isTalk = lines.some((line) => !line.startsWith('>') && (REPORT_LINE.test(line) || DEBUGGER_LINE.test(line)))
  const isQuotedReport =
    quoted.some((line) => REPORT_LINE.test(line.replace(/^[> ]+/, ''))) || (QUOTED_BLOCK.test(text) && !isTalk)
  if (!isQuotedReport || (quoted.length < 3 && quoted.length * 2 < lines.length)) return text
  return withoutQuoteMarks(text)
}

/** A blank line behind every line. Reports have blocks of lines. */
function undoSpacing(text: string): string {
  const lines = linesOf(text).map((line) => line.trim() !== '')
  const isDense = lines.some((filled, at) => filled && lines[at + 1] === true)
  if (isDense || lines.filter(Boolean).length < 4) return text
  return text.replace(/\n[ \t\r]*\n/g, '\n')
}

/** Where one block of a page ends and the next begins. What is preformatted is whole with its end. */
const BLOCKS = /((?:<\/(?:code|pre|p|div)>[ \t]{0,8}){1,6})<(?:p|div|pre)(?: [^<>\n]{0,200})?>/gi

function undoMarkup(text: string): string {
  let result = text
  if (result.includes('```') || result.includes('~~~'))
    result = result.replace(/^[ \t]*(?:```+|~~~+)[a-z]{0,12}[ \t]*$|```/gm, '')
  // A lone mark before a report of several lines, as of code in a line.
  if (result.includes('`')) {
    result = result.replace(/^([ \t]*)`([^`\n]+)$/gm, (line: string, before: string, inner: string) =>
      REPORT_LINE.test(inner) ? before + inner : line,
    )
  }
  if (
    result.includes('<') &&
    /<\/?(?:pre|details|summary|code|p|br|div|blockquote)\b/i.test(result.slice(0, EVIDENCE_SIZE))
  ) {
    const isReport = REPORT_LINE.test(result.replace(/<[^>\n]{0,100}>/g, ''))
    if (isReport)
      result = result
        .replace(BLOCKS, (_, ends: string) => (/<\/pre>/i.test(ends) ? '\n\n' : '\n'))
        .replace(
          /^[ \t]*(?:<\/?(?:pre|details|summary|code|p|div|blockquote)(?: [^>\n]{0,80})?>[ \t]*)+|<\/(?:pre|code|p|div|summary|details|blockquote)>[ \t]*$|<br ?\/?>[ \t]*$/gim,
          '',
        )
  }
  if (result.includes('**') && /^[ \t]*\*\*\S.*\*\*[ \t\r]*$/m.test(result.slice(0, EVIDENCE_SIZE))) {
    result = result.replace(
      /^([ \t]*)\*\*(\S[^\n]*?)\*\*([ \t\r]*)$/gm,
      (line: string, before: string, inner: string, after: string) =>
        REPORT_LINE.test(inner) ? before + inner + after : line,
    )
  }
  return undoMarkEscapes(undoBoldNames(result))
}

/** Strokes around a name in capitals, which Markdown takes for emphasis and some writer turned into stars: `**_NAME_**`, `**A_NAME**`. */
const BOLD_NAME =
  /(?<=[ \t])\*\*(_[A-Z][A-Z\d_]{2,120}_|[A-Z][A-Z\d]{0,60}_[A-Z\d_]{0,120}[A-Z\d])\*\*(?=[ \t]*(?:\+|\(|\r?$))/

/** Such names in rows with an address. Nobody sets a name in capitals in bold there, and it has no stars of its own. */
function undoBoldNames(text: string): string {
  if (!text.includes('**')) return text
  return text
    .split('\n')
    .map((line) =>
      /^[ \t>]{0,20}(?:\d{1,3}|frame #\d{1,5}:)[ \t]/.test(line) && /0x[0-9a-f]{5,16}[ \t]/i.test(line.slice(0, 400))
        ? line.replace(BOLD_NAME, '__$1__')
        : line,
    )
    .join('\n')
}

/** Three stars before words, of which Markdown's writer escaped some: `**\\* error for object 0x…`. */
const STARS = /(^|[\s(>])((?:\\?\*){3})(?=[ \t]\S)/gm
const ESCAPED_STROKE = /(?<=\w)\\_|\\_(?=[\w\\])/g
/** One may be a writer's own. */
const FEWEST_STROKES = 2

/** The text without Markdown's escapes of stars and underscores; paths of Windows keep their backslashes. */
function undoMarkEscapes(text: string): string {
  if (!(text.includes('\\*') || text.includes('\\_')) || /^\s*[[{]/.test(text.slice(0, 4096))) return text
  const result = text.replace(STARS, (all: string, before: string, stars: string) =>
    stars.includes('\\') ? `${before}***` : all,
  )
  const strokes = result.match(ESCAPED_STROKE)?.length ?? 0
  return strokes < FEWEST_STROKES || /\b[A-Za-z]:\\/.test(result) ? result : result.replace(ESCAPED_STROKE, '_')
}

function undoEntities(text: string): string {
  if (!text.includes('&')) return text
  const head = text.slice(0, EVIDENCE_SIZE * 16)
  const isEscaped =
    /&lt;[0-9a-f-]{32,36}&gt;/i.test(head) ||
    /[{,[]\s*&(?:quot|#34);/.test(head) ||
    /\d(?:&nbsp;)+\S|0x[0-9a-f]+&nbsp;/i.test(head) ||
    (/&[lg]t;/.test(head) && !/[<>]/.test(head) && !/^\s*[[{]/.test(head))
  return isEscaped ? unescapeEntities(text) : text
}

const WIDE_BLANK = /[\u00a0\u2007\u202f]/
const NO_BLANK = /[\u200b\u2060\ufeff]/

/** Blanks that a page puts where the report had plain ones. Inside names they may be the report's own. */
export function undoBlanks(text: string): string {
  const head = text.slice(0, EVIDENCE_SIZE)
  let result = text
  if (
    WIDE_BLANK.test(head) &&
    /0x[0-9a-f]+[\u00a0\u2007\u202f]|^[ \t]*#?\d{1,5}[ ]?[\u00a0\u2007]|^[A-Z][A-Za-z/ ]+:[ ]*\u00a0|^[ ]*\u00a0[ \u00a0]*["{}\d]/m.test(
      head,
    )
  ) {
    result = result.replace(/[\u00a0\u2007\u202f]/g, ' ')
  }
  if (NO_BLANK.test(head) && /(?:^|[0-9a-fx\s<])[\u200b\u2060\ufeff]+(?:[0-9a-fx\s>]|$)/m.test(head)) {
    result = result.replace(/[\u200b\u2060\ufeff]/g, '')
  }
  return result
}

function undoCurlyQuotes(text: string): string {
  return /^\s*[{[]\s*[\u201c\u201d\u201e]/.test(text.slice(0, 512)) ? text.replace(/[\u201c\u201d\u201e]/g, '"') : text
}

/** Python's `logging`, as it is without a setting. */
const PYTHON = /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.-]{1,120}:/
/** The runtime's words on an exception, which a report need not follow. */
const THROWN = /\*\*\* (?:Terminating app due to uncaught exception|First throw call stack:)/

/** What loggers write before each line. Each must match up to the first character of the message. */
const prefixes: readonly RegExp[] = [
  // NSLog, os_log in Xcode: 2017-01-01 10:00:00.000+0100 App[123:456] [category]
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.,]\d+(?:[+-]\d{4})? [^\n[]{1,80}\[\d+(?::[0-9a-fx]+)?\] ?/,
  // syslog, idevicesyslog: Jan  1 10:00:00 host App(Lib)[123] <Error>:
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? [^\n[]{1,120}\[\d+\](?: \([^)\n]*\))?(?: <[A-Za-z]+>)?: ?/,
  // log stream: 2021-05-27 20:02:33.483299+0800 0x1234 Default 0x0 123 0 App: (Lib)
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+[+-]\d{4} +0x[0-9a-f]+ +\S+ +0x[0-9a-f]+ +\d+ +\d+ +[^\n:]{1,80}: (?:\([^)\n]*\) )?/,
  // Flutter: [ +12 ms], flutter:, [        ]
  /^(?:\[[ +\dmhs,]{4,}\] ?|flutter: )/,
  // Console.app: default<TAB>13:36:58.000000 +0100<TAB>proc<TAB>
  /^[a-z]+\t\d\d:\d\d:\d\d\.\d+ [+-]\d{4}\t[^\t\n]+\t/,
  PYTHON,
]

function undoPrefixes(text: string): string {
  const lines = linesOf(text).filter((line) => line.trim() !== '')
  for (const prefix of prefixes) {
    const marked = lines.filter((line) => prefix.test(line))
    const isReport = (line: string): boolean => REPORT_LINE.test(line) || (prefix === PYTHON && THROWN.test(line))
    const reports = marked.filter((line) => isReport(line.replace(prefix, ''))).length
    // All lines and one of a report's, or most lines and two.
    const isAll = marked.length === lines.length && lines.length >= 2 && reports >= 1
    // A logger that marks each message, and not the further lines of a message, which it indents.
    const isFirstOfEach =
      marked.length >= 2 && reports === marked.length && lines.every((line) => prefix.test(line) || /^[ \t]/.test(line))
    if (!isAll && !isFirstOfEach && (marked.length < 3 || marked.length * 5 < lines.length * 3 || reports < 2)) continue
    return text
      .split('\n')
      .map((line) => line.replace(prefix, ''))
      .join('\n')
  }
  return text
}
