/** Checks that Swift compiles into programs: a trap instruction, and a text where the system keeps one. */
import type { Frame } from '../model/report.ts'
import type { Rule } from './rule.ts'
import { culpritName, explanation, findCall, findWords, frameIs, inCulprit, quoted, type Seen } from './seen.ts'

interface Trap {
  readonly pattern: RegExp
  readonly id: string
  readonly title: string
  readonly meaning: string
  readonly checks: readonly string[]
}

const traps: readonly Trap[] = [
  {
    pattern: /nil while implicitly unwrapping/i,
    id: 'swift-nil-implicit',
    title: 'An implicitly unwrapped optional was nil',
    meaning: 'A value declared with `!` was used before it was set, or after it was cleared.',
    checks: [
      'Look for an outlet that is not connected, or a property read before it is assigned.',
      'Declare it `?` and unwrap it with `if let`.',
    ],
  },
  {
    pattern: /nil while unwrapping|unexpectedly found nil/i,
    id: 'swift-nil',
    title: 'A nil optional was force-unwrapped',
    meaning: 'An expression with `!` (or `as!` on an optional) had no value.',
    checks: [
      'Find the `!` on this line and ask when the value can be missing.',
      'Unwrap with `guard let` or give a default with `??`.',
    ],
  },
  {
    pattern: /String index is out of bounds|index out of range.*String/i,
    id: 'swift-string-index',
    title: 'String index out of bounds',
    meaning: 'An index past the end of a string, or from another string, was used.',
    checks: ['Compare with `endIndex`, or use `index(_:offsetBy:limitedBy:)`.'],
  },
  {
    pattern: /index (?:is )?out of (?:range|bounds)|Array index/i,
    id: 'swift-index',
    title: 'Array index out of range',
    meaning: 'An element was asked for at an index that the collection does not have.',
    checks: [
      'Where does the index come from, and can the collection have become shorter since?',
      'Check `indices.contains(index)` before the access.',
    ],
  },
  {
    pattern: /remove(?:First|Last)? (?:the )?(?:first|last) element from an empty|from an empty collection/i,
    id: 'swift-empty',
    title: 'An element was removed from an empty collection',
    meaning: '`removeFirst` and `removeLast` need at least one element.',
    checks: ['Check `isEmpty` first, or use `popLast()`.'],
  },
  {
    pattern: /upperBound\s*<\s*lowerBound|lowerBound <= upperBound/i,
    id: 'swift-range',
    title: 'A range with its end before its start',
    meaning: '`a...b` and `a..<b` need a to be at most b.',
    checks: ['What are the two ends when the collection is empty?'],
  },
  {
    pattern: /Division by zero|Division results in overflow|zero in remainder/i,
    id: 'swift-division',
    title: 'Division by zero',
    meaning: 'An integer was divided by zero, or the smallest integer by -1.',
    checks: ['Check the divisor before the division.'],
  },
  {
    pattern:
      /Not enough bits|(?:cannot|can't) be converted to U?Int|is (?:not in|outside) the range|either infinite or NaN/i,
    id: 'swift-conversion',
    title: 'A number did not fit into its new type',
    meaning:
      'A conversion such as `Int(x)` or `UInt8(x)` got a value that is too large, negative, infinite or not a number.',
    checks: ['Use `init(exactly:)` or `init(clamping:)`.', 'Where can a NaN or a negative value come from?'],
  },
  {
    pattern: /arithmetic overflow|(?:addition|subtraction|multiplication).*overflow/i,
    id: 'swift-overflow',
    title: 'Integer overflow',
    meaning: 'The result of an arithmetic operation does not fit its type; an unsigned number below zero counts too.',
    checks: ['Use `&+`, `&-` or `addingReportingOverflow` where overflow is possible.'],
  },
  {
    pattern: /Could not cast value of type|type cast failed|Failed cast/i,
    id: 'swift-cast',
    title: 'A forced cast failed',
    meaning: '`as!` was applied to a value of another type.',
    checks: ['Use `as?` and handle the other type.', 'If both types have one name, the class may be linked twice.'],
  },
  {
    pattern: /try!.*unexpectedly raised an error/i,
    id: 'swift-try',
    title: 'An error was thrown inside `try!`',
    meaning: '`try!` ends the program when the call throws.',
    checks: ['Read the error in the text above.', 'Use `do`/`catch` or `try?`.'],
  },
  {
    pattern: /unowned reference/i,
    id: 'swift-unowned',
    title: 'An unowned reference outlived its object',
    meaning: 'An `unowned` reference was read after its object was gone.',
    checks: ['Make it `weak`, or make sure that the closure does not outlive the object.'],
  },
  {
    pattern: /Simultaneous accesses to|overlapping access/i,
    id: 'swift-exclusivity',
    title: 'Two accesses to one variable overlapped',
    meaning: 'A variable was changed while it was being read or changed elsewhere.',
    checks: ['Look for an `inout` argument whose variable the callee also reaches.'],
  },
  {
    pattern: /Duplicate (?:keys|elements) of type|duplicate keys/i,
    id: 'swift-duplicates',
    title: 'Duplicate keys in a dictionary',
    meaning: 'A dictionary was made from pairs of which two have one key, or a key changed its hash inside it.',
    checks: ['Use `Dictionary(_:uniquingKeysWith:)`.'],
  },
  {
    pattern: /unimplemented initializer|init\(coder:\) has not been implemented/i,
    id: 'swift-initializer',
    title: 'An initializer that is not implemented was called',
    meaning: 'A class was made from a storyboard or by its superclass through an initializer that it does not have.',
    checks: ['Implement that initializer, or make the object in code.'],
  },
  {
    pattern: /[Ii]ncorrect actor executor assumption|Expected to be running on|executor check/,
    id: 'swift-executor',
    title: 'Code of an actor ran on another thread',
    meaning: 'A function that belongs to an actor, often the main actor, was called from elsewhere.',
    checks: ['Find the callback that comes from a background queue and hop with `Task { @MainActor in … }`.'],
  },
  {
    pattern: /Task continuation|continuation misuse|CheckedContinuation/i,
    id: 'swift-continuation',
    title: 'A continuation was resumed twice or never',
    meaning: 'Every continuation must be resumed exactly once.',
    checks: ['Look at every path out of the callback.'],
  },
]

const TEXT =
  /(?:Swift runtime failure|Fatal error|Precondition failed|Assertion failed|Simultaneous accesses)(?:: | to ).*/i
const OTHER_TEXT = /Could not cast value of type.*|unowned reference.*|Incorrect actor executor assumption.*/i

/** The trap's own text: of an inlined call, the subtype, or what the runtime left behind. */
function trapText(seen: Seen): { text: string; where: string } | undefined {
  const failure = findCall(seen, /^Swift runtime failure/, 6)
  if (failure) return { text: failure.call.function, where: `frame ${failure.frame.index}` }
  const words = findWords(seen, TEXT) ?? findWords(seen, OTHER_TEXT)
  return words && !/function .*, file /.test(words[0]) ? { text: words[0], where: 'the report' } : undefined
}

function isSwiftRuntime({ report }: Seen, { image, imageName }: Frame): boolean {
  const name = (image === undefined ? undefined : report.images[image]?.name) ?? imageName
  return name === 'libswiftCore.dylib'
}

export const swiftTraps: Rule = (seen) => {
  const found = trapText(seen)
  if (found) {
    const trap = traps.find(({ pattern }) => pattern.test(found.text))
    const evidence = `${found.where} says ${quoted(found.text)}`
    if (trap) {
      const { id, title, meaning, checks } = trap
      return explanation(seen, { id, title: title + inCulprit(seen), evidence, meaning, checks })
    }
    return explanation(seen, {
      id: 'swift-check',
      title: `A Swift check failed${inCulprit(seen)}`,
      evidence,
      meaning: 'The program stopped itself because a condition that must hold did not.',
      checks: ['Read the text: it names the condition.'],
    })
  }
  const isTrap = seen.type === 'EXC_BREAKPOINT' || seen.type === 'EXC_BAD_INSTRUCTION' || seen.signal === 'SIGTRAP'
  if (!isTrap) return undefined
  const assertion = findCall(seen, /(?:^|\b)_?(?:assertionFailure|fatalErrorMessage)\b/, 4)
  if (assertion) {
    return explanation(seen, {
      id: 'swift-assertion',
      title: `A Swift precondition or fatalError stopped the program${inCulprit(seen)}`,
      evidence: `${frameIs(assertion)}, and the exception is ${seen.type || seen.signal}`,
      meaning: 'Swift prints the reason to the console before it traps; this report does not hold it.',
      checks: [
        'Look at the line for `!`, `fatalError`, `precondition`, an index or a cast.',
        'Look in the device log of that moment for `Fatal error:`.',
      ],
      frames: [assertion.frame],
    })
  }
  const first = seen.stack?.frames[0]
  if (first && isSwiftRuntime(seen, first)) {
    return explanation(seen, {
      id: 'swift-runtime',
      title: `The Swift runtime stopped the program${inCulprit(seen)}`,
      evidence: `${seen.type || seen.signal} at the innermost frame, which is in libswiftCore`,
      meaning: 'A check of the standard library failed: a nil, an index, a number or a cast that it cannot accept.',
      checks: [
        'Look at the line for `!`, `as!`, an index, a conversion, `fatalError` or `precondition`.',
        'Look in the device log of that moment for `Fatal error:`.',
      ],
      frames: [first],
    })
  }
  if (!first || seen.culprit?.id !== first.id) return undefined
  return explanation(seen, {
    id: 'trap',
    title: `The program stopped itself at a runtime check${inCulprit(seen)}`,
    evidence: `${seen.type || seen.signal} at the innermost frame, which is the program's own code${culpritName(seen) ? '' : ' (not yet named)'}`,
    meaning:
      'Compilers put a trap where a check fails: in Swift a forced unwrap of nil, an index out of range, an overflow or a failed cast; in C++ unreachable code or undefined behaviour.',
    checks: [
      'With the dSYM of this build the inlined call names the check.',
      'Otherwise look at the line for `!`, `as!`, an index or arithmetic.',
    ],
    frames: [first],
  })
}
