/** Names that explain a trap: calls that compilers write into debug information, and functions that only end a program. */
import { faultFacts, type EndingFunction } from '../messages/fault.ts'
import { say } from '../messages/message.ts'
import type { FaultFact } from '../model/fault.ts'
import type { Call } from '../model/image.ts'
import type { Grade } from '../model/report.ts'

/** Functions that end a program, by what calls them. */
const endings: readonly (readonly [name: RegExp, kind: EndingFunction])[] = [
  [/^(?:Swift\.)?_?(?:assertionFailure|fatalErrorMessage|fatalError|preconditionFailure|precondition|assert)\b|^\$ss(?:17_assertionFailure|10fatalError|18_fatalErrorMessage|19preconditionFailure)/, 'swift'],
  [/^_?swift_(?:unexpectedError|unownedRetainStrong|abortRetainUnowned|dynamicCast\w*|reportFatalErrors?InCurrentThread|reportFatalUnimplementedInitializer)\b/, 'swift-runtime'],
  [/^_*cxa_pure_virtual\b/, 'pure-virtual'],
  [/^_*cxa_deleted_virtual\b/, 'deleted-virtual'],
  [/^(?:std::)?(?:__\w+::)?_*terminate\b|^__(?:cxa_)?call_terminate/, 'terminate'],
  [/^(?:std::__\w+::)?_*libcpp_(?:verbose_)?abort\b/, 'libcxx'],
  [/^_*stack_chk_fail\b/, 'stack-check'],
  [/^_*(?:abort|abort_report_np|abort_with_reason|abort_with_payload|assert_rtn)\b/, 'abort'],
  [/^_?objc_(?:fatal|exception_throw|terminate)\b|^_objc_fatal/, 'objc'],
  [/^(?:core::panicking::|std::panicking::|std::process::abort|rust_panic)/, 'rust'],
] // prettier-ignore

/** The kind of a function that never returns. */
export function endingOf(name: string): EndingFunction | undefined {
  return endings.find(([pattern]) => pattern.test(name))?.[1]
}

/**
 * The text of an artificial inlined call at a trap: Swift names it `Swift runtime failure: arithmetic overflow`, clang
 * `__clang_trap_msg$Category$Message` (`__builtin_verbose_trap`, traps of sanitizers since clang 21).
 */
export function trapReason(name: string): string | undefined {
  const swift = /^Swift runtime failure: (.+)$/.exec(name)?.[1]
  if (swift !== undefined) return swift
  const [mark, category = '', ...message] = name.split('$')
  if (mark !== '__clang_trap_msg') return undefined
  const text = message.join('$')
  return [category, text].filter((part) => part !== '').join(': ') || undefined
}

/** What the calls of the innermost frame say of its trap; innermost call first. */
export function toldByNames(
  instruction: string,
  calls: readonly Call[],
  level: Grade['level'] | undefined,
): FaultFact | undefined {
  const grade =
    level === 'doubtful' ? { grade: 'possible' as const } : level === 'likely' ? { grade: 'likely' as const } : {}
  for (const { function: name, inlined } of calls) {
    const reason = inlined ? trapReason(name) : undefined
    if (reason !== undefined) return { ...say(faultFacts, 'trap-reason', { instruction, reason }).message, ...grade }
    const ending = endingOf(name)
    if (ending) return { ...say(faultFacts, 'trap-function', { instruction, name, ending }).message, ...grade }
  }
  return undefined
}
