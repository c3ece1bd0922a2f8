/** Words for the source lines of a frame: each call's file, the evidence that it is the one of the build, and its lines. */
import { sourceChecks, sourceNameOnly, sourceWords } from '../messages/source.ts'
import { joined } from '../messages/joins.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import type { FrameSources, SourceExcerpt, SourceReading } from '../model/source.ts'
import { exactLocation, linesOf, type FrameLine } from './lines.ts'

/** One call of a frame whose file is known. */
export interface CallSourceReading {
  readonly line: FrameLine
  /** Position of the call in its frame, innermost first. */
  readonly call: number
  /** `Shelf/store.m:44:9` in the folders given, else the place as the stack has it. */
  readonly place: string
  /** The evidence for the file, or why there are no lines. */
  readonly note: string
  readonly excerpt?: SourceExcerpt
  /** Files that fit equally. */
  readonly paths?: readonly string[]
}

/** The calls of a frame that lines were looked for, innermost first. */
export function sourceReadings(
  symbolicated: SymbolicatedReport,
  frame: Frame,
  sources: FrameSources,
  lines: readonly FrameLine[] = linesOf(symbolicated, frame),
): readonly CallSourceReading[] {
  const readings = sources.get(frame.id) ?? []
  return lines.flatMap((line, call) => {
    const reading = readings[call]
    return reading ? [{ line, call, ...placed(line, reading) }] : []
  })
}

function placed(line: FrameLine, reading: SourceReading): Omit<CallSourceReading, 'line' | 'call'> {
  const place = exactLocation(line)
  switch (reading.kind) {
    case 'none':
      return { place, note: reading.reason }
    case 'several':
      return { place, note: sourceWords.several(reading), paths: reading.paths }
    case 'found': {
      const { excerpt } = reading
      const { path, column } = excerpt
      const where = [path, excerpt.line, column].filter((part) => part !== undefined).join(':')
      return { place: where, note: noteOf(excerpt), excerpt }
    }
  }
}

function noteOf({ check, grade, embedded, quoted }: SourceExcerpt): string {
  if (quoted) return sourceWords.quoted[check === 'same' ? 'same' : 'unknown']
  const known = (grade === 'possible' ? sourceNameOnly : sourceChecks)[check]
  return embedded ? joined.list([known, sourceWords.embedded]) : known
}

/** The frames that have readings, in the order of the stacks. */
export function framesWithSource(frames: readonly Frame[], sources: FrameSources): readonly Frame[] {
  return frames.filter(({ id }) => sources.get(id)?.some((reading) => reading !== undefined))
}
