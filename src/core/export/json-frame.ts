/** A row of a stack as JSON. A report has hundreds, and a profile a million. */
import type { FrameDocument } from '../documents/frame.ts'
import { formatHex } from '../model/address.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import type { FrameSources } from '../model/source.ts'
import type { Writable } from '../model/writable.ts'
import { languageOf } from '../reading/language.ts'
import { callsOf, gradeOf, resolutionOf } from '../reading/lines.ts'
import { isOwnFrame } from '../reading/own-code.ts'
import { formatCall } from './json-call.ts'
import { withSource } from './json-source.ts'
import { only } from './json-values.ts'
import { formatVariables } from './json-variables.ts'

export function formatFrame(symbolicated: SymbolicatedReport, frame: Frame, sources?: FrameSources): FrameDocument {
  const image = frame.image === undefined ? undefined : symbolicated.report.images[frame.image]
  const imageName = image?.name ?? frame.imageName
  const made: Partial<Writable<FrameDocument>> = { index: frame.index }
  if (imageName !== undefined) made.image = imageName
  if (image?.uuid !== undefined) made.uuid = image.uuid
  if (image && frame.image !== undefined) made.imageIndex = frame.image
  if (frame.address !== undefined) made.address = formatHex(frame.address)
  if (frame.offset !== undefined) made.offset = frame.offset
  made.kind = frame.kind
  if (frame.inlined !== undefined) made.inlined = frame.inlined
  if (frame.fromSymbol) made.fromSymbol = frame.fromSymbol
  if (frame.script) made.script = only({ ...frame.script })
  const language = languageOf(symbolicated, frame)
  if (language) made.language = language
  if (frame.disputed) made.disputed = frame.disputed
  if (frame.foundBy) made.foundBy = frame.foundBy
  if (isOwnFrame(symbolicated, frame)) made.own = true
  nameFrame(made, symbolicated, frame, sources)
  return made as FrameDocument
}

function nameFrame(
  made: Partial<Writable<FrameDocument>>,
  symbolicated: SymbolicatedReport,
  frame: Frame,
  sources: FrameSources | undefined,
): void {
  const resolution = resolutionOf(symbolicated, frame)
  if (resolution) made.status = resolution.kind
  const grade = gradeOf(symbolicated, frame)
  if (grade) made.grade = grade.level
  if (grade?.odds) made.odds = only({ ...grade.odds, terms: grade.odds.terms.map((one) => only({ ...one })) })
  const calls = callsOf(symbolicated, frame)
  const readings = sources?.get(frame.id)
  if (calls.length > 0) made.calls = calls.map((call, at) => withSource(formatCall(call), readings?.[at]))
  const variables = symbolicated.variables?.find(({ id }) => id === frame.id)
  if (variables) made.variables = formatVariables(variables)
}
