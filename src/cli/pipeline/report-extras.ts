/** The additions of `symbolicate` to named reports: variables and source lines; and the name of a redacted file. */
import type { Engine, ReportHandle } from '../../core/engine-types.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import type { FrameSources } from '../../core/model/source.ts'
import { framesToAsk, withVariables } from '../../core/reading/variables.ts'
import { tellProblems, writeNote } from '../command.ts'
import { errors } from '../messages/errors.ts'

/** The reports with the variables of their frames. Prints the problems of the files. */
export async function readVariables(
  engine: Engine,
  handle: ReportHandle,
  reports: readonly SymbolicatedReport[],
): Promise<readonly SymbolicatedReport[]> {
  const told: SymbolicatedReport[] = []
  for (const [report, symbolicated] of reports.entries()) {
    const outcome = await engine.variablesOfReport({ handle, report, frames: framesToAsk(symbolicated) })
    tellProblems(outcome.problems)
    told.push(outcome.ok ? withVariables(symbolicated, outcome.value) : symbolicated)
  }
  return told
}

/** Source lines of each file's reports; none without `--source`, and none for redacted reports. */
export async function sourceLines(
  folders: readonly string[] | undefined,
  files: readonly (readonly SymbolicatedReport[])[],
  isRedacted: boolean,
  engine: Engine,
): Promise<{ readonly sources: readonly (readonly FrameSources[])[]; readonly lacks: boolean }> {
  if (!folders) return { sources: [], lacks: false }
  if (isRedacted) {
    writeNote(errors.sourceRedacted)
    return { sources: [], lacks: false }
  }
  const { readSourceFolders } = await import('./source-folders.ts')
  const { sources, lacks } = await readSourceFolders(folders, files.flat(), engine)
  let from = 0
  return { sources: files.map((file) => sources.slice(from, (from += file.length))), lacks }
}

/** The name of a file by its first report, so a redacted report gives a redacted name. */
export const nameOf = ([first]: readonly SymbolicatedReport[]): string =>
  first?.report.file.split(/[!/\\]/).at(-1) ?? 'report'
