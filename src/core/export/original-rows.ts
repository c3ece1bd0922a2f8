/** How each text format writes a name in a row. */
import { formatHex } from '../model/address.ts'
import type { BinaryImage, Call } from '../model/image.ts'
import { markText } from '../model/grade-marks.ts'
import { shownLevel } from '../reading/shown-grade.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { sourceName } from '../model/frames.ts'
import { namedCalls } from './frames.ts'

/** What a style may use besides the call: what the row said before, its frame and its image. */
export interface RowContext {
  /** The text that `symbolSpan` covers. */
  readonly printed: string
  readonly frame: Frame
  readonly image: BinaryImage | undefined
}

/** The text to put in place of `symbolSpan`. */
export type RowStyle = (call: Call, context: RowContext) => string

/** `name + 12 (File.swift:7)`, as crash reports have it. */
function crashStyle(call: Call): string {
  return oneLine(call.function) + plus(call) + (call.file === undefined ? '' : ` (${place(call)})`)
}

/** `name + 12 (File.swift:7 in Image + 4660)`, as spindump has it; the printed part in brackets is kept. */
function spindumpStyle(call: Call, { printed, frame, image }: RowContext): string {
  const inner = /\((?:[^()]* in )?((?:[^()]|\([^()]*\))*? \+ \d+)\)\s*$/.exec(printed)?.[1]
  const name = frame.imageName ?? image?.name ?? '???'
  const where = inner ?? (frame.offset === undefined ? name : `${name} + ${frame.offset}`)
  return `${oneLine(call.function)}${plus(call)} (${call.file === undefined ? '' : `${place(call)} in `}${where})`
}

/** `name  (in Image) + 12  [0x1234]  File.swift:7`, as sample has it. */
function sampleStyle(call: Call, { printed, frame, image }: RowContext): string {
  const addresses = /\[0x[^\]]*\]/.exec(printed)?.[0]
  const parts = [
    `${oneLine(call.function)}  (in ${frame.imageName ?? image?.name ?? '???'})${plus(call)}`,
    addresses ?? (frame.address === undefined ? undefined : `[${formatHex(frame.address)}]`),
    call.file === undefined ? undefined : place(call),
  ]
  return parts.filter((part) => part !== undefined).join('  ')
}

/** `name + 12  File.c:7`, as leaks has it. */
function leaksStyle(call: Call): string {
  return oneLine(call.function) + plus(call) + (call.file === undefined ? '' : `  ${place(call)}`)
}

/** `name + 12 at File.swift:7:3`, as lldb has it. */
function lldbStyle(call: Call): string {
  return oneLine(call.function) + plus(call) + (call.file === undefined ? '' : ` at ${sourcePlace(call)}`)
}

/** `name + 12 in Image at /src/File.swift:7:3`, as the Swift runtime has it. */
function swiftStyle(call: Call, { frame, image }: RowContext): string {
  const name = frame.imageName ?? image?.name
  return (
    oneLine(call.function) +
    plus(call) +
    (name === undefined ? '' : ` in ${name}`) +
    (call.file === undefined ? '' : ` at ${sourcePlace(call, call.file)}`)
  )
}

/** `in name File.cpp:7:3 (Image:arm64+0x1234)`, as the sanitizers have it; the bracket is kept. */
function sanitizerStyle(call: Call, { printed, frame }: RowContext): string {
  const module = /[ \t]*\([^()]*\+0x[0-9a-f]+\)(?: \(BuildId: [0-9a-f]+\))?$/i.exec(printed)?.[0].trim()
  // ThreadSanitizer prints no addresses, and no `in` either.
  const name = frame.address === undefined ? oneLine(call.function) : `in ${oneLine(call.function)}`
  const parts = [name, call.file === undefined ? undefined : sourcePlace(call), module]
  return parts.filter((part) => part !== undefined).join(' ')
}

const styles: Readonly<Record<string, RowStyle>> = {
  lldb: lldbStyle,
  'swift-backtrace': swiftStyle,
  sanitizer: sanitizerStyle,
  spindump: spindumpStyle,
  microstackshots: spindumpStyle,
  sample: sampleStyle,
  leaks: leaksStyle,
}

/** The style of a name in the middle of a line. */
export const nameInLine: RowStyle = (call) => crashStyle(call)

/** The style of a format by its id. */
export function rowStyle(format: string): RowStyle {
  const style = styles[format] ?? crashStyle
  return (call, context) => style(call, context) + keptPlace(context)
}

/**
 * What a row says about its image where the report has no list of images: its load address or UUID, which would be lost with the
 * printed text. `App + 16684` becomes `name + 12 (File.swift:7) [App + 16684]`.
 */
function keptPlace({ printed, frame, image }: RowContext): string {
  const missing = /\(Missing UUID [0-9a-f-]+\)$/i.exec(printed)?.[0]
  if (missing) return ` ${missing}`
  if (image?.slideFrom !== 'load-address') return ''
  const kept = /\[([^[\]]* ?\+ (?:0x[0-9a-f]+|\d+))\]$/i.exec(printed)?.[1]
  const isPlace = frame.symbol === undefined && /^(?:\S.*)? ?\+ (?:0x[0-9a-f]+|\d+)$/i.test(printed)
  return kept ? ` [${kept}]` : isPlace ? ` [${printed}]` : ''
}

/** The rows of a frame as Apple's tools write it: one for each call, innermost first. */
export function formatRow(symbolicated: SymbolicatedReport, frame: Frame): string[] {
  const image = frame.image === undefined ? undefined : symbolicated.report.images[frame.image]
  const name = (image?.name ?? frame.imageName ?? '') || '???'
  const head = `${String(frame.index).padEnd(4)}${name.padEnd(30)}\t${frame.address === undefined ? '???' : formatHex(frame.address)} `
  const names = calledNames(symbolicated, frame)
  const mark = rowMark(symbolicated, frame)
  if (names.length > 0) return names.map((call) => head + call + mark)
  const base = image?.base
  return [head + (base === undefined || frame.offset === undefined ? '???' : `${formatHex(base)} + ${frame.offset}`)]
}

/** What stands behind a row whose name is not sure, so that no column moves; empty for the others. */
export function rowMark(symbolicated: SymbolicatedReport, frame: Frame): string {
  const level = shownLevel(symbolicated, frame)
  return level === undefined ? '' : markText(level)
}

/** `name + 12 (File.swift:7)` for each call of a frame, or for the name that the report prints; empty without either. */
export function calledNames(symbolicated: SymbolicatedReport, frame: Frame): string[] {
  const calls = namedCalls(symbolicated, frame)
  if (calls) return calls.map((call) => crashStyle(call))
  const { symbol } = frame
  if (!symbol) return []
  const place = symbol.file === undefined ? '' : ` (${symbol.file}:${symbol.line ?? 0})`
  return [oneLine(symbol.name) + (symbol.offset === undefined ? '' : ` + ${symbol.offset}`) + place]
}

function plus(call: Call): string {
  return call.inlined || call.functionOffset === undefined ? '' : ` + ${call.functionOffset}`
}

function place(call: Call): string {
  return `${sourceName(call.file ?? '')}:${call.line ?? 0}`
}

/** `File.swift:7:3`; the column only where it is known. */
function sourcePlace(call: Call, file = sourceName(call.file ?? '')): string {
  return `${file}:${call.line ?? 0}${call.column ? `:${call.column}` : ''}`
}

function oneLine(name: string): string {
  return name.replace(/\s*[\r\n]+\s*/g, ' ')
}
