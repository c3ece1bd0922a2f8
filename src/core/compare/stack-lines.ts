/** A stack as the lines that are compared: one a call, inlined ones included, rounds of recursion once. */
import { imageNameOf } from '../model/frames.ts'
import type { MarkedLevel } from '../model/grade-marks.ts'
import type { Call } from '../model/image.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { isRuntimeCall } from '../model/runtime-calls.ts'
import { isNamedByGuess, isPlaceholder, linesOf, trustedCalls } from '../reading/lines.ts'
import { isOwnFrame } from '../reading/own-code.ts'
import { roundsOf } from '../reading/rounds.ts'
import { shownLevel } from '../reading/shown-grade.ts'
import { functionKey, placeInBuild } from '../reading/signature.ts'
import { append } from '../model/lists.ts'

export interface StackLine {
  readonly frame: Frame
  readonly image: string
  /** The function, or `Shop + 16500` where nothing names it. */
  readonly name: string
  /** By a name that something may be concluded from; not by one that a device guessed, which is shown with its mark. */
  readonly named: boolean
  readonly inlined: boolean
  /** Of the user's own code, and not a trap or a library body inlined into it. */
  readonly own: boolean
  readonly file?: string
  readonly line?: number
  /** How often this line's round comes one after another, where it is recursion. */
  readonly times?: number
  /** The confidence in the name, where the row shows it. */
  readonly level?: MarkedLevel
  /** The name is known only from the other report, which has the very same build. */
  readonly borrowed?: boolean
  /** Equal for the same function of the same image, or of the system, whatever the build. */
  readonly key: string
}

/** Names of frames by build and offset, for a report that has none for the same place of the same build. */
export type NamesOfBuilds = ReadonlyMap<string, readonly Call[]>

export function namesOfBuilds(symbolicated: SymbolicatedReport, frames: readonly Frame[]): NamesOfBuilds {
  const names = new Map<string, readonly Call[]>()
  for (const frame of frames) {
    const place = placeInBuild(symbolicated, frame)
    // A guess is no name to lend.
    const calls = trustedCalls(symbolicated, frame).filter(isName)
    if (place !== undefined && calls.length > 0) names.set(place, calls)
  }
  return names
}

/** The lines of a stack, innermost first. `others`: names to borrow. */
export function linesOfStack(
  symbolicated: SymbolicatedReport,
  frames: readonly Frame[],
  others: NamesOfBuilds = new Map(),
): readonly StackLine[] {
  const groups = frames.map((frame) => linesOfFrame(symbolicated, frame, others))
  const lines: StackLine[] = []
  let at = 0
  for (const { start, size, times } of roundsOf(symbolicated, frames)) {
    append(lines, groups.slice(at, start).flat())
    append(
      lines,
      groups
        .slice(start, start + size)
        .flat()
        .map((line) => ({ ...line, times })),
    )
    at = start + size * times
  }
  return [...lines, ...groups.slice(at).flat()]
}

function linesOfFrame(symbolicated: SymbolicatedReport, frame: Frame, others: NamesOfBuilds): readonly StackLine[] {
  const { report } = symbolicated
  const image = imageNameOf(report, frame)
  const isOwn = isOwnFrame(symbolicated, frame)
  const known = trustedCalls(symbolicated, frame).filter(isName)
  const place = placeInBuild(symbolicated, frame)
  const calls = known.length > 0 ? known : (place !== undefined && others.get(place)) || []
  if (calls.length === 0) {
    const name = linesOf(symbolicated, frame).at(-1)?.name ?? ''
    // Without a build, an offset says nothing about another report; many functions share the nearest name.
    const key = `at ${place ?? `${report.file} ${frame.id}`}`
    const guess = isNamedByGuess(symbolicated, frame) && { level: 'doubtful' as const }
    return [{ frame, image, name, named: false, inlined: false, own: isOwn, key, ...guess }]
  }
  const level = known.length > 0 ? shownLevel(symbolicated, frame) : undefined
  return calls.map((call) => ({
    frame,
    image,
    name: call.function,
    named: true,
    inlined: call.inlined,
    own: isOwn && !isRuntimeCall(call),
    key: functionKey(image, isOwn, call.function),
    ...(call.file !== undefined && { file: call.file }),
    ...(call.line !== undefined && { line: call.line }),
    ...(level !== undefined && { level }),
    ...(known.length === 0 && { borrowed: true }),
  }))
}

const isName = ({ function: name }: Call): boolean => !isPlaceholder(name)
