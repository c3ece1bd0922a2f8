/** The rows of a table: which are shown, in which order, how wide their columns are, and what is copied of them. */
import { cellsOf } from '../../core/model/text-width.ts'
import { compareTexts } from '../messages/order.ts'

/** Sort key of a cell; cells without one come last in both directions. */
export type SortValue = number | bigint | string | undefined

export interface Column<Row> {
  readonly id: string
  readonly heading: string
  /** Meaning of the heading, such as a file's own key; shown on hover. */
  readonly hint?: string | undefined
  readonly text: (row: Row) => string
  /** A shorter form of the text on screen; the whole one is copied, filtered and shown on hover. */
  readonly short?: ((row: Row) => string) | undefined
  /** Needed if the text sorts differently: sizes, times. */
  readonly value?: ((row: Row) => SortValue) | undefined
  /** Tooltip of a cell; without it, its text. */
  readonly title?: ((row: Row) => string | undefined) | undefined
  /** Right aligned, and sorted largest first. */
  readonly isNumber?: boolean | undefined
  /** In the face of code. */
  readonly isCode?: boolean | undefined
  /** A word on how a cell is to be seen, for the table's styles. */
  readonly tone?: ((row: Row) => 'ok' | 'warn' | undefined) | undefined
  /** Action of a press on the cell; undefined for rows whose cell is only read. */
  readonly press?: ((row: Row) => (() => void) | undefined) | undefined
  /** The table offers to copy the whole column. */
  readonly copies?: boolean | undefined
}

export interface Sorting {
  readonly column: string
  readonly down: boolean
}

/** A reader's choices in a table. */
export interface TableChoice {
  readonly query: string
  /** Null: the table's own order. */
  readonly sorting: Sorting | undefined | null
  /** All rows are shown, of a table that offers fewer at first. */
  readonly isWhole?: boolean
}

/** By the titles of tables; who owns it keeps it. */
export type TableChoices = Map<string, TableChoice>

/** Choices that inform their owner of each change. */
export class ToldChoices extends Map<string, TableChoice> {
  readonly #ontold: () => void

  constructor(first: readonly (readonly [title: string, choice: TableChoice])[], ontold: () => void) {
    super()
    for (const [title, choice] of first) super.set(title, choice)
    this.#ontold = ontold
  }

  override set(title: string, choice: TableChoice): this {
    super.set(title, choice)
    this.#ontold()
    return this
  }
}

/** Rows that hold each word of the query in some cell, sorted; equal ones stay in their order. */
export function shownRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  query: string,
  sorting: Sorting | undefined,
): readonly Row[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = words.length === 0 ? rows : rows.filter((row) => holdsAll(columns, row, words))
  const column = columns.find(({ id }) => id === sorting?.column)
  return column && sorting ? sortedBy(found, column, sorting.down) : found
}

function holdsAll<Row>(columns: readonly Column<Row>[], row: Row, words: readonly string[]): boolean {
  const text = columns
    .map((column) => column.text(row))
    .join('\n')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}

function sortedBy<Row>(rows: readonly Row[], column: Column<Row>, down: boolean): readonly Row[] {
  const sign = down ? -1 : 1
  return rows
    .map((row) => ({ row, value: column.value ? column.value(row) : column.text(row) || undefined }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined)
      return sign * compare(a.value, b.value)
    })
    .map(({ row }) => row)
}

function compare(a: number | bigint | string, b: number | bigint | string): number {
  if (typeof a === 'string' || typeof b === 'string') return compareTexts(String(a), String(b))
  return a < b ? -1 : a > b ? 1 : 0
}

/** The next state of a heading that is pressed: numbers largest first, texts from A, then the other way, then as given. */
export function nextSorting<Row>(column: Column<Row>, now: Sorting | undefined): Sorting | undefined {
  const first = column.isNumber === true
  if (now?.column !== column.id) return { column: column.id, down: first }
  return now.down === first ? { column: column.id, down: !first } : undefined
}

/** The text of a cell on screen. */
export const shownText = <Row>({ short, text }: Column<Row>, row: Row): string => (short ?? text)(row)

/** Widths are measured on so many rows at most. */
const MEASURED = 200
const LEAST = 3
const MOST = 38

/** Characters that each column needs, within bounds: rows that are not on screen have no say in the layout of a table. */
export function columnWidths<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): readonly number[] {
  const step = Math.max(1, Math.ceil(rows.length / MEASURED))
  const some = rows.filter((_, at) => at % step === 0)
  return columns.map((column) => {
    const longest = some.reduce(
      (most, row) => Math.max(most, cellsOf(shownText(column, row))),
      cellsOf(column.heading) + 2,
    )
    return Math.min(MOST, Math.max(LEAST, longest))
  })
}

/** What a spreadsheet would calculate: names of a report come from strangers, and a method's begins with a minus. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫]/u
/** Spreadsheets take away the quotes around a cell, and look at what is left. */
const QUOTED = /^[\s\p{Cc}\p{Cf}]*"/u
const NUMBER = /^\s*[+-]?(?:0x[0-9a-f]+|\d[\d.,]*)(?:\s*[a-zµ%]+)?\s*$/i

/** A cell as text: in one line, and with an apostrophe, which spreadsheets do not show, before a formula or a quote. */
function cellText(text: string): string {
  const flat = text.replace(/[\t\v\f\r\n\0\u0085\u2028\u2029]+/g, ' ')
  return QUOTED.test(flat) || (FORMULA.test(flat) && !NUMBER.test(flat)) ? `'${flat}` : flat
}

/** Rows as spreadsheets take them from the clipboard: cells between tabs, the headings first. */
export function tabbedText<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const line = (cells: readonly string[]): string => cells.map(cellText).join('\t')
  return [
    line(columns.map(({ heading }) => heading)),
    ...rows.map((row) => line(columns.map(({ text }) => text(row)))),
  ].join('\n')
}

/** Columns of a grid with room for their content, and their least width in rem; `opens`: a button comes before them. */
export function gridOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  opens: boolean,
): { readonly least: number; readonly template: string } {
  const widths = columnWidths(rows, columns)
  // Of a character, with the room between columns.
  const rems = columns.map(
    ({ isCode, isNumber }, at) => (widths[at] ?? 0) * (isCode ? 0.5 : isNumber ? 0.53 : 0.52) + 1.25,
  )
  const template = rems.map((rem, at) => `minmax(${rem}rem, ${columns[at]?.isNumber ? 0.4 * rem : rem}fr)`)
  return {
    least: rems.reduce((sum, rem) => sum + rem, opens ? 1.5 : 0),
    template: [...(opens ? ['1.5rem'] : []), ...template].join(' '),
  }
}

/** The same keys with this one put in or taken out. */
export function flipped(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const others = [...keys].filter((one) => one !== key)
  return new Set(others.length < keys.size ? others : [...others, key])
}
