/** A memory kill as a report: what was ended, the pages of the device and those of each process. */
import type { Report, ReportSection } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { flattenFields, placeAndTime, textAround } from './ips-file.ts'
import { asArray, asNumber, asObject, asString, formatJson } from '../json/json.ts'
import type { JsonObject } from '../json/json.ts'
import { otherColumns } from '../json/other-columns.ts'

export const JETSAM = 'Memory kill (jetsam)'

/**
 * A memory kill from the members of its JSON; reports of old systems are read into the same members. `page`: bytes of a page where the
 * report does not say; without it amounts stay in pages.
 */
export function memoryKill(
  line: JsonObject,
  body: JsonObject,
  rest: string,
  { text, file, page: usualPage }: Pick<Report, 'text' | 'file'> & { readonly page?: number },
): Omit<Report, 'format' | 'textKind'> {
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
  const sections: ReportSection[] = [processTable(processes, page ?? usualPage), ...textAround(rest)]
  return {
    label: JETSAM,
    kind: 'memory-kill',
    file,
    text,
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
    problems: [],
  }
}

const NONE: ReadonlySet<string> = new Set()
const LISTS: ReadonlySet<string> = new Set(['processes'])
const OWN_COLUMNS: ReadonlySet<string> = new Set(['name', 'pid', 'uuid', 'reason', 'states', 'rpages'])

/** Largest first, memory in MB as the page size gives it, then whatever else the records say. */
function processTable(processes: readonly JsonObject[], page: number | undefined): ReportSection {
  const others = otherColumns(processes, OWN_COLUMNS)
  const pages = (process: JsonObject): number => asNumber(process['rpages']) ?? 0
  const rows = [...processes]
    .sort((a, b) => pages(b) - pages(a))
    .map((process) => [
      formatJson(process['name']),
      formatJson(process['pid']),
      formatJson(process['uuid']),
      page === undefined ? '' : ((pages(process) * page) / 1_048_576).toFixed(1),
      formatJson(process['reason']),
      asArray(process['states'])
        .map((state) => formatJson(state))
        .join(', '),
      formatJson(process['rpages']),
      ...others.cells(process),
    ])
  return {
    kind: 'table',
    title: 'Processes',
    columns: ['name', 'pid', 'uuid', 'memory (MB)', 'reason', 'states', 'pages', ...others.columns],
    rows,
  }
}
