/** The processes of a stackshot: how many threads, how many of them run, CPU time and memory; each leads to its stacks. */
import { overviewWords as words } from '../../messages/overview.ts'
import { joined } from '../../messages/joins.ts'
import type { Report, Thread } from '../../model/report.ts'
import { readableValue } from '../readable.ts'
import { cellOf, tableWith, type Cell, type OverviewPart, type Table } from './overview.ts'

const NONE: Cell = { text: '' }

export function stackshotParts(report: Report): readonly OverviewPart[] {
  const table = tableWith(report, 'procname')
  if (!table) return []
  const threads = threadsByProcess(report.threads)
  const rows = table.rows.map((row) => {
    const pid = cellOf(table, row, 'pid')
    const own = threads.get(Number(pid)) ?? []
    const told = (column: string, unit?: 'seconds' | 'bytes'): Cell =>
      readableValue(cellOf(table, row, column), unit, {})
    const frame = own.find(({ frames }) => frames.length > 0)?.frames[0]?.id
    return {
      cells: [
        told('procname'),
        told('pid'),
        cpuTime(table, row),
        told('residentMemoryBytes', 'bytes'),
        told('threads'),
        count(own.filter(({ state }) => isRunning(state)).length),
        { text: stateOf(table, row) },
        told('pageFaults'),
      ],
      ...(frame !== undefined && { frame }),
    }
  })
  rows.sort((a, b) => (b.cells[2]?.value ?? -1) - (a.cells[2]?.value ?? -1))
  return [
    {
      kind: 'table',
      title: words.processes,
      columns: [
        { heading: words.process },
        { heading: words.pid, isNumber: true },
        { heading: words.cpuTime, isNumber: true },
        { heading: words.residentMemory, isNumber: true },
        { heading: words.threads, isNumber: true },
        { heading: words.running, isNumber: true },
        { heading: words.state },
        { heading: words.pageFaults, isNumber: true },
      ],
      rows,
    },
  ]
}

function threadsByProcess(threads: readonly Thread[]): ReadonlyMap<number, readonly Thread[]> {
  const found = new Map<number, Thread[]>()
  for (const thread of threads) {
    if (thread.process === undefined) continue
    const list = found.get(thread.process)
    if (list) list.push(thread)
    else found.set(thread.process, [thread])
  }
  return found
}

/** An idle thread of the kernel counts as running on a core that does nothing. */
const isRunning = (state: readonly string[] = []): boolean => state.includes('TH_RUN') && !state.includes('TH_IDLE')

const count = (value: number): Cell => (value === 0 ? NONE : { text: String(value), value })

/** User and kernel together; each alone on hover. */
function cpuTime(table: Table, row: readonly string[]): Cell {
  const [user, kernel] = ['userTimeTask', 'systemTimeTask'].map((column) => cellOf(table, row, column))
  if (user === '' && kernel === '') return NONE
  const seconds = (Number(user) || 0) + (Number(kernel) || 0)
  const [inUser, inKernel] = [user, kernel].map((text) => readableValue(text ?? '', 'seconds', {}).text)
  return {
    ...readableValue(String(seconds), 'seconds', {}),
    hint: joined.facts([
      joined.labelled(words.userTime, inUser ?? ''),
      joined.labelled(words.kernelTime, inKernel ?? ''),
    ]),
  }
}

function stateOf(table: Table, row: readonly string[]): string {
  const isSuspended = Number(cellOf(table, row, 'suspendCount')) > 0
  const isFrontmost = ['1', 'true'].includes(cellOf(table, row, 'frontmost'))
  return joined.list([...(isFrontmost ? [words.frontmost] : []), ...(isSuspended ? [words.suspended] : [])])
}
