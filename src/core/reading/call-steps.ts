/** Steps that change what of a profile is shown: around one function, without one function, without its own repeats. */
import { CallsBuilder, type Calls } from './calls.ts'
import { calleesSteps } from './call-views.ts'
import { finish, ROWS_A_STEP } from './steps.ts'

/** `focus`: what the function called, from it on. `merge`: its weight goes to its callers. `collapse`: its calls of itself become one. */
export interface CallStep {
  readonly kind: 'focus' | 'merge' | 'collapse'
  readonly fn: number
}

/** The calls after these steps, in their order. */
export function afterSteps(calls: Calls, steps: readonly CallStep[]): Calls {
  return steps.reduce((before, step) => finish(callSteps(before, step)), calls)
}

/** The calls after one step, made in steps of their own, so that a page can do something else between them. */
export function callSteps(calls: Calls, { kind, fn }: CallStep): Generator<undefined, Calls, void> {
  if (kind === 'focus') return calleesSteps(calls, fn)
  return kind === 'merge' ? withoutFunction(calls, fn) : withoutRepeats(calls, fn)
}

/** A function's calls are its caller's: no weight is lost, but that of a root without a caller, which has no place to go. */
function* withoutFunction({ length, parent, fn, self }: Calls, removed: number): Generator<undefined, Calls, void> {
  const builder = new CallsBuilder(length)
  const merged = new Int32Array(length).fill(-1)
  for (let at = 0; at < length; at++) {
    if (at % ROWS_A_STEP === 0) yield
    const caller = parent[at] ?? -1
    const above = caller < 0 ? -1 : (merged[caller] ?? -1)
    const call = fn[at] === removed ? above : builder.child(above, fn[at] ?? 0)
    merged[at] = call
    if (call >= 0) builder.add(call, self[at] ?? 0)
  }
  return yield* builder.finishSteps()
}

/** Of a recursion, directly or through others, the outermost call stays, and has all that the inner ones called. */
function* withoutRepeats({ length, parent, fn, self }: Calls, repeated: number): Generator<undefined, Calls, void> {
  const builder = new CallsBuilder(length)
  const merged = new Int32Array(length).fill(-1)
  /** The outermost call of the function above each call; -1 for none. */
  const within = new Int32Array(length).fill(-1)
  for (let at = 0; at < length; at++) {
    if (at % ROWS_A_STEP === 0) yield
    const caller = parent[at] ?? -1
    const outer = caller < 0 ? -1 : (within[caller] ?? -1)
    const isRepeated = fn[at] === repeated
    const call = isRepeated && outer >= 0 ? outer : builder.child(caller < 0 ? -1 : (merged[caller] ?? -1), fn[at] ?? 0)
    merged[at] = call
    within[at] = isRepeated && outer < 0 ? call : outer
    builder.add(call, self[at] ?? 0)
  }
  return yield* builder.finishSteps()
}
