/** The headline of a report: one sentence on the end, its grade, and the frame to read first. */
import { headlines, wordsOfCode } from '../messages/headlines.ts'
import { claimGrades, ends } from '../messages/reading.ts'
import { textOf, type MessageParameters, type ParametersOf, ownWords } from '../messages/message.ts'
import { labelText } from '../messages/joins.ts'
import { messageOf } from '../model/ended-words.ts'
import type { ClaimGrade, Explanation, Frame, Grade, Report, SymbolicatedReport } from '../model/report.ts'
import { isRuntimeCall } from '../model/runtime-calls.ts'
import { endOf, isErrorOnly, isWarning, wasNotLaunched, type End } from './end.ts'
import { addressName } from '../model/frames.ts'
import { leakedOf } from './leaked.ts'
import { gradeOf, isNamedByGuess, linesOf, type FrameLine } from './lines.ts'
import { frameToBlame, isFromOutside } from './blame.ts'
import { scriptFrameToBlame } from './quoted-stack.ts'
import { shortName } from './short-name.ts'
import { basisOf, strongestOf } from './statements.ts'
import { crashedThread, stoppedThread } from './stacks.ts'
import { codeSaidAround } from './words-around.ts'

export interface Headline {
  /** Stable: the id of the explanation that it comes from, else one of `headlines` in `core/messages`. */
  readonly code: string
  /** The parameters of the code's sentence. */
  readonly parameters: MessageParameters
  readonly title: string
  readonly grade: ClaimGrade
  /** `said` by the report, `shown` by its numbers; `none`: its codes in plain words. */
  readonly told: 'said' | 'shown' | 'none'
  /** The explanation that the title comes from; absent where the title comes from the report's own words or codes. */
  readonly explanation?: Explanation
  readonly end: End
  /** The kind of end or report, in a word or two; empty where the title says it. */
  readonly kind: string
  /** The program ended against its will. */
  readonly isCrash: boolean
  /** Codes and words of the report itself, small beside the title. */
  readonly codes: readonly string[]
  readonly where?: Where
}

/** The frame to read first. */
export interface Where {
  readonly frame: Frame
  readonly line: FrameLine
  readonly grade?: Grade
}

/** The title of a headline or explanation; where the report does not prove it, it says so. */
export function gradedTitle({ title, grade = 'likely' }: Pick<Explanation, 'title' | 'grade'>): string {
  return grade === 'proved' ? title : claimGrades.titled({ title, mark: claimGrades[grade].mark })
}

/** How a vendor's handler caught the crash: useless to the reader. */
const mechanisms = /^(?:mach|signal|nsexception|cpp_exception|user|generic)$/

/** The headline of a report: from the strongest explanation, else from the exception, else from the kind of report. */
export function headlineOf(symbolicated: SymbolicatedReport): Headline {
  const { report } = symbolicated
  const { exception, termination } = report
  const where = whereOf(symbolicated)
  const end = endOf(symbolicated)
  const claim = claimOf(symbolicated, end, where)
  const kind = kindOf(symbolicated, end)
  const stated = [
    exception?.type && ownWords(exception.type),
    exception?.signal && (exception.type ? `(${exception.signal})` : exception.signal),
    exception?.subtype ?? messageOf(exception),
    !exception?.type && termination?.namespace
      ? `${termination.namespace} ${termination.code ?? ''}`.trim()
      : undefined,
    exception?.name,
    end === 'profile' || end === 'snapshot' || end === 'hang' ? statedField(report, 'reason') : undefined,
  ].filter((part): part is string => !!part && !mechanisms.test(part))
  // The codes do not repeat the title or the kind.
  const said = `${claim.title}\n${kind}`.toLowerCase()
  const codes = [...new Set(stated)].filter(
    (code) => !said.includes(code.toLowerCase()) && !isImplied(code, stated, claim.title),
  )
  return {
    ...claim,
    end,
    kind: claim.title.startsWith(kind) ? '' : kind,
    isCrash: end === 'crash' || end === 'killed',
    codes,
    // If the report states no end, no frame is to blame for it.
    ...(where && claim.code !== 'untold' && claim.code !== 'code-said-around' && { where }),
  }
}

type Claim = Pick<Headline, 'code' | 'parameters' | 'title' | 'grade' | 'told' | 'explanation'>

/** A reporter's own sentence that only repeats the signal says no more than the codes do. */
const REPEATS = /^(?:EXC_|SIG[A-Z]+\b|Signal \d+|Exception \d+(?:, (?:Code|Subcode) \d+)*$)/

/** The report's own reason of its end; undefined where it gives none. */
function reasonOf({ exception }: Report): string | undefined {
  // The reason of an exception object is none of a failed access, at which the object may have been freed.
  if (exception?.name !== undefined && exception.type === 'EXC_BAD_ACCESS' && exception.signal !== 'SIGABRT')
    return undefined
  const reason = firstLine(exception?.reason)
  return reason === undefined || REPEATS.test(reason) ? undefined : reason
}

function claimOf(symbolicated: SymbolicatedReport, end: End, where: Where | undefined): Claim {
  const { report } = symbolicated
  const { exception, termination } = report
  const explanation = strongestOf(symbolicated)
  const reason = reasonOf(report)
  if (explanation && (basisOf(explanation) !== 'none' || reason === undefined)) {
    const { id, title, grade = 'likely' } = explanation
    // A sentence that names a function is no surer than that name.
    const namesDoubtful = where?.grade?.level === 'doubtful' && title.includes(shortName(where.line.name))
    return {
      code: id,
      parameters: explanation.message?.params ?? {},
      title,
      grade: namesDoubtful ? 'possible' : grade,
      told: basisOf(explanation),
      explanation,
    }
  }
  const say = <Code extends keyof typeof headlines>(
    code: Code,
    parameters: ParametersOf<typeof headlines, Code>,
    grade: ClaimGrade = 'proved',
    told: Claim['told'] = 'none',
  ): Claim => ({ code, parameters, title: textOf(headlines, code, parameters) ?? code, grade, told })
  if (reason !== undefined) return say('exception-reason', { reason }, 'proved', 'said')
  if (exception?.name)
    return say(end === 'non-fatal' || isErrorOnly(report) ? 'exception-name-survived' : 'exception-name', {
      name: exception.name,
    })
  // Writers that have neither put a number there.
  const stated = [exception?.type, exception?.signal].filter(
    (code): code is string => code !== undefined && !/^\d+$/.test(code),
  )
  const code = stated.find((one) => wordsOfCode(one) !== undefined) ?? stated[0]
  if (code !== undefined) return say('exception-code', { code })
  const message = firstLine(exception?.message)
  if (message !== undefined && !REPEATS.test(message))
    return say('exception-reason', { reason: message }, 'proved', 'said')
  const indicated = firstLine(termination?.indicator ?? termination?.reasons?.[0])
  if (indicated !== undefined) return say('exception-reason', { reason: indicated }, 'proved', 'said')
  if (termination) return say('terminated', {})
  if (end === 'crash' && crashedThread(report)) {
    if (!where?.line.named) return say('crashed-untold', {})
    return say('crashed-in', crashedIn(symbolicated, where), gradeOfName(where.grade))
  }
  const leaked = leakedOf(report)
  if (leaked) return say('leaks', { leaks: leaked.leaks, bytes: leaked.bytes, process: report.header.process ?? '' })
  const event = statedField(report, 'event')
  if (event !== undefined && (end === 'profile' || end === 'snapshot'))
    return say('event', { event, process: report.header.process ?? '' })
  if (report.callTrees.length > 0 || report.threads.length === 0 || end === 'snapshot' || end === 'profile')
    return say('kind-of-report', { label: report.label, process: report.header.process ?? '' })
  if (where?.line.named && stoppedThread(report))
    return say('stopped-in', { function: where.line.name }, gradeOfName(where.grade))
  const told = codeSaidAround(report)
  if (told !== undefined) return say('code-said-around', { code: told }, 'likely', 'said')
  return say('untold', {})
}

/** The frame to read first, and the innermost one where that is another. */
function crashedIn(
  symbolicated: SymbolicatedReport,
  { frame, line }: Where,
): ParametersOf<typeof headlines, 'crashed-in'> {
  const [first] = crashedThread(symbolicated.report)?.frames ?? []
  const name = line.name
  if (first === undefined || first.id === frame.id) return { function: name }
  const [innermost] = linesOf(symbolicated, first)
  return { function: name, innermost: innermost?.named ? innermost.name : addressName(symbolicated.report, first) }
}

/** `Event` or `Reason` of a spindump or stackshot; undefined if the value has no word. */
function statedField({ header }: Report, name: 'event' | 'reason'): string | undefined {
  const value = header.fields.find(([key]) => key.toLowerCase() === name)?.[1].trim()
  return value !== undefined && /[a-z]{3}/i.test(value) ? value : undefined
}

/** The grade of a sentence that only names a function: that of the name. */
function gradeOfName(grade: Grade | undefined): ClaimGrade {
  if (grade === undefined || grade.level === 'exact') return 'proved'
  return grade.level === 'doubtful' ? 'possible' : 'likely'
}

/** `NSException` beside the name of the very exception. */
function isImplied(code: string, stated: readonly string[], title: string): boolean {
  return code === 'NSException' && stated.some((other) => other !== code && title.includes(other))
}

/** The report is about the program that ended, not about memory of the whole system. */
const isOfProgram = ({ exception, termination, kind, threads }: Report): boolean =>
  exception !== undefined ||
  threads.some(({ crashed }) => crashed) ||
  (termination !== undefined && kind !== 'memory-kill')

function kindOf(symbolicated: SymbolicatedReport, end: End): string {
  const { report } = symbolicated
  // The device fell, not a program of its user.
  if ((report.writtenFrom ?? report.format) === 'panic') return labelText(report.label)
  switch (end) {
    case 'crash':
      return ends.crash
    case 'killed':
      if (wasNotLaunched(symbolicated)) return ends['not-launched']
      return isOfProgram(report) ? ends.killed : labelText(report.label)
    case 'hang':
      return ends.hang
    case 'non-fatal':
      return isWarning(report) ? labelText(report.label) : ends['non-fatal']
    case 'unknown':
      return isErrorOnly(report) ? ends.error : labelText(report.label)
    case 'snapshot':
    case 'profile':
      return labelText(report.label)
  }
}

function firstLine(text: string | undefined): string | undefined {
  const line = text?.split('\n', 1)[0]?.trim()
  return line === '' ? undefined : line
}

/**
 * The frame to read first: the engine's choice, else the first of the app's own in the stack that failed. Never a recovered caller:
 * only registers reveal it, many reports of the same crash have none, and reports are grouped by this frame.
 */
function whereOf(symbolicated: SymbolicatedReport): Where | undefined {
  const { report, culprit } = symbolicated
  if (isFromOutside(strongestOf(symbolicated)?.id)) return undefined
  const thrown = report.lastException
  const failed = crashedThread(report) ?? stoppedThread(report)
  const others = report.backtraces.filter(({ role }) => role === undefined)
  const stacks = thrown && thrown.frames.length > 0 ? [thrown] : [failed, ...others]
  // What ended the program for a script's error is no place of the developer's.
  const script = scriptFrameToBlame(symbolicated)
  const frames = [thrown, failed, ...others].flatMap((stack) => stack?.frames ?? [])
  const frame =
    script ??
    frames.find(({ id }) => id === culprit) ??
    stacks.map((stack) => stack && frameToBlame(symbolicated, stack)).find((found) => found !== undefined)
  if (!frame) return undefined
  const lines = linesOf(symbolicated, frame)
  const isGuessed = isNamedByGuess(symbolicated, frame)
  // Skip a trap or a library function that was inlined into the user's function. A guessed name counts as none.
  const line = isGuessed
    ? { name: addressName(symbolicated.report, frame), inlined: false, named: false }
    : (lines.find(({ named, call }) => named && !(call && isRuntimeCall(call))) ??
      lines.find(({ named }) => named) ??
      lines[0])
  // The grade is the name's, and there is none.
  const grade = isGuessed ? undefined : gradeOf(symbolicated, frame)
  return line && { frame, line, ...(grade && { grade }) }
}
