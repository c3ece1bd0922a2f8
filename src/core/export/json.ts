/** A report as plain JSON: the shape that the command line promises. Fields that the report does not give are left out. */
import type { CallTreeDocument, CallTreeNodeDocument, FrameDocument } from '../documents/frame.ts'
import type {
  EventDocument,
  ExceptionDocument,
  HeadlineDocument,
  MemoryErrorDocument,
  ReportDocument,
  SectionDocument,
  SymbolicatedDocument,
  TerminationDocument,
} from '../documents/report.ts'
import type { BacktraceDocument, CodeDocument, FoldDocument, ThreadDocument } from '../documents/thread.ts'
import { formatHex } from '../model/address.ts'
import { threadMark } from '../model/frames.ts'
import { hexOf } from '../model/hex.ts'
import type { MemoryError } from '../model/memory-error.ts'
import type { Problem } from '../model/problem.ts'
import type {
  CallTree,
  ExceptionInfo,
  Frame,
  Register,
  Report,
  Stack,
  SymbolicatedReport,
  Thread,
  ThreadCode,
} from '../model/report.ts'
import type { FrameSources } from '../model/source.ts'
import { damageOf } from '../reading/damage.ts'
import { piecesOf } from '../reading/folds.ts'
import { headlineOf } from '../reading/headline.ts'
import { codeOriginOf } from '../reading/code-origin.ts'
import { mayHaveLinks, stackLinkOf } from '../reading/stack-link.ts'
import { quotedRows } from '../reading/quoted.ts'
import { crashedThread, stacksOf } from '../reading/stacks.ts'
import type { Exporter, WriteOptions } from './exporter.ts'
import { formatCall } from './json-call.ts'
import { formatFrame } from './json-frame.ts'
import { formatImage } from './json-image.ts'
import { formatFault } from './json-fault.ts'
import { formatWaits } from './json-waits.ts'
import { formatRecovered } from './json-recovered.ts'
import { hex, jsonText, only } from './json-values.ts'
import { exportFormats } from '../messages/export-formats.ts'
import { append } from '../model/lists.ts'

/** Counts changes of the shape that a reader must know of; new fields are none. */
const SCHEMA: SymbolicatedDocument['schema'] = 2

/** Of a report with more characters nobody reads the JSON line by line, and trees would be blanks for the most part. */
const INDENTED = 1 << 20

export const jsonExporter: Exporter = {
  id: 'json',
  get label() {
    return exportFormats.json
  },
  extension: 'json',
  mediaType: 'application/json',
  write: (reports, { sources } = {}) => {
    const isLong = reports.some(({ report }) => report.text.length > INDENTED)
    return jsonText(formatReports(reports, sources), isLong ? 0 : 2)
  },
}

/** The document that `symbolicate --format json` writes. */
export function formatReports(
  reports: readonly SymbolicatedReport[],
  sources: WriteOptions['sources'] = [],
): SymbolicatedDocument {
  return { schema: SCHEMA, reports: reports.map((report, at) => formatSymbolicated(report, sources[at])) }
}

/** Path in this JSON of the stack that contains a frame; a frame's index is unique in one stack only. */
function stackPath({ lastException, threads, backtraces }: Report, { id }: Frame): string | undefined {
  const holds = (stack: Stack): boolean => stack.frames.some((frame) => frame.id === id)
  if (lastException && holds(lastException)) return 'lastExceptionBacktrace'
  const thread = threads.findIndex(holds)
  if (thread !== -1) return `threads[${thread}]`
  const backtrace = backtraces.findIndex(holds)
  return backtrace === -1 ? undefined : `backtraces[${backtrace}]`
}

function formatSymbolicated(symbolicated: SymbolicatedReport, sources?: FrameSources): ReportDocument {
  return formatReport(symbolicated, symbolicated.report.problems, { sources })
}

/** A report that was only parsed has a headline, as with names, but no list of explanations. */
export function formatReport(
  symbolicated: SymbolicatedReport,
  problems: readonly Problem[],
  { isParsedOnly = false, sources }: { readonly isParsedOnly?: boolean; readonly sources?: FrameSources | undefined },
): ReportDocument {
  const { report, images } = symbolicated
  const statuses = new Map(images.map((status) => [status.image, status]))
  const headline = headlineOf(symbolicated)
  const damage = damageOf(symbolicated).map(({ code, text }) => ({ code, text }))
  const quoted = quotedRows(symbolicated)
  const { header } = report
  const recovered = formatRecovered(symbolicated, formatCall)
  const frames = (stack: Stack): readonly FrameDocument[] =>
    stack.frames.map((frame) => {
      const formatted = formatFrame(symbolicated, frame, sources)
      const recoveredCallers = recovered.get(frame.id)
      return recoveredCallers ? { ...formatted, recoveredCallers } : formatted
    })
  const crashed = crashedThread(report)
  const links = linksOf(symbolicated)
  return only<ReportDocument>({
    source: isParsedOnly ? undefined : report.file,
    format: report.format,
    label: report.label,
    kind: report.kind,
    writtenFrom: report.writtenFrom,
    process: header.process,
    pid: header.pid,
    path: header.path,
    bundleId: header.bundleId,
    version: header.version,
    os: header.os,
    device: header.device,
    arch: header.arch,
    date: header.date,
    launched: header.launched,
    parent: header.parent,
    incident: header.incident,
    fields: header.fields.length > 0 ? header.fields.map(([key, value]) => ({ key, value })) : undefined,
    exception: report.exception && formatException(report.exception),
    termination:
      report.termination &&
      only<TerminationDocument>({
        namespace: report.termination.namespace,
        code: hex(report.termination.code),
        indicator: report.termination.indicator,
        reasons: report.termination.reasons,
        byProcess: report.termination.byProcess,
      }),
    applicationInfo: report.applicationInfo.length > 0 ? report.applicationInfo : undefined,
    applicationInfoFrom: report.applicationInfoFrom,
    quoted: isParsedOnly || quoted.length === 0 ? undefined : quoted.map(({ label, text }) => ({ label, text })),
    end: headline.end,
    headline: only<HeadlineDocument>({
      code: headline.code,
      text: headline.title,
      kind: headline.told,
      grade: headline.grade,
      frame: headline.where?.frame.index,
      stack: headline.where && stackPath(report, headline.where.frame),
      origin: headline.where && codeOriginOf(symbolicated, headline.where.frame),
    }),
    damage: damage.length > 0 ? damage : undefined,
    explanations: isParsedOnly
      ? undefined
      : symbolicated.explanations.map(({ id, kind, title, evidence, grade, meaning, checks }) => ({
          id,
          ...(kind !== undefined && { kind }),
          title,
          evidence,
          grade: grade ?? 'likely',
          meaning,
          checks,
        })),
    fault: formatFault(symbolicated),
    images: report.images.map((image) => formatImage(image, statuses.get(image.index))),
    threads: report.threads.map((thread) =>
      formatThread(symbolicated, thread, frames(thread), links.get(thread.frames)),
    ),
    lastExceptionBacktrace: report.lastException && { frames: frames(report.lastException) },
    backtraces:
      report.backtraces.length > 0
        ? report.backtraces.map((stack) =>
            only<BacktraceDocument>({
              title: stack.title,
              role: stack.role,
              link: links.get(stack.frames),
              frames: frames(stack),
            }),
          )
        : undefined,
    memoryError: report.memoryError && formatMemoryError(report.memoryError),
    callTree: report.callTrees[0] && formatTree(symbolicated, report.callTrees[0]),
    callTrees: report.callTrees.length > 1 ? report.callTrees.map((tree) => formatTree(symbolicated, tree)) : undefined,
    registers: formatRegisters(crashed?.registers),
    sections:
      report.sections.length > 0 ? report.sections.map((section) => only<SectionDocument>({ ...section })) : undefined,
    events: report.events?.map((event) => only<EventDocument>({ ...event })),
    waits: report.waits && formatWaits(report),
    problems: problems.map((problem) => only({ ...problem })),
  })
}

function formatMemoryError({ faultAddress, objectAddress, size, ...words }: MemoryError): MemoryErrorDocument {
  return only<MemoryErrorDocument>({
    ...words,
    faultAddress: hex(faultAddress),
    objectAddress: hex(objectAddress),
    size: size === undefined ? undefined : Number(size),
  })
}

function formatException(exception: ExceptionInfo): ExceptionDocument {
  return only<ExceptionDocument>({
    type: exception.type,
    signal: exception.signal,
    codes: exception.codes,
    rawCodes: exception.rawCodes?.map(formatHex),
    subtype: exception.subtype,
    message: exception.message,
    name: exception.name,
    reason: exception.reason,
    address: hex(exception.address),
  })
}

/** The sentences that link stacks to threads, as the page and texts have them, by the frames of the stack. */
function linksOf(symbolicated: SymbolicatedReport): ReadonlyMap<readonly Frame[], string | undefined> {
  if (!mayHaveLinks(symbolicated.report)) return NO_LINKS
  return new Map(stacksOf(symbolicated.report).map((stack) => [stack.frames, stackLinkOf(symbolicated, stack)]))
}

const NO_LINKS: ReturnType<typeof linksOf> = new Map()

function formatThread(
  symbolicated: SymbolicatedReport,
  thread: Thread,
  frames: readonly FrameDocument[],
  link: string | undefined,
): ThreadDocument {
  return only<ThreadDocument>({
    id: thread.id,
    name: thread.name,
    queue: thread.queue,
    crashed: threadMark(thread) === 'crashed',
    attributed: thread.attributed,
    unnumbered: thread.unnumbered,
    state: thread.state,
    registers: formatRegisters(thread.registers),
    registerNotes: formatNotes(thread.registers),
    code: thread.code && formatCode(thread.code),
    link,
    elided: thread.elided && only({ ...thread.elided, cuts: thread.elided.cuts.map((cut) => only({ ...cut })) }),
    frames,
    folds: formatFolds(symbolicated, thread),
  })
}

function formatRegisters(registers: readonly Register[] | undefined): ThreadDocument['registers'] {
  return registers && Object.fromEntries(registers.map(({ name, value }) => [name, formatHex(value)]))
}

/** Bytes of instructions that came with the report. */
function formatCode({ start, bytes, from }: ThreadCode): CodeDocument {
  return {
    address: formatHex(start),
    bytes: hexOf(bytes),
    from,
  }
}

/** The report's notes on its registers, such as the symbol that one points to. */
function formatNotes(registers: readonly Register[] | undefined): ThreadDocument['registerNotes'] {
  const noted = registers?.flatMap(({ name, note }) => (note === undefined ? [] : [[name, note] as const])) ?? []
  return noted.length > 0 ? Object.fromEntries(noted) : undefined
}

/** Runs of rows that a reader may fold, by the position of their first frame; absent where there are none. */
function formatFolds(symbolicated: SymbolicatedReport, stack: Stack | Thread): ThreadDocument['folds'] {
  const { frames } = stack
  const thread = 'elided' in stack ? stack : undefined
  const folds = piecesOf(symbolicated, { frames, key: '', ...(thread && { thread }) }).flatMap(
    (piece): FoldDocument[] => {
      const [first] = piece.kind === 'frame' || piece.kind === 'cut' ? [] : piece.frames
      if (piece.kind === 'frame' || piece.kind === 'cut' || first === undefined) return []
      const shared = { first: frames.indexOf(first), count: piece.frames.length }
      if (piece.kind === 'fold')
        return [
          piece.runtimes.length === 0
            ? { kind: 'system', ...shared }
            : { kind: 'runtime', runtimes: piece.runtimes, ...shared },
        ]
      return [{ kind: 'recursion', ...shared, size: piece.size, times: piece.times }]
    },
  )
  return folds.length > 0 ? folds : undefined
}

function formatTree(symbolicated: SymbolicatedReport, tree: CallTree): CallTreeDocument {
  // A stack of its own, because a deep recursion in the tree would exhaust the language's.
  const roots: CallTreeNodeDocument[] = []
  const open = tree.roots.map((node) => ({ node, into: roots })).reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    const children: CallTreeNodeDocument[] = []
    const frame = formatFrame(symbolicated, next.node.frame)
    const { count, self, blocks, note, also } = next.node
    next.into.push(
      only<CallTreeNodeDocument>({ ...frame, count, self, blocks, note, also: also?.map(formatHex), children }),
    )
    append(open, next.node.children.map((node) => ({ node, into: children })).reverse())
  }
  const { title, weight, thread, excerpt } = tree
  return only<CallTreeDocument>({ title, weight, thread, excerpt, roots })
}
