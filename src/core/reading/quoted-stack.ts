/** Stacks of scripts and managed code that a report has in the words of its exception. */
import type { Frame, Report, SymbolicatedReport } from '../model/report.ts'
import { callsOf } from './lines.ts'
import { strongestOf } from './statements.ts'

/** Rows of the stack that the exception's words must hold. */
const QUOTED_ROWS = 3

/** True if the exception's own words have the first rows of the stack, name and place. */
export function wordsHold({ exception, applicationInfo }: Report, frames: readonly Frame[]): boolean {
  const words = [exception?.reason, exception?.message, ...applicationInfo].join('\n')
  const rows = frames.slice(0, QUOTED_ROWS)
  return rows.every(({ symbol, script }) => {
    if (!symbol || !words.includes(symbol.name)) return false
    return script === undefined || words.includes(`:${script.line}:`) || words.includes(`@${script.line}:`)
  })
}

/** True for the stack of a script that the exception's words hold: it is what was thrown, and not what ended the program for it. */
export const isQuotedScript = (report: Report, frames: readonly Frame[]): boolean =>
  frames[0]?.language === 'javascript' && wordsHold(report, frames)

/** Packages that an app carries along. */
const PACKAGE = /(?:^|[\\/])node_modules[\\/]/

/** The innermost own frame of a script's stack that the exception's words hold; undefined unless a source map has its place. */
export function quotedScriptFrame(symbolicated: SymbolicatedReport): Frame | undefined {
  const { report } = symbolicated
  const stack = report.backtraces.find(({ frames }) => isQuotedScript(report, frames))
  return stack?.frames.find((frame) =>
    callsOf(symbolicated, frame).some(
      ({ source, file }) => source === 'source-map' && file !== undefined && !PACKAGE.test(file),
    ),
  )
}

/** The same where the error of the script ended the program. */
export const scriptFrameToBlame = (symbolicated: SymbolicatedReport): Frame | undefined =>
  strongestOf(symbolicated)?.id === 'javascript' ? quotedScriptFrame(symbolicated) : undefined
