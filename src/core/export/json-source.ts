/** Source lines of a call as JSON. */
import type { SourceReading } from '../model/source.ts'
import { only, type Json, type JsonObject } from './json-values.ts'

/** A call, with its source lines if requested. */
export function withSource(call: JsonObject, reading: SourceReading | undefined): Json {
  return reading ? { ...call, source: formatSource(reading) } : call
}

function formatSource(reading: SourceReading): Json {
  if (reading.kind === 'none') return { reason: reading.reason }
  if (reading.kind === 'several') return { candidates: reading.paths, count: reading.count }
  const { path, line, column, lines, check, grade, embedded } = reading.excerpt
  return only({
    path,
    line,
    column,
    excerpt: lines.map(({ number, text }) => ({ line: number, text })),
    check,
    grade,
    embedded,
  })
}
