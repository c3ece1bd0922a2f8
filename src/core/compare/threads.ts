/** Threads of two reports, paired by their activity. */
import type { SymbolicatedReport, Thread } from '../model/report.ts'
import { doingOf } from '../reading/doing.ts'
import type { ThreadCount } from './comparison.ts'

/** All threads but those that are compared frame by frame; those whose counts differ first. */
export function threadCounts(
  a: SymbolicatedReport,
  b: SymbolicatedReport,
  compared: ReadonlySet<Thread>,
): readonly ThreadCount[] {
  const counts = new Map<string, { doing: string; own?: string; a: number; b: number }>()
  for (const [side, symbolicated] of [['a', a] as const, ['b', b] as const]) {
    for (const thread of symbolicated.report.threads) {
      if (compared.has(thread)) continue
      const what = doingOf(symbolicated, thread.frames)
      const key = `${what.doing}\n${what.own ?? ''}`
      const count = counts.get(key) ?? { ...what, a: 0, b: 0 }
      count[side]++
      counts.set(key, count)
    }
  }
  return [...counts.values()].sort(
    (left, right) => Number(left.a === left.b) - Number(right.a === right.b) || right.a + right.b - left.a - left.b,
  )
}
