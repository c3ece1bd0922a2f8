/** Source lines as rows of plain text: `>` marks the line of a call, a caret its column. */
import { exported } from '../messages/export.ts'
import { joined } from '../messages/joins.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import type { FrameSources, SourceExcerpt } from '../model/source.ts'
import { framesWithSource, sourceReadings } from '../reading/source.ts'
import { stacksOf } from '../reading/stacks.ts'

/** The source lines of the calls in the stacks to read first, a call after the other; none if no lines were requested. */
export function sourceRows(symbolicated: SymbolicatedReport, sources: FrameSources | undefined): readonly string[] {
  if (!sources) return []
  const stacks = stacksOf(symbolicated.report).filter(({ main }) => main)
  const told = new Set<string>()
  return stacks
    .flatMap(({ frames }) => framesWithSource(frames, sources))
    .flatMap((frame) => frameRows(symbolicated, frame, sources, told))
}

/** `told`: what was said of a file before, which is not said again. */
function frameRows(
  symbolicated: SymbolicatedReport,
  frame: Frame,
  sources: FrameSources,
  told: Set<string>,
): readonly string[] {
  return sourceReadings(symbolicated, frame, sources).flatMap(({ line, place, note, excerpt }, at) => {
    const number = at === 0 ? String(frame.index) : ''
    const mark = line.inlined ? ` [${exported.inlined}]` : ''
    const said = `${excerpt?.path ?? place} ${note}`
    const about = told.has(said) ? place : joined.aside(place, note)
    told.add(said)
    const head = `${number.padStart(3)} ${line.name.replace(/\s+/g, ' ')}${mark}  ${about}`
    return excerpt ? [head, ...excerptRows(excerpt)] : [head]
  })
}

function excerptRows({ line, lines, mark }: SourceExcerpt): readonly string[] {
  const width = String(lines.at(-1)?.number ?? line).length
  return lines.flatMap(({ number, text }) => {
    const own = number === line
    const row = `  ${own ? '>' : ' '} ${String(number).padStart(width)} | ${text}`
    if (!own || mark === undefined) return [row.trimEnd()]
    // Tabs stay tabs, so that the caret is below its column at any tab width.
    const space = text.slice(0, mark).replace(/[^\t]/g, ' ')
    return [row, `    ${' '.repeat(width)} | ${space}^`]
  })
}
