/** How a frame is called on screen: from its symbols, else from what the report prints, else by its address. */
import { formatHex } from '../../../core/model/address.ts'
import { addressName, imageNameOf, sourceName } from '../../../core/model/frames.ts'
import type { Call } from '../../../core/model/image.ts'
import type { Frame, Report, Resolution, SymbolicatedReport } from '../../../core/model/report.ts'
import type { NameStyle } from '../../state/settings.svelte.ts'

export type Demangle = (name: string, style: 'simplified' | 'full') => string

/** One line of a frame on screen, innermost first. */
export interface CallLine {
  readonly name: string
  readonly call?: Call
  readonly inlined: boolean
  /** A name, or only an address or a function without a name. */
  readonly named: boolean
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

export function resolutionOf(symbolicated: SymbolicatedReport, frame: Frame): Resolution | undefined {
  return symbolicated.resolutions[frame.id]
}

/** The lines of a frame; always at least one. */
export function linesOf(
  { report, resolutions }: SymbolicatedReport,
  frame: Frame,
  style: NameStyle = 'simplified',
  demangle?: Demangle,
): readonly CallLine[] {
  const resolution = resolutions[frame.id]
  if (resolution && (resolution.kind === 'resolved' || resolution.kind === 'already-named')) {
    if (resolution.calls.length > 0)
      return resolution.calls.map((call) => lineOfCall(call, report, frame, style, demangle))
  }
  const { symbol } = frame
  if (symbol && symbol.name !== '') {
    const { file, line, column } = symbol
    return [
      {
        name: style === 'mangled' || !demangle ? symbol.name : demangle(symbol.name, style),
        inlined: frame.inlined ?? false,
        named: true,
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { line }),
        ...(column === undefined ? {} : { column }),
      },
    ]
  }
  return [{ name: addressName(report, frame), inlined: false, named: false }]
}

function lineOfCall(call: Call, report: Report, frame: Frame, style: NameStyle, demangle?: Demangle): CallLine {
  const { file, line, column, inlined } = call
  const named = call.function !== ''
  return {
    name: named ? nameOf(call, style, demangle) : unnamed(call, report, frame),
    call,
    inlined,
    named,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  }
}

function nameOf(call: Call, style: NameStyle, demangle?: Demangle): string {
  if (style === 'mangled') return call.mangled || call.function
  if (style === 'full' && demangle && call.mangled !== '') {
    const full = demangle(call.mangled, 'full')
    return full === call.mangled ? call.function : full
  }
  return call.function
}

function unnamed(call: Call, report: Report, frame: Frame): string {
  const start = call.functionStart
  return start === undefined
    ? addressName(report, frame)
    : `unnamed function at ${imageNameOf(report, frame)} + ${formatHex(start)}`
}

/** `<compiler-generated>`: no file, and its line means nothing. */
export function isGenerated(path: string): boolean {
  return sourceName(path).startsWith('<')
}

export function location(line: Pick<CallLine, 'file' | 'line'>): string {
  if (line.file === undefined) return ''
  if (isGenerated(line.file)) return sourceName(line.file)
  return line.line === undefined ? sourceName(line.file) : `${sourceName(line.file)}:${line.line}`
}
