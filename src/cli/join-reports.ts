/** Report files that belong together: the records of one Crashlytics crash, named one by one, are one report, as they are in a folder. */
import { joinRecords } from '../core/engine/joined-records.ts'
import type { InputFile } from '../core/ports.ts'
import { buildSample, findReportFormat, SAMPLE_SIZE } from '../core/reports/read-report.ts'

/** The files in their order; records that were joined stand where the first of them stood. */
export async function joinReports(files: readonly InputFile[]): Promise<readonly InputFile[]> {
  if (files.length < 2) return files
  const isRecord = await Promise.all(files.map(holdsRecord))
  const records = files.filter((_, at) => isRecord[at] === true)
  if (records.length < 2) return files
  const first = isRecord.indexOf(true)
  const joined = await joinRecords(records)
  return files.flatMap((file, at) => (at === first ? joined : isRecord[at] === true ? [] : [file]))
}

async function holdsRecord({ path, blob }: InputFile): Promise<boolean> {
  const head = new Uint8Array(await blob.slice(0, SAMPLE_SIZE).arrayBuffer())
  return findReportFormat(buildSample(path, head, head.length === blob.size))?.id === 'crashlytics-record'
}
