/** Reads the log lines in a report: NSLog on a console, and the syslog at the end of some of Apple's reports. */
import type { ReportEvent } from '../../model/report.ts'
import { MOST_EVENTS } from '../base/breadcrumbs.ts'
import { omitUndefined } from '../base/omit-undefined.ts'

/** `2024-01-02 03:04:05.678+0100 App[123:456] text`: program, process and thread of NSLog and os_log on a console. */
const CONSOLE_LINE =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? ?(?:[+-]\d{4})?) +([^\n[\]]{1,80})\[(\d+):\w+\] +(.+)/gm
/** `2022-01-21 18:14:25.8861 +0200 default 0x203e78 0x0 app[12225] (sender): text`, below `Filtered syslog:`. */
const SYSLOG_LINE =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? [+-]\d{4}) +(\w+) +0x[0-9a-f]+ +0x[0-9a-f]+ ([^\n[\]]{1,80})\[\d+\] *(?:\([^)\n]*\))?: *(.+)/gm
/** The runtime's words on the exception. Other readers put them into `exception`. */
const END = /^\*\*\* (?:Terminating|First throw)|^terminating (?:with|due to)/

/** The dated lines of a log in a text, in its order; of a console's, only those of this process, where its number is given. */
export function readLogLines(text: string, pid?: number): readonly ReportEvent[] {
  const events: ReportEvent[] = []
  for (const [, time = '', , writer, said = ''] of text.matchAll(CONSOLE_LINE)) {
    if (pid !== undefined && Number(writer) !== pid) continue
    if (!END.test(said)) events.push({ time: time.trim(), kind: 'log', text: said.trim() })
  }
  for (const [, time = '', type = '', process = '', said = ''] of text.matchAll(SYSLOG_LINE)) {
    const kind = /^(?:error|fault)$/i.test(type) ? 'error' : 'log'
    const level = /^(?:default|info)$/i.test(type) ? undefined : type.toLowerCase()
    events.push(omitUndefined({ time, kind, text: said.trim(), detail: process.trim(), level } as const))
  }
  return events.slice(-MOST_EVENTS)
}
