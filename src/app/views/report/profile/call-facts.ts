/** Facts on the chosen function, from the shown part of the profile, for the pane beside it. */
import type { CallStep } from '../../../../core/reading/call-steps.ts'
import { weightThrough, type Calls } from '../../../../core/reading/calls.ts'
import type { ProfiledFunction } from '../../../../core/reading/profile.ts'

export interface CallFacts {
  readonly fn: ProfiledFunction
  /** Weight of the stacks with the function, each stack once; weight that ended in it; weight of all that is shown. */
  readonly total: number
  readonly self: number
  readonly whole: number
  readonly weight: string
  /** It calls itself, directly or through others. */
  readonly isRecursive: boolean
  /** Nobody has chosen a function yet: it is the heaviest. */
  readonly isHeaviest: boolean
  readonly onstep: (kind: CallStep['kind']) => void
}

/** Weights of one function. */
export function factsOf(calls: Calls, fn: number): Pick<CallFacts, 'total' | 'self' | 'isRecursive'> {
  const wanted = new Uint8Array(fn + 1)
  wanted[fn] = 1
  const within = new Uint8Array(calls.length)
  let self = 0
  let isRecursive = false
  for (let at = 0; at < calls.length; at++) {
    const caller = calls.parent[at] ?? -1
    const isBelow = caller >= 0 && within[caller] === 1
    const isIt = calls.fn[at] === fn
    if (isIt) self += calls.self[at] ?? 0
    if (isIt && isBelow) isRecursive = true
    within[at] = isIt || isBelow ? 1 : 0
  }
  return { total: weightThrough(calls, wanted), self, isRecursive }
}
