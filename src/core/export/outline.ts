/** A stack as people read it: calls with places, the user's own rows told from the system's, long system runs folded. */
import { formatHex } from '../model/address.ts'
import type { Call } from '../model/image.ts'
import type { Frame, Report, Stack, SymbolicatedReport } from '../model/report.ts'
import { knownVersion } from '../model/version.ts'
import { isAppFrame, sourceName } from '../model/frames.ts'
import { shownGrade, shownLevel, type MarkedLevel } from '../model/grade-marks.ts'

export interface OutlineRow {
  readonly frame: Frame
  readonly image: string
  /** The user's own code. */
  readonly own: boolean
  /** Innermost first; the last one is the function itself. Empty where nothing names the frame. */
  readonly calls: readonly Call[]
  /** `0x104ccc074 (Shop + 16500)`, for a frame without name and beside one with. */
  readonly place: string
  /** The grade of a name that is not sure. */
  readonly level?: MarkedLevel
  /** What speaks for and against such a name. */
  readonly evidence?: string
}

/** Rows to show, or rows that are folded away under their count. */
export type OutlinePart =
  | { readonly kind: 'rows'; readonly rows: readonly OutlineRow[] }
  | { readonly kind: 'folded'; readonly rows: readonly OutlineRow[] }

/** Fewer system rows than this are not worth a fold. */
const SHORTEST_FOLD = 4
/** The innermost rows always show: the crash is there. */
const ALWAYS_SHOWN = 3

export function outlineStack(symbolicated: SymbolicatedReport, stack: Stack): readonly OutlineRow[] {
  return stack.frames.map((frame) => outlineFrame(symbolicated, frame))
}

function outlineFrame(symbolicated: SymbolicatedReport, frame: Frame): OutlineRow {
  const { report, resolutions } = symbolicated
  const image = frame.image === undefined ? undefined : report.images[frame.image]
  const resolution = resolutions[frame.id]
  const named = resolution?.kind === 'resolved' || resolution?.kind === 'already-named' ? resolution : undefined
  const name = image?.name ?? frame.imageName ?? '???'
  const offset = frame.offset === undefined ? undefined : `${name} + ${frame.offset}`
  const address = frame.address === undefined ? undefined : formatHex(frame.address)
  const level = shownLevel(symbolicated, frame)
  return {
    frame,
    image: name,
    own: isAppFrame(symbolicated, frame),
    calls: named?.calls.filter((call) => call.function !== '') ?? [],
    place: address !== undefined && offset !== undefined ? `${address} (${offset})` : (address ?? offset ?? ''),
    ...(level !== undefined && { level, evidence: shownGrade(symbolicated, frame)?.evidence.join('; ') ?? '' }),
  }
}

/** Folds long runs of system rows; the innermost rows and the row that holds the last own one stay. */
export function foldOutline(rows: readonly OutlineRow[]): readonly OutlinePart[] {
  const parts: OutlinePart[] = []
  let shown: OutlineRow[] = []
  let at = 0
  while (at < rows.length) {
    const start = at
    while (at < rows.length && rows[at]?.own === false && at >= ALWAYS_SHOWN) at++
    const run = rows.slice(start, at)
    if (run.length >= SHORTEST_FOLD) {
      if (shown.length > 0) parts.push({ kind: 'rows', rows: shown })
      shown = []
      parts.push({ kind: 'folded', rows: run })
    } else shown.push(...run)
    const row = rows[at]
    if (row) {
      shown.push(row)
      at++
    }
  }
  if (shown.length > 0) parts.push({ kind: 'rows', rows: shown })
  return parts
}

/** `CartView.swift:88:21`; undefined without a file. */
export function sourcePlace(call: Call): string | undefined {
  if (call.file === undefined) return undefined
  const line = call.line === undefined ? '' : `:${call.line}${call.column === undefined ? '' : `:${call.column}`}`
  return sourceName(call.file) + line
}

/** One sentence of what happened: the explanation's, else what the report itself says. */
export function headline({ report, explanations }: SymbolicatedReport): string {
  const [first] = explanations
  if (first) return first.title
  const { exception } = report
  const said = [exception?.type, exception?.signal].filter((text) => text !== undefined)
  return said.length > 0 ? said.join(', ') : report.label
}

/** What runs where: process, version, device, system, date, as far as the report says. */
export function subject({ header }: Report): readonly string[] {
  const process = [header.process, knownVersion(header)].filter((text) => text !== undefined).join(' ')
  return [process, header.device, header.os, header.date].flatMap((text) => (text ? [text] : []))
}

/** `Thread 3, com.apple.main-thread`, with what the report calls it. */
export function threadTitle(thread: { readonly id: number; readonly name?: string; readonly queue?: string }): string {
  return [`Thread ${thread.id}`, thread.name, thread.queue]
    .filter((text) => text !== undefined && text !== '')
    .join(', ')
}
