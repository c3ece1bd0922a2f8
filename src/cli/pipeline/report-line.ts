/**
 * A report as one line of JSON, in one of three forms: its text as a string; an object with the text under `report`, which may have
 * `id`, `name` and `encoding: "base64"`; or a report that is itself a JSON object.
 */
import { problem } from '../../core/messages/problems.ts'
import type { InputFile } from '../../core/ports.ts'
import { failure, success, type Outcome } from '../../core/model/problem.ts'
import { joinBytes } from '../../stores/memory-blob.ts'
import type { StreamLine } from '../documents/reports.ts'
import { AnswerBytes } from './answer-bytes.ts'
import { results } from '../messages/results.ts'

export interface ReportLine {
  readonly file: InputFile
}

const MAX_NAME = 1000

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()
const answerBytes = new AnswerBytes()

/** A value as a line of JSON in UTF-8, with its end. */
export function toLine(value: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${JSON.stringify(value)}\n`)
}

/** The answer to a line: its number, its id as the line spells it, and what was made of it. */
export function toAnswer(
  number: number,
  id: string | undefined,
  rest: Omit<StreamLine, 'line' | 'id'>,
): Uint8Array<ArrayBuffer> {
  answerBytes.add(`{"line":${number}${id === undefined ? '' : `,"id":${id}`}`)
  answerBytes.addMembers(rest)
  answerBytes.add('\n')
  return answerBytes.take()
}

/** The report in a line of UTF-8; a problem if the line has none of the three forms. */
export function readReportLine(bytes: Uint8Array, number: number): Outcome<ReportLine> {
  const path = results.line({ number })
  const text = decoder.decode(bytes).trim()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return failure(problem('bad-report-line', {}, { file: path }))
  }
  if (typeof value === 'string') return lineOf(path, value)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return failure(problem('bad-report-line', {}, { file: path }))
  const { name, report, encoding } = value as Record<string, unknown>
  const known = typeof name === 'string' && name !== '' && name.length <= MAX_NAME ? name : path
  if (typeof report === 'string' && encoding === 'base64') return lineOf(known, Buffer.from(report, 'base64'))
  if (typeof report === 'string') return lineOf(known, report)
  // The line is the report, or one is wrapped in it.
  if (typeof report === 'object' && report !== null && ('id' in value || 'name' in value))
    return lineOf(known, JSON.stringify(report))
  return lineOf(path, text)
}

function lineOf(path: string, content: string | Uint8Array): Outcome<ReportLine> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  return success({ file: { path, blob: joinBytes([bytes]) } })
}
