/** Chooses the frame of the user's own code that may be blamed. No other module decides it. */
import { imageNameOf } from '../model/frames.ts'
import type { Frame, Stack, SymbolicatedReport } from '../model/report.ts'
import { trustedCalls } from './lines.ts'
import { codeOriginOf, isRuntimeImage } from './code-origin.ts'
import { isOwnFrame } from './own-code.ts'

/** Ends that come from outside, whatever the program was doing: no frame of it is to blame. */
const FROM_OUTSIDE =
  /^(?:code-signing|signal-sig(?:term|kill)|signal-sent|signal-by|user-force-quit|thermal|jetsam|security-violation|forced-reset|panic.*)$/

/** True if the explanation with this id blames no code of the program. */
export const isFromOutside = (id: string | undefined): boolean => id !== undefined && FROM_OUTSIDE.test(id)

/** Functions that run an app's event loop: the frames that called them only started the app. */
const EVENT_LOOP =
  /^_?(?:__CFRUNLOOP_IS_\w+|_CFRUNLOOP_IS_\w+|_?_NSFire(?:DelayedPerform|Timer)|_?_NSThreadPerformPerform|_?dispatch_main_queue_callback_4CF|UIApplicationMain|NSApplicationMain|NSExtensionMain|WKExtensionMain|dispatch_main|xpc_main)\b|^-\[NSApplication run\]|^(?:static |specialized )*(?:SwiftUI\.)?\w*App\.main\(\)|\brunApp\b/

/** Images that hold event loops, and those that call a program's `main`. */
const LOOP_IMAGE = /^(?:UIKit\w*|AppKit|SwiftUI\w*|WatchKit|TVUIKit|GraphicsServices|HIToolbox)$/
const START_IMAGE = /^(?:libdyld\.dylib|dyld|dyld_sim)$/

/** Index of the event loop's frame: by its name, else because only the app's `main` and dyld are below it; -1 for none. */
function eventLoopIn(symbolicated: SymbolicatedReport, frames: readonly Frame[]): number {
  const named = frames.findIndex((frame) =>
    trustedCalls(symbolicated, frame).some((call) => EVENT_LOOP.test(call.function)),
  )
  if (named !== -1) return named
  // A row for an inlined call belongs to the next frame.
  const [loop, main, start] = frames.filter(({ inlined }) => inlined !== true).slice(-3)
  if (!loop || !main || !start || !isOwnFrame(symbolicated, main)) return -1
  const { report } = symbolicated
  return LOOP_IMAGE.test(imageNameOf(report, loop)) && START_IMAGE.test(imageNameOf(report, start))
    ? frames.indexOf(loop)
    : -1
}

/**
 * The first frame of the user's own code below signal handlers, reporters, and functions that throw or abort; undefined for none. A
 * frame with a guessed name or none may be blamed, but never by that name. Frames that started the app's event loop are not to blame.
 */
export function frameToBlame(symbolicated: SymbolicatedReport, { frames }: Stack): Frame | undefined {
  const below = belowHandlers(symbolicated, frames)
  const loop = eventLoopIn(symbolicated, below)
  const candidates = loop === -1 ? below : below.slice(0, loop)
  const isOfFault = FAULT.test(`${symbolicated.report.exception?.type} ${symbolicated.report.exception?.signal}`)
  const found = candidates.find((frame, at) => {
    const origin = codeOriginOf(symbolicated, frame)
    // The processor stopped in this very frame, so no handler ran: the reporter's own code failed.
    if (origin === 'reporter' && at === 0 && isOfFault) return true
    return origin === 'app' || origin === 'framework' || origin === 'extension'
  })
  return found && isBelowCompiledCode(symbolicated, candidates.slice(0, candidates.indexOf(found))) ? undefined : found
}

/** The stack without the frames above a signal's trampoline: they are the handler's, and the cause is below. */
export function belowHandlers(symbolicated: SymbolicatedReport, frames: readonly Frame[]): readonly Frame[] {
  const handled = frames.findLastIndex((frame) =>
    trustedCalls(symbolicated, frame).some((call) => /^_?_sigtramp$/.test(call.function)),
  )
  return handled === -1 ? frames : frames.slice(handled + 1)
}

/** Exceptions that the processor raises. */
const FAULT = /\bEXC_(?:BAD_ACCESS|BAD_INSTRUCTION|BREAKPOINT|ARITHMETIC)\b|\bSIG(?:SEGV|BUS|ILL|TRAP|FPE)\b/

/** True if code compiled at run time threw: frames in no image, called by a language's runtime. */
function isBelowCompiledCode({ report }: SymbolicatedReport, above: readonly Frame[]): boolean {
  const at = above.findIndex(({ image }) => image === undefined)
  return at !== -1 && above.slice(at).some(({ image }) => isRuntimeImage(report.images[image ?? -1]?.name))
}
