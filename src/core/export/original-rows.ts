/** Names in rows of text. */
import { formatHex } from '../model/address.ts'
import type { Call } from '../model/image.ts'
import { markText } from '../model/grade-marks.ts'
import { shownLevel } from '../reading/shown-grade.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { crashRow, oneLine, type RowContext, type RowWriter } from '../reports/base/write-back.ts'
import { findWriteBack } from '../reports/write-back.ts'
import { namedCalls } from './frames.ts'

/** Names in the middle of a line, which can't become several rows: the calls behind one another, innermost first. */
export function callsInLine(calls: readonly Call[]): string {
  return calls.map(crashRow).join(', inlined into ')
}

/** The row writer of a format by its id. */
export function rowWriter(format: string): RowWriter {
  const write = findWriteBack(format)?.row ?? crashRow
  return (call, context) => write(call, context) + keptPlace(context)
}

/** The same for a row of a call tree: that of spindump where the format has none of its own. */
export function treeWriter(format: string): RowWriter {
  return findWriteBack(format)?.row ?? findWriteBack('spindump')?.row ?? crashRow
}

/**
 * The row's load address or UUID of its image, for reports without a list of images. Replacing the printed text would
 * lose it. `App + 16684` becomes `name + 12 (File.swift:7) [App + 16684]`.
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
  // Without an address, only the offset shows the place.
  const place = frame.address === undefined && frame.offset !== undefined ? `${name} + ${frame.offset}` : undefined
  if (place !== undefined && names.length > 0) {
    // Rows of one address are known to be one frame; these are not.
    const inlined = (at: number): string => (at < names.length - 1 ? '[inlined] ' : '')
    return names.map((call, at) => `${head}${inlined(at)}${call} [${place}]${mark}`)
  }
  if (names.length > 0) return names.map((call) => head + call + mark)
  if (place !== undefined) return [head + place]
  const loadAddress = image?.loadAddress
  return [
    head +
      (loadAddress === undefined || frame.offset === undefined ? '???' : `${formatHex(loadAddress)} + ${frame.offset}`),
  ]
}

/** What stands behind a row whose name is not sure, so that no column moves; empty for the others. */
export function rowMark(symbolicated: SymbolicatedReport, frame: Frame): string {
  const level = shownLevel(symbolicated, frame)
  return level === undefined ? '' : markText(level)
}

/** `name + 12 (File.swift:7)` for each call of a frame, or for the name that the report prints; empty without either. */
export function calledNames(symbolicated: SymbolicatedReport, frame: Frame): string[] {
  const calls = namedCalls(symbolicated, frame)
  if (calls) return calls.map((call) => crashRow(call))
  const { symbol } = frame
  if (!symbol) return []
  const place = symbol.file === undefined ? '' : ` (${symbol.file}:${symbol.line ?? 0})`
  return [oneLine(symbol.name) + (symbol.offset === undefined ? '' : ` + ${symbol.offset}`) + place]
}
