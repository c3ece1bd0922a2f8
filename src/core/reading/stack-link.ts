/**
 * Links a stack of a script, of managed code or of a runtime with the thread of the report that it belongs to. There is a link only where
 * the report proves it:
 * - the words of the exception hold the stack, and the thread that raised it has the runtime's own way of passing such errors on;
 * - the stack and the thread that crashed, and no other, share return addresses in the same order, some of them in the app's code;
 * - Mono printed both for the thread that got the signal.
 */
import { stackLinks } from '../messages/reading.ts'
import type { Frame, Report, SymbolicatedReport, Thread } from '../model/report.ts'
import { areOfOneSignal } from '../model/mono-stacks.ts'
import type { FrameLanguage } from '../model/script.ts'
import { languageOf } from './language.ts'
import { linesOf } from './lines.ts'
import { wordsHold } from './quoted-stack.ts'
import { crashedThread, threadTitle, type StackReading } from './stacks.ts'

/** Functions by which a runtime ends the program for an error of its language. */
const PASSES_ON: Partial<Record<FrameLanguage, RegExp>> = {
  javascript: /\b(?:RCTFatal(?:Exception)?|RCTExceptionsManager|RCTFormatError)\b/,
  csharp:
    /\b(?:xamarin_(?:process_managed_exception|unhandled_exception_handler|throw_ns_exception)\w*|mono_unhandled_exception\w*|il2cpp\w*unhandled_exception\w*)\b/i,
  kotlin:
    /\b(?:Kotlin_terminateWithUnhandledException|(?:Kotlin_)?[Rr]eportUnhandledException|(?:\w+::)*TerminateWithUnhandledException|konan::abort)\b/,
}
const MONO_CRASH = /^[ \t]*Got an? SIG\w+ while executing native code/m

/** Rows looked at. */
const MOST_FRAMES = 256
/** Shared return addresses that are no chance: fewer may be the way into any thread. */
const FEWEST_SHARED = 3

/** False if no stack of the report can have a link: a cheap look before all stacks are compared. */
export const mayHaveLinks = ({ format, backtraces }: Report): boolean =>
  format === 'managed-stack' || backtraces.length > 0

/** The link of a stack to a thread, as a sentence; undefined where nothing proves that. */
export function stackLinkOf(symbolicated: SymbolicatedReport, stack: StackReading): string | undefined {
  const { report } = symbolicated
  if (stack.thread && report.format !== 'managed-stack') return undefined
  if (stack.key === 'last' || stack.frames.length === 0) return undefined
  return linkByMono(report, stack) ?? linkByWords(symbolicated, stack) ?? linkByAddresses(symbolicated, stack)
}

function linkByWords(symbolicated: SymbolicatedReport, { frames }: StackReading): string | undefined {
  const { report } = symbolicated
  const thread = crashedThread(report)
  const language = frames[0]?.language
  const pattern = language && PASSES_ON[language]
  if (!pattern || !thread || thread.attributed || !wordsHold(report, frames)) return undefined
  const named = (own: readonly Frame[] = []): string | undefined => {
    for (const frame of own.slice(0, MOST_FRAMES))
      for (const { name } of linesOf(symbolicated, frame)) {
        const found = pattern.exec(name)?.[0]
        if (found !== undefined) return found
      }
    return undefined
  }
  const call = named(thread.frames) ?? named(report.lastException?.frames)
  return call === undefined ? undefined : stackLinks.words({ thread: threadTitle(thread), call })
}

function linkByAddresses(symbolicated: SymbolicatedReport, { frames, thread }: StackReading): string | undefined {
  const { report } = symbolicated
  // A thread that has ended may have had the same callers, so only the one that crashed may be meant, and only by a runtime.
  const crashed = crashedThread(report)
  if (!crashed || crashed.attributed || thread) return undefined
  if (!frames.slice(0, MOST_FRAMES).some((frame) => languageOf(symbolicated, frame) !== undefined)) return undefined
  const found = report.threads
    .map((thread) => ({ thread, shared: longestShared(report, frames, thread) }))
    .filter(({ shared }) => shared >= FEWEST_SHARED)
    .sort((a, b) => b.shared - a.shared)
  const [best, next] = found
  if (best?.thread !== crashed || best.shared === next?.shared) return undefined
  return stackLinks.addresses({ thread: threadTitle(best.thread), count: best.shared })
}

/** The longest run of addresses that both have, one after the other; 0 where none of them is in code of the app. */
function longestShared(report: Report, frames: readonly Frame[], thread: Thread): number {
  const places = new Map<bigint, number>()
  const own = thread.frames.slice(0, MOST_FRAMES)
  for (const [at, { address }] of own.entries()) if (address !== undefined) places.set(address, at)
  let [best, run, ofApp, before] = [0, 0, false, -2]
  for (const { address, image } of frames.slice(0, MOST_FRAMES)) {
    const at = address === undefined ? undefined : places.get(address)
    if (at === undefined || at !== before + 1) [run, ofApp] = [0, false]
    before = at ?? -2
    if (at === undefined) continue
    run++
    ofApp ||= image !== undefined && report.images[image]?.origin === 'app'
    if (ofApp && run > best) best = run
  }
  return best
}

/** Mono's handler prints the native stack, then the managed one, of the thread that got the signal. */
function linkByMono({ format, text, threads }: Report, { frames, thread }: StackReading): string | undefined {
  if (format !== 'managed-stack' || frames[0]?.language !== 'csharp') return undefined
  const signal = MONO_CRASH.exec(text)
  const native = threads.find((one) => one.frames.some(({ address }) => address !== undefined))
  if (!signal || !native || native === thread) return undefined
  const [one, other] = [thread?.span, native.span]
  return !one || !other || areOfOneSignal(one, other) ? stackLinks.mono : undefined
}
