/** Checks that Swift compiles into programs: a trap instruction, and a text where the system keeps one. */
import type { swiftChecks } from '../messages/en/explain/swift.ts'
import type { Frame } from '../model/report.ts'
import type { Rule } from './rule.ts'
import { culpritName, cut, explanation, findCall, findWords, frameIs, sign, type CrashFacts } from './crash-facts.ts'

/** Most specific first. */
const traps: readonly (readonly [pattern: RegExp, code: keyof typeof swiftChecks])[] = [
  [/nil while implicitly unwrapping/i, 'swift-nil-implicit'],
  [/nil while unwrapping|unexpectedly found nil/i, 'swift-nil'],
  [/String index is out of bounds|index out of range.*String/i, 'swift-string-index'],
  [/index (?:is )?out of (?:range|bounds)|Array index/i, 'swift-index'],
  [/remove(?:First|Last)? (?:the )?(?:first|last) element from an empty|from an empty collection/i, 'swift-empty'],
  [/upperBound\s*<\s*lowerBound|lowerBound <= upperBound/i, 'swift-range'],
  [/Division by zero|Division results in overflow|zero in remainder/i, 'swift-division'],
  [
    /Not enough bits|(?:cannot|can't) be converted to U?Int|is (?:not in|outside) the range|either infinite or NaN/i,
    'swift-conversion',
  ],
  [/arithmetic overflow|(?:addition|subtraction|multiplication).*overflow/i, 'swift-overflow'],
  [/Could not cast value of type|type cast failed|Failed cast/i, 'swift-cast'],
  [/try!.*unexpectedly raised an error/i, 'swift-try'],
  [/unowned reference/i, 'swift-unowned'],
  [/Simultaneous accesses to|overlapping access/i, 'swift-exclusivity'],
  [/Duplicate (?:keys|elements) of type|duplicate keys/i, 'swift-duplicates'],
  [/unimplemented initializer|init\(coder:\) has not been implemented/i, 'swift-initializer'],
  [/[Ii]ncorrect actor executor assumption|Expected to be running on|executor check/, 'swift-executor'],
  [/Task continuation|continuation misuse|CheckedContinuation/i, 'swift-continuation'],
]

const TEXT =
  /(?:(?:Swift runtime failure|Fatal error|Precondition failed|Assertion failed): |Simultaneous accesses to ).*/i
const OTHER_TEXT = /Could not cast value of type.*|unowned reference.*|Incorrect actor executor assumption.*/i

/** The trap's own text: what the report says, else the name of an inlined call. */
function trapText(facts: CrashFacts): { text: string; frame?: number } | undefined {
  const words = findWords(facts, TEXT) ?? findWords(facts, OTHER_TEXT)
  if (words && !/function .*, file /.test(words[0])) return { text: words[0] }
  const failure = findCall(facts, /^Swift runtime failure/, 6)
  return failure && { text: failure.call.function, frame: failure.frame.index }
}

function isSwiftRuntime({ report }: CrashFacts, { image, imageName }: Frame): boolean {
  const name = (image === undefined ? undefined : report.images[image]?.name) ?? imageName
  return name === 'libswiftCore.dylib'
}

export const swiftTraps: Rule = (facts) => {
  const found = trapText(facts)
  if (found) {
    const code = traps.find(([pattern]) => pattern.test(found.text))?.[1] ?? 'swift-check'
    const evidence = [sign('trap-text', { frame: found.frame, text: cut(found.text) })]
    return explanation(facts, code, {}, { grade: 'proved', evidence })
  }
  const isTrap = facts.type === 'EXC_BREAKPOINT' || facts.type === 'EXC_BAD_INSTRUCTION' || facts.signal === 'SIGTRAP'
  if (!isTrap) return undefined
  const type = facts.type || facts.signal
  const assertion = findCall(facts, /(?:^|\b)_?(?:assertionFailure|fatalErrorMessage)\b/, 4)
  if (assertion) {
    const evidence = [frameIs(assertion), sign('exception-is', { type })]
    return explanation(facts, 'swift-assertion', {}, { grade: 'proved', evidence, frames: [assertion.frame] })
  }
  const first = facts.stack?.frames[0]
  if (first && isSwiftRuntime(facts, first)) {
    return explanation(
      facts,
      'swift-runtime',
      {},
      { grade: 'likely', evidence: [sign('innermost-in-swift', { type })], frames: [first] },
    )
  }
  if (!first || facts.culprit?.id !== first.id) return undefined
  const isNamed = Boolean(culpritName(facts))
  return explanation(
    facts,
    'trap',
    {},
    { grade: 'likely', evidence: [sign('innermost-own', { type, isNamed })], frames: [first] },
  )
}
