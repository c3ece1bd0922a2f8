/** Checks that Swift compiles into programs: a trap instruction, and a text where the runtime or the compiler keeps one. */
import type { FatalCheck, swiftChecks } from '../messages/explain/swift.ts'
import { SWIFT_ASSERTION, SWIFT_FAILURE, type CrashFacts } from './crash-facts.ts'
import { equals, is, says, type Fact } from './fact.ts'
import { isApple } from './report-writers.ts'
import type { Family, Rule } from './rule.ts'
import { fields } from './fields.ts'
import { call, cut, hasCall, sign } from './statement.ts'
import { hasText } from './surroundings.ts'

type Check = keyof typeof swiftChecks

/** The runtime's own sentences, whole: what an app writes with fatalError is none of them. */
const sentences: readonly (readonly [code: Check, pattern: RegExp, example: string])[] = [
  ['swift-nil-implicit', /^Unexpectedly found nil while implicitly unwrapping an Optional value$/, 'Unexpectedly found nil while implicitly unwrapping an Optional value'],
  ['swift-nil', /^Unexpectedly found nil while unwrapping an Optional value$/i, 'Unexpectedly found nil while unwrapping an Optional value'],
  ['swift-string-index', /^String index is out of bounds$/, 'String index is out of bounds'],
  ['swift-index', /^(?:Array |ContiguousArray |Negative Array )?[Ii]ndex (?:is )?out of (?:range|bounds)$/, 'Index out of range'],
  ['swift-empty', /^Can't remove (?:first|last|more items)[^\n]{0,40} (?:from an empty collection|than a collection has)$/, "Can't remove last element from an empty collection"],
  ['swift-range', /^(?:Range requires lowerBound <= upperBound|Can't form Range with upperBound < lowerBound)$/, 'Range requires lowerBound <= upperBound'],
  ['swift-division', /^Division by zero(?: in (?:quotient|remainder) operation)?$|^Division results in overflow$/, 'Division by zero'],
  ['swift-conversion', /^(?:Not enough bits to represent the passed value|Double value cannot be converted to U?Int\d* because .{1,80}|Float value cannot be converted to U?Int\d* because .{1,80}|Negative value is not representable)$/, 'Not enough bits to represent the passed value'],
  ['swift-overflow', /^(?:arithmetic overflow|Overflow in (?:addition|subtraction|multiplication|division|negation))$/i, 'arithmetic overflow'],
  ['swift-try', /^'try!' expression unexpectedly raised an error(?:: .*)?$/, "'try!' expression unexpectedly raised an error: CartError.empty"],
  ['swift-unowned', /^Attempted to read an unowned reference but (?:the )?object .{1,80}$/, 'Attempted to read an unowned reference but object 0x60 was already deallocated'],
  ['swift-duplicates', /^(?:Dictionary literal contains duplicate keys|Duplicate (?:keys|elements) of type .{1,120})$/, 'Dictionary literal contains duplicate keys'],
  ['swift-initializer', /^Use of unimplemented initializer .{1,200}$/, "Use of unimplemented initializer 'init(frame:)' for class 'Shop.Cart'"],
  ['swift-executor', /^Incorrect actor executor assumption.{0,200}$/, 'Incorrect actor executor assumption; expected MainActor'],
  ['swift-continuation', /^SWIFT TASK CONTINUATION MISUSE: .{1,200}$/, 'SWIFT TASK CONTINUATION MISUSE: load() tried to resume its continuation more than once'],
  ['swift-cast', /^Could not cast value of type '.{1,200}' \(0x[0-9a-f]+\) to '.{1,200}' \(0x[0-9a-f]+\)\.?$/, "Could not cast value of type 'A' (0x1) to 'B' (0x2)."],
] // prettier-ignore

/** A line of the runtime: `Shop/Cart.swift:88: Fatal error: text`. What follows in `: file …, line` is its place. */
const LINE =
  /^(?:[^\s:][^\n:]{0,300}:\d{1,7}: )?(?:Fatal error|Precondition failed|Assertion failed)(?:: ([\s\S]{1,600}?))?(?:: file .{1,300}, line \d+)?$/
/** What `assert` of C prints; Swift names no function. */
const C_ASSERTION = /^Assertion failed: [^\n]{1,600}, function [^\n]{1,400}, file [^\n]{1,400}, line \d/
/** Xcode shows the text without that beginning; only files of the standard library have such a place. */
const PLACED = /^([\s\S]{1,600}?): file Swift\/\w{1,80}\.swift, line \d{1,7}$/
/** Lines of the runtime without that beginning. */
const BARE =
  /^(?:Could not cast value of type '|Attempted to read an unowned|Simultaneous accesses to |SWIFT TASK CONT)/

/** Swift 1 to 3 wrote these in small letters, as Go and others do. */
const OLD_LINE =
  /^(?:fatal error|precondition failed|assertion failed): ([\s\S]{1,600}?)(: file .{1,300}\.swift, line \d+)?$/

/** The runtime's text in an old line: in the system's report of a trap, with a place in Swift, or a known sentence. */
function oldText(text: string, { end, report }: CrashFacts): string | undefined {
  const [, words, place] = OLD_LINE.exec(text) ?? []
  if (words === undefined) return undefined
  const isSure =
    place !== undefined || (end === 'trap' && isApple(report)) || sentences.some(([, pattern]) => pattern.test(words))
  return isSure ? words : undefined
}

/** The runtime's text in a line; undefined where it is none of its lines. */
function runtimeText(line: string, facts: CrashFacts): string | undefined {
  const text = line.trim()
  if (C_ASSERTION.test(text)) return undefined
  return LINE.exec(text)?.[1] ?? PLACED.exec(text)?.[1] ?? (BARE.test(text) ? text : undefined) ?? oldText(text, facts)
}

/** A line of the runtime with this sentence. */
function sentence(pattern: RegExp, example: string): Fact {
  const given = says('info', /./, BARE.test(example) ? example : `Fatal error: ${example}`)
  return {
    on: 'info',
    example: given.example as string,
    other: 'elsewhere',
    find: (facts) => {
      const line = facts.info.find((one) => pattern.test(runtimeText(one, facts) ?? ''))
      return line === undefined ? undefined : { evidence: [sign('trap-text', { text: cut(line) })] }
    },
  }
}

/** The library of the system whose source file a line names; undefined for any other file. */
const LIBRARY_FILE =
  /^(Swift|SwiftUI\w*|SwiftData|Foundation\w*|Combine|Observation|_Concurrency|UIKit\w*|CoreData|WidgetKit|Charts|RealityFoundation)\/[\w+]{1,120}\.swift:\d/
/** Where Apple builds its libraries; the folder is the project's. */
const BUILT_BY_APPLE = /: file \/[^\n]{0,200}\/com\.apple\.xbs\/Sources\/([A-Za-z]\w{0,80})\//
const libraryOf = (line: string): string | undefined =>
  LIBRARY_FILE.exec(line.trim())?.[1] ?? BUILT_BY_APPLE.exec(line)?.[1]

/** The kind of check in the runtime's own word; `fatal` where it says no more. */
const checkIn = (line: string): FatalCheck =>
  /\bassertion failed\b/i.test(line) ? 'assertion' : /\bprecondition failed\b/i.test(line) ? 'precondition' : 'fatal'

/** The line of a program's own fatalError, or one that is not known. */
const anyLine: Fact = {
  on: 'info',
  example: 'Shop/Cart.swift:88: Fatal error: the cart is gone',
  other: 'elsewhere',
  find: (facts) => {
    for (const line of facts.info) {
      const text = runtimeText(line, facts)
      if (text !== undefined)
        return {
          params: { text: cut(text, 200), library: libraryOf(line), check: checkIn(line) },
          evidence: [sign('trap-text', { text: cut(line) })],
        }
    }
    return undefined
  },
}

const exclusivity = says(
  'info',
  /^(?:Simultaneous accesses to 0x[0-9a-f]+, but modification requires exclusive access|Fatal access conflict detected\b)/,
  'Simultaneous accesses to 0x60, but modification requires exclusive access',
  ({ input }) => ({ evidence: [sign('trap-text', { text: cut(input) })] }),
)

/** The compiler's name of the trap, as an inlined call of the innermost frame. */
const trapName = (pattern: RegExp, example: string): Fact => ({
  on: 'innermost',
  example: `Swift runtime failure: ${example}`,
  other: 'elsewhere',
  find: (facts) => {
    const frame = facts.calls[0]?.frame
    for (const { frame: of, call } of facts.calls) {
      const text = of === frame ? SWIFT_FAILURE.exec(call.function)?.[1] : undefined
      if (text === undefined || !pattern.test(text)) continue
      return {
        params: { text: cut(text, 200) },
        evidence: [sign('trap-text', { frame: frame?.index, text: cut(call.function) })],
        ...(frame && { frames: [frame] }),
      }
    }
    return undefined
  },
})

/** The same name, where the system or a reporter has it as the reason of the end. */
const nameSaid = (on: 'exception' | 'termination', pattern: RegExp, example: string): Fact => ({
  on,
  example: `Swift runtime failure: ${example}`,
  other: 'elsewhere',
  find: (facts) => {
    for (const line of fields[on](facts)) {
      const text = SWIFT_FAILURE.exec(line.trim())?.[1]
      if (text !== undefined && pattern.test(text))
        return { params: { text: cut(text, 200) }, evidence: [sign('trap-text', { text: cut(line) })] }
    }
    return undefined
  },
})

const isTrap = is('end', 'trap')

const bySentence = sentences.map(([code, pattern, example]): Rule => ({
  code,
  kind: 'said',
  isOfCaller: true,
  requires: [sentence(pattern, example)],
  excludes: [is('end', 'access')],
}))

const byName = sentences.map(([code, pattern, example]): Rule => ({
  code,
  kind: 'shown',
  requires: [isTrap, trapName(pattern, example)],
}))

const bySaidName = (['exception', 'termination'] as const).flatMap((on): readonly Rule[] => [
  ...sentences.map(([code, pattern, example]): Rule => ({
    code,
    kind: 'said',
    requires: [nameSaid(on, pattern, example)],
  })),
  { code: 'swift-check', kind: 'said', requires: [nameSaid(on, /./, 'something new')] },
])

export const swiftWords: Family = {
  rules: [
    ...bySentence,
    ...bySaidName,
    { code: 'swift-exclusivity', kind: 'said', requires: [exclusivity], excludes: [is('end', 'access')] },
    { code: 'swift-fatal', kind: 'said', isOfCaller: true, requires: [anyLine], excludes: [is('end', 'access')] },
  ],
}

const inAssertion = hasCall('innermost', SWIFT_ASSERTION, '_assertionFailure(_:_:file:line:flags:)')

export const swiftTraps: Family = {
  isLast: true,
  rules: [
    ...byName,
    {
      code: 'swift-check',
      kind: 'shown',
      requires: [isTrap, trapName(/./, 'something new')],
    },
    {
      code: 'swift-assertion',
      kind: 'shown',
      requires: [isTrap, inAssertion],
      params: hasText,
    },
    {
      code: 'swift-fatal-error',
      kind: 'shown',
      requires: [
        is('end', 'abort'),
        call(
          /^swift::(?:fatalErrorv?|swift_abort\w{0,60})(?=$|\()/,
          'swift::fatalErrorv(unsigned int, char const*, char*)',
        ),
      ],
    },
  ],
}

const authenticates = is('namespace', 'PAC_EXCEPTION')
/** The same by the trap's number alone, which `esr` has. */
const authenticatesByNumber = equals('brk', 0xc470n, 0xc472n, 0xc473n)

/** Where a trap stands hints at who set it. */
export const trapCauses: readonly Family[] = [
  {
    rules: [
      {
        code: 'swift-runtime',
        kind: 'possible',
        requires: [isTrap, is('innermost-image', 'libswiftCore.dylib')],
        excludes: [authenticates, authenticatesByNumber, anyLine, inAssertion],
        params: hasText,
        adds: ({ type, signal, stack }) => ({
          evidence: [sign('innermost-in-swift', { type: type || signal })],
          frames: stack?.frames.slice(0, 1) ?? [],
        }),
      },
    ],
  },
]
