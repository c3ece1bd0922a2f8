/** Reads `.ips` files with a JSON body: a header line in JSON, then the body. */
import { success, type Outcome } from '../../model/problem.ts'
import type { Report, ReportSection } from '../../model/report.ts'
import type { ReportFormat, Sample } from '../base/format.ts'
import { asObject, asString, formatJson, isJsonObject, parseJson } from '../json/json.ts'
import type { JsonDocument, JsonObject } from '../json/json.ts'
import { sectionTitles } from '../../messages/section-titles.ts'

/** One report of an `.ips` file. */
export interface IpsPart {
  /** The first line; empty where it is missing. */
  readonly header: JsonObject
  readonly body: JsonDocument
  /** Text before the first report and after the last one that is no JSON. */
  readonly rest: string
  /** The part of `rest` after the last report. */
  readonly behind: string
}

/** Keys that a header line has and a body does not need. */
function isHeader(value: JsonObject): boolean {
  const isLine = 'bug_type' in value || 'app_name' in value || 'incident_id' in value
  return isLine && !('threads' in value) && !('usedImages' in value) && !('processByPid' in value)
}

/** Words before a pasted report are no more than this. */
const LONGEST_PROSE = 16_384
const REPORT_OBJECT =
  /^[ \t]*\{(?=[^\n]{0,4000}"(?:bug_type|app_name|incident_id|procName|usedImages|faultingThread)"|\s*"(?:uptime|procRole|procLaunch|crashReporterKey|captureTime|build|piece|vmRegionInfo|isCorpse)"\s*:|\s*"(?:exception|termination|osVersion|bundleInfo)"\s*:\s*\{)/m
const TEXT_REPORT = /^[ \t]*(?:Thread \d+|Exception Type:|Binary Images:|Date\/Time:)/m

/** Start of the JSON of a file: at 0, or after words that someone wrote before it. Undefined for other files. */
function findJsonStart(text: string): number | undefined {
  const first = text.slice(0, 4096).search(/\S/)
  if (first < 0) return undefined
  if (/[{[]/.test(text[first] ?? '')) return first
  const found = REPORT_OBJECT.exec(text.slice(0, LONGEST_PROSE))
  return found && !TEXT_REPORT.test(text.slice(0, found.index)) ? found.index : undefined
}

/**
 * The parts of the last text: several formats check a text, and then one of them reads it. Held weakly, because the text may be
 * a part of a large one.
 */
let last: WeakRef<{ readonly text: string; readonly parts: readonly IpsPart[] }> | undefined
/** Characters of a text whose parts are held for the format that reads it next: more than nearly all crash reports have. */
export const HELD_TEXT = 1 << 20

/** The reports of a file: each a header line with its body, or a body alone. Limited to 1000. */
export function parseIpsParts(text: string): readonly IpsPart[] {
  if (text.length > HELD_TEXT) return readParts(text)
  const known = last?.deref()
  if (known?.text === text) return known.parts
  const parts = readParts(text)
  last = new WeakRef({ text, parts })
  return parts
}

function readParts(text: string): IpsPart[] {
  const parts: IpsPart[] = []
  const start = findJsonStart(text)
  if (start === undefined) return parts
  let before = text.slice(0, start).trim()
  let header: JsonObject | undefined
  let at = start
  while (parts.length < 1000) {
    const open = text.slice(at, at + 65_536).search(/\S/)
    if (open < 0 || !/[{[]/.test(text[at + open] ?? '')) break
    const document = parseJson(text, at + open)
    if (!document) break
    at = document.end
    const value = asObject(document.value)
    const next = /^\s*\{/.test(text.slice(at, at + 4096))
    if (!header && isHeader(value) && next) {
      header = value
      continue
    }
    const behind = next ? '' : text.slice(at).trim()
    parts.push({
      header: header ?? (isHeader(value) ? value : EMPTY),
      body: document,
      behind,
      rest: [before, behind].filter((words) => words !== '').join('\n'),
    })
    before = ''
    header = undefined
  }
  return parts
}

const EMPTY: JsonObject = {}

/** A format of `.ips` files whose reports are read one by one. */
export function ipsFormat(
  { id, label, kind }: Pick<ReportFormat, 'id' | 'label'> & { readonly kind: ReturnType<typeof ipsKind> },
  read: (part: IpsPart, text: string, path: string) => Report,
): ReportFormat {
  return {
    id,
    label,
    sniff: (sample) => ipsKind(sample) === kind,
    parse: ({ path, text }) => readIpsParts(text, (part) => read(part, text, path)),
  }
}

/** The reports of a file. */
function readIpsParts(text: string, read: (part: IpsPart) => Report): Outcome<readonly Report[]> {
  const reports = parseIpsParts(text).map(read)
  return success(
    reports,
    reports.flatMap((report) => report.problems),
  )
}

/** Words that someone wrote around the report, as a section; none where there are none. */
export function textAround(rest: string): readonly ReportSection[] {
  return rest.trim() === '' ? [] : [{ kind: 'text', title: sectionTitles.aroundReport, text: rest.trim() }]
}

/** Where and when a report of the whole system was written, by its body or its first line. */
export function placeAndTime(line: JsonObject, body: JsonObject) {
  return {
    os: asString(line['os_version']) ?? asString(body['build']),
    device: asString(body['product']),
    date: asString(body['date']) ?? asString(line['timestamp']),
    incident: asString(body['incident']) ?? asString(line['incident_id']),
  }
}

/** Kinds of `.ips` reports with a JSON body. */
export type IpsKind = 'crash' | 'panic' | 'stackshot' | 'jetsam' | 'other'

/** Bug types whose body is a crash even where its head shows none of the keys. */
export const CRASH_TYPES: ReadonlySet<string> = new Set(['309', '308', '385', '327'])
const CRASH_KEYS = [
  'usedImages',
  'faultingThread',
  'lastExceptionBacktrace',
  'asiBacktraces',
  'procExitAbsTime',
  'legacyInfo',
  'termination',
]
/** Keys of reports that other tools write. */
const FOREIGN_KEYS = ['callStackTree', 'callStacks', 'binary_images', 'debug_meta', 'debugmeta', 'event_id']

/**
 * The kind of an `.ips` report with a JSON body; undefined for every other file. The keys of the body decide before the bug type.
 * If the sample ends before these keys, the bug type decides.
 */
export function ipsKind(sample: Sample): IpsKind | undefined {
  const part = parseIpsParts(sample.text)[0]
  if (!part || !isJsonObject(part.body.value)) return undefined
  // A JSON line followed by text is a text report, whatever its bug type.
  if (part.header === part.body.value && part.behind !== '') return undefined
  const body = part.body.value
  const has = (...keys: readonly string[]): boolean => keys.some((key) => key in body)
  const type = asString(part.header['bug_type']) ?? asString(body['bug_type']) ?? ''
  if (has(...FOREIGN_KEYS)) return undefined
  // A single record of the list of processes, as people paste it.
  if (has('rpages') && has('lifetimeMax')) return 'jetsam'
  if (
    has('panicString', 'macOSPanicString') ||
    type === '210' ||
    type === '151' ||
    (has('string') && has('panicFlags'))
  )
    return 'panic'
  if (has(...CRASH_KEYS) || isPiece(body)) return 'crash'
  if (has('processByPid') || type === '288') return 'stackshot'
  if (has('memoryStatus', 'largestProcess') || type === '298') return 'jetsam'
  if (CRASH_TYPES.has(type)) return 'crash'
  return /^\d{1,4}$/.test(type) ? 'other' : undefined
}

/** A piece of a crash report that has none of the keys above. */
function isPiece(body: JsonObject): boolean {
  const exception = asObject(body['exception'])
  return 'vmRegionInfo' in body || ['codes', 'rawCodes', 'signal', 'subtype'].some((key) => key in exception)
}

/** Keys and values in words, nested objects with a dot: `osVersion.train`. Arrays and objects three deep are left out. */
export function flattenFields(
  value: JsonObject,
  skip: ReadonlySet<string>,
  prefix = '',
  depth = 0,
): [string, string][] {
  return Object.entries(value).flatMap(([key, member]): [string, string][] => {
    if (member === undefined || (depth === 0 && skip.has(key))) return []
    if (isJsonObject(member)) return depth < 2 ? flattenFields(member, skip, `${prefix}${key}.`, depth + 1) : []
    return [[prefix + key, formatJson(member)]]
  })
}
