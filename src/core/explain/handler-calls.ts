/** Calls of functions that handle an end, and what called them. */
import { namedCalls, type CrashFacts, type NamedCall } from './crash-facts.ts'

/** Handlers are among the innermost calls. */
const DEPTH = 12

/** The innermost calls of the stack, and of stacks beside it: native stacks are printed beside managed ones. */
export function reporterCalls({ stack, report, symbolicated }: CrashFacts): readonly NamedCall[] {
  const beside = report.backtraces.filter(({ role }) => role === undefined)
  // No thread is marked in a piece: the one with the handler is the one that ended.
  const stacks = stack === undefined ? [...report.threads, ...beside] : [stack, ...beside]
  return stacks.flatMap(({ frames }) => namedCalls(symbolicated, frames.slice(0, DEPTH)))
}

/** Where C++ and Objective-C end a program for an exception, and what throws between. */
const TERMINATES = /^(?:_objc_terminate|(?:std::)?(?:__1::)?(?:__)?terminate)(?:\(|$)/
const THROWS_FOR_OTHERS =
  /^(?:(?:__cxxabiv1::)?(?:failed_throw|_{0,3}cxa_(?:re)?throw)|(?:std::(?:__\w{1,20}::)?)?__throw_\w{1,60})(?:\(|$)/

/**
 * What called `std::terminate` on the thread that crashed. A function that throws is there if nothing caught what it threw: the runtime
 * looks for a handler before it leaves a frame.
 */
export function callerOfTerminate({ thread, symbolicated }: CrashFacts): NamedCall | undefined {
  if (thread?.crashed !== true) return undefined
  const calls = namedCalls(symbolicated, thread.frames.slice(0, DEPTH))
  const at = calls.findLastIndex(({ call }) => TERMINATES.test(call.function))
  if (at === -1) return undefined
  return calls.slice(at + 1).find(({ call }) => !THROWS_FOR_OTHERS.test(call.function))
}
