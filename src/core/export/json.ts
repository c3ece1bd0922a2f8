/** A report as plain JSON: the shape that the command line promises. Fields that the report does not give are left out. */
import { formatHex } from '../model/address.ts'
import type { Call } from '../model/image.ts'
import type { Problem } from '../model/problem.ts'
import type {
  CallTree,
  ExceptionInfo,
  Explanation,
  Frame,
  ImageStatus,
  PrintedSymbol,
  Report,
  Resolution,
  Stack,
  SymbolicatedReport,
  Thread,
} from '../model/report.ts'
import type { Exporter } from './exporter.ts'

interface JsonObject {
  readonly [key: string]: Json
}
type Json = string | number | boolean | null | readonly Json[] | JsonObject
type Fields = { readonly [key: string]: Json | undefined }

export const jsonExporter: Exporter = {
  id: 'json',
  label: 'JSON',
  extension: 'json',
  mediaType: 'application/json',
  write: (reports) => `${JSON.stringify({ reports: reports.map(formatSymbolicated) }, null, 2)}\n`,
}

/** Reports as they were understood, without symbols; the only calls are the names that the reports carry. */
export function formatParsed(reports: readonly Report[], problems: readonly Problem[] = []): Json {
  return {
    reports: reports.map((report) => formatReport({ report, problems: [...problems, ...report.problems] })),
  }
}

/** One call of a chain; `mangled` gives the linkage name as the function's. */
export function formatCall(call: Call, mangled = false): Json {
  return only({
    function: mangled && call.mangled !== '' ? call.mangled : call.function,
    mangled: call.mangled,
    file: call.file,
    line: call.line,
    column: call.column,
    inlined: call.inlined,
    functionOffset: call.functionOffset,
    source: call.source,
  })
}

function formatSymbolicated(symbolicated: SymbolicatedReport): Json {
  const { report } = symbolicated
  return formatReport({ ...symbolicated, problems: report.problems })
}

interface Parts {
  readonly report: Report
  readonly resolutions?: readonly Resolution[]
  readonly images?: readonly ImageStatus[]
  readonly explanations?: readonly Explanation[]
  readonly problems: readonly Problem[]
}

function formatReport({ report, resolutions, images, explanations, problems }: Parts): Json {
  const { header } = report
  const frames = (stack: Stack): Json => stack.frames.map((frame) => formatFrame(frame, report, resolutions))
  const crashed = report.threads.find((thread) => thread.crashed)
  return only({
    format: report.format,
    process: header.process,
    pid: header.pid,
    bundleId: header.bundleId,
    version: header.version,
    os: header.os,
    device: header.device,
    arch: header.arch,
    date: header.date,
    incident: header.incident,
    exception: report.exception && formatException(report.exception),
    termination:
      report.termination &&
      only({
        namespace: report.termination.namespace,
        code: hex(report.termination.code),
        indicator: report.termination.indicator,
        reasons: report.termination.reasons,
        byProcess: report.termination.byProcess,
      }),
    applicationInfo: report.applicationInfo.length > 0 ? report.applicationInfo : undefined,
    explanations: explanations?.map(({ id, title, evidence, meaning, checks }) => ({
      id,
      title,
      evidence,
      meaning,
      checks,
    })),
    images: report.images.map((image) => {
      const status = images?.find((entry) => entry.image === image.index)
      return only({
        name: image.name,
        path: image.path,
        uuid: image.uuid,
        arch: image.arch,
        base: hex(status?.base ?? image.base),
        size: image.size,
        version: image.version,
        slide: hex(status?.slide),
        slideFrom: status?.slideFrom ?? image.slideFrom,
        confidence: status?.confidence,
        symbols:
          status &&
          (status.symbols === 'no-debug-info'
            ? 'missing'
            : status.symbols === 'system'
              ? 'not-needed'
              : status.symbols),
        reason: status?.reason,
        have: status?.have,
      })
    }),
    threads: report.threads.map((thread) => formatThread(thread, frames(thread))),
    lastExceptionBacktrace: report.lastException && { frames: frames(report.lastException) },
    backtraces:
      report.backtraces.length > 0
        ? report.backtraces.map((stack) => ({ title: stack.title, frames: frames(stack) }))
        : undefined,
    callTree: report.callTrees[0] && formatTree(report.callTrees[0], report, resolutions),
    callTrees:
      report.callTrees.length > 1 ? report.callTrees.map((tree) => formatTree(tree, report, resolutions)) : undefined,
    registers:
      crashed?.registers && Object.fromEntries(crashed.registers.map(({ name, value }) => [name, formatHex(value)])),
    events: report.events?.map((event) => only({ ...event })),
    problems: problems.map((problem) => only({ ...problem })),
  })
}

function formatException(exception: ExceptionInfo): Json {
  return only({
    type: exception.type,
    signal: exception.signal,
    codes: exception.codes,
    subtype: exception.subtype,
    message: exception.message,
    name: exception.name,
    reason: exception.reason,
    address: hex(exception.address),
  })
}

function formatThread(thread: Thread, frames: Json): Json {
  return only({
    id: thread.id,
    name: thread.name,
    queue: thread.queue,
    crashed: thread.crashed,
    state: thread.state,
    frames,
  })
}

function formatFrame(frame: Frame, report: Report, resolutions: readonly Resolution[] | undefined): JsonObject {
  const image = frame.image === undefined ? undefined : report.images[frame.image]
  const resolution = resolutions?.[frame.id]
  return only({
    index: frame.index,
    image: image?.name ?? frame.imageName,
    uuid: image?.uuid,
    address: hex(frame.address),
    offset: frame.offset,
    status: resolution?.kind,
    grade: resolution && 'grade' in resolution ? resolution.grade?.level : undefined,
    calls:
      resolution && 'calls' in resolution
        ? resolution.calls.map((call) => formatCall(call))
        : printedCalls(frame.symbol),
  })
}

function printedCalls(symbol: PrintedSymbol | undefined): Json | undefined {
  if (!symbol) return undefined
  return [
    only({
      function: symbol.name,
      mangled: symbol.name,
      file: symbol.file,
      line: symbol.line,
      inlined: false,
      functionOffset: symbol.offset,
      source: 'report',
    }),
  ]
}

function formatTree(tree: CallTree, report: Report, resolutions: readonly Resolution[] | undefined): Json {
  // A stack of its own, because a deep recursion in the tree would exhaust the language's.
  const roots: Json[] = []
  const open = tree.roots.map((node) => ({ node, into: roots })).reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    const children: Json[] = []
    const frame = formatFrame(next.node.frame, report, resolutions)
    next.into.push({ ...frame, count: next.node.count, children })
    open.push(...next.node.children.map((node) => ({ node, into: children })).reverse())
  }
  return { title: tree.title, weight: tree.weight, roots }
}

function hex(value: bigint | number | undefined): string | undefined {
  return value === undefined ? undefined : formatHex(value)
}

/** The fields that have a value; bigints as hex. */
function only(fields: Fields | Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject
}
