/** Lines of Android's runtime above the rows of an uncaught exception: the process and the exception. */
import type { ExceptionInfo, ReportHeader } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'

const CRASH =
  /\bProcess: ([\w.:]{1,200}), PID: (\d{1,9})[ \t\r]*(?:\n[^\n]{0,200}?(?<![\w.])((?:[a-z_]\w{0,80}\.){1,16}(?:[A-Z][\w$]{0,120})?(?:Exception|Error))(?:: ([^\n]{1,2000}))?)?/

export interface AndroidCrash {
  readonly header: Partial<ReportHeader>
  /** Absent where the process alone is left of the lines. */
  readonly exception?: ExceptionInfo
}

export function readAndroidCrash(text: string): AndroidCrash | undefined {
  const [, process, pid, name, reason] = CRASH.exec(text) ?? []
  if (process === undefined) return undefined
  const header = { process, pid: Number(pid) }
  if (name === undefined) return { header }
  return { header, exception: omitUndefined({ type: 'Java exception', name, reason: reason?.trimEnd() }) }
}
