/** Problems of a text whose lines were moved, in the lines of the file. */
import { problem, type Problem } from '../../messages/problems.ts'

/** The line of the file for a line of the text that was read. */
export type LineOf = (line: number) => number

/** The problem at the line of the file that it speaks of; sentences that name the line are said anew. */
export function moveProblem(told: Problem, lineOf: LineOf): Problem {
  const moved = told.line === undefined ? told : { ...told, line: lineOf(told.line) }
  const { code, params, file, line, severity } = moved
  const place = {
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(severity && { severity }),
  }
  if (line === undefined) {
    const lines = code === 'unreadable-rows' && Array.isArray(params?.['lines']) ? params['lines'] : undefined
    if (!lines) return moved
    const count = Number(params?.['count'])
    return problem('unreadable-rows', { count, lines: lines.map((one) => String(lineOf(Number(one)))) }, place)
  }
  if (code === 'unreadable-row') {
    const part = params?.['part']
    const known = part === 'images' || part === 'callGraph' || part === 'callTree' ? part : 'stack'
    return problem(code, { part: known, line, text: String(params?.['text']) }, place)
  }
  return code === 'cut-row' || code === 'misprinted-row' ? problem(code, { line }, place) : moved
}
