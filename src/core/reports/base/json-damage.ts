/** The damage in the JSON of a report, as a problem. */
import { problem } from '../../messages/problems.ts'
import type { Problem } from '../../model/problem.ts'
import { lineNumberAt } from './lines.ts'
import type { JsonDocument } from '../json/json.ts'

/** The first damage with its line; nothing for JSON that is whole. */
export function damageProblems({ damage }: JsonDocument, text: string, file: string): readonly Problem[] {
  return damage ? [problem(`damaged-json.${damage.fault}`, {}, { file, line: lineNumberAt(text, damage.offset) })] : []
}
