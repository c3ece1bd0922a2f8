/** Threads that wait in the same place: shown once, with their count. */
import type { Report, Stack } from '../model/report.ts'

/**
 * Groups of two and more threads whose stacks are the same address for address, by position in `Report.threads`, in the
 * report's order. The crashed thread stays apart, and so do threads without frames.
 */
export function identicalStacks(report: Report): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>()
  report.threads.forEach((thread, position) => {
    if (thread.crashed || thread.frames.length === 0) return
    const key = stackKey(thread)
    const group = groups.get(key)
    if (group) group.push(position)
    else groups.set(key, [position])
  })
  return [...groups.values()].filter((group) => group.length > 1)
}

/** What makes a stack the same: its addresses; offsets in images or printed names where a report has no addresses. */
function stackKey({ frames }: Stack): string {
  return frames
    .map(({ address, image, offset, symbol }) =>
      address === undefined ? `${image}+${offset}:${symbol?.name}` : address.toString(16),
    )
    .join(' ')
}
