/** A crash as the JSON exporter writes it. */
import { jsonExporter } from '../../../src/core/export/json.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { unresolved } from '../../support/report-builder.ts'
import { fixtureBytes } from './fixture.ts'

function first(path: string): Report {
  const outcome = parseReport(path, fixtureBytes(path))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  return outcome.value[0]
}

export const sample = jsonExporter.write([unresolved(first('ips-crash/ios-segv.ips'))])
