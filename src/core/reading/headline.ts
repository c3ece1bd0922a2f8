/** What happened, in one sentence, how sure that is, and where: the first thing that a person is told about a report. */
import { headlines, wordsOfCode } from '../messages/en/headlines.ts'
import { claimGrades, ends } from '../messages/en/reading.ts'
import { textOf, type MessageParameters, type ParametersOf } from '../messages/message.ts'
import type { ClaimGrade, Explanation, Frame, Grade, Report, SymbolicatedReport } from '../model/report.ts'
import { isRuntimeCall } from '../model/runtime-calls.ts'
import { endOf, type End } from './end.ts'
import { addressName } from '../model/frames.ts'
import { leakedOf } from './leaked.ts'
import { gradeOf, isNamedByGuess, linesOf, type FrameLine } from './lines.ts'
import { frameToBlame, isFromOutside } from './blame.ts'
import { strongestOf, toldBy } from './statements.ts'
import { crashedThread, stoppedThread } from './stacks.ts'

export interface Headline {
  /** Stable: the id of the explanation that it comes from, else one of `headlines` in `core/messages`. */
  readonly code: string
  /** What the code's sentence is made of. */
  readonly parameters: MessageParameters
  readonly title: string
  readonly grade: ClaimGrade
  /** Whether the report says it, its numbers show it, or only its codes are told in plain words. */
  readonly told: 'said' | 'shown' | 'none'
  /** What it was taken from; absent where the report's own words or codes are all there is. */
  readonly explanation?: Explanation
  readonly end: End
  /** What kind of end or report it is, in a word or two; empty where the title says it. */
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

/** How a vendor's writer came to know of the crash: of no use to who reads it. */
const mechanisms = /^(?:mach|signal|nsexception|cpp_exception|user|generic)$/

/** What a report is, in one sentence with its grade: of an explanation where one holds, else of the exception, else of its kind. */
export function headlineOf(symbolicated: SymbolicatedReport): Headline {
  const { report } = symbolicated
  const { exception, termination } = report
  const where = whereOf(symbolicated)
  const end = endOf(symbolicated)
  const claim = claimOf(symbolicated, end, where)
  const kind = kindOf(symbolicated, end)
  const stated = [
    exception?.type,
    exception?.signal && (exception.type ? `(${exception.signal})` : exception.signal),
    exception?.subtype ?? exception?.message,
    !exception?.type && termination?.namespace
      ? `${termination.namespace} ${termination.code ?? ''}`.trim()
      : undefined,
    exception?.name,
    end === 'profile' || end === 'snapshot' || end === 'hang' ? statedField(report, 'reason') : undefined,
  ].filter((part): part is string => !!part && !mechanisms.test(part))
  // What these say is not said again beside them.
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
    // Where nothing is said to have happened, no frame is to blame for it.
    ...(where && claim.code !== 'untold' && { where }),
  }
}

type Claim = Pick<Headline, 'code' | 'parameters' | 'title' | 'grade' | 'told' | 'explanation'>

/** A reporter's own sentence that only repeats the signal says no more than the codes do. */
const REPEATS = /^(?:EXC_|SIG[A-Z]+\b|Signal \d+|Exception \d+(?:, (?:Code|Subcode) \d+)*$)/

/** The report's own reason of its end; undefined where it gives none. */
function reasonOf({ exception }: Report): string | undefined {
  const reason = firstLine(exception?.reason)
  return reason === undefined || REPEATS.test(reason) ? undefined : reason
}

function claimOf(symbolicated: SymbolicatedReport, end: End, where: Where | undefined): Claim {
  const { report } = symbolicated
  const { exception, termination } = report
  const explanation = strongestOf(symbolicated)
  const reason = reasonOf(report)
  if (explanation && (toldBy(explanation) !== 'none' || reason === undefined)) {
    const { id, title, grade = 'likely' } = explanation
    // A sentence that names a function is no surer than that name.
    const namesDoubted = where?.grade?.level === 'doubtful' && title.includes(where.line.name)
    return {
      code: id,
      parameters: explanation.message?.params ?? {},
      title,
      grade: namesDoubted ? 'possible' : grade,
      told: toldBy(explanation),
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
    return say(end === 'non-fatal' ? 'exception-name-survived' : 'exception-name', { name: exception.name })
  // Writers that have neither put a number there.
  const stated = [exception?.type, exception?.signal].filter(
    (code): code is string => code !== undefined && !/^\d+$/.test(code),
  )
  const code = stated.find((one) => wordsOfCode(one) !== undefined) ?? stated[0]
  if (code !== undefined) return say('exception-code', { code })
  if (termination) return say('terminated', {})
  if (end === 'crash' && crashedThread(report)) {
    if (!where?.line.named) return say('crashed-untold', {})
    return say('crashed-in', { function: where.line.name }, gradeOfName(where.grade))
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
  return say('untold', {})
}

/** What a spindump or stackshot says it was taken for (`Event`, `Reason`); what is no word says nothing. */
function statedField({ header }: Report, name: 'event' | 'reason'): string | undefined {
  const value = header.fields.find(([key]) => key.toLowerCase() === name)?.[1].trim()
  return value !== undefined && /[a-z]{3}/i.test(value) ? value : undefined
}

/** Of a sentence that only says where: it is as sure as the name. */
function gradeOfName(grade: Grade | undefined): ClaimGrade {
  if (grade === undefined || grade.level === 'exact') return 'proved'
  return grade.level === 'doubtful' ? 'possible' : 'likely'
}

/** `NSException` beside the name of the very exception. */
function isImplied(code: string, stated: readonly string[], title: string): boolean {
  return code === 'NSException' && stated.some((other) => other !== code && title.includes(other))
}

function kindOf({ report }: SymbolicatedReport, end: End): string {
  // The device fell, not a program of its user.
  if ((report.writtenFrom ?? report.format) === 'panic') return report.label
  switch (end) {
    case 'crash':
      return ends.crash
    case 'killed':
      return report.exception || report.threads.some(({ crashed }) => crashed) ? ends.killed : report.label
    case 'hang':
      return ends.hang
    case 'non-fatal':
      return ends['non-fatal']
    case 'snapshot':
    case 'profile':
    case 'unknown':
      return report.label
  }
}

function firstLine(text: string | undefined): string | undefined {
  const line = text?.split('\n', 1)[0]?.trim()
  return line === '' ? undefined : line
}

/**
 * The frame to read first: what the engine chose, else the first of the app's own in the stack that failed. Never a caller that
 * was recovered, however good its evidence: registers tell of it, which many reports of the same crash lack, and reports are
 * grouped by this frame. It is told in the stack, where its reason stands beside it.
 */
function whereOf(symbolicated: SymbolicatedReport): Where | undefined {
  const { report, culprit } = symbolicated
  if (isFromOutside(strongestOf(symbolicated)?.id)) return undefined
  const thrown = report.lastException
  const failed = crashedThread(report) ?? stoppedThread(report)
  const others = report.backtraces.filter(({ role }) => role === undefined)
  const stacks = thrown && thrown.frames.length > 0 ? [thrown] : [failed, ...others]
  const frames = [thrown, failed, ...others].flatMap((stack) => stack?.frames ?? [])
  const frame =
    frames.find(({ id }) => id === culprit) ??
    stacks.map((stack) => stack && frameToBlame(symbolicated, stack)).find((found) => found !== undefined)
  if (!frame) return undefined
  const lines = linesOf(symbolicated, frame)
  const isGuessed = isNamedByGuess(symbolicated, frame)
  // A trap or a library function inlined into the user's is not where to look; a guessed name is none.
  const line = isGuessed
    ? { name: addressName(symbolicated.report, frame), inlined: false, named: false }
    : (lines.find(({ named, call }) => named && !(call && isRuntimeCall(call))) ??
      lines.find(({ named }) => named) ??
      lines[0])
  // The grade is the name's, and there is none.
  const grade = isGuessed ? undefined : gradeOf(symbolicated, frame)
  return line && { frame, line, ...(grade && { grade }) }
}
