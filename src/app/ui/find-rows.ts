/**
 * All rows of a list, also those not yet made: a virtual list offers them to the page's search.
 */
export interface FindRows {
  readonly count: number
  /** Text of a row, as shown. */
  readonly text: (at: number) => string
  /** Brings a row on screen, opening what it lies in. */
  readonly show: (at: number) => void
  /** The row's element; undefined while it is not made. */
  readonly element: (at: number) => Element | undefined
  /** Brings the row with this key on screen and gives it the focus; false where the list has none. */
  readonly bring?: (key: string) => Promise<boolean>
}

const offered = new Map<Element, () => FindRows>()

/** Offers the rows of the list that this element holds; the result ends it. */
export function offerRows(element: Element, rows: () => FindRows): () => void {
  offered.set(element, rows)
  return () => {
    offered.delete(element)
  }
}

/** The rows that an element itself offers. */
export function rowsOf(element: Element): FindRows | undefined {
  return offered.get(element)?.()
}

/** Rows that the lists within an element offer. */
export function offeredWithin(root: Element): readonly FindRows[] {
  return [...offered].flatMap(([element, rows]) => (root.contains(element) ? [rows()] : []))
}
