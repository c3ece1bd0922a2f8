/** The kernel's words on another process of the same program that it killed for memory, around a report that is of no end. */
import type { Report } from '../model/report.ts'
import { consoleMessageFormat } from './free-text/console-message.ts'

const KILL =
  /EXC_RESOURCE -> [^\n[]{1,64}\[(\d{1,9})\] exceeded mem limit: [^\n]{1,80}\(fatal\)|\bkilling_specific_process pid (\d{1,9}) \[/g
const OF_KILL = /\bEXC_RESOURCE -> |\bmemorystatus: |\bkilling_specific_process\b/
/** Characters of a text that are looked at. */
const SEARCHED = 1 << 20
/** Formats of reports on limits and samples, whose program goes on. */
const GOES_ON: ReadonlySet<string> = new Set(['microstackshots', 'spindump'])

/** The report, and that of the kill where the text has one of another process. */
export function withKillsAround(report: Report): readonly Report[] {
  const { format, header, text, file } = report
  if (!GOES_ON.has(format) || header.pid === undefined) return [report]
  const searched = text.slice(0, SEARCHED)
  const isOther = Array.from(searched.matchAll(KILL), ([, one, other]) => Number(one ?? other)).some(
    (pid) => pid !== header.pid,
  )
  if (!isOther) return [report]
  const words = searched
    .split('\n')
    .filter((line) => OF_KILL.test(line))
    .join('\n')
  const read = consoleMessageFormat.parse({ path: file, bytes: new Uint8Array(0), text: words })
  return read.ok ? [...read.value.map((kill) => ({ ...kill, text })), report] : [report]
}
