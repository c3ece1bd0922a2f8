/** A console's sentences about a crash, without a stack and without addresses of code. */
import { success } from '../../model/problem.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { ReportFormat } from '../base/format.ts'
import { readAndroidCrash } from '../text/android-crash.ts'
import { readConsoleMessages } from '../text/console-messages.ts'
import { finishTextReport } from '../text/text-report.ts'

/** A whole line of a console on a message that no method answers, in today's words and in those of Mac OS X 10.4 and older. */
const SELECTOR =
  /^(?:[^\n[\]]{1,120}\[\d{1,9}(?::[0-9a-fx]{1,16})?\] )?(?:\*{3} )?([-+]\[[A-Za-z_][^\n[\]]{1,300}\]: (?:unrecognized selector sent to (?:instance|class) 0x[0-9a-f]{1,16}|selector not recognized(?: \[self = 0x[0-9a-f]{1,16}\])?))[ \t\r]*$/m

/** The console has such a line for an exception that was caught, too, so it is no end. */
const loggedSelector = (text: string): string | undefined => SELECTOR.exec(text)?.[1]

/** Longer texts are documents and logs in which such a sentence is one of many. */
const LONGEST = 1 << 18

export const consoleMessageFormat: ReportFormat = {
  id: 'console-message',
  label: 'Console message',
  sniff: ({ text, whole }) =>
    whole &&
    text.length <= LONGEST &&
    !text.includes('\0') &&
    (readConsoleMessages(text) !== undefined ||
      readAndroidCrash(text)?.exception !== undefined ||
      loggedSelector(text) !== undefined),
  parse: (input) => {
    const crash = readAndroidCrash(input.text)
    const line = loggedSelector(input.text)
    const isAlone = line !== undefined && readConsoleMessages(input.text) === undefined
    const logged = isAlone
      ? { exception: { type: 'Objective-C exception', reason: line }, applicationInfo: [line] }
      : {}
    const parts = crash?.exception ? crash : logged
    return success([finishTextReport(consoleMessageFormat, input, new ReportBuilder(input.path), parts)])
  },
}
