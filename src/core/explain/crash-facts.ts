/** The facts of a report that rules read: the stack that matters, its names, codes, registers and the system's words about the end. */
import { endingSignal } from '../reading/end.ts'
import { isApple } from './report-writers.ts'
import { joinLinkerLines } from '../model/linker-words.ts'
import type { Call } from '../model/image.ts'
import type { Frame, Report, Stack, SymbolicatedReport, Thread } from '../model/report.ts'
import { belowHandlers, frameToBlame } from '../reading/blame.ts'
import { trustedCalls } from '../reading/lines.ts'
import { crashedThread } from '../reading/stacks.ts'
import { isTranslated } from '../reading/subject.ts'
import { addressOf, accessCodeOf } from './access-codes.ts'
import { terminationCodeOf } from './termination-codes.ts'
import { processorAbortOf, type ProcessorAbort } from './processor-abort.ts'
import { processorTrapOf, type ProcessorTrap } from './processor-trap.ts'
import { thrownOf, type Thrown } from './thrown.ts'

/** One named call on the stack, with its frame. */
export interface NamedCall {
  readonly frame: Frame
  readonly call: Call
}

/** How a process ended, by the codes of its exception. */
export type CrashEnd = 'access' | 'raised' | 'trap' | 'arithmetic' | 'abort' | 'killed' | 'other'

export interface CrashFacts {
  readonly symbolicated: SymbolicatedReport
  readonly report: Report
  /** The thread that crashed, or the one a report of another kind is about. */
  readonly thread: Thread | undefined
  /** Where to read: the throw site of an exception, else the thread. */
  readonly stack: Stack | undefined
  /** All calls of the stack, innermost first; frames without names, or with names that a device guessed, are left out. */
  readonly calls: readonly NamedCall[]
  /** Frame of the user's own code to read first. */
  readonly culprit: Frame | undefined
  /** `EXC_BAD_ACCESS`, upper case; empty when not said. */
  readonly type: string
  /** `SIGSEGV`; empty when not said. */
  readonly signal: string
  readonly end: CrashEnd
  /** An access to memory failed. */
  readonly isBadAccess: boolean
  /** Code sent the signal; no instruction faulted. */
  readonly isRaised: boolean
  /** `kern_return_t`, or the processor's number, of a failed access. */
  readonly accessCode: bigint | undefined
  /** The address of an access that failed; undefined where the report gives none, or one that means nothing. */
  readonly address: bigint | undefined
  readonly esr: bigint | undefined
  readonly pc: bigint | undefined
  readonly isArm: boolean
  /** The failed access of an Arm processor, where nothing else gives the end. */
  readonly processorAbort: ProcessorAbort | undefined
  /** The trap in which a thread of an Intel processor crashed, where a report has nothing else on its end. */
  readonly processorTrap: ProcessorTrap | undefined
  /** Application specific information, without what libraries of the app left. */
  readonly info: readonly string[]
  readonly linkerWords: readonly string[]
  readonly terminationWords: readonly string[]
  readonly terminationCode: bigint | undefined
  readonly thrown: Thrown | undefined
  /** The panic string. */
  readonly panic: string | undefined
  /** The reason that a spindump or resource report gives for itself. */
  readonly event: string | undefined
  readonly innermostImage: string | undefined
  readonly region: readonly string[]
}

/** The facts of a report, drawn once for all rules. */
export function factsOf(symbolicated: SymbolicatedReport): CrashFacts {
  const { report } = symbolicated
  const thread = crashedThread(report)
  const { exception, termination } = report
  const typeText = `${exception?.type ?? ''} ${exception?.signal ?? ''}`.toUpperCase()
  const type = /EXC_[A-Z_]+/.exec(typeText)?.[0] ?? ''
  const signal = endingSignal(report) ?? /\bSIG(?!NAL\b)[A-Z]{2,}/.exec(typeText)?.[0] ?? ''
  const arch = report.header.arch ?? report.images[0]?.arch
  // The first registers may be cut off.
  const lone = arch === undefined ? valueOf(thread, 'esr') : undefined
  const isArm = /^arm/i.test(arch ?? '') || (valueOf(thread, 'x0') ?? lone) !== undefined
  const end = endOf(symbolicated, type, signal, thread)
  const isBadAccess = end === 'access'
  // An exception that was thrown before, and caught, is not why an access failed.
  const thrownStack = isBadAccess || end === 'raised' ? undefined : report.lastException
  const stack =
    thrownStack ?? thread ?? report.lastException ?? (report.threads.length === 1 ? report.threads[0] : undefined)
  const info = systemInfo(report)
  const terminationWords = [termination?.indicator, ...(termination?.reasons ?? [])].filter(
    (line) => line !== undefined,
  )
  const accessCode = isBadAccess ? accessCodeOf(report, isArm) : undefined
  const innermostImage = imageName(report, stack?.frames[0])
  const address = isBadAccess ? addressOf(report, accessCode, isArm, innermostImage) : undefined
  const isPanic = exception?.type?.toLowerCase() === 'panic'
  const esr = isArm ? valueOf(thread, 'esr') : undefined
  return {
    symbolicated,
    report,
    thread,
    stack,
    calls: stack ? namedCalls(symbolicated, stack.frames) : [],
    culprit: stack && frameToBlame(symbolicated, stack),
    type,
    signal,
    end,
    isBadAccess,
    isRaised: end === 'raised',
    accessCode,
    address,
    esr,
    pc: programCounter(thread, isArm) ?? notedCounter(report, address) ?? innermostAddress(report, thread),
    isArm,
    processorAbort: end === 'other' ? processorAbortOf(report, thread, esr) : undefined,
    processorTrap: isArm ? undefined : processorTrapOf(report, thread),
    info,
    linkerWords: linkerWords(report, isBadAccess ? [] : info, terminationWords),
    terminationWords,
    terminationCode: terminationCodeOf(report),
    thrown: isBadAccess || end === 'raised' ? undefined : thrownOf(report, info, type !== '' || signal !== ''),
    panic: isPanic ? exception.reason : undefined,
    event: headerField(report, /^Event$/i),
    innermostImage,
    region: regionLines(report),
  }
}

/** The calls of frames that have names which can be trusted, each with its frame. */
export function namedCalls(symbolicated: SymbolicatedReport, frames: readonly Frame[]): NamedCall[] {
  return frames.flatMap((frame) => trustedCalls(symbolicated, frame).map((call) => ({ frame, call })))
}

const valueOf = (thread: Thread | undefined, name: string): bigint | undefined =>
  thread?.registers?.find((register) => register.name === name)?.value

/** The program counter among the registers; `srr0` is PowerPC's. */
const programCounter = (thread: Thread | undefined, isArm: boolean): bigint | undefined =>
  valueOf(thread, isArm ? 'pc' : 'rip') ?? valueOf(thread, 'eip') ?? valueOf(thread, 'srr0')

/** The address of the innermost frame where that is in no image, and the report has no registers of its thread: it is the counter's. */
function innermostAddress({ header }: Report, thread: Thread | undefined): bigint | undefined {
  const [first] = thread?.frames ?? []
  const isLone = first?.index === 0 && first.image === undefined && first.kind === 'exact'
  return isLone && !thread?.registers?.length && !isTranslated(header) ? first.address : undefined
}

function imageName(report: Report, frame: Frame | undefined): string | undefined {
  return (frame?.image === undefined ? undefined : report.images[frame.image]?.name) ?? frame?.imageName
}

const TRAPS = /^(?:EXC_BREAKPOINT|EXC_BAD_INSTRUCTION)$/

function endOf(symbolicated: SymbolicatedReport, type: string, signal: string, thread: Thread | undefined): CrashEnd {
  if (wasRaised(symbolicated, type, signal, thread)) return 'raised'
  // The codes are of an exception before, which the program handled.
  if (
    type === 'EXC_BAD_ACCESS' &&
    signal === 'SIGABRT' &&
    (saysUncaught(symbolicated.report) || hasAborted(symbolicated, thread))
  )
    return 'abort'
  if (type === 'EXC_BAD_ACCESS' || (type === '' && (signal === 'SIGSEGV' || signal === 'SIGBUS'))) return 'access'
  if (TRAPS.test(type) || (type === '' && (signal === 'SIGTRAP' || signal === 'SIGILL'))) return 'trap'
  if (type === 'EXC_ARITHMETIC' || signal === 'SIGFPE') return 'arithmetic'
  if (signal === 'SIGABRT') return 'abort'
  if (type === '' && signal === '') return endOfPiece(symbolicated, thread)
  return signal === 'SIGKILL' ? 'killed' : 'other'
}

/** True if a runtime's own line says that the abort was for an exception that nobody caught. */
const saysUncaught = ({ applicationInfo }: Report): boolean =>
  applicationInfo.some((text) =>
    /^(?:libc\+\+abi(?:\.dylib)?: terminating|terminating|\*\*\* Terminating app) (?:due to|with) uncaught exception\b/m.test(
      text,
    ),
  )

/**
 * The address of the fault, where the system notes that the program counter had it and not the address of the first frame. Of a
 * program that Rosetta translates, the system prints 0 as the counter, wherever it was.
 */
function notedCounter({ header, sections }: Report, address: bigint | undefined): bigint | undefined {
  if (isTranslated(header)) return undefined
  const notes = [
    ...header.fields.filter(([key]) => /^notes?$/i.test(key)).map(([, value]) => value),
    ...sections.map((section) => (section.kind === 'text' && section.title === 'Report notes' ? section.text : '')),
  ]
  const noted = /\b(?:PC|RIP|EIP) register does not match crashing frame \((0x[0-9a-f]{1,16}) vs /i.exec(
    notes.join('\n'),
  )
  return noted?.[1] !== undefined && BigInt(noted[1]) === address ? address : undefined
}

/** Functions of Swift's runtime that print why a check failed, and then trap. */
export const SWIFT_ASSERTION =
  /^(?:closure #\d{1,3} in |Swift\.)*_?(?:assertionFailure|fatalErrorMessage)\(|^\$ss17_assertionFailure/
/** The name of a trap that the compiler places for a check. */
export const SWIFT_FAILURE = /^Swift runtime failure: (.+)$/

/** The end of a piece that has no exception, where the thread that crashed proves it. */
function endOfPiece(symbolicated: SymbolicatedReport, thread: Thread | undefined): CrashEnd {
  const { exception, termination } = symbolicated.report
  if (thread?.crashed !== true || exception || termination) return 'other'
  // A thread that stands at a `brk`: no kernel handles it in silence.
  const esr = valueOf(thread, 'esr')
  if (esr !== undefined && ((esr >> 26n) & 0x3fn) === 0x3cn) return 'trap'
  const [innermost = [], ...others] = thread.frames
    .slice(0, 4)
    .map((frame) => trustedCalls(symbolicated, frame).map((call) => call.function))
  if (innermost.some((name) => SWIFT_ASSERTION.test(name) || SWIFT_FAILURE.test(name))) return 'trap'
  // `abort` sent the signal.
  const hasSent = innermost.some((name) => /^_{0,2}pthread_kill(?:\$VARIANT\$\w+)?$/.test(name))
  return hasSent && [innermost, ...others].flat().some((name) => /^_{0,2}abort$/.test(name)) ? 'abort' : 'other'
}

/** Names of functions that report a failed check, and then abort. */
const CHECKS = /assert|terminate|g_log/

/** Old systems wait inside `abort` for the signal. */
const WAITS_INSIDE = /semwait_signal/

/** True if what a handler of signals interrupted was `abort`; where none ran, if a failed check aborted. */
function hasAborted(symbolicated: SymbolicatedReport, thread: Thread | undefined): boolean {
  const frames = thread?.frames ?? []
  const below = belowHandlers(symbolicated, frames)
  const names = below.slice(0, 8).flatMap((frame) => trustedCalls(symbolicated, frame).map((call) => call.function))
  const at = names.findIndex((name) => /^_{0,2}abort$/.test(name))
  if (at === -1 || at > 3) return false
  if (below.length === frames.length) {
    if (names.some((name) => /handler|handle_native/i.test(name))) return false
    return (
      WAITS_INSIDE.test(names[0] ?? '') ||
      names.slice(at + 1).some((name) => CHECKS.test(name)) ||
      // libc leaves this line, and no handler of the fault is on the stack.
      symbolicated.report.applicationInfo.some((text) => /^abort\(\) called$/m.test(text))
    )
  }
  return WAITS_INSIDE.test(names[0] ?? '') || /^(?:_{0,2}(?:pthread_)?kill|raise)\b/.test(names[0] ?? '')
}

/** Signals that the kernel sends for a fault; where code sends them, they mean nothing about memory. */
const FAULT_SIGNAL = /^SIG(?:SEGV|BUS|ILL|FPE|TRAP)$/

/**
 * Whether code sent the signal of a fault: EXC_CRASH instead of the fault's own exception, or a stack that ends in the call that
 * sends.
 */
function wasRaised(
  symbolicated: SymbolicatedReport,
  type: string,
  signal: string,
  thread: Thread | undefined,
): boolean {
  if (!FAULT_SIGNAL.test(signal)) return false
  if (type === 'EXC_CRASH') return true
  if (type !== '') return false
  const [innermost] = thread?.frames ?? []
  const calls = innermost ? trustedCalls(symbolicated, innermost) : []
  return calls.some((call) => /^_{0,2}(?:pthread_kill|kill|raise|abort)(?:\$VARIANT\$\w+)?$/.test(call.function))
}

/** Lines of application specific information that libraries of the system may have left. */
function systemInfo(report: Report): readonly string[] {
  const { applicationInfo, applicationInfoFrom = [], images } = report
  const own = new Set(images.filter(({ origin, name }) => origin === 'app' && !isRuntime(name)).map(({ name }) => name))
  const lines = applicationInfo
    .filter((_, at) => !own.has(applicationInfoFrom[at] ?? ''))
    .flatMap((text) => (isApple(report) ? [text] : text.split('\n')))
    // The whole report may be indented.
    .map((text) => text.trimStart())
  return lines.map((line, at) => (RUST_PLACE.test(line) ? `${line}\n${lines[at + 1] ?? ''}` : line))
}

/** Since Rust 1.73 the message of a panic is the line below its place. */
const RUST_PLACE = /^thread '[^'\n]{0,100}' (?:\(\d{1,12}\) )?panicked at \S{1,300}:\d{1,9}:\d{1,9}:\s*$/

/** Runtimes speak for the system, also where an app ships them. */
const isRuntime = (name: string): boolean => /^lib(?:swift\w+|c\+\+abi|objc)\b/.test(name)

const LINKER_WORDS = /^(?:dyld[^\n]{0,40}[:,] |Library not loaded: |Symbol not found: )/

/** What the dynamic linker says, as one text: it goes over several lines. */
function linkerWords(report: Report, info: readonly string[], words: readonly string[]): readonly string[] {
  const isDyld = report.termination?.namespace === 'DYLD'
  // Other words may stand before the linker's.
  const own = info.slice(
    Math.max(
      0,
      info.findIndex((line) => LINKER_WORDS.test(line)),
    ),
  )
  const text = joinLinkerLines((isDyld ? [...words, ...info] : own).flatMap((line) => line.split('\n'))).join('\n')
  if (isDyld) return [text]
  // The program that asked for a library went on: where it ended, its end says why.
  if (/^dlopen\(/.test(text)) return report.exception || report.termination ? [] : [text]
  return LINKER_WORDS.test(text) ? [text] : []
}

/** The lines of the memory map that the report points at. */
function regionLines({ header, sections }: Report): readonly string[] {
  const texts = [
    ...header.fields.filter(([key]) => /^vm ?region ?info$/i.test(key)).map(([, value]) => value),
    ...sections.map((section) =>
      section.kind === 'text' && /^VM Regions? (?:Info|Near)\b/.test(section.title) ? section.text : '',
    ),
  ]
  return texts.flatMap((text) => text.split('\n').filter((line) => /^\s*-{2,3}> /.test(line)))
}

/** A field of the report's header by its key. */
export function headerField(report: Report, key: RegExp): string | undefined {
  return report.header.fields.find(([name]) => key.test(name))?.[1]
}
