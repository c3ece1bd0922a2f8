/** What happened, in one sentence, and where: the first things on the page. */
import type { Frame, SymbolicatedReport } from '../../../core/model/report.ts'
import { isRuntimeCall } from '../../../core/model/runtime-calls.ts'
import { formatDuration, secondsRun } from '../../../core/model/timeline.ts'
import { knownVersion } from '../../../core/model/version.ts'
import { isAppFrame } from '../../../core/model/frames.ts'
import { linesOf, type CallLine } from './names.ts'

export interface Headline {
  /** What kind of end or report it is, in a word or two; empty where the title says it. */
  readonly kind: string
  /** The program ended against its will. */
  readonly isCrash: boolean
  readonly title: string
  /** Codes and words of the report itself, small beside the title. */
  readonly codes: readonly string[]
  readonly where?: { readonly frame: Frame; readonly line: CallLine }
}

/** Exceptions in words where no explanation was found; the codes stand beside them. */
const words: Readonly<Record<string, string>> = {
  EXC_BAD_ACCESS: 'It touched memory that it may not touch',
  EXC_BAD_INSTRUCTION: 'It ran into an instruction that cannot be run',
  EXC_BREAKPOINT: 'It ran into a trap: a check in the code failed',
  EXC_CRASH: 'It was ended by a signal',
  EXC_RESOURCE: 'It used more of a resource than it may',
  EXC_GUARD: 'It misused something that is guarded',
  EXC_ARITHMETIC: 'It did arithmetic that has no result',
  SIGABRT: 'It ended itself (abort)',
  SIGSEGV: 'It touched memory that it may not touch',
  SIGBUS: 'It touched memory in a way that it may not',
  SIGILL: 'It ran into an instruction that cannot be run',
  SIGTRAP: 'It ran into a trap: a check in the code failed',
  SIGKILL: 'It was killed from outside',
  SIGFPE: 'It did arithmetic that has no result',
}

/** How a vendor's writer came to know of the crash: of no use to who reads it. */
const mechanisms = /^(?:mach|signal|nsexception|cpp_exception|user|generic)$/

export function headlineOf(symbolicated: SymbolicatedReport): Headline {
  const { report, explanations } = symbolicated
  const { exception, termination } = report
  const stated = [
    exception?.type,
    exception?.signal && `(${exception.signal})`,
    exception?.subtype ?? exception?.message,
    !exception?.type && termination?.namespace
      ? `${termination.namespace} ${termination.code ?? ''}`.trim()
      : undefined,
    exception?.name,
  ].filter((part): part is string => !!part && !mechanisms.test(part))
  const where = whereOf(symbolicated)
  const [explanation] = explanations
  const plain = (exception?.type && words[exception.type]) || (exception?.signal && words[exception.signal])
  const title =
    explanation?.title ??
    firstLine(exception?.reason) ??
    (exception?.name ? `Uncaught ${exception.name}` : undefined) ??
    plain ??
    exception?.type ??
    exception?.signal ??
    (termination ? 'It was ended' : undefined) ??
    untold(symbolicated, where)
  const kind = kindOf(symbolicated)
  // What these say is not said again beside them.
  const said = `${title}\n${kind}`.toLowerCase()
  const codes = [...new Set(stated)].filter(
    (code) => !said.includes(code.toLowerCase()) && !isImplied(code, stated, title),
  )
  return {
    title,
    kind: title.startsWith(kind) ? '' : kind,
    isCrash: kind === 'Crashed' || kind === 'Killed',
    codes,
    ...(where ? { where } : {}),
  }
}

/** What can be said of a report that does not say why it was made. */
function untold({ report }: SymbolicatedReport, where: Headline['where']): string {
  if (report.threads.some(({ crashed }) => crashed))
    return where?.line.named ? `Crashed in ${where.line.name}` : 'Crashed, and the report does not say why'
  const { process } = report.header
  if (report.callTrees.length > 0 || report.threads.length === 0)
    return [report.label, process].filter(Boolean).join(': ')
  return 'The report does not say what happened'
}

/** `NSException` beside the name of the very exception. */
function isImplied(code: string, stated: readonly string[], title: string): boolean {
  return code === 'NSException' && stated.some((other) => other !== code && title.includes(other))
}

function kindOf({ report, explanations }: SymbolicatedReport): string {
  const { exception, termination } = report
  // The device fell, not a program of its user.
  if (report.format === 'panic') return report.label
  if (explanations[0]?.id === 'hang') return 'Hang'
  const isCrash = exception !== undefined || report.threads.some(({ crashed }) => crashed)
  if (!isCrash) return report.label
  return exception?.signal === 'SIGKILL' || termination?.namespace === 'FRONTBOARD' ? 'Killed' : 'Crashed'
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
function whereOf(symbolicated: SymbolicatedReport): Headline['where'] {
  const { report, culprit } = symbolicated
  const thread = report.threads.find((candidate) => candidate.crashed)
  const stacks = [report.lastException?.frames, thread?.frames, ...report.backtraces.map(({ frames }) => frames)]
  const frames = stacks.flatMap((stack) => stack ?? [])
  const frame =
    frames.find(({ id }) => id === culprit) ?? frames.find((candidate) => isAppFrame(symbolicated, candidate))
  if (!frame) return undefined
  const lines = linesOf(symbolicated, frame)
  // A trap or a library function inlined into the user's is not where to look.
  const line =
    lines.find(({ named, call }) => named && !(call && isRuntimeCall(call))) ??
    lines.find(({ named }) => named) ??
    lines[0]
  return line && { frame, line }
}

/** `Shop 4.2 (1180)`, `iPhone15,2`, `iOS 19.1`, date, how long it had run: what the report says of its place and time. */
export function settingOf({ report }: SymbolicatedReport): readonly string[] {
  const { process, device, os, arch, date } = report.header
  const version = knownVersion(report.header)
  const run = secondsRun(report)
  const after = run === undefined ? undefined : `${formatDuration(run)} after launch`
  const program =
    process === undefined && version !== undefined ? `version ${version}` : [process, version].filter(Boolean).join(' ')
  return [program, device, os, arch, date, after].filter((part): part is string => !!part)
}
