/** How a format writes a name into its own text: what an exporter needs of a format, apart from its reader. */
import { visibleText } from '../../model/visible-text.ts'
import { sourceName } from '../../model/frames.ts'
import type { BinaryImage, Call } from '../../model/image.ts'
import type { Frame, Report } from '../../model/report.ts'
import { kindOfOldLabel, reportKind, type ReportKind } from '../../model/report-kind.ts'

/** Field that we add to Apple's layout: the format that the report was read from. */
export const WRITTEN_FROM = 'Written From'

/** Value of that field: `kcdata/stackshot, Kernel stackshot`. */
export const writtenFromText = ({ format, writtenFrom, kind, label }: Report): string =>
  `${writtenFrom ?? format}${kind === undefined ? '' : `/${kind}`}, ${label}`

interface WrittenFrom {
  readonly format: string
  readonly kind: ReportKind | undefined
  readonly label: string
}

/** The same read again; undefined for a text that is no such field. */
export function readWrittenFrom(text: string | undefined): WrittenFrom | undefined {
  const found = /^([\w-]+)(?:\/([\w-]+))?, (.+)$/.exec(text ?? '')
  if (!found) return undefined
  const [, format = '', kind, label = ''] = found
  return { format, kind: kind === undefined ? kindOfOldLabel(label) : reportKind(kind), label }
}
/** Title of the section with the fields that it had. */
export const WRITTEN_FIELDS = 'Other Fields'
/** Begins a stack that is no thread's in that layout. */
export const stackHead = (title: string): string => `Backtrace: ${title}`
/** Begins a call tree in that layout: `Call Tree (samples): Main thread`. */
export const treeHead = (weight: string, title: string): string => `Call Tree (${weight}): ${title}`

/** Input of a row writer besides the call: the old text of the row, its frame and its image. */
export interface RowContext {
  /** The text that `symbolSpan` covers. */
  readonly printed: string
  readonly frame: Frame
  readonly image: BinaryImage | undefined
}

/** The text to put in place of `symbolSpan`. */
export type RowWriter = (call: Call, context: RowContext) => string

/** Keys of a JSON frame that carry its name. */
export interface JsonKeys {
  readonly name: string
  readonly location: string
  readonly file: string
  readonly line: string
  readonly inline: string
}

/** A format without one has its rows written as crash reports have them, and no place for names in its JSON. */
export interface WriteBack {
  /** Ids of the formats that write like this. */
  readonly formats: readonly string[]
  readonly row?: RowWriter
  readonly json?: JsonKeys
  /** Its JSON frames hold their callers or callees, so that no call can be a frame of its own: they list their calls under this key. */
  readonly callsKey?: string
}

/** A call in such a list; of the names, the last one is the function that was really called. */
export interface ListedCall {
  readonly name: string
  readonly offset?: number
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly inlined?: true
  readonly grade?: string
}

/** `name + 12 (File.swift:7)`, as crash reports have it. */
export function crashRow(call: Call): string {
  return nameAndOffset(call) + (call.file === undefined ? '' : ` (${place(call)})`)
}

/** `name + 12`; inlined calls have no offset of their own. */
export function nameAndOffset(call: Call): string {
  return oneLine(call.function) + plusOffset(call)
}

/** ` + 12`; empty where it is not known. */
export function plusOffset(call: Call): string {
  return call.inlined || call.functionOffset === undefined ? '' : ` + ${call.functionOffset}`
}

/** `File.swift:7`. */
export function place(call: Call): string {
  return `${oneLine(sourceName(call.file ?? ''))}:${call.line ?? 0}`
}

/** `File.swift:7:3`; the column only where it is known. */
export function sourcePlace(call: Call, file = sourceName(call.file ?? '')): string {
  return `${oneLine(file)}:${call.line ?? 0}${call.column ? `:${call.column}` : ''}`
}

/** A name without line ends, which would break a row, and with nothing in it that a terminal obeys. */
export function oneLine(name: string): string {
  return visibleText(name.replace(/[\r\n]+/g, ' '))
}
