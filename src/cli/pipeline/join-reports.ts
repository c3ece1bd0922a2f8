/** Joins the report files of a command line: several records of one Crashlytics crash are one report, as in a folder. */
import { joinRecords } from '../../core/engine/intake/joined-records.ts'
import type { InputFile } from '../../core/ports.ts'
import { findReportFormat } from '../../core/reports/read-report.ts'
import { buildSample, SAMPLE_SIZE } from '../../core/reports/report-text.ts'
import { UsageError, writeError } from '../command.ts'
import { openReports } from '../io/input-files.ts'
import { isOwnText } from '../io/own-text.ts'
import { errors } from '../messages/errors.ts'
import { append } from '../../core/model/lists.ts'

/** Every report at these paths and in these folders. Prints an error for a path that cannot be opened, and continues with the others. */
export async function openEveryReport(
  paths: readonly string[],
  onUnreadable: () => void,
): Promise<readonly InputFile[]> {
  const files: InputFile[] = []
  for (const path of paths) {
    try {
      const opened = await openReports(path)
      const own = await Promise.all(opened.map(isOwnText))
      // In a folder it lies beside its report.
      if (opened.length === 1 && own[0] === true)
        throw new UsageError(errors.ownText({ path: opened[0]?.path ?? path }))
      append(
        files,
        opened.filter((_, at) => own[at] !== true),
      )
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown
      writeError(thrown.message)
      onUnreadable()
    }
  }
  return joinReports(files)
}

/** The files in their order; joined records take the place of the first of them. */
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
