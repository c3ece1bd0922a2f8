/** Turns the symbols' answer for one frame into a resolution. */
import { readableName } from '../demangle/readable.ts'
import { isProvedName, type Call, type ImageUuid } from '../model/image.ts'
import type { Frame, Grade, Resolution } from '../model/report.ts'
import type { Said } from '../messages/message.ts'
import type { Writable } from '../model/writable.ts'
import { isRealName } from '../model/printed-names.ts'

/** The names that a report prints, as calls; undefined where it prints none worth the name. */
export function printedCalls(frame: Frame, imageNames: readonly string[]): readonly Call[] | undefined {
  const { symbol } = frame
  if (!isRealName(symbol, imageNames)) return undefined
  const { name, file, line, column, offset } = symbol
  const call: Writable<Call> = {
    function: readableName(name),
    mangled: name,
    inlined: frame.inlined === true,
    source: 'report',
  }
  if (file !== undefined) call.file = file
  if (line !== undefined) call.line = line
  if (column !== undefined) call.column = column
  if (offset !== undefined) call.functionOffset = offset
  return [call]
}

/** Why no symbols name a frame, and other builds' symbols of its image. */
export interface Unanswered {
  readonly why: Said
  readonly have?: readonly ImageUuid[]
}

/** A frame that no available symbols can name. */
export function unanswered(frame: Frame, imageNames: readonly string[], reason: () => Unanswered): Resolution {
  const printed = printedCalls(frame, imageNames)
  if (printed) return { kind: 'already-named', calls: printed }
  const { why, have = [] } = reason()
  if (have.length > 0) return { kind: 'wrong-build', have }
  return { kind: 'no-symbols', reason: why.text, message: why.message }
}

/** A name so far before the address is no function's: the nearest label of a stripped image. */
const nearestLabel = 0x4000

/**
 * The better of what the symbols answer and what the report prints. A report's name is often only the nearest export
 * of a stripped image, so any symbol that covers the address replaces it; but not a bare "unnamed function" where the
 * report's name starts at the same function, and not an answer without a line where the report has one. Nor an answer
 * of symbols that may be another build's (`isFit` is false): the report knows its own names better.
 */
export function betterName(
  frame: Frame,
  imageNames: readonly string[],
  calls: readonly Call[],
  grade: Grade,
  isFit = true,
): Resolution {
  const printed = printedCalls(frame, imageNames)
  const concrete = calls.at(-1)
  if (printed && !isFit && (frame.symbol?.offset ?? 0) < nearestLabel) return { kind: 'already-named', calls: printed }
  if (printed && concrete) {
    const unnamed = !isProvedName(concrete)
    const sameStart = concrete.functionOffset === undefined || isNear(concrete.functionOffset, frame.symbol?.offset)
    if (unnamed && sameStart) return { kind: 'already-named', calls: printed, grade }
    const printedLine = printed[0]?.line !== undefined
    if (printedLine && calls.every((call) => call.line === undefined) && concrete.source !== 'dwarf') {
      return { kind: 'already-named', calls: printed, grade }
    }
  }
  return { kind: 'resolved', calls, grade }
}

/** Printed offsets count from the address, looked-up ones from the byte before it. */
function isNear(found: number, printed: number | undefined): boolean {
  return printed === undefined || Math.abs(found - printed) <= 1
}

/**
 * Reports that were symbolicated before show inlined calls as rows of their own, all at one address. The chain is then
 * dealt out to the rows, one call each, so that it is not shown once a row; the last row takes what is left.
 */
export function dealOut(calls: readonly Call[], row: number, rows: number): readonly Call[] | undefined {
  if (rows <= 1) return calls
  if (row < rows - 1) return calls.length >= rows ? calls.slice(row, row + 1) : undefined
  return calls.slice(Math.min(rows, calls.length) - 1)
}
