/** Stacks in which the same calls come again and again. */
import type { Frame } from '../model/report.ts'
import type { Seen } from './seen.ts'

export interface Recursion {
  /** The functions of one round, innermost first. */
  readonly names: readonly string[]
  readonly count: number
  /** The frames of the first round. */
  readonly frames: readonly Frame[]
}

const LONGEST_ROUND = 12
const FEWEST_ROUNDS = 10
/** Rounds may begin below some frames of another kind. */
const DEEPEST_START = 24

/** Frames without name and place are all different. */
function placeOf(frame: Frame): string {
  if (frame.address !== undefined) return String(frame.address)
  return frame.offset === undefined ? `frame ${frame.id}` : `${frame.image ?? ''}+${frame.offset}`
}

/** Names that many functions share are none: `<redacted>`, `???`. */
const isName = (name: string): boolean => !/^(?:<.*>|\?+|)$/.test(name)

/** The shortest round that repeats at least ten times near the top; frames without names are compared by address. */
export function findRecursion(seen: Seen): Recursion | undefined {
  const frames = seen.stack?.frames.filter((frame) => frame.inlined !== true) ?? []
  if (frames.length < FEWEST_ROUNDS) return undefined
  const names = new Map<number, string>()
  for (const { frame, call } of seen.calls) if (isName(call.function)) names.set(frame.id, call.function)
  const keys = frames.map((frame) => names.get(frame.id) ?? placeOf(frame))
  for (let start = 0; start < Math.min(DEEPEST_START, frames.length); start++) {
    for (let size = 1; size <= LONGEST_ROUND; size++) {
      let same = 0
      while (start + same + size < keys.length && keys[start + same] === keys[start + same + size]) same++
      const count = Math.floor(same / size) + 1
      if (count < FEWEST_ROUNDS) continue
      const round = frames.slice(start, start + size)
      return { names: round.map((frame) => names.get(frame.id) ?? 'an unnamed function'), count, frames: round }
    }
  }
  return undefined
}
