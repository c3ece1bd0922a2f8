/** The place in a title: the innermost function where the words are true of it, and the user's function that called it. */
import type { MessageParameters } from '../messages/message.ts'
import { imageNameOf } from '../model/frames.ts'
import type { Frame } from '../model/report.ts'
import { isRuntimeCall } from '../model/runtime-calls.ts'
import { belowHandlers } from '../reading/blame.ts'
import { codeOriginOf } from '../reading/code-origin.ts'
import { gradeOf, isPlaceholder, trustedCalls } from '../reading/lines.ts'
import { isSurelySystem } from '../reading/own-code.ts'
import { shortName } from '../reading/short-name.ts'
import type { CrashFacts } from './crash-facts.ts'

/** Names of no function: an address, a path, a debugger's stand-in, the program's start. */
const NO_FUNCTION = /^(?:main|start|\(null\))$|^0x[0-9a-f]+$|^[*~.]?\/|^_*lldb_unnamed_symbol|^\?+$/i

/** Functions that a program calls to end itself, to report a failed check or to throw: its caller is the place. */
const ENDING =
  /^(?:closure #\d+ in )*(?:_{0,2}(?:pthread_)?kill|raise|_{0,3}abort\w*|__abort_with_payload|_{0,3}assert_rtn|_{2}assert|_?os_(?:crash|fault)\w*|__stack_chk_fail|malloc_\w*(?:report|error|printf)\w*|\w*zone_error|_?malloc_vreport|free_list_checksum\w*|_objc_fatalv?\b.*|_{0,3}exceptionPreprocess|__?NSRaiseError|_?objc_(?:exception_(?:throw|rethrow)|terminate|begin_catch)|_?objc_terminate.*|-\[NSException raise\]|\+\[NSException raise:.*|-\[NSAssertionHandler .*|_?NSAssert\w*|-\[NSObject(?:\(\w+\))? doesNotRecognizeSelector:\]|_{2,3}forwarding_{2,3}|_?CF_forwarding_prep_\d|__cxa_(?:throw|rethrow|bad_\w+|call_\w+|pure_virtual)|_?Unwind_\w+|demangling_\w+_handler.*|default_\w+_handler.*|(?:std::)?(?:__\w+::)?_*terminate\b.*|(?:__cxxabiv1::)?failed_throw.*|swift::(?:fatalErrorv?|swift_abort\w*)|(?:std::)?(?:__\w+::)?__throw_\w+|_checkExpectedExecutor|_?dispatch_(?:assert_queue|bug)[\w$.]*|_?dispatch_\w*sync\w*|__DISPATCH_WAIT_FOR_QUEUE__|(?:specialized )?(?:Swift\.)?_?(?:assertionFailure|fatalErrorMessage|preconditionFailure)\b.*|\$ss1[78]_(?:assertionFailure|fatalErrorMessage).*|Swift runtime failure.*|_?swift_(?:task_\w+|unexpectedError|\w*(?:[Ff]ailure|[Rr]eport|[Ff]atal|abort)\w*|deletedMethodError)|rust_(?:panic|begin_unwind).*|__rustc::.*|core::panicking::.*|core::(?:option|result)::(?:unwrap|expect)_failed.*|std::panicking::.*|std::(?:sys|process|rt)::.*|core::intrinsics::abort|_*asan_\w+|_*(?:ub|t)san_\w+|__sanitizer\w*|mono(?:touch)?_\w+|xamarin_\w+|(?:re)?throw_exception|__semwait\w+|\w{1,4}sleep\$\S+)(?:\$VARIANT\$\w+)?(?:\(.*)?$/

/** Only the head of a name counts, so that the time does not depend on its length. */
const isEnding = (name: string): boolean => ENDING.test(name.slice(0, 200))

/** Wrappers of frameworks that throw or abort for what was passed to them. They say nothing about the place. */
const WRAPPER = /^(?:RCT\w*(?:Fatal|Exceptions)|-\[RCT(?:ExceptionsManager|Fatal)\b|-\[RCT\w*Bridge handleError:)/

/** Farther away than this, a caller says little about what failed: an event loop, or what started the thread. */
const FARTHEST = 10

/** Libraries that hold only such calls at the top of a stack that ended in an abort or a throw. */
const ENDING_IMAGE =
  /^(?:libsystem_(?:kernel|pthread|platform|c|malloc)\.dylib|libc\+\+abi(?:\.\d)?\.dylib|libobjc\.A\.dylib)$/
const THROWING_IMAGE = /^(?:CoreFoundation|libobjc\.A\.dylib|libc\+\+abi(?:\.\d)?\.dylib)$/

/** The user's function that the culprit's frame names; undefined where the name says no more than `main`. */
function ownName({ culprit, symbolicated }: CrashFacts): string | undefined {
  if (!culprit) return undefined
  const own = trustedCalls(symbolicated, culprit).filter((call) => !isPlaceholder(call.function))
  const call = own.find((candidate) => !isRuntimeCall(candidate)) ?? own.at(-1)
  return call && titleName(call.function)
}

const MOST = 120

/** A name as a title shows it: short; undefined for a name of no function. */
function titleName(name: string): string | undefined {
  if (name === '' || NO_FUNCTION.test(name)) return undefined
  const short = shortName(name)
  return short.length > MOST ? `${short.slice(0, MOST - 1)}…` : short
}

/**
 * Where it happened: `where` is the function, and `calledFrom` the user's function below it on the stack. A failed access or a trap
 * is of the innermost function, whoever called it. A throw or an abort is of the function below the calls that do it. With
 * `isCaller` the words are true of what called the innermost function.
 */
export function placeIn(facts: CrashFacts, isCaller = false): MessageParameters {
  const own = ownName(facts)
  if (own === undefined || facts.culprit === undefined || facts.stack === undefined) return { where: own }
  // Limits, hangs and kills are of all that the thread does, not of one function.
  if (!isOfOneFunction(facts)) return { where: own }
  const frames = belowHandlers(facts.symbolicated, facts.stack.frames)
  const at = frames.indexOf(facts.culprit)
  const forwarded = frames.slice(0, Math.max(at, 0)).findLastIndex((frame) => isForwarding(facts, frame))
  const inner = frames.findIndex(
    (frame, index) =>
      index >= at ||
      (index > forwarded && !(isPassed(facts, frame) || (isCaller && (index === 0 || isSwiftCore(facts, frame))))),
  )
  const frame = frames[inner]
  if (frame !== undefined && isElsewhere(facts, frames[inner - 1], frame)) return { where: undefined }
  if (at === -1 || frame === undefined || inner >= at)
    return { where: WRAPPER.test(own) || isEnding(own) ? undefined : own }
  const where = nameAt(facts, frame)
  if (where !== undefined && WRAPPER.test(where)) return { where: undefined }
  const isFar = at - inner > FARTHEST
  return { where, ...(where !== undefined && !isFar && !WRAPPER.test(own) && { calledFrom: own }) }
}

/** True below the compiler's name of a check, whose function was not named: the frame that called it is another one. */
const isElsewhere = ({ report, symbolicated }: CrashFacts, above: Frame | undefined, frame: Frame): boolean =>
  above !== undefined &&
  above.inlined !== true &&
  imageNameOf(report, above) !== imageNameOf(report, frame) &&
  !isSurelySystem(symbolicated, above) &&
  trustedCalls(symbolicated, above).every((call) => /^Swift runtime failure\b/.test(call.function)) &&
  trustedCalls(symbolicated, above).length > 0

/** A frame of Swift's library without a name: below the frame that stopped it is a part of the check. */
const isSwiftCore = ({ report, symbolicated }: CrashFacts, frame: Frame): boolean =>
  imageNameOf(report, frame) === 'libswiftCore.dylib' &&
  trustedCalls(symbolicated, frame).every((call) => isPlaceholder(call.function))

/** What the Objective-C runtime calls for a selector that an object does not have: what is above it only throws. */
const isForwarding = ({ symbolicated }: CrashFacts, frame: Frame): boolean =>
  trustedCalls(symbolicated, frame).some((call) =>
    /^(?:_{2,3}forwarding_{2,3}|_?_CF_forwarding_prep_\d)$/.test(call.function),
  )

function isOfOneFunction({ end, stack, report }: CrashFacts): boolean {
  return (end !== 'killed' && end !== 'other') || (stack !== undefined && stack === report.lastException)
}

/** A frame that the place is not in: what ends the program, or an inlined row of the very function that may be blamed. */
function isPassed(facts: CrashFacts, frame: Frame): boolean {
  const { culprit, end, report, stack, symbolicated } = facts
  if (end === 'access' && stack !== report.lastException) return false
  if (end === 'abort' && codeOriginOf(symbolicated, frame) === 'reporter') return true
  if (frame.inlined === true && frame.image === culprit?.image) return true
  const names = trustedCalls(symbolicated, frame).filter((call) => !isPlaceholder(call.function))
  const image = imageNameOf(report, frame)
  // A name that does not fit says nothing of the libraries that end a program.
  const isMisnamed = gradeOf(symbolicated, frame)?.level === 'doubtful' && end === 'abort' && ENDING_IMAGE.test(image)
  if (names.length > 0 && !isMisnamed) return names.every((call) => isEnding(call.function))
  if (stack === report.lastException) return THROWING_IMAGE.test(image)
  return end === 'abort' && ENDING_IMAGE.test(image)
}

/** The frame's function, or its image where it has no name to rely on; undefined where it has neither. */
function nameAt({ symbolicated, report }: CrashFacts, frame: Frame): string | undefined {
  const calls = trustedCalls(symbolicated, frame).filter((call) => !isPlaceholder(call.function))
  const isSure = gradeOf(symbolicated, frame)?.level !== 'doubtful'
  const name = isSure ? calls[0] && titleName(calls[0].function) : undefined
  const image = imageNameOf(report, frame)
  return name ?? (image === '' || image === '???' ? undefined : image)
}
