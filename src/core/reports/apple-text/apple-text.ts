/**
 * Apple's text crash reports (`.crash`, `.ips` with text behind its JSON line) of all platforms and ages, and the texts that
 * other reporters write in that layout. Described in "Examining the fields in a crash report" (developer.apple.com).
 */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report } from '../../model/report.ts'
import { isToldDamaged } from '../../model/grade-marks.ts'
import { RULE } from './apple-text-grammar.ts'
import { holdsStateRows } from '../text/apple-registers.ts'
import { AppleTextReader } from './apple-text-reader.ts'
import type { ReaderOptions } from './apple-text-model.ts'
import type { Field } from '../text/apple-header.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { asObject, formatJson, parseJson } from '../json/json.ts'
import { splitLines } from '../base/lines.ts'
import { readWrittenFrom, WRITTEN_FROM } from '../base/write-back.ts'
import type { Line } from '../base/lines.ts'
import { ReportBuilder } from '../base/report-builder.ts'

const id = 'apple-crash-text'
const CRASH_HEADER =
  /^[ \t]*(?:Incident Identifier|CrashReporter Key|Exception Type|Triggered by Thread|Crashed Thread|Highlighted Thread):/m
/** Our own exports begin with this line. */
const OWN_EXPORT = new RegExp(`^${WRITTEN_FROM}:`, 'm')
const THREAD = /^[ \t]*(?:Thread \d+(?: name:| Crashed\b| Attributed\b|:)|Last Exception Backtrace:)/m
const ROW = /^[ \t]*\d{1,4}[ \t]+\S.*?[ \t](?:0x[0-9a-fA-F]+|0{16,18})(?:[ \t]|$)/m
const IMAGE_ROW = /^[ \t]*0x[0-9a-fA-F]+[ \t]+-[ \t]+0x[0-9a-fA-F]+[ \t]+\S.*<[0-9a-fA-F-]{32,36}>/m
const THREAD_STATE = /^[ \t]*Thread \d+ crashed with .*(?:State|state)/m
/** Stacks of other tools, behind which somebody has put the list of images of a crash report. */
const FOREIGN_STACK =
  /\bBacktrace of Thread[ \t]+\w|\bFirst throw call stack:|\wSanitizer: |(?:^|[\s*])frame #\d+: 0x[0-9a-fA-F]/m
/** A line with an address that is neither of an image nor of registers. */
const FOREIGN_ROW =
  /^(?![^\n]*(?:<[0-9a-fA-F-]{32,36}>|0x[0-9a-fA-F]+[ \t]+-|\b\w{1,6}:[ \t]+0x))[^\n]*\b0x[0-9a-fA-F]{6,16}\b/m
/** Reports that have formats of their own although they hold rows like these. */
const OTHERS = [
  /^[ \t`]*Data Source:[ \t]+\w+stack/im,
  /^[ \t]*(?:Analysis of sampling |Heaviest stack |Powerstats for:|Num samples:|Call graph:)/m,
  /^[ \t]*Process:[^\n]*\n[ \t]*UUID:[ \t]+[0-9A-Fa-f-]{32,36}/m,
  /^[ \t]*(?:(?:leaks|malloc_history) Report Version:|STACK OF \d+ INSTANCES? OF )/m,
  /^[ \t]*\w{0,12}panic ?\(cpu \d+ caller 0x/m,
]

/** A managed runtime's exception under the same label, as forms of errors print it. */
const MANAGED =
  /^[ \t]*Exception Type:[ \t]+(?:[A-Za-z_]\w{0,60}\.){1,12}[A-Za-z_]\w{0,80}(?:Exception|Error)[ \t\r]*$/m

/** How labels in another language are found and replaced, and a runtime's words known. */
interface Translation {
  readonly isTranslated: (lines: readonly Line[]) => boolean
  readonly restoreLabels: (lines: readonly Line[]) => readonly Line[]
  /** True for a sentence that some runtime writes of its end. */
  readonly isSaidOfEnd: (text: string) => boolean
  readonly readOtherRow: ReaderOptions['readOtherRow']
  /** True for a text whose stacks have such rows alone. */
  readonly hasOtherRows: (text: string) => boolean
}

/** Thrown where a report in English has words that need the rules of consoles. */
export class NeedsAllFormats extends Error {}

function needsRules(): never {
  throw new NeedsAllFormats()
}

function sniff(sample: Sample, translation?: Translation): boolean {
  const start = sample.text.trimStart()
  let text = sample.text
  if (start.startsWith('{')) {
    const header = parseJson(text)
    if (!header || !('bug_type' in asObject(header.value) || 'app_name' in asObject(header.value))) return false
    text = text.slice(header.end)
    if (/^\s*[{[]/.test(text)) return false
  } else if (start.startsWith('[')) return false
  if (OTHERS.some((other) => other.test(text))) return false
  const hasRows = ROW.test(text)
  if (MANAGED.test(text) && !hasRows && !THREAD.test(text) && !OWN_EXPORT.test(text)) return false
  return (
    OWN_EXPORT.test(text) ||
    (CRASH_HEADER.test(text) && (hasRows || THREAD.test(text) || /^[ \t]*(?:Process|Exception Type):/m.test(text))) ||
    (THREAD.test(text) && hasRows) ||
    (/^Process:[ \t].*\[\d+\]/m.test(text) && /^Code Type:/m.test(text)) ||
    THREAD_STATE.test(text) ||
    (holdsStateRows(text) && !FOREIGN_STACK.test(text)) ||
    (IMAGE_ROW.test(text) && !FOREIGN_STACK.test(text) && (hasRows || !FOREIGN_ROW.test(text))) ||
    translation?.isTranslated(splitLines(text)) === true ||
    translation?.hasOtherRows(text) === true
  )
}

/** A report of a file: its JSON line, if it has one, and its lines. */
interface Part {
  readonly fields: readonly Field[]
  readonly lines: readonly Line[]
  readonly hasJsonLine: boolean
}

/** Lines that a report has once, above its stacks. */
const ONCE = /^[ \t]*(Exception Type|Exception|Host Name|Command|Date\/Time):[ \t]+\S/

/** Parts a file into reports: a new one begins with a header that comes after threads or images. */
function splitReports(text: string, translation?: Translation): Part[] {
  const parts: { fields: readonly Field[]; lines: readonly Line[]; hasJsonLine: boolean }[] = []
  /** Lines of the last report. */
  let own: Line[] = []
  /** Stacks or images of the last report came, or there is none yet. */
  let body = true
  let full = false
  /** A line across the page came behind the last of those lines. */
  let ruled = false
  const keys = new Set<string>()
  const open = (fields: readonly Field[], hasJsonLine: boolean): void => {
    own = []
    parts.push({ fields, lines: own, hasJsonLine })
    keys.clear()
    body = false
    full = false
  }
  const lines = splitLines(text)
  for (const line of translation?.restoreLabels(lines) ?? lines) {
    const json = /^\s*\{.*"(?:bug_type|app_name)"/.test(line.text) ? parseJson(line.text) : undefined
    if (json && !full && body) {
      open(jsonFields(json.value), true)
      continue
    }
    const [only] = parts
    // Somebody's words are above the first line of the first report.
    if (json && !full && only?.hasJsonLine === false && parts.length === 1 && keys.size === 0) {
      only.fields = jsonFields(json.value)
      only.hasJsonLine = true
      continue
    }
    if (parts.length === 0) open([], false)
    if (body && /^[ \t]*(?:Incident Identifier|Process):[ \t]+\S/.test(line.text)) open([], false)
    const once = ONCE.exec(line.text)?.[1] ?? ''
    if ((body || ruled) && keys.has(once)) open([], false)
    else if (OWN_EXPORT.test(line.text) && own.some(({ text: above }) => above.trim() !== '')) open([], false)
    if (once !== '') keys.add(once)
    ruled = once === '' && (ruled || RULE.test(line.text))
    // The same report once more as JSON; it says what the text says.
    if (/^Full Report$/.test(line.text.trim())) full = true
    if (full) continue
    body ||= /^[ \t]*(?:Thread \d.*:|Binary Images.*:)/.test(line.text)
    own.push(line)
  }
  return parts
}

function jsonFields(value: Parameters<typeof asObject>[0]): Field[] {
  return Object.entries(asObject(value)).map(([key, member]) => [key, formatJson(member)])
}

function parse({ path, text }: ReportInput, translation?: Translation): Outcome<readonly Report[]> {
  const reports = splitReports(text, translation)
    .filter(({ lines }) => lines.some((line) => line.text.trim() !== ''))
    .map(({ fields, lines, hasJsonLine }): Report => {
      const builder = new ReportBuilder(path)
      const { isSaidOfEnd = needsRules, readOtherRow = needsRules } = translation ?? {}
      const options = { textEnd: endOfText(text, lines), isSaidOfEnd, readOtherRow }
      const report = new AppleTextReader(builder, fields, options).read(lines)
      const from = readWrittenFrom(report.header.fields.find(([key]) => key === WRITTEN_FROM)?.[1])
      return {
        format: id,
        label: from?.label ?? (hasJsonLine ? 'Crash report (.ips, text)' : 'Crash report (text)'),
        ...(from && { writtenFrom: from.format }),
        ...(from?.kind && { kind: from.kind }),
        file: path,
        text,
        ...report,
      }
    })
  return success(
    reports,
    reports.flatMap((report) => report.problems),
  )
}

/** Where a text ends without a line end; an export of ours says so of one that did, behind it. */
function endOfText(text: string, lines: readonly Line[]): number {
  if (!isToldDamaged(text)) return text.length
  return lines.findLast((line) => line.text.trim() !== '')?.end ?? text.length
}

/** The format of these reports. Without a translation it reads labels in English only, and throws `NeedsAllFormats` at other words. */
export function appleText(translation?: Translation): ReportFormat {
  return {
    id,
    label: 'Crash report (text)',
    sniff: (sample) => sniff(sample, translation),
    parse: (input) => parse(input, translation),
  }
}
