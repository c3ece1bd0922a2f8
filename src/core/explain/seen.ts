/** A report as rules look at it: the stack that matters, its names, its registers and all words about the end. */
import { evidence } from '../messages/en/evidence.ts'
import type { ExplanationText } from '../messages/en/explain/text.ts'
import { explanations } from '../messages/en/explanations.ts'
import { textOf, type OwnParametersOf, type ParametersOf } from '../messages/message.ts'
import type { Call } from '../model/image.ts'
import type { Message, MessageParameters } from '../model/message.ts'
import type { ClaimGrade, Explanation, Frame, Report, Stack, SymbolicatedReport, Thread } from '../model/report.ts'
import { isRuntimeCall } from '../model/runtime-calls.ts'
import { callsOf } from '../reading/lines.ts'
import { isOwnFrame } from '../reading/own-code.ts'
import { crashedThread } from '../reading/stacks.ts'

/** One named call on the stack, with its frame. */
export interface NamedCall {
  readonly frame: Frame
  readonly call: Call
}

export interface Seen {
  readonly symbolicated: SymbolicatedReport
  readonly report: Report
  /** The thread that crashed, or the one a report of another kind is about. */
  readonly thread: Thread | undefined
  /** Where to read: the throw site of an exception, else the thread. */
  readonly stack: Stack | undefined
  /** All calls of the stack, innermost first; frames without names are left out. */
  readonly calls: readonly NamedCall[]
  /** Frame of the user's own code to read first. */
  readonly culprit: Frame | undefined
  /** `EXC_BAD_ACCESS`, upper case; empty when not said. */
  readonly type: string
  /** `SIGSEGV`; empty when not said. */
  readonly signal: string
  /** Everything that the report says about the end, a line each. */
  readonly words: readonly string[]
  /** Faulting address, if it says one. */
  readonly address: bigint | undefined
  readonly isArm: boolean
}

/** Looks at a report once, for all rules. */
export function lookAt(symbolicated: SymbolicatedReport): Seen {
  const { report } = symbolicated
  const thread = crashedThread(report)
  const stack = report.lastException ?? thread ?? (report.threads.length === 1 ? report.threads[0] : undefined)
  const calls = stack ? namedCalls(symbolicated, stack) : []
  const { exception, termination } = report
  const typeText = `${exception?.type ?? ''} ${exception?.signal ?? ''}`
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
  return {
    symbolicated,
    report,
    thread,
    stack,
    calls,
    culprit:
      findCulprit(symbolicated, calls, stack) ??
      (thread && stack !== thread ? findCulprit(symbolicated, namedCalls(symbolicated, thread), thread) : undefined),
    type: /EXC_[A-Z_]+/.exec(typeText.toUpperCase())?.[0] ?? '',
    signal: /\bSIG(?!NAL\b)[A-Z]{2,}/.exec(typeText.toUpperCase())?.[0] ?? '',
    words,
    address: faultAddress(report),
    isArm: /^arm/i.test(report.header.arch ?? report.images[0]?.arch ?? '') || hasRegister(thread, 'x0'),
  }
}

function namedCalls(symbolicated: SymbolicatedReport, stack: Stack): NamedCall[] {
  return stack.frames.flatMap((frame) => callsOf(symbolicated, frame).map((call) => ({ frame, call })))
}

function findCulprit(
  symbolicated: SymbolicatedReport,
  calls: readonly NamedCall[],
  stack: Stack | undefined,
): Frame | undefined {
  const names = new Map<number, Call[]>()
  for (const { frame, call } of calls) names.set(frame.id, [...(names.get(frame.id) ?? []), call])
  return stack?.frames.find((frame) => {
    if (!isOwnFrame(symbolicated, frame)) return false
    const own = names.get(frame.id)
    return own === undefined || own.some((call) => !isRuntimeCall(call))
  })
}

/** `KERN_INVALID_ADDRESS at 0x10`, the second exception code of a bad access, or the fault register. */
function faultAddress(report: Report): bigint | undefined {
  const { exception } = report
  if (!exception) return undefined
  if (exception.address !== undefined) return exception.address
  const at = /\bat (0x[0-9a-f]{1,16})\b/i.exec(
    `${exception.subtype ?? ''} ${exception.codes ?? ''} ${exception.message ?? ''}`,
  )
  if (at?.[1]) return BigInt(at[1])
  if (!/BAD_ACCESS|SIGSEGV|SIGBUS/i.test(`${exception.type ?? ''} ${exception.signal ?? ''}`)) return undefined
  if (exception.rawCodes?.[1] !== undefined) return exception.rawCodes[1]
  const second = /0x[0-9a-f]+,\s*(0x[0-9a-f]{1,16})\b/i.exec(exception.codes ?? '')
  return second?.[1] ? BigInt(second[1]) : undefined
}

const hasRegister = (thread: Thread | undefined, name: string): boolean =>
  thread?.registers?.some((register) => register.name === name) === true

/** A register of the thread, by its name. */
export function registerOf(seen: Seen, name: string): { readonly value: bigint; readonly note?: string } | undefined {
  return seen.thread?.registers?.find((register) => register.name === name)
}

/** A field of the report's header by its key. */
export function headerField(report: Report, key: RegExp): string | undefined {
  return report.header.fields.find(([name]) => key.test(name))?.[1]
}

/** The first match of a pattern in the words about the end. */
export function findWords(seen: Seen, pattern: RegExp): RegExpExecArray | undefined {
  for (const line of seen.words) {
    const match = pattern.exec(line)
    if (match) return match
  }
  return undefined
}

/** The first call among the innermost `depth` that a pattern fits. */
export function findCall(seen: Seen, pattern: RegExp, depth = 12): NamedCall | undefined {
  return seen.calls.slice(0, depth).find(({ call }) => pattern.test(call.function))
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
export function culpritName(seen: Seen): string | undefined {
  const { culprit } = seen
  if (!culprit) return undefined
  const own = seen.calls.filter(({ frame }) => frame.id === culprit.id).map(({ call }) => call)
  const call = own.find((candidate) => !isRuntimeCall(candidate)) ?? own.at(-1)
  return call && call.function !== '' ? shorten(call.function) : undefined
}

const shorten = (name: string): string => (name.length > 120 ? `${name.slice(0, 119)}…` : name)

/** The user's function to name in a title: nothing when its name says no more than `main`. */
export function whereIn(seen: Seen): string | undefined {
  const name = culpritName(seen)
  return name === undefined || /^(?:main|start|<redacted>)$/.test(name) ? undefined : name
}

export type ExplanationCode = keyof typeof explanations

interface Grounds {
  /** What was seen; absent signs are left out. */
  readonly evidence: readonly (Message | false | undefined)[]
  /** Where the id is more specific than the code of the words. */
  readonly id?: string
  readonly grade?: ClaimGrade
  readonly frames?: readonly Frame[]
  readonly registers?: readonly string[]
}

/** An explanation in the words of the catalogue, with the frame to read first among its frames. */
export function explanation<Code extends ExplanationCode>(
  seen: Seen,
  code: Code,
  given: MessageParameters & Omit<OwnParametersOf<typeof explanations, Code>, 'where'>,
  grounds: Grounds,
): Explanation {
  return explanationOf(seen, code, given, grounds)
}

/** The same for codes from a table, whose parameters the compiler cannot tell apart. */
export function explanationOf(
  seen: Seen,
  code: ExplanationCode,
  given: MessageParameters,
  { evidence: signs, id = code, frames, ...rest }: Grounds,
): Explanation {
  const params: MessageParameters = { ...given, where: whereIn(seen) }
  const text = textOf<ExplanationText>(explanations, code, params)
  const grounds = signs.filter((one) => typeof one === 'object')
  const ids = new Set((frames ?? []).map((frame) => frame.id))
  if (seen.culprit) ids.add(seen.culprit.id)
  return {
    id,
    title: text?.title ?? code,
    evidence: grounds.map((one) => textOf(evidence, one.code, one.params) ?? one.code).join('; '),
    meaning: text?.meaning ?? '',
    checks: text?.checks ?? [],
    message: { code, params },
    grounds,
    ...rest,
    ...(ids.size > 0 && { frames: [...ids] }),
  }
}

/** A report's words, cut where they run on. */
export function cut(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

/** The evidence that the report uses these words. */
export const quoted = (text: string): Message => sign('quoted', { text: cut(text) })
