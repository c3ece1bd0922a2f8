/** Memory kills as text, which iOS wrote up to version 8 (`LowMemory-…`, `JetsamEvent-…`): pages of the device, then processes. */
import { success, type Outcome } from '../../model/problem.ts'
import type { Report } from '../../model/report.ts'
import { problem } from '../../messages/problems.ts'
import type { ReportFormat, ReportInput } from '../base/format.ts'
import { eachLine } from '../base/lines.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { JETSAM, memoryKill } from './memory-kill.ts'

const PAGES = /^[ \t]*(?:Free|Active|Inactive|Wired|Purgeable) pages:[ \t]+\d+/m
const LARGEST = /^[ \t]*Largest process:[ \t]+\S/m
const TABLE = /^[ \t]*Name[ \t|]+<UUID>/m

const FIELD = /^[ \t]*([A-Z][\w -]{1,48}):[ \t]+(\S[^\n]*)$/
const ROW = /^[ \t]*(\S.{0,120}?)[ \t|]+<([0-9a-f]{32}|[0-9a-f-]{36})>[ \t|]+([\d.][\d.:, \t|]*)(.*)$/i
const REASON = /\[([^\][]{1,80})\]/
const STATE = /\(([^()]{1,60})\)/g

/** Amounts of the device, by the names that later systems give them in JSON. */
const MEMORY: ReadonlyMap<string, string> = new Map([
  ['Free pages', 'free'],
  ['Active pages', 'active'],
  ['Inactive pages', 'inactive'],
  ['Speculative pages', 'speculative'],
  ['Throttled pages', 'throttled'],
  ['Purgeable pages', 'purgeable'],
  ['Wired pages', 'wired'],
  ['File-backed pages', 'fileBacked'],
  ['Anonymous pages', 'anonymous'],
])
const STATUS: ReadonlyMap<string, string> = new Map([
  ['Compressions', 'compressions'],
  ['Decompressions', 'decompressions'],
  ['Compressor Size', 'compressorSize'],
  ['Uncompressed Pages in Compressor', 'uncompressed'],
  ['Page Size', 'pageSize'],
])
const BODY: ReadonlyMap<string, string> = new Map([
  ['Incident Identifier', 'incident'],
  ['CrashReporter Key', 'crashReporterKey'],
  ['Hardware Model', 'product'],
  ['OS Version', 'build'],
  ['Kernel Version', 'kernel'],
  ['Date', 'date'],
  ['Largest process', 'largestProcess'],
])
/** Columns behind the UUID, by the names of later systems. */
const COLUMNS: ReadonlyMap<string, string> = new Map([
  ['Count resident pages', 'rpages'],
  ['CPU Time', 'cpuTime'],
  ['lifetime_max', 'lifetimeMax'],
])
/** iOS 4 marked an ended process so. */
const JETTISONED = 'jettisoned'

const numberOf = (text: string): JsonValue => {
  const digits = text.replace(/,/g, '')
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : text
}

/** Names of the columns of numbers: `Name | <UUID> | CPU Time| rpages| … | [reason] | (state)`. */
function columnsOf(heading: string): readonly string[] {
  const behind = heading.slice(heading.indexOf('<UUID>') + '<UUID>'.length)
  const names = behind.includes('|') ? behind.split('|') : behind.split(/[ \t]{2,}/)
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && !/^[[(]/.test(name))
    .map((name) => COLUMNS.get(name) ?? name)
}

function readProcess(match: RegExpExecArray, columns: readonly string[]): JsonObject {
  const [, name = '', uuid = '', numbers = '', rest = ''] = match
  const states = [...rest.matchAll(STATE)].map(([, state = '']) => state)
  const ended = states.includes(JETTISONED) ? JETTISONED : undefined
  const values = numbers.split(/[ \t|]+/).filter((number) => number !== '')
  const reason = REASON.exec(rest)?.[1] ?? ended
  return {
    name,
    uuid,
    ...Object.fromEntries(values.map((value, at) => [columns[at] ?? `#${at + 1}`, numberOf(value)])),
    ...(reason !== undefined && { reason }),
    ...(states.length > 0 && { states: states.filter((state) => state !== JETTISONED) }),
  }
}

function parse({ path: file, text }: ReportInput): Outcome<readonly Report[]> {
  const [body, memory, status]: [Record<string, JsonValue>, Record<string, JsonValue>, Record<string, JsonValue>] = [
    {},
    {},
    {},
  ]
  const processes: JsonObject[] = []
  let columns: readonly string[] | undefined
  const around: string[] = []
  for (const { text: line } of eachLine(text)) {
    if (TABLE.test(line)) columns = columnsOf(line)
    const row = columns === undefined ? null : ROW.exec(line)
    if (row) {
      processes.push(readProcess(row, columns ?? []))
      continue
    }
    const [, key = '', said = ''] = FIELD.exec(line) ?? []
    const value = said.trimEnd()
    const [inMemory, inStatus, inBody] = [MEMORY.get(key), STATUS.get(key), BODY.get(key)]
    if (inMemory !== undefined) memory[inMemory] = numberOf(value)
    else if (inStatus !== undefined) status[inStatus] = numberOf(value)
    else if (inBody !== undefined) body[inBody] = value
    else if (key !== '' && columns === undefined && Object.keys(body).length > 0) body[key] = value
    else if (!/^[ \t\r]*(?:Processes[ \t\r]*|\*\*End\*\*.*)?$/.test(line) && !TABLE.test(line)) around.push(line)
  }
  const whole: JsonObject = { ...body, memoryStatus: { ...status, memoryPages: memory }, processes }
  const problems = processes.length === 0 ? [problem('truncated.report', {}, { file })] : []
  return success(
    [
      {
        ...memoryKill({}, whole, around.join('\n'), { text, file }),
        format: 'jetsam-text',
        textKind: 'none',
        problems,
      },
    ],
    problems,
  )
}

export const jetsamTextFormat: ReportFormat = {
  id: 'jetsam-text',
  label: JETSAM,
  sniff: ({ text }) => PAGES.test(text) && (LARGEST.test(text) || TABLE.test(text)),
  parse,
}
