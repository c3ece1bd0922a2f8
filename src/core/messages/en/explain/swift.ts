/** Checks that Swift compiles into programs. */
import { advice, inFunction, type ExplanationText, type Where } from './text.ts'

const plain =
  (title: string, meaning: string, checks: readonly string[]) =>
  (p: Where): ExplanationText => ({
    title: title + inFunction(p),
    meaning,
    checks,
  })

/** Checks that are recognised by the text of their trap. */
export const swiftChecks = {
  'swift-nil-implicit': plain(
    'An implicitly unwrapped optional was nil',
    'A value declared with `!` was nil: it was not set yet, it was cleared, or a call returned nil.',
    [
      'Look for an outlet that is not connected, or a property read before it is assigned.',
      'Declare it with `?` and unwrap it with `if let`.',
    ],
  ),
  'swift-nil': plain('A nil optional was unwrapped', 'An expression with `!`, or a value declared with `!`, was nil.', [
    'Find the `!`: where the value is used, or where it is declared. When can it be missing?',
    'Unwrap with `guard let`, or give a default with `??`.',
  ]),
  'swift-string-index': plain(
    'String index out of bounds',
    'An index past the end of a string, or from another string, was used.',
    ['Compare with `endIndex`, or use `index(_:offsetBy:limitedBy:)`.'],
  ),
  'swift-index': plain(
    'Array index out of range',
    'An element was requested at an index that the collection does not have.',
    [
      'Where does the index come from, and can the collection have become shorter since?',
      'Check `indices.contains(index)` before the access.',
    ],
  ),
  'swift-empty': plain(
    'An element was removed from an empty collection',
    '`removeFirst` and `removeLast` need at least one element.',
    ['Check `isEmpty` first, or use `popLast()`.'],
  ),
  'swift-range': plain('A range ends before it starts', 'In `a...b` and `a..<b`, a must not be greater than b.', [
    'What are the two ends when the collection is empty?',
  ]),
  'swift-division': plain('Division by zero', 'An integer was divided by zero, or the smallest integer by -1.', [
    advice.divisor,
  ]),
  'swift-conversion': plain(
    'A number did not fit into its new type',
    'A conversion such as `Int(x)` or `UInt8(x)` was given a value that is too large, negative, infinite or not a number.',
    ['Use `init(exactly:)` or `init(clamping:)`.', 'Where can a NaN or a negative value come from?'],
  ),
  'swift-overflow': plain(
    'Integer overflow',
    'The result of an arithmetic operation does not fit its type. An unsigned number below zero counts, too.',
    ['Use `&+`, `&-` or `addingReportingOverflow` where overflow is possible.'],
  ),
  'swift-cast': plain('A forced cast failed', '`as!` was applied to a value of another type.', [
    'Use `as?` and handle the other type.',
    'If both types have the same name, the class may be linked twice.',
  ]),
  'swift-try': plain('An error was thrown inside `try!`', '`try!` terminates the program when the call throws.', [
    'Read the error in the text above.',
    'Use `do`/`catch` or `try?`.',
  ]),
  'swift-unowned': plain(
    'An unowned reference outlived its object',
    'An `unowned` reference was read after its object was freed.',
    ['Make it `weak`, or make sure that the closure does not outlive the object.'],
  ),
  'swift-exclusivity': plain(
    'Overlapping accesses to one variable',
    'A variable was changed while it was being read or changed elsewhere.',
    ['Look for an `inout` argument whose variable the called function also reaches.'],
  ),
  'swift-duplicates': plain(
    'Duplicate keys in a dictionary',
    'A dictionary was created from pairs with the same key, or a key’s hash changed while it was inside.',
    ['Use `Dictionary(_:uniquingKeysWith:)`.'],
  ),
  'swift-initializer': plain(
    'An unimplemented initializer was called',
    'A storyboard or a superclass created an object through an initializer that its class does not have.',
    ['Implement that initializer, or create the object in code.'],
  ),
  'swift-executor': plain(
    'Code of an actor ran on another thread',
    'A function that belongs to an actor, often the main actor, was called from elsewhere.',
    ['Find the callback that arrives on a background queue, and switch with `Task { @MainActor in … }`.'],
  ),
  'swift-continuation': plain(
    'A continuation was resumed twice or never',
    'Every continuation must be resumed exactly once.',
    ['Look at every path out of the callback.'],
  ),
} as const

/** Words that end in where to look for the text of the check, unless the report has it. */
const searched =
  (title: string, meaning: string, checks: readonly string[]) =>
  (p: Where & { hasMessage?: boolean | undefined }): ExplanationText => ({
    title: title + inFunction(p),
    meaning,
    checks: p.hasMessage ? checks : [...checks, advice.fatalError],
  })

const fatalChecks = {
  fatal: 'Fatal error',
  precondition: 'Precondition failed',
  assertion: 'Assertion failed',
} as const

/** Checks of Swift by the runtime's word for them. */
export type FatalCheck = keyof typeof fatalChecks

export const swift = {
  'swift-check': (p: Where & { text: string }): ExplanationText => ({
    title: `Swift runtime failure: ${p.text}${inFunction(p)}`,
    meaning: 'A check that Swift compiled into the program failed. This is the compiler’s name of it.',
    checks: ['Which values at this place can break that condition?'],
  }),
  'swift-fatal': (
    p: Where & { text: string; library?: string | undefined; check?: FatalCheck | undefined },
  ): ExplanationText => ({
    title: `${fatalChecks[p.check ?? 'fatal']}: ${p.text}${inFunction(p)}`,
    meaning: 'The program stopped itself with this text: a fatalError, a precondition or an assertion of Swift.',
    checks: [
      p.library === undefined
        ? 'Find the text in the code: which condition led to it?'
        : `The text is of ${p.library}, not of your code. What did your code ask of it, or not give it?`,
    ],
  }),
  'swift-assertion': searched(
    'A Swift precondition or fatalError stopped the program',
    'Swift prints the reason to the console before it traps.',
    ['Look at this place for `!`, `fatalError`, `precondition`, an index or a cast.'],
  ),
  'swift-fatal-error': plain(
    'Swift’s runtime found an error and ended the program',
    'swift::fatalError writes a message to the console and calls abort().',
    ['The frames below it show what the runtime did.', 'Look in the console log for its message.'],
  ),
  'swift-runtime': searched(
    'A check of the Swift runtime failed',
    'The program stopped inside Swift’s library, which traps on a nil, an index, a number or a cast that it cannot accept.',
    ['Look at this place for `!`, `as!`, an index, a conversion, `fatalError` or `precondition`.'],
  ),
} as const
