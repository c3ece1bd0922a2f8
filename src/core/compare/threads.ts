/** Threads of two reports by what they do. */
import { isAppFrame } from '../model/frames.ts'
import type { SymbolicatedReport, Thread } from '../model/report.ts'
import type { ThreadCount } from './comparison.ts'
import { linesOfStack } from './stack-lines.ts'

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
      const what = doing(symbolicated, thread)
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

function doing(symbolicated: SymbolicatedReport, { frames }: Thread): { doing: string; own?: string } {
  const nameOf = (at: number): string | undefined => {
    const frame = frames[at]
    return frame && linesOfStack(symbolicated, [frame]).at(-1)?.name
  }
  const own = nameOf(frames.findIndex((frame) => isAppFrame(symbolicated, frame)))
  const top = nameOf(0) ?? 'no frames'
  return own === undefined || own === top ? { doing: top } : { doing: top, own }
}
