/** Rows of an export that have no stacks: hangs, hitches, allocations by category. They are kept as tables. */
import type { ReportSection } from '../../model/report.ts'
import { xctraceWords as words } from '../../messages/labels.ts'
import type { XmlAttributes } from './xml-stream.ts'

/** Rows of a table that are kept; nobody reads more, and those beyond are counted. */
export const MOST_ROWS = 2000
/** Groups of rows that differ only in size, address and time. */
const MOST_GROUPS = 20_000

/** Attributes that part rows of one kind: those are added up. */
const ADDED = new Set(['size', 'count'])
const OWN = new Set(['address', 'timestamp', 'id', 'ref'])

interface Group {
  readonly cells: readonly string[]
  count: number
  bytes: number
}

/** The rows of one table. */
export class TableRows {
  readonly #rows: (readonly string[])[] = []
  readonly #groups = new Map<string, Group>()
  #keys: readonly string[] = []
  count = 0

  /** True while the next row is kept as it is. */
  get hasRoom(): boolean {
    return this.#rows.length < MOST_ROWS
  }

  get leftOut(): number {
    const kept = [...this.#groups.values()].reduce((sum, { count }) => sum + count, 0)
    return Math.max(0, this.count - this.#rows.length - kept)
  }

  addCells(cells: readonly string[]): void {
    this.count++
    if (this.hasRoom) this.#rows.push(cells)
  }

  /** Adds a row of attributes: an allocation or a leak, or a line of statistics. */
  addAttributes(attributes: XmlAttributes): void {
    this.count++
    const keys = Object.keys(attributes).filter((key) => !OWN.has(key) && !ADDED.has(key))
    if (this.#keys.length === 0) this.#keys = keys
    const cells = this.#keys.map((key) => attributes[key] ?? '')
    const key = cells.join('\n')
    const known = this.#groups.get(key)
    const count = 1
    const bytes = wholeNumber(attributes['size']) * Math.max(1, wholeNumber(attributes['count']))
    if (known) {
      known.count += count
      known.bytes += bytes
    } else if (this.#groups.size < MOST_GROUPS) this.#groups.set(key, { cells, count, bytes })
  }

  /** The tables as sections of a report, the largest groups first. */
  sections(title: string, columns: readonly string[]): ReportSection[] {
    const width = this.#rows.reduce((widest, row) => Math.max(widest, row.length), 0)
    const names = Array.from({ length: width }, (_, at) => columns[at] ?? '')
    const groups = [...this.#groups.values()].sort((a, b) => b.bytes - a.bytes || b.count - a.count)
    const hasBytes = groups.some(({ bytes }) => bytes > 0)
    return [
      ...(this.#rows.length > 0 ? [{ kind: 'table' as const, title, columns: names, rows: this.#rows }] : []),
      ...(groups.length > 0
        ? [
            {
              kind: 'table' as const,
              title,
              columns: [...this.#keys, words.rows, ...(hasBytes ? [words.bytes] : [])],
              rows: groups
                .slice(0, MOST_ROWS)
                .map(({ cells, count, bytes }) => [...cells, `${count}`, ...(hasBytes ? [`${bytes}`] : [])]),
            },
          ]
        : []),
    ]
  }
}

/** A number as xctrace writes it; 0 for anything else. */
export function wholeNumber(text: string | undefined): number {
  const value = Number(text?.trim() ?? '')
  return Number.isSafeInteger(value) && value >= 0 ? value : 0
}
