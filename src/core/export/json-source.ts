/** Source lines of a call as JSON. */
import type { SourceReading } from '../model/source.ts'
import type { CallDocument, SourceDocument, SourceLinesDocument } from '../documents/call.ts'
import { only } from './json-values.ts'

/** A call, with its source lines if requested. */
export function withSource(call: CallDocument, reading: SourceReading | undefined): CallDocument {
  return reading ? { ...call, source: formatSource(reading) } : call
}

function formatSource(reading: SourceReading): SourceDocument {
  if (reading.kind === 'none') return { reason: reading.reason }
  if (reading.kind === 'several') return { candidates: reading.paths, count: reading.count }
  const { path, line, column, lines, check, grade, embedded } = reading.excerpt
  return only<SourceLinesDocument>({
    path,
    line,
    column,
    excerpt: lines.map(({ number, text }) => ({ line: number, text })),
    check,
    grade,
    embedded,
  })
}
