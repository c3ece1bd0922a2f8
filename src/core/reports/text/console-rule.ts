/** A sentence that the system, a runtime or a tool prints of a crash, and the facts in it. */
import type { ExceptionInfo, ReportHeader, TerminationInfo } from '../../model/report.ts'
import type { ReportKind } from '../../model/report-kind.ts'
import { omitUndefined } from '../base/omit-undefined.ts'

/** Facts that a sentence gives. */
export interface Said {
  readonly exception?: ExceptionInfo | undefined
  readonly termination?: TerminationInfo
  readonly info?: string
  readonly header?: Partial<ReportHeader>
  readonly kind?: ReportKind
}

export interface ConsoleRule {
  /** Its first match in a text counts. Begins with fixed words, so that a search takes time by the length of the text. */
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray, text: string) => Said
}

/** An exception without its undefined members. */
export const exceptionOf = (info: { [Key in keyof ExceptionInfo]: ExceptionInfo[Key] | undefined }): ExceptionInfo =>
  omitUndefined(info)

/** A line that is both shown as printed and the reason of the end. */
export function sentence(text: string): Said {
  const line = text.trimEnd()
  return { info: line, exception: { reason: line } }
}
