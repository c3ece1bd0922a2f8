/** The overview of a report as blocks of an export: rows of cells, or lines. The heaviest stacks are with the call trees. */
import { cellsOf, padEndTo, padStartTo } from '../model/text-width.ts'
import { exported } from '../messages/export.ts'
import { ownWords } from '../messages/message.ts'
import { sectionTitles } from '../messages/section-titles.ts'
import { overviewWords } from '../messages/overview.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { allocationRows } from '../reading/allocation.ts'
import type { OverviewPart } from '../reading/overview/overview.ts'
import { overviewOf } from '../reading/overview/read.ts'

export interface OverviewBlock {
  readonly title: string
  /** Headings; empty where rows are pairs of a term and what is said of it. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly lines: readonly string[]
  readonly notes: readonly string[]
}

/** An allocator's diagnosis, then the overview. `most`: rows of a block; the block says how many are left out. */
export function overviewBlocks(symbolicated: SymbolicatedReport, most: number): readonly OverviewBlock[] {
  const memory = allocationRows(symbolicated).map(({ label, text }) => [label, text])
  const first = { title: ownWords(sectionTitles.memoryError), columns: [], rows: memory, lines: [], notes: [] }
  return [...(memory.length > 0 ? [first] : []), ...partBlocks(symbolicated, most)]
}

function partBlocks(symbolicated: SymbolicatedReport, most: number): readonly OverviewBlock[] {
  return (overviewOf(symbolicated)?.parts ?? []).flatMap((part): readonly OverviewBlock[] => {
    const { columns, rows, lines } = contentOf(part)
    const left = rows.length - most + Math.max(0, lines.length - most)
    if (rows.length === 0 && lines.length === 0) return []
    const note = 'note' in part ? part.note : undefined
    return [
      {
        title: part.title,
        columns,
        rows: rows.slice(0, most),
        lines: lines.slice(0, most),
        notes: [left > 0 && exported.moreRows({ rows: left }), note].filter((text) => typeof text === 'string'),
      },
    ]
  })
}

type Content = Pick<OverviewBlock, 'columns' | 'rows' | 'lines'>

function contentOf(part: OverviewPart): Content {
  switch (part.kind) {
    case 'quote':
      return { columns: [], rows: [], lines: part.text.split('\n') }
    case 'facts':
      return { columns: [], rows: part.facts.map(([term, { text }]) => [term, text]), lines: [] }
    case 'bars':
      return { columns: [], rows: part.bars.map(({ label, text }) => [label, text]), lines: [] }
    case 'histogram':
      return {
        columns: [overviewWords.from, overviewWords.to, overviewWords.count],
        rows: part.bars.map(({ from, to, count }) => [from, to, String(count)]),
        lines: [],
      }
    case 'table': {
      const told = part.columns.flatMap(({ heading }, at) =>
        part.rows.some(({ cells }) => (cells[at]?.text ?? '') !== '') ? [{ heading, at }] : [],
      )
      return {
        columns: told.map(({ heading }) => heading),
        rows: part.rows.map(({ cells }) => told.map(({ at }) => cells[at]?.text ?? '')),
        lines: [],
      }
    }
    case 'tree':
      return {
        columns: [],
        rows: [],
        lines: part.rows.map(
          ({ depth, text, size }) => `${padStartTo(size.text, 8)}  ${'  '.repeat(Math.min(depth, 40))}${text}`,
        ),
      }
    case 'path':
      return { columns: [], rows: [], lines: [] }
  }
}

/** Rows with their columns under each other. */
export function alignedRows({ columns, rows }: Pick<OverviewBlock, 'columns' | 'rows'>): readonly string[] {
  const all = columns.length > 0 ? [columns, ...rows] : rows
  const widths: number[] = []
  for (const row of all)
    for (const [at, cell] of row.entries()) widths[at] = Math.min(60, Math.max(widths[at] ?? 0, cellsOf(cell)))
  return all.map((row) => `  ${row.map((cell, at) => padEndTo(cell, widths[at] ?? 0)).join('  ')}`.trimEnd())
}
