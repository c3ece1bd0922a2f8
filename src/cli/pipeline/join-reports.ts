/** The report files that a command was given, those that belong together as one: the records of one Crashlytics crash, named one by one, are one report, as they are in a folder. */
import { joinRecords } from '../../core/engine/intake/joined-records.ts'
import type { InputFile } from '../../core/ports.ts'
import { findReportFormat } from '../../core/reports/read-report.ts'
import { buildSample, SAMPLE_SIZE } from '../../core/reports/report-text.ts'
import { UsageError, writeError } from '../command.ts'
import { openReports } from '../io/input-files.ts'
import { append } from '../../core/model/lists.ts'

/** Every report at these paths, folders taken apart; one that cannot be opened is told, and the others are read all the same. */
export async function openEveryReport(
  paths: readonly string[],
  onUnreadable: () => void,
): Promise<readonly InputFile[]> {
  const files: InputFile[] = []
  for (const path of paths) {
    try {
      append(files, await openReports(path))
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown
      writeError(thrown.message)
      onUnreadable()
    }
  }
  return joinReports(files)
}

/** The files in their order; records that were joined stand where the first of them stood. */
async function joinReports(files: readonly InputFile[]): Promise<readonly InputFile[]> {
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
