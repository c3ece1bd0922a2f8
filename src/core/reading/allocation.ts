/** The memory of a failed access, as the allocator reported it: facts, and the calls that allocated and freed it. */
import { sectionTitles } from '../messages/section-titles.ts'
import { ownWords } from '../messages/message.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { frameToBlame } from './blame.ts'
import { linesOf, location, type Demangle, type NameStyle } from './lines.ts'

export interface AllocationRow {
  readonly label: string
  readonly text: string
  /** Id of the frame that the text names. */
  readonly frame?: number
}

/** Rows about the memory; none where the report has no diagnosis of an allocator. `style`, `demangle`: names of the two calls. */
export function allocationRows(
  symbolicated: SymbolicatedReport,
  style?: NameStyle,
  demangle?: Demangle,
): readonly AllocationRow[] {
  const { memoryError, sections, backtraces } = symbolicated.report
  if (!memoryError) return []
  const table = sections.find(({ title }) => title === sectionTitles.memoryError)
  const facts = table?.kind === 'table' ? table.rows : []
  const calls = backtraces.flatMap((stack): readonly AllocationRow[] => {
    const frame = stack.role && (frameToBlame(symbolicated, stack) ?? stack.frames[0])
    const line = frame && linesOf(symbolicated, frame, style, demangle)[0]
    if (!line) return []
    return [{ label: ownWords(stack.title), text: `${line.name}  ${location(line)}`.trimEnd(), frame: frame.id }]
  })
  return [...calls, ...facts.map(([label = '', text = '']) => ({ label: ownWords(label), text: ownWords(text) }))]
}
