/** Calls of the stacks that may have the function which handled an end. */
import { trustedCalls } from '../reading/lines.ts'
import type { CrashFacts, NamedCall } from './crash-facts.ts'

/** Handlers are among the innermost calls. */
const DEPTH = 12

/** The innermost calls of the stack, and of stacks beside it: native stacks are printed beside managed ones. */
export function reporterCalls({ stack, report, symbolicated }: CrashFacts): readonly NamedCall[] {
  const beside = report.backtraces.filter(({ role }) => role === undefined)
  // No thread is marked in a piece: the one with the handler is the one that ended.
  const stacks = stack === undefined ? [...report.threads, ...beside] : [stack, ...beside]
  return stacks.flatMap(({ frames }) =>
    frames.slice(0, DEPTH).flatMap((frame) => trustedCalls(symbolicated, frame).map((call) => ({ frame, call }))),
  )
}
