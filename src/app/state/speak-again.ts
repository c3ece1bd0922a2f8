/** Says what is open in the language that the page speaks now. Loaded when the language changes. */
import type { FileOutcome } from '../../core/engine-types.ts'
import type { Problem } from '../../core/model/problem.ts'
import type { ConnectedEngine } from '../../worker/client.ts'
import type { Naming } from './naming.ts'
import type { OpenReport } from './open-reports.ts'
import type { Session } from './session.svelte.ts'

/** Asks the worker for names, causes and problems anew. It still holds the reports, so none is read again. Never rejects. */
export async function speakAgain(
  session: Pick<Session, 'reports' | 'fileOutcomes' | 'problems'>,
  connection: Pick<ConnectedEngine, 'languageChanged'>,
  naming: Pick<Naming, 'all'>,
): Promise<void> {
  const { reports, fileOutcomes } = session
  const own = problemsOf(reports)
  const ofFiles = fileOutcomes.flatMap(({ problems }) => problems)
  try {
    const said = await connection.languageChanged([...own, ...ofFiles, ...session.problems])
    const rest = said.slice(own.length)
    // Whoever closed a report or gave more files meanwhile has other problems.
    if (session.reports === reports) session.reports = withProblems(reports, said.slice(0, own.length))
    if (session.fileOutcomes === fileOutcomes) session.fileOutcomes = filesWithProblems(fileOutcomes, rest)
    session.problems = rest.slice(ofFiles.length)
    await naming.all([...new Set(session.reports.map(({ file }) => file))])
  } catch {
    // A worker that has ended starts in the language of the page.
  }
}

/** The problems of all reports, one report after the other. */
const problemsOf = (open: readonly OpenReport[]): readonly Problem[] =>
  open.flatMap(({ symbolicated: { report } }) => report.problems)

/** Reports whose problems are said anew: `said` is `problemsOf` in another language. */
function withProblems(open: readonly OpenReport[], said: readonly Problem[]): readonly OpenReport[] {
  let at = 0
  return open.map((one) => {
    const { report } = one.symbolicated
    const problems = said.slice(at, (at += report.problems.length))
    return { ...one, symbolicated: { ...one.symbolicated, report: { ...report, problems } } }
  })
}

/** The same of files. */
function filesWithProblems(files: readonly FileOutcome[], said: readonly Problem[]): readonly FileOutcome[] {
  let at = 0
  return files.map((file) => ({ ...file, problems: said.slice(at, (at += file.problems.length)) }))
}
