/** Stackshots of the whole device as JSON (`stacks-*.ips`, 288): every thread of every process. */
import type { Report, ReportSection } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { ReportFormat } from '../base/format.ts'
import { flattenFields, placeAndTime, ipsFormat, textAround } from './ips-file.ts'
import type { IpsPart } from './ips-file.ts'
import { asArray, asNumber, asObject, asString, formatJson } from '../json/json.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { readStackshot } from './stackshot-processes.ts'
import { damageProblems } from '../base/json-damage.ts'

const id = 'ips-stackshot'
const label = 'Stackshot of all processes (.ips)'
const CONTENT: ReadonlySet<string> = new Set(['processByPid', 'binaryImages', 'notes'])
const NOTHING: ReadonlySet<string> = new Set()

function readReport({ header: line, body: document, rest }: IpsPart, text: string, file: string): Report {
  const body = asObject(document.value)
  const builder = new ReportBuilder(file)
  const pid = asNumber(body['pid'])
  const { threads, sections, waits } = readStackshot(body, builder, pid)
  const built = builder.finish()
  const fields = [...(line === body ? [] : flattenFields(line, NOTHING)), ...flattenFields(body, CONTENT)]
  const owner = Object.values(asObject(body['processByPid']))
    .map(asObject)
    .find((process) => pid !== undefined && asNumber(process['pid']) === pid)
  const notes = asArray(body['notes']).map((note) => formatJson(note))
  const more: ReportSection[] = [
    ...(notes.length > 0 ? [{ kind: 'text' as const, title: 'Notes', text: notes.join('\n') }] : []),
    ...textAround(rest),
  ]
  const reason = asString(body['reason'])
  const exception = asString(body['exception'])
  return {
    format: id,
    label,
    file,
    text,
    textKind: 'json',
    header: omitUndefined({
      process: asString(owner?.['procname']),
      pid,
      ...placeAndTime(line, body),
      fields: [...new Map(fields)],
    }),
    ...(reason || exception
      ? { exception: { ...(exception ? { codes: exception } : {}), ...(reason ? { message: reason } : {}) } }
      : {}),
    applicationInfo: [],
    threads,
    backtraces: [],
    callTrees: [],
    sections: [...more, ...sections],
    ...(waits.length > 0 && { waits }),
    ...built,
    problems: [...built.problems, ...damageProblems(document, text, file)],
  }
}

export const ipsStackshotFormat: ReportFormat = ipsFormat({ id, label, kind: 'stackshot' }, readReport)
