/** Finds where a debugger stopped once more: another stop with a stack of its own is another report. */
import { isStop } from '../model/stopped.ts'

/** lldb's head of the thread that stopped, which a mail may have wrapped or somebody may have cut, or gdb's line on a signal with its reason. */
const STOPPED =
  /(?:\*[ \t]{1,4}thread #\d{1,6}\b|^[ \t>]{0,20}[a-z]{0,6} ?#\d{1,6}: tid = )(?:(?!\bthread #)[^]){0,900}?\bstop\s{1,4}reason\s{1,4}=\s{1,4}([^\n]{1,300})|^[ \t>]{0,20}(?:[Pp]rogram|Thread \d{1,6}) received signal:?[ \t]{1,4}[“"]?(\w[^\n]{0,240}(?:\n[ \t>]{0,20}Reason: [^\n]{1,200})?)/gm
/** Both name the process. */
const PROCESS = /\b(?:Process|process) (\d{1,9}) (?:stopped|launched|thread 0x)/g
const ROW = /(?:(?:^|[ \t*])frame #\d{1,5}: \S|^[ \t>]{0,20}#\d{1,5}[ \t]+\S)[^\n]*/gm

interface Stop {
  readonly index: number
  readonly reason: string
  /** The process that the words before the stop name last. */
  readonly process: string | undefined
}

function stopsOf(text: string): readonly Stop[] {
  const processes = [...text.matchAll(PROCESS)]
  let next = 0
  return Array.from(text.matchAll(STOPPED), ({ 0: words, index, 1: lldb, 2: gdb = '' }) => {
    // gdb names it in the line below.
    const end = index + words.length + (lldb === undefined ? LONGEST_LINE : 0)
    while (next < processes.length && (processes[next]?.index ?? end) < end) next++
    const reason = (lldb ?? gdb).replace(/, queue = .*/, '').trim()
    return { index, reason, process: processes[next - 1]?.[1] }
  })
}
const LONGEST_LINE = 60

/** Where what follows a row ends, before the words on the next stop: at a blank line, a prompt or a fence, else behind the row's line. */
function endOfRows(text: string, row: number, stop: number): number {
  const behind = text.slice(row, Math.min(stop, row + LONGEST_BEHIND))
  const end = /\n[ \t>]{0,20}(?:\r?\n|\((?:lldb|gdb)\)|`{3}|Process \d)/.exec(behind)?.index ?? behind.indexOf('\n')
  return row + end + 1
}
const LONGEST_BEHIND = 4000

/** Offsets at which the words on a further stop begin. A step that follows a breakpoint is part of one look at a program. */
export function findFurtherStops(text: string): number[] {
  const stops = stopsOf(text)
  if (stops.length < 2) return []
  const rows = Array.from(text.matchAll(ROW), ({ 0: row, index }) => ({ start: index, end: index + row.length }))
  const starts: number[] = []
  let before: Stop | undefined
  let row = 0
  stops.forEach((stop, at) => {
    while (row < rows.length && (rows[row]?.start ?? stop.index) < stop.index) row++
    const hasRows = (rows[row]?.start ?? Infinity) < (stops[at + 1]?.index ?? Infinity)
    if (!hasRows) return
    const isOther =
      before !== undefined &&
      (stop.process !== before.process ||
        (stop.reason !== before.reason && !(isStop(stop.reason) && isStop(before.reason))))
    const last = rows[row - 1]
    if (isOther && last) starts.push(endOfRows(text, last.end, stop.index))
    before = stop
  })
  return starts
}
