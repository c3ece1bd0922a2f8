/** Exceptions that nobody caught: Objective-C, C++, JavaScript, Kotlin, Rust, .NET. */
import type { reasons, RustCheck } from '../messages/explain/exceptions.ts'
import { counts, is, says, type Found } from './fact.ts'
import type { CrashFacts } from './crash-facts.ts'
import { callerOfTerminate } from './handler-calls.ts'
import type { Family, Rule } from './rule.ts'
import { endedThread, ownText } from '../model/ended-words.ts'
import { marksCrash } from '../model/frames.ts'
import { wasStopped } from '../model/stopped.ts'
import { isOfRuntime, panics, withStack } from './rules-panics.ts'
import { rustStack } from './rules-stack.ts'
import { quotedScriptFrame } from '../reading/quoted-stack.ts'
import { isSaidToCrash } from '../reading/words-around.ts'
import { call, cut, foundCall, frameIs, hasCall, quoted, sign } from './statement.ts'

const isAccess = is('end', 'access', 'raised')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const thrownSign = ({ thrown }: CrashFacts): Found => ({
  evidence: [
    thrown && sign('thrown', { name: thrown.name, reason: cut(thrown.reason), isUncaught: thrown.isUncaught }),
  ],
})

const hasThrownStack = ({ lastException }: CrashFacts['report']): boolean =>
  lastException !== undefined && lastException.frames.length > 0

/** The call on the stack of an exception that threw it. */
const throwOf = ({ calls }: CrashFacts): string | undefined =>
  calls.find(({ call: { function: name } }) => /^_?(?:objc_exception_(?:re)?throw|__cxa_(?:re)?throw)$/.test(name))
    ?.call.function

/** True if what is on the stack threw an exception again that was thrown elsewhere. */
const aroundTerminate = ({ calls, stack }: CrashFacts) => {
  const last = calls.findLast(({ call }) => TERMINATING.test(call.function))?.frame
  return {
    isRethrown: calls.some(({ call }) => /^_?(?:objc_exception_rethrow|__cxa_rethrow\w*)$/.test(call.function)),
    hasBelow: last !== undefined && stack?.frames.at(-1) !== last,
  }
}

/** Calls between what threw and the end. */
const TERMINATING =
  /^_{0,2}(?:std::(?:__1::)?(?:__)?terminate|objc_terminate|demangling_\w+|(?:__)?cxa_(?:re)?throw\w*|objc_exception_\w+|clang_call_terminate|handleUncaughtException)/

/** True if libdispatch caught the exception at the border of a block that it ran: what threw it is unwound. */
function isUnwound({ calls }: CrashFacts): boolean {
  const at = calls.findIndex(({ call }) => /^(?:std::(?:__1::)?)terminate\b/.test(call.function))
  return at !== -1 && /^_?dispatch_client_callout\d{0,2}$/.test(calls[at + 1]?.call.function ?? '')
}

/** Whether the stack has the throw itself, or only one that threw the exception again. */
const aroundThrow = ({ calls }: CrashFacts) => {
  const has = (name: RegExp): boolean => calls.some(({ call }) => name.test(call.function))
  return { hasStack: calls.length > 0, hasThrow: has(/^_?__cxa_throw$/), isRethrown: has(/^_?__cxa_rethrow\w*$/) }
}

const scriptParams = ({ symbolicated }: CrashFacts) => ({ isMapped: quotedScriptFrame(symbolicated) !== undefined })

const thrownParams = ({ thrown, report }: CrashFacts) => {
  const { name = '', reason = '', isUncaught = true } = thrown ?? {}
  return {
    name,
    reason: reason === name ? '' : cut(reason, 200),
    isUncaught,
    isOfThread: endedThread(report.exception, ownText(report)),
    isSaidEnded: isSaidToCrash(report),
    isMarked: marksCrash(report),
    hasStack: hasThrownStack(report),
  }
}

/** An access to an exception that was gone: its words speak of an exception, and it is none. */
const gone = says(
  'info',
  /^(?:NOTE: )?This exception has been deallocated[^\n]{0,200}/m,
  'NOTE: This exception has been deallocated!',
  ({ input }, facts) => ({
    params: { name: /uncaught exception '([^']{1,300})'/.exec(facts.report.applicationInfo.join('\n'))?.[1] },
    evidence: [quoted(input)],
  }),
)

const anyThrown = says('thrown', /^[^:]/, 'NSRangeException: index 5 beyond bounds')

const isUncaught = says('thrown-state', /^uncaught$/, 'uncaught', undefined, 'reported')
const isReported = says('thrown-state', /^reported$/, 'reported', undefined, 'uncaught')

/** An exception whose name and reason the report does not have. */
const namelessThrown = ({ report, calls }: CrashFacts) => ({
  name: 'NSException',
  reason: '',
  isUncaught: true,
  isUnanswered: calls.slice(0, NEAR_THROW).some(({ call }) => UNANSWERED.test(call.function)),
  hasStack: hasThrownStack(report),
})

const NEAR_THROW = 16
/** What the runtime calls for a message that an object does not have, and classes that have their own. */
const UNANSWERED = /^[-+]\[\w{1,120}(?:\(\w{0,80}\))? doesNotRecognizeSelector:\]$/

const selector = says(
  'thrown',
  /^[\w ]{1,200}: ([-+]?\[[^\]]{1,200}\]):\s*(?:unrecognized selector sent to\s+(?:instance|class)|selector not recognized\b)/,
  'NSInvalidArgumentException: -[Order total]: unrecognized selector sent to instance 0x600',
  (match, facts) => ({ ...thrownSign(facts), params: { subject: match[1] ?? '' } }),
)

const javascript = says(
  'thrown',
  /^[\w.]{1,80}: Unhandled JS Exception: ?((?:(?!: Unhandled JS Exception:|,? stack:)[^\n]){1,160})/,
  'RCTFatalException: Unhandled JS Exception: total is not a function',
  (match, facts) => ({ ...thrownSign(facts), params: { subject: match[1] ?? '' } }),
)

const cppText = says(
  'info',
  /^(?:libc\+\+abi(?:\.dylib)?: )?(?:terminating (?:due to|with) uncaught exception|terminate called after throwing).*?(?:of type|instance of) (?!NSException)([^\n]{1,300})/,
  'terminating due to uncaught exception of type std::out_of_range: vector',
  (match) => ({ params: { type: (match[1] ?? '').trim() }, evidence: [quoted(match[0])] }),
)

const objectText = says(
  'info',
  /^(?:libc\+\+abi(?:\.dylib)?: )?terminating (?:due to|with) uncaught exception of type NSException/,
  'terminating with uncaught exception of type NSException',
  ({ input }) => ({ evidence: [quoted(input)] }),
)

const kotlin = says(
  'info',
  /^Uncaught Kotlin exception: (.{1,200})/,
  'Uncaught Kotlin exception: kotlin.IllegalStateException',
  (match, facts) => ({ params: { text: match[1] ?? '', hasCrossed: hasCrossed(facts) }, evidence: [quoted(match[0])] }),
)

/** Kotlin's words where an exception may not pass into Objective-C, and its functions that carry calls and errors across. */
const CROSSING_WORDS = /doesn't have or inherit @Throws|must be (?:declared|marked|annotated) with @Throws/
/** They catch what their code throws, and end the program themselves. */
const COROUTINES = /\bkotlinx?\.coroutines\./
const CROSSING_CALL = /^_?(?:Kotlin_ObjCExport_|objc2kotlin_)\w/
/** Swift handed over an object of another thread: this ends before any of Kotlin's functions is called. */
const HANDED_OVER = /Illegal(?:Object)?Sharing|KRefSharedHolder/

/** True if the report proves that a Kotlin exception left Kotlin's code. */
function hasCrossed({ calls, info, report }: CrashFacts): boolean {
  if ([...info, report.text].some((words) => CROSSING_WORDS.test(words))) return true
  const rows = report.backtraces.flatMap(({ frames }) => frames.map(({ symbol }) => symbol?.name ?? ''))
  const names = [...calls.map(({ call }) => call.function), ...rows]
  return (
    names.some((name) => CROSSING_CALL.test(name)) &&
    !names.some((name) => COROUTINES.test(name) || HANDED_OVER.test(name))
  )
}

const said: readonly Rule[] = [
  { code: 'rust-stack-overflow', kind: 'said', requires: [rustStack] },
  { code: 'kotlin-exception', kind: 'said', requires: [kotlin] },
  { code: 'cpp-exception', kind: 'said', requires: [cppText], params: aroundThrow },
  ...panics,
  { code: 'objc-unrecognized-selector', kind: 'said', requires: [selector], excludes: [gone] },
  { code: 'javascript', kind: 'said', requires: [javascript], excludes: [gone], params: scriptParams },
  {
    code: 'nsexception',
    id: 'uncaught-exception',
    kind: 'said',
    requires: [anyThrown, isUncaught, isOfRuntime],
    params: thrownParams,
    adds: thrownSign,
  },
  {
    code: 'nsexception',
    kind: 'said',
    requires: [anyThrown, isUncaught],
    excludes: [gone],
    params: thrownParams,
    adds: thrownSign,
  },
  {
    code: 'nsexception',
    id: 'reported-error',
    kind: 'said',
    requires: [anyThrown, isReported],
    params: thrownParams,
    adds: thrownSign,
  },
  {
    code: 'nsexception',
    kind: 'said',
    requires: [objectText],
    excludes: [gone, isAccess],
    params: namelessThrown,
  },
  // The report lacks the exception's words, and the crashed thread is still in the throw. A rethrown exception may be of C++.
  {
    code: 'nsexception',
    kind: 'shown',
    requires: [
      is('end', 'abort'),
      says('terminated-by', /^_?objc_exception_throw$/, 'objc_exception_throw', (_, facts) => {
        const call = callerOfTerminate(facts)
        return call ? { evidence: [frameIs(call)], frames: [call.frame] } : {}
      }),
    ],
    excludes: [gone],
    params: (facts) => ({ ...namelessThrown(facts), isThrownHere: !hasThrownStack(facts.report) }),
    adds: (facts) => ({
      evidence: [hasThrownStack(facts.report) && sign('thrown-stack', { function: throwOf(facts) })],
    }),
  },
  // Its words are lost, and its stack is here.
  {
    code: 'nsexception',
    kind: 'shown',
    // A stack alone may be of an exception that was caught and logged.
    grade: 'likely',
    requires: [counts('thrown-stack', (value) => value === 1n, [1n, 0n])],
    excludes: [is('end', 'access', 'raised', 'killed'), gone],
    params: (facts) => ({ ...namelessThrown(facts), isLikely: true }),
    adds: (facts) => ({ evidence: [sign('thrown-stack', { function: throwOf(facts) })] }),
  },
]

/** Where Mono and .NET end a program for an exception that nobody caught. */
const managed = call(
  /^(?:mono_invoke_unhandled_exception_hook|mono_unhandled_exception\w*|xamarin_unhandled_exception_handler)\b/,
  'mono_invoke_unhandled_exception_hook',
)

/** Where Kotlin ends a program for an exception that nobody caught. */
const kotlinEnd = call(
  /^(?:\(anonymous namespace\)::)?(?:terminateWithUnhandledException|processUnhandledException|kotlin::(?:TerminateWithUnhandledException|ProcessUnhandledException)|Kotlin_(?:terminateWithUnhandledException|processUnhandledException))\b/,
  '(anonymous namespace)::terminateWithUnhandledException(ObjHeader*)',
)

const rustFunctions: readonly (readonly [pattern: RegExp, check: RustCheck])[] = [
  [/^core::panicking::panic_null_pointer/, 'null'],
  [/^core::panicking::panic_misaligned/, 'alignment'],
  [/^core::panicking::panic_bounds_check|^core::slice::index::slice_\w+_fail/, 'bounds'],
  [/^core::panicking::panic_const::panic_const_/, 'arithmetic'],
  [/^core::(?:option|result)::(?:unwrap|expect)_failed/, 'unwrap'],
  [/^core::panicking::panic_cannot_unwind/, 'unwinding'],
]

/** The check that a function near the top of the stack is of. */
const rustCheckOf = ({ calls, report }: CrashFacts) => ({
  isStopped: wasStopped(report),
  check: rustFunctions.find(([pattern]) => calls.slice(0, 16).some(({ call: one }) => pattern.test(one.function)))?.[1],
})

const shown: readonly Rule[] = [
  { code: 'managed-exception', kind: 'shown', requires: [managed], excludes: [isAccess] },
  { code: 'kotlin-exception', kind: 'shown', requires: [kotlinEnd], excludes: [isAccess] },
  {
    code: 'rust-panic',
    kind: 'shown',
    requires: [call(/^(?:rust_panic|(?:__rustc::)?rust_begin_unwind|core::panicking::\w+)/, 'rust_panic')],
    excludes: [isAccess],
    params: (facts) => ({ ...rustCheckOf(facts), ...withStack(facts) }),
  },
  {
    code: 'pure-virtual',
    kind: 'shown',
    requires: [call(/^__cxa_pure_virtual$/, '__cxa_pure_virtual')],
    excludes: [isAccess],
  },
  {
    code: 'nsexception',
    kind: 'shown',
    grade: 'likely',
    requires: [call(/^[-+]\[NSApplication _crashOnException:\]$/, '-[NSApplication _crashOnException:]')],
    excludes: [isAccess],
    params: namelessThrown,
  },
  {
    code: 'nsexception',
    kind: 'shown',
    requires: [
      hasCall('interrupted', /^_{0,2}handleUncaughtException$/, '__handleUncaughtException'),
      is('end', 'abort'),
    ],
    params: namelessThrown,
  },
  {
    code: 'cpp-terminate',
    kind: 'shown',
    // A fault below these calls is of a handler that ran while the first was reported.
    requires: [
      call(
        /^(?:std::(?:__1::)?(?:__)?terminate|_objc_terminate|demangling_terminate_handler|demangling_unexpected_handler)/,
        'std::__terminate(void (*)())',
      ),
    ],
    excludes: [isAccess],
    params: (facts) => ({ ...aroundTerminate(facts), isUnwound: isUnwound(facts) }),
  },
]

const cause = (code: keyof typeof reasons, pattern: RegExp, example: string): Family => ({
  rules: [
    {
      code,
      kind: 'possible',
      requires: [
        says('thrown', pattern, example, (match, facts) => ({
          ...thrownSign(facts),
          params: { subject: oneLine(match[1] ?? '') },
        })),
      ],
      excludes: [gone],
    },
  ],
})

/** Where the system ends a program for an exception, by its own name; older systems stop where they throw. */
const thrownCalls: readonly Rule[] = [
  {
    code: 'nsexception',
    kind: 'shown',
    requires: [
      call(/^_{1,3}TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION_{2,3}$/, '___TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION___'),
    ],
    excludes: [isAccess],
    params: namelessThrown,
  },
  {
    code: 'nsexception',
    kind: 'shown',
    grade: 'likely',
    requires: [
      says('innermost', /^_?(?:_NSRaiseError|_NSExceptionHandlerUncaughtSignal)$/, '_NSRaiseError', (match, facts) =>
        foundCall(facts, match.input),
      ),
      is('end', 'trap', 'abort'),
    ],
    params: (facts) => ({ ...namelessThrown(facts), isLikely: true }),
  },
]

export const exceptions: Family = { rules: said }
export const throwingCalls: Family = { rules: thrownCalls, isLast: true }
export const endingCalls: Family = { rules: shown, isLast: true }

/** What the words of an exception hint at: an app may write the same words for another reason. */
export const exceptionCauses: readonly Family[] = [
  { rules: [{ code: 'zombie-exception', kind: 'possible', requires: [gone] }] },
  cause(
    'objc-bounds',
    /(?:index|range) .{0,60}beyond bounds|out of bounds/i,
    'NSRangeException: index 5 beyond bounds',
  ),
  cause(
    'objc-nil',
    /(?:object|key|value) cannot be nil|nil (?:argument|object|string parameter)|attempt to insert nil/i,
    'NSInvalidArgumentException: object cannot be nil',
  ),
  cause(
    'objc-mutation',
    /was mutated while being enumerated/,
    'NSGenericException: was mutated while being enumerated',
  ),
  cause(
    'objc-kvc',
    /not key value coding-compliant for the key\s+"?([\w.]+)/,
    'NSUnknownKeyException: not key value coding-compliant for the key total',
  ),
  cause(
    'uikit-batch-update',
    /[Ii]nvalid (?:update|number of (?:rows|sections|items))|attempt to (?:delete|insert) (?:row|item|section)/,
    'NSInternalInconsistencyException: Invalid update: invalid number of rows in section 0',
  ),
  cause(
    'main-thread',
    /\b[Mm]ain [Tt]hread\b|\bbackground thread\b|Modifications to the layout engine/,
    'NSInternalInconsistencyException: Modifications to the layout engine must not be performed from a background thread',
  ),
  cause(
    'uikit-nan',
    /(?:bounds|position|frame|rect|geometry).{0,40}\bNaN\b|CALayerInvalidGeometry/i,
    'CALayerInvalidGeometry: CALayer position contains NaN: [nan 20]',
  ),
  cause('objc-json', /Invalid type in JSON write/, 'NSInvalidArgumentException: Invalid type in JSON write (NSDate)'),
]
