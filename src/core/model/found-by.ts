/** How frames of an unwound stack were found, in words. */
import type { Frame, FoundBy } from './report.ts'

/** Completes "found by". */
export const foundByWords: Readonly<Record<FoundBy, string>> = {
  registers: 'the thread’s registers',
  'compact-unwind': 'compact unwind information',
  'eh-frame': 'DWARF unwind information (`__eh_frame`)',
  'debug-frame': 'DWARF unwind information (`__debug_frame`)',
  prologue: 'the instructions of the function it called',
  'frame-pointer': 'the frame pointer',
  'link-register': 'the link register',
  'stack-top': 'the top of the stack',
  continuation: 'its Swift async context',
  scan: 'scanning the stack for words that follow a call',
}

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
