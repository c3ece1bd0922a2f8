/**
 * Overviews of reports whose main matter is not a crashed stack: panics, memory kills, stackshots, metrics, leaks, limits. An overview
 * is a list of parts. The page and exports show the same parts. Each fact comes from the report's fields or sections.
 */
import { overviewTitles } from '../../messages/overview-titles.ts'
import type { Report, ReportSection } from '../../model/report.ts'

export type OverviewKind = keyof typeof overviewTitles

export interface Cell {
  readonly text: string
  /** The number to sort by. */
  readonly value?: number
  /** The report's own value, or how the text was computed. */
  readonly hint?: string
}

export interface OverviewColumn {
  readonly heading: string
  readonly isNumber?: true
  readonly isCode?: true
  readonly copies?: true
}

export interface OverviewRow {
  readonly cells: readonly Cell[]
  /** Id of a frame: the first frame of the row's stacks. */
  readonly frame?: number
}

export interface Bar {
  readonly label: string
  readonly value: number
  readonly text: string
  readonly hint?: string
}

export type OverviewPart =
  /** The report's own words, as text. */
  | { readonly kind: 'quote'; readonly title: string; readonly text: string }
  | { readonly kind: 'facts'; readonly title: string; readonly facts: readonly (readonly [term: string, cell: Cell])[] }
  /** Amounts of one kind side by side. */
  | { readonly kind: 'bars'; readonly title: string; readonly bars: readonly Bar[]; readonly note?: string }
  | {
      readonly kind: 'table'
      readonly title: string
      readonly columns: readonly OverviewColumn[]
      readonly rows: readonly OverviewRow[]
      readonly note?: string
    }
  | {
      readonly kind: 'histogram'
      readonly title: string
      readonly note: string
      readonly bars: readonly { readonly from: string; readonly to: string; readonly count: number }[]
    }
  /** Rows with a depth; a row contains the deeper rows after it. */
  | {
      readonly kind: 'tree'
      readonly title: string
      readonly rows: readonly { readonly depth: number; readonly text: string; readonly size: Cell }[]
      readonly note?: string
    }
  /** The heaviest path of a call tree of the report. */
  | { readonly kind: 'path'; readonly title: string; readonly tree: number }

export interface Overview {
  readonly kind: OverviewKind
  readonly parts: readonly OverviewPart[]
}

export type Table = ReportSection & { readonly kind: 'table' }

/** The table of a report with such a column. */
export function tableWith({ sections }: Pick<Report, 'sections'>, column: string): Table | undefined {
  return sections.find((section): section is Table => section.kind === 'table' && section.columns.includes(column))
}

/** A cell of a row by the name of its column; empty where there is none. */
export function cellOf(table: Table, row: readonly string[], column: string): string {
  return row[table.columns.indexOf(column)] ?? ''
}

/** The value of a key of the header. */
export function fieldOf({ header }: Pick<Report, 'header'>, key: string): string | undefined {
  return header.fields.find(([name]) => name.trim() === key)?.[1]
}

const LEAKED = /total leaked bytes|ROOT (?:LEAK|CYCLE)/

/** The kind of overview for a report; undefined for reports whose stacks are enough. */
export function overviewKind(report: Report): OverviewKind | undefined {
  switch (report.writtenFrom ?? report.format) {
    case 'panic':
      return 'panic'
    case 'ips-jetsam':
    case 'jetsam-text':
      return tableWith(report, 'rpages') || tableWith(report, 'pages') ? 'memory-kill' : undefined
    case 'ips-stackshot':
      return tableWith(report, 'procname') ? 'stackshot' : undefined
    case 'leaks':
      return report.sections.some((section) => section.kind === 'text' && LEAKED.test(section.text))
        ? 'leaks'
        : undefined
    case 'metrickit':
      return report.kind === 'metrics' && report.sections.length > 0 ? 'metrics' : undefined
    case 'power-metrics':
      return report.sections.length > 0 ? 'metrics' : undefined
    case 'microstackshots':
      return ['CPU', 'Wakeups', 'Writes'].some((key) => fieldOf(report, key) !== undefined) ? 'limits' : undefined
    default:
      return undefined
  }
}
