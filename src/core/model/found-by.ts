/** How the frames of an unwound stack were found. */
import type { Frame, FoundBy } from './report.ts'

/** One line on a whole stack: `0 registers, 1-4 frame-pointer, 5 scan`; undefined where the report lists it itself. */
export function foundByLine(frames: readonly Frame[]): string | undefined {
  const runs: { readonly foundBy: FoundBy; readonly first: number; last: number }[] = []
  for (const { index, foundBy } of frames) {
    if (!foundBy) continue
    const run = runs.at(-1)
    if (run?.foundBy === foundBy && run.last === index - 1) run.last = index
    else runs.push({ foundBy, first: index, last: index })
  }
  if (runs.length === 0) return undefined
  return runs.map(({ foundBy, first, last }) => `${first === last ? first : `${first}-${last}`} ${foundBy}`).join(', ')
}
