/** A console's sentences about a crash, without a stack and without addresses of code. */
import { success } from '../../model/problem.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { ReportFormat } from '../base/format.ts'
import { readAndroidCrash } from '../text/android-crash.ts'
import { readConsoleMessages } from '../text/console-messages.ts'
import { finishTextReport } from '../text/text-report.ts'

/** Longer texts are documents and logs in which such a sentence is one of many. */
const LONGEST = 1 << 18

export const consoleMessageFormat: ReportFormat = {
  id: 'console-message',
  label: 'Console message',
  sniff: ({ text, whole }) =>
    whole &&
    text.length <= LONGEST &&
    !text.includes('\0') &&
    (readConsoleMessages(text) !== undefined || readAndroidCrash(text)?.exception !== undefined),
  parse: (input) => {
    const crash = readAndroidCrash(input.text)
    const parts = crash?.exception ? crash : {}
    return success([finishTextReport(consoleMessageFormat, input, new ReportBuilder(input.path), parts)])
  },
}
