/** The facts that rules read from a report: the stack that matters, its names, its registers and all words about the end. */
import { evidence } from '../messages/en/evidence.ts'
import type { ExplanationText } from '../messages/en/explain/text.ts'
import { explanations } from '../messages/en/explanations.ts'
import {
  textOf,
  type Message,
  type MessageParameters,
  type OwnParametersOf,
  type ParametersOf,
} from '../messages/message.ts'
import type { Call } from '../model/image.ts'
import type { ClaimGrade, Explanation, Frame, Report, Stack, SymbolicatedReport, Thread } from '../model/report.ts'
import { isRuntimeCall } from '../model/runtime-calls.ts'
import { gradeOf, isNamedByGuess, isPlaceholder, trustedCalls } from '../reading/lines.ts'
import { frameToBlame } from '../reading/blame.ts'
import { crashedThread } from '../reading/stacks.ts'

/** One named call on the stack, with its frame. */
export interface NamedCall {
  readonly frame: Frame
  readonly call: Call
}

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
  /** Everything that the report says about the end, a line each. */
  readonly words: readonly string[]
  /** An access to memory failed. */
  readonly isBadAccess: boolean
  /** The signal was sent by code, and does not tell of a fault. */
  readonly isRaised: boolean
  /** A general protection fault, whose address is not told. */
  readonly isUnreachable: boolean
  /** The address of an access that failed; undefined where the report gives none, or one that means nothing. */
  readonly address: bigint | undefined
  readonly isArm: boolean
}

/** The facts of a report, drawn once for all rules. */
export function factsOf(symbolicated: SymbolicatedReport): CrashFacts {
  const { report } = symbolicated
  const thread = crashedThread(report)
  const { exception, termination } = report
  const typeText = `${exception?.type ?? ''} ${exception?.signal ?? ''}`.toUpperCase()
  const type = /EXC_[A-Z_]+/.exec(typeText)?.[0] ?? ''
  const signal = /\bSIG(?!NAL\b)[A-Z]{2,}/.exec(typeText)?.[0] ?? ''
  const isArm = /^arm/i.test(report.header.arch ?? report.images[0]?.arch ?? '') || hasRegister(thread, 'x0')
  const isRaised = wasRaised(symbolicated, type, signal, thread)
  const isFault = isMemoryFault(type, signal)
  const isBadAccess = isFault && !isRaised
  // An exception that was thrown before, and caught, is not why an access failed.
  const thrown = isFault ? undefined : report.lastException
  const stack =
    thrown ?? thread ?? report.lastException ?? (report.threads.length === 1 ? report.threads[0] : undefined)
  const calls = stack ? namedCalls(symbolicated, stack) : []
  const words = [
    exception?.type,
    exception?.signal,
    exception?.subtype,
    exception?.codes,
    exception?.message,
    exception?.reason,
    termination?.indicator,
    ...(termination?.reasons ?? []),
    ...report.applicationInfo,
  ].filter((text) => text !== undefined)
  const isUnreachable = isGeneralProtection(words, report, isArm)
  return {
    symbolicated,
    report,
    thread,
    stack,
    calls,
    // Below an exception's own stack nothing else threw it.
    culprit: stack && frameToBlame(symbolicated, stack),
    type,
    signal,
    words,
    isBadAccess,
    isRaised,
    isUnreachable,
    address: isBadAccess && !isUnreachable ? faultAddress(report, words) : undefined,
    isArm,
  }
}

function namedCalls(symbolicated: SymbolicatedReport, stack: Stack): NamedCall[] {
  return stack.frames.flatMap((frame) => trustedCalls(symbolicated, frame).map((call) => ({ frame, call })))
}

const isMemoryFault = (type: string, signal: string): boolean =>
  type === 'EXC_BAD_ACCESS' || (type === '' && (signal === 'SIGSEGV' || signal === 'SIGBUS'))

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
  return calls.some((call) => /^_{0,2}(?:pthread_kill|kill|raise|abort)$/.test(call.function))
}

/** The processor does not tell the address of a general protection fault; what stands there instead is 0 or old. */
function isGeneralProtection(words: readonly string[], { exception }: Report, isArm: boolean): boolean {
  if (words.some((line) => /EXC_I386_GPFLT|general protection/i.test(line))) return true
  return !isArm && (exception?.rawCodes?.[0] === 13n || /^\s*0x0*d,/i.test(exception?.codes ?? ''))
}

/** `KERN_INVALID_ADDRESS at 0x10`, the second exception code, or what the writer calls the address. */
function faultAddress(report: Report, words: readonly string[]): bigint | undefined {
  const { exception } = report
  if (!exception) return undefined
  const address = exception.address ?? addressInWords(exception)
  // No code and no address: the writer had neither.
  const isEmpty =
    (exception.rawCodes?.[0] === 0n && exception.rawCodes[1] === 0n) ||
    words.some((line) => /\b(?:SEGV_NOOP|BUS_NOOP|SI_USER|SI_QUEUE|SI_TKILL)\b/.test(line))
  return address === 0n && isEmpty ? undefined : address
}

function addressInWords({ subtype, codes, message, rawCodes }: NonNullable<Report['exception']>): bigint | undefined {
  const at = /\bat (0x[0-9a-f]{1,16})\b/i.exec(`${subtype ?? ''} ${codes ?? ''} ${message ?? ''}`)
  if (at?.[1]) return BigInt(at[1])
  if (rawCodes?.[1] !== undefined) return rawCodes[1]
  const second = /0x[0-9a-f]+,\s*(0x[0-9a-f]{1,16})\b/i.exec(codes ?? '')
  return second?.[1] ? BigInt(second[1]) : undefined
}

const hasRegister = (thread: Thread | undefined, name: string): boolean =>
  thread?.registers?.some((register) => register.name === name) === true

/** A register of the thread, by its name. */
export function registerOf(
  facts: CrashFacts,
  name: string,
): { readonly value: bigint; readonly note?: string } | undefined {
  return facts.thread?.registers?.find((register) => register.name === name)
}

/** A field of the report's header by its key. */
export function headerField(report: Report, key: RegExp): string | undefined {
  return report.header.fields.find(([name]) => key.test(name))?.[1]
}

/** The first match of a pattern in the words about the end. */
export function findWords(facts: CrashFacts, pattern: RegExp): RegExpExecArray | undefined {
  for (const line of facts.words) {
    const match = pattern.exec(line)
    if (match) return match
  }
  return undefined
}

/** Signals that a program gets for what it did itself: the system that ends a program sends SIGKILL. */
const OWN_SIGNAL = /^SIG(?:ABRT|SEGV|BUS|ILL|TRAP|FPE)$/

/**
 * The first of the system's words that fits. Where a program ended by a signal of its own, what it noted in its application
 * information is the program's: it may tell of other runs, or of nothing.
 */
export function findSystemWords(facts: CrashFacts, pattern: RegExp): RegExpExecArray | undefined {
  const found = findWords(facts, pattern)
  if (!found || !OWN_SIGNAL.test(facts.signal)) return found
  const { applicationInfo } = facts.report
  const words = facts.words.slice(0, facts.words.length - applicationInfo.length)
  return findWords({ ...facts, words }, pattern)
}

/** The first call among the innermost `depth` that a pattern fits. */
export function findCall(facts: CrashFacts, pattern: RegExp, depth = 12): NamedCall | undefined {
  return facts.calls.slice(0, depth).find(({ call }) => pattern.test(call.function))
}

/** The evidence that a call is on the stack. */
export function frameIs({ frame, call }: NamedCall): Message {
  return sign('frame-is', { frame: frame.index, function: call.function })
}

/** One thing that was seen in the report. */
export function sign<Code extends keyof typeof evidence>(
  code: Code,
  params: ParametersOf<typeof evidence, Code>,
): Message {
  return { code, params }
}

/** The user's function to read first, by name; undefined where it has none. */
export function culpritName(facts: CrashFacts): string | undefined {
  const { culprit } = facts
  if (!culprit) return undefined
  const own = trustedCalls(facts.symbolicated, culprit).filter((call) => !isPlaceholder(call.function))
  const call = own.find((candidate) => !isRuntimeCall(candidate)) ?? own.at(-1)
  return call && call.function !== '' ? shorten(call.function) : undefined
}

const shorten = (name: string): string => (name.length > 120 ? `${name.slice(0, 119)}…` : name)

/** The user's function to name in a title: nothing when its name says no more than `main`. */
export function whereIn(facts: CrashFacts): string | undefined {
  const name = culpritName(facts)
  return name === undefined || /^(?:main|start)$/.test(name) ? undefined : name
}

export type ExplanationCode = keyof typeof explanations

interface Grounds {
  /** What was seen; absent signs are left out. */
  readonly evidence: readonly (Message | false | undefined)[]
  /** Where the id is more specific than the code of the words. */
  readonly id?: string
  /** `proved`: the report's own words, codes or names say it; `likely`: it was concluded from them. */
  readonly grade: ClaimGrade
  readonly frames?: readonly Frame[]
  readonly registers?: readonly string[]
}

/** An explanation in the words of the catalogue, with the frame to read first among its frames. */
export function explanation<Code extends ExplanationCode>(
  facts: CrashFacts,
  code: Code,
  given: MessageParameters & Omit<OwnParametersOf<typeof explanations, Code>, 'where'>,
  grounds: Grounds,
): Explanation {
  return explanationOf(facts, code, given, grounds)
}

/** The same for codes from a table, whose parameters the compiler cannot tell apart. */
export function explanationOf(
  facts: CrashFacts,
  code: ExplanationCode,
  given: MessageParameters,
  { evidence: signs, id = code, frames, grade, ...rest }: Grounds,
): Explanation {
  const params: MessageParameters = { ...given, where: whereIn(facts) }
  const text = textOf<ExplanationText>(explanations, code, params)
  const grounds = signs.filter((one) => typeof one === 'object')
  const ids = new Set((frames ?? []).map((frame) => frame.id))
  if (facts.culprit) ids.add(facts.culprit.id)
  return {
    id,
    title: text?.title ?? code,
    evidence: grounds.map((one) => textOf(evidence, one.code, one.params) ?? one.code).join('; '),
    meaning: text?.meaning ?? '',
    checks: text?.checks ?? [],
    message: { code, params },
    grounds,
    grade: (frames ?? []).some((frame) => restsOnDoubt(facts.symbolicated, frame)) ? 'possible' : grade,
    ...rest,
    ...(ids.size > 0 && { frames: [...ids] }),
  }
}

/** Whether a rule that speaks of a frame may have used a name that is not sure. It never uses a guessed one. */
function restsOnDoubt(symbolicated: SymbolicatedReport, frame: Frame): boolean {
  return !isNamedByGuess(symbolicated, frame) && gradeOf(symbolicated, frame)?.level === 'doubtful'
}

/** A report's words, cut where they run on. */
export function cut(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

/** The evidence that the report uses these words. */
export const quoted = (text: string): Message => sign('quoted', { text: cut(text) })
