/** The rows of a stack and of a call tree as lines of text, for plain-text exports. */
import { exported } from '../messages/export.ts'
import { recoveredCallers } from '../messages/names.ts'
import { aliasText } from '../model/aliases.ts'
import { foundByLine } from '../model/found-by.ts'
import { imageNameOf } from '../model/frames.ts'
import { markText, type MarkedLevel } from '../model/grade-marks.ts'
import type { CallTree, Frame, RecoveredCaller, SymbolicatedReport } from '../model/report.ts'
import { heaviestPath } from '../reading/call-tree.ts'
import { foldWords, piecesOf } from '../reading/folds.ts'
import { exactLocation, linesOf, type FrameLine } from '../reading/lines.ts'
import { recoveredBehind, recoveredFrame, recoveredLevel, recoveredLines } from '../reading/recovered.ts'
import { shownLevel } from '../reading/shown-grade.ts'
import { stackLinkOf } from '../reading/stack-link.ts'
import type { StackReading } from '../reading/stacks.ts'
import { placeOf } from './outline.ts'
import { largest } from '../model/lists.ts'

/** A stack as rows, what its recovered callers rest on, and how its frames were found where the report says it. */
export interface StackRows {
  readonly rows: readonly string[]
  readonly reasons: readonly string[]
  readonly found: string | undefined
  /** The thread that it is a stack of, where it is none itself. */
  readonly link: string | undefined
}

export function stackRows(symbolicated: SymbolicatedReport, stack: StackReading): StackRows {
  const { report } = symbolicated
  const width = Math.min(
    28,
    largest(
      0,
      stack.frames.map((frame) => imageNameOf(report, frame).length),
    ),
  )
  const behind = recoveredBehind(symbolicated)
  const reasons = new Set<string>()
  const rows = piecesOf(symbolicated, stack).flatMap((piece) => {
    if (piece.kind === 'cut') return [`    ⋯ ${piece.words}`]
    if (piece.kind !== 'frame') return [`    ⋯ ${foldWords(piece)}`]
    const callers = behind.get(piece.frame.id) ?? []
    for (const { reason } of callers) reasons.add(recoveredCallers.leftOut({ reason }))
    return [
      ...formatFrame(symbolicated, piece.frame, width),
      ...callers.flatMap((caller) => formatRecovered(symbolicated, caller, width)),
    ]
  })
  return { rows, reasons: [...reasons], found: foundByLine(stack.frames), link: stackLinkOf(symbolicated, stack) }
}

/** The heaviest path of a call tree, a row a call: its count first. Inlined calls follow the function that they are in. */
export function pathRows(symbolicated: SymbolicatedReport, tree: CallTree): readonly string[] {
  return heaviestPath(tree).flatMap(({ count, frame }) => {
    const level = shownLevel(symbolicated, frame)
    const image = imageNameOf(symbolicated.report, frame)
    return [...linesOf(symbolicated, frame)].reverse().map((line, index) => {
      const place = line.named ? exactLocation(line) : ''
      const head = index === 0 ? String(count).padStart(7) : ' '.repeat(7)
      return `${head} ${image}  ${textOf(line, place, '', level)}`
    })
  })
}

/** Name, place, other names and marks of a line. */
function textOf(line: FrameLine, place: string, also: string, level: MarkedLevel | undefined): string {
  const marks = `${line.inlined ? ` [${exported.inlined}]` : ''}${level === undefined ? '' : markText(level)}`
  return `${line.name.replace(/\s+/g, ' ')}${place === '' ? '' : `  ${place}`}${also}${marks}`
}

/** A caller that the report leaves out. It has no number in the report. */
function formatRecovered(symbolicated: SymbolicatedReport, caller: RecoveredCaller, width: number): string[] {
  const frame = recoveredFrame(symbolicated.report, caller)
  const lines = recoveredLines(symbolicated, caller)
  return formatLines(symbolicated, frame, lines, {
    number: exported.leftOutMark,
    level: recoveredLevel(symbolicated, caller),
    width,
  })
}

function formatFrame(symbolicated: SymbolicatedReport, frame: Frame, width: number): string[] {
  const level = shownLevel(symbolicated, frame)
  return formatLines(symbolicated, frame, linesOf(symbolicated, frame), { number: String(frame.index), level, width })
}

interface RowLayout {
  readonly number: string
  readonly level: MarkedLevel | undefined
  readonly width: number
}

function formatLines(
  { report }: SymbolicatedReport,
  frame: Frame,
  lines: readonly FrameLine[],
  { number, level, width }: RowLayout,
): string[] {
  const image = imageNameOf(report, frame) || '???'
  const head = `${number.padStart(3)} ${image.padEnd(width)} `
  return lines.map((line, index) => {
    const place = line.named ? exactLocation(line) : placeOf(frame, line.name)
    const others = line.call && aliasText(line.call)
    const also = others === undefined ? '' : ` (${others.replace(/\s+/g, ' ')})`
    const start = index === 0 ? head : `${' '.repeat(head.length)}in `
    return `${start}${textOf(line, place, also, level)}`
  })
}
