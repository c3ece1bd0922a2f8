/** Memory kills (`JetsamEvent`, `.ips` 298): which processes held memory and why one had to go. No stacks. */
import type { Report, ReportSection } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { ReportFormat } from '../base/format.ts'
import { flattenFields, placeAndTime, ipsFormat, textAround } from './ips-file.ts'
import type { IpsPart } from './ips-file.ts'
import { asArray, asNumber, asObject, asString, formatJson } from '../json/json.ts'
import type { JsonObject } from '../json/json.ts'
import { damageProblems } from '../base/json-damage.ts'

const id = 'ips-jetsam'
const label = 'Memory kill (jetsam)'
const DEFAULT_PAGE = 16_384

function readJetsam({ header: line, body: document, rest }: IpsPart, text: string, file: string): Report {
  const body = asObject(document.value)
  const isRecord = 'rpages' in body
  const status = asObject(body['memoryStatus'])
  const page = asNumber(status['pageSize'])
  const processes = isRecord ? [body] : asArray(body['processes']).map(asObject)
  // Of several killed processes the largest one comes first, as in the table.
  const killed = processes
    .filter((process) => asString(process['reason']))
    .sort((a, b) => (asNumber(b['rpages']) ?? 0) - (asNumber(a['rpages']) ?? 0))[0]
  const largest = asString(body['largestProcess'])
  const fields = [...(line === body ? [] : flattenFields(line, NONE)), ...flattenFields(body, LISTS)]
  const sections: ReportSection[] = [processTable(processes, page ?? DEFAULT_PAGE), ...textAround(rest)]
  return {
    format: id,
    label,
    kind: 'memory-kill',
    file,
    text,
    textKind: 'json',
    header: omitUndefined({
      process: asString(killed?.['name']) ?? largest,
      pid: asNumber(killed?.['pid']),
      ...placeAndTime(line, body),
      fields: [...new Map(fields)],
    }),
    ...(killed ? { termination: { namespace: 'JETSAM', reasons: [asString(killed['reason']) ?? ''] } } : {}),
    applicationInfo: [],
    threads: [],
    backtraces: [],
    callTrees: [],
    images: [],
    sections,
    frameCount: 0,
    problems: damageProblems(document, text, file),
  }
}

const NONE: ReadonlySet<string> = new Set()
const LISTS: ReadonlySet<string> = new Set(['processes'])

/** Largest first, memory in MB as the page size gives it, then whatever else the records say. */
function processTable(processes: readonly JsonObject[], page: number): ReportSection {
  const known = ['name', 'pid', 'uuid', 'reason', 'states', 'rpages']
  const others = [...new Set(processes.flatMap((process) => Object.keys(process)))].filter(
    (key) => !known.includes(key),
  )
  const memory = (process: JsonObject): number => (asNumber(process['rpages']) ?? 0) * page
  const rows = [...processes]
    .sort((a, b) => memory(b) - memory(a))
    .map((process) => [
      formatJson(process['name']),
      formatJson(process['pid']),
      formatJson(process['uuid']),
      (memory(process) / 1_048_576).toFixed(1),
      formatJson(process['reason']),
      asArray(process['states'])
        .map((state) => formatJson(state))
        .join(', '),
      formatJson(process['rpages']),
      ...others.map((key) => formatJson(process[key])),
    ])
  return {
    kind: 'table',
    title: 'Processes',
    columns: ['name', 'pid', 'uuid', 'memory (MB)', 'reason', 'states', 'pages', ...others],
    rows,
  }
}

export const ipsJetsamFormat: ReportFormat = ipsFormat({ id, label, kind: 'jetsam' }, readJetsam)
