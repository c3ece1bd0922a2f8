/** Parts of a report around the end: advice may point only to those that are there. */
import type { MessageParameters } from '../messages/message.ts'
import { eachStack } from '../model/each-frame.ts'
import type { Frame, SymbolicatedReport, Thread } from '../model/report.ts'
import { belowHandlers } from '../reading/blame.ts'
import { isWaiting } from '../reading/doing.ts'
import { isPlaceholder, trustedCalls } from '../reading/lines.ts'
import { isOwnFrame, isSurelySystem } from '../reading/own-code.ts'
import type { CrashFacts } from './crash-facts.ts'
import { NULL_SAFE, RETAIN_OR_SEND } from './measures.ts'
import { isBlockingName, isLockName } from './waiting.ts'

/** True if the stack has a frame of the user's code, which advice may point to, by its path, the program's name or a source line. */
function hasOwn({ culprit, report, symbolicated }: CrashFacts): boolean {
  if (culprit === undefined || !isOwnFrame(symbolicated, culprit)) return false
  const image = culprit.image === undefined ? undefined : report.images[culprit.image]
  const origin = image?.origin ?? (image && symbolicated.images[image.index]?.origin)
  if (origin !== undefined) return origin === 'app'
  const name = image?.name ?? culprit.imageName
  return report.header.process === undefined ? culprit.symbol?.line !== undefined : name === report.header.process
}

/** True if a signal handler ran above the frame that failed. */
export const isHandled = ({ symbolicated, stack }: Pick<CrashFacts, 'symbolicated' | 'stack'>): boolean =>
  stack !== undefined && belowHandlers(symbolicated, stack.frames).length < stack.frames.length

/** True if that handler aborted: a handler that failed itself, or was stopped, did not. */
const abortedInHandler = (facts: CrashFacts): boolean => {
  const { symbolicated, stack } = facts
  if (stack === undefined || !isHandled(facts)) return false
  const above = stack.frames.slice(0, stack.frames.length - belowHandlers(symbolicated, stack.frames).length)
  return above.some((frame) =>
    trustedCalls(symbolicated, frame).some((call) => /^_{0,3}(?:abort|(?:pthread_)?kill|raise)\b/.test(call.function)),
  )
}

export const ownFrame = (facts: CrashFacts): MessageParameters => ({ hasOwn: hasOwn(facts) })

/** True if the report has words on the end: of an exception, of a library, or of a runtime. */
const hasMessage = ({ info, report: { exception } }: CrashFacts): boolean =>
  exception?.reason !== undefined ||
  info.some(
    (line) =>
      line.trim() !== '' &&
      !/^(?:(?:__)?abort\(\) called|CoreSimulator |dyld4? config|crashed on |Process finished|ExitCode: |zsh: |objc\[\d+\]: garbage collection is |[^:]{1,60}:\**$)/.test(
        line,
      ),
  )

/** Places that advice on an abort may point to. */
export const aroundAbort = (facts: CrashFacts): MessageParameters => ({
  hasOwn: hasOwn(facts) && !isHandled(facts),
  isHandled: abortedInHandler(facts),
  hasMessage: hasMessage(facts),
})

const isNamed = ({ symbolicated }: CrashFacts, frame: Frame): boolean =>
  trustedCalls(symbolicated, frame).some((call) => !isPlaceholder(call.function))

/** The folder of a program with all that belongs to it. */
const BUNDLE = /^.*?\.(?:app|framework|appex|xpc|bundle)\//

/** True for code in the program's own folder, also where the program is one of the system's. */
function isOfProgram({ report: { header, images } }: CrashFacts, { image }: Frame): boolean {
  const folder = BUNDLE.exec(header.path ?? '')?.[0]
  return folder !== undefined && image !== undefined && images[image]?.path?.startsWith(folder) === true
}

/** Facts about the frames at the top of the stack, for the advice on a trap. */
export function aroundTrap(facts: CrashFacts): MessageParameters {
  const { stack, symbolicated, culprit, type, signal } = facts
  const frames = stack?.frames ?? []
  const [first] = frames
  const isBreakpoint = type === 'EXC_BREAKPOINT' || signal === 'SIGTRAP'
  const named = first !== undefined && isNamed(facts, first)
  return {
    hasStack: first !== undefined,
    hasStacks: [...eachStack(facts.report)].some((one) => one.frames.length > 0),
    isHandled: isHandled(facts),
    isUnnamed: first !== undefined && !named,
    hasSystem: named && first !== culprit && isSurelySystem(symbolicated, first) && !isOfProgram(facts, first),
    hasLibrary: named && first !== culprit,
    // A breakpoint instruction is put where code stops on purpose. No wild call ends in the middle of a named function.
    mayBeCall: !named && !isBreakpoint,
  }
}

/** True if a thread ran the user's code at that moment, or waited in it for a lock: it may have shared data. */
function takesPart(symbolicated: SymbolicatedReport, { frames }: Thread): boolean {
  const [first] = frames
  if (!first || !frames.some((frame) => isOwnFrame(symbolicated, frame))) return false
  const names = trustedCalls(symbolicated, first).map((call) => call.function)
  return names.some(isLockName) || !names.some((name) => isWaiting(name) || isBlockingName(name))
}

/** What advice on a pointer may point to: the source line of the access, and other threads. */
export function aroundAccess(facts: CrashFacts): MessageParameters {
  const { stack, symbolicated, culprit, calls, report, thread } = facts
  const [first] = stack ? belowHandlers(symbolicated, stack.frames) : []
  const isOwn = first !== undefined && first === culprit
  return {
    isOwn,
    hasLine: isOwn && trustedCalls(symbolicated, first).some(({ line }) => line !== undefined),
    hasThreads: report.threads.some((other) => other !== thread && takesPart(symbolicated, other)),
    isNullSafe: calls[0]?.frame === first && NULL_SAFE.test(calls[0]?.call.function ?? ''),
    isObject: calls[0]?.frame === first && RETAIN_OR_SEND.test(calls[0]?.call.function ?? ''),
  }
}

/** What advice on a check of Swift may point to. */
export const hasText = (facts: CrashFacts): MessageParameters => ({ hasMessage: hasMessage(facts) })
