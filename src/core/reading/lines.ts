/** The lines of a frame: names from its symbols, else from the report's row, else its address. */
import { formatHex } from '../model/address.ts'
import { addressName, imageNameOf, sourceName } from '../model/frames.ts'
import type { Call } from '../model/image.ts'
import type { Frame, Grade, Report, Resolution, SymbolicatedReport } from '../model/report.ts'
import { withoutDigest } from '../model/translated.ts'
import { frameNames } from '../messages/names.ts'
import { gradeOfGuess, isGuessedName } from './guessed-names.ts'

/** How names are written: Swift's short form, the whole signature, or the linkage name. */
export type NameStyle = 'simplified' | 'full' | 'mangled'

export type Demangle = (name: string, style: 'simplified' | 'full') => string

/** One line of a frame. */
export interface FrameLine {
  /** The function; `unnamed function at Shop + 0x4010` or `Shop + 16500` where nothing names it. */
  readonly name: string
  readonly call?: Call
  /** Inlined into the call of the next line. */
  readonly inlined: boolean
  /** A name, and not only an address or a placeholder. */
  readonly named: boolean
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** Names that many functions share are none: `<redacted>`, `???`. */
export const isPlaceholder = (name: string): boolean =>
  /^(?:<[\p{L}\w -]*>|\?+|_mh_execute_header|_{1,2}hidden#\d*_?|)$/u.test(name)

/** Functions of a script that nobody named: their place says which one is meant. */
const SCRIPT_NAME = /^<(?:anonymous|global|unknown)>$/

/** The result of a frame's look-up; undefined before the look-up. */
export function resolutionOf({ resolutions }: SymbolicatedReport, frame: Frame): Resolution | undefined {
  return resolutions[frame.id]
}

/** The grade of a frame's name; undefined where only the report names it and no evidence contradicts that name. */
export function gradeOf(symbolicated: SymbolicatedReport, frame: Frame): Grade | undefined {
  const resolution = resolutionOf(symbolicated, frame)
  const grade = resolution && 'grade' in resolution ? resolution.grade : undefined
  const guess = callsOf(symbolicated, frame).find((call) => isGuessedName(call, frame))
  return guess ? gradeOfGuess(guess, frame, grade) : grade
}

/** The level of `gradeOf` alone, without its evidence in words. */
export function levelOf(symbolicated: SymbolicatedReport, frame: Frame): Grade['level'] | undefined {
  if (isNamedByGuess(symbolicated, frame)) return 'doubtful'
  const resolution = resolutionOf(symbolicated, frame)
  return resolution && 'grade' in resolution ? resolution.grade?.level : undefined
}

/** True if a frame's name is only a device's guess. */
export function isNamedByGuess(symbolicated: SymbolicatedReport, frame: Frame): boolean {
  return callsOf(symbolicated, frame).some((call) => isGuessedName(call, frame))
}

/**
 * The calls of a frame, innermost first; the last one is the concrete function. They come from symbols, else from the report's row;
 * empty where neither has a name.
 */
export function callsOf(symbolicated: SymbolicatedReport, frame: Frame): readonly Call[] {
  const resolution = resolutionOf(symbolicated, frame)
  if (resolution && 'calls' in resolution && resolution.calls.length > 0) return resolution.calls
  const { symbol } = frame
  if (!symbol || symbol.name === '') return NO_CALLS
  const { name, file, line, column, offset } = symbol
  return [
    {
      function: name,
      mangled: name,
      inlined: frame.inlined === true,
      source: 'report',
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      ...(offset !== undefined && { functionOffset: offset }),
    },
  ]
}

const NO_CALLS: readonly Call[] = []

/** The same without names that a device guessed: rules may rely on these. */
export function trustedCalls(symbolicated: SymbolicatedReport, frame: Frame): readonly Call[] {
  const calls = callsOf(symbolicated, frame)
  return calls.some((call) => isGuessedName(call, frame)) ? calls.filter((call) => !isGuessedName(call, frame)) : calls
}

/** The lines of a frame, innermost call first; always at least one. */
export function linesOf(
  symbolicated: SymbolicatedReport,
  frame: Frame,
  style: NameStyle = 'simplified',
  demangle?: Demangle,
): readonly FrameLine[] {
  return linesOfCalls(symbolicated.report, frame, callsOf(symbolicated, frame), style, demangle)
}

/** The lines of a frame with these calls. */
export function linesOfCalls(
  report: Report,
  frame: Frame,
  calls: readonly Call[],
  style: NameStyle = 'simplified',
  demangle?: Demangle,
): readonly FrameLine[] {
  if (calls.length === 0) return [{ name: addressName(report, frame), inlined: false, named: false }]
  return calls.map((call) => {
    const { file, line, column, inlined } = call
    const named = !isPlaceholder(call.function) || (line !== undefined && SCRIPT_NAME.test(call.function))
    return {
      name: named ? nameOf(call, style, demangle) : unnamed(call, report, frame),
      call,
      inlined,
      named,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    }
  })
}

function nameOf(call: Call, style: NameStyle, demangle?: Demangle): string {
  if (style === 'mangled') return call.mangled || call.function
  // The whole name keeps the digest: two overloads may differ in nothing else.
  const shown = style === 'full' ? call.function : withoutDigest(call.function)
  if (!demangle) return shown
  // A report prints mangled names.
  if (call.source === 'report') return demangle(shown, style)
  if (style !== 'full' || call.mangled === '') return shown
  const full = demangle(call.mangled, 'full')
  return full === call.mangled ? shown : full
}

function unnamed(call: Call, report: Report, frame: Frame): string {
  if (call.functionStart !== undefined)
    return frameNames.unnamedFunction({
      place: `${imageNameOf(report, frame)} + ${formatHex(call.functionStart)}`,
    })
  // A pseudo row such as `<Kernel mode>` has no address to be called by.
  const isPlaced = frame.address !== undefined || frame.offset !== undefined
  return isPlaced || call.function === '' ? addressName(report, frame) : call.function
}

type Place = Pick<FrameLine, 'file' | 'line' | 'column'>

/** `CartView.swift:88`; a script without a name has `695:2469`. `<compiler-generated>` has no line that means anything. */
export function location({ file, line, column }: Place): string {
  if (file === undefined) return line === undefined || column === undefined ? '' : `${line}:${column}`
  return isGenerated(file) || line === undefined ? sourceName(file) : `${sourceName(file)}:${line}`
}

/** `CartView.swift:88:21`. */
export function exactLocation(place: Place): string {
  const { file, line, column } = place
  const known = location(place)
  return file === undefined || isGenerated(file) || line === undefined || column === undefined
    ? known
    : `${known}:${column}`
}

/** `<compiler-generated>`: no file, and its line means nothing. */
export function isGenerated(path: string): boolean {
  return sourceName(path).startsWith('<')
}
