/** Any other `.ips` with a JSON body: shown with all that it says, so that nothing an Apple device writes is refused. */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, ReportSection } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { flattenFields, parseIpsParts, ipsKind } from './ips-file.ts'
import { asObject, asString } from '../json/json.ts'
import type { JsonObject } from '../json/json.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import { damageProblems } from '../base/json-damage.ts'

const id = 'ips-other'
const label = 'Diagnostic report (.ips)'
const NOTHING: ReadonlySet<string> = new Set()

function sniff(sample: Sample): boolean {
  return ipsKind(sample) === 'other'
}

function parse({ path, text }: ReportInput): Outcome<readonly Report[]> {
  const parts = parseIpsParts(text)
  const line = parts[0]?.header ?? {}
  const bodies = parts.map((part) => asObject(part.body.value)).filter((body) => body !== line)
  const problems = parts.flatMap((part) => damageProblems(part.body, text, path))
  const sections: ReportSection[] = bodies.flatMap((body, index) =>
    readSections(body, bodies.length > 1 ? `${index + 1} ` : ''),
  )
  const report: Report = {
    format: id,
    label: `${label.slice(0, -1)}, type ${asString(line['bug_type']) ?? '?'})`,
    file: path,
    text,
    textKind: 'none',
    header: omitUndefined({
      process: asString(line['app_name']) ?? asString(line['name']),
      bundleId: asString(line['bundleID']),
      os: asString(line['os_version']),
      date: asString(line['timestamp']),
      incident: asString(line['incident_id']),
      fields: [...new Map(flattenFields(line, NOTHING))],
    }),
    applicationInfo: [],
    threads: [],
    backtraces: [],
    callTrees: [],
    images: [],
    sections,
    frameCount: 0,
    problems,
  }
  return success([report], problems)
}

function readSections(body: JsonObject, prefix: string): ReportSection[] {
  const rows = fieldsOfJson(body).map(([key, value]) => [key, value])
  const table: ReportSection[] =
    rows.length > 0 ? [{ kind: 'table', title: 'Values', columns: ['Key', 'Value'], rows }] : []
  return [...table, ...sectionsOfJson(body, NOTHING)].map((section) => ({ ...section, title: prefix + section.title }))
}

export const ipsOtherFormat: ReportFormat = { id, label, sniff, parse }
