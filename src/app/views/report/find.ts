/** Finding a text in a part of the page: in what is there as elements, and in the rows that lists offer. */
import { append } from '../../../core/model/lists.ts'
import { rowsOf, type FindRows } from '../../ui/find-rows.ts'

/** A place that holds the text: a row of a list, or the nth occurrence in a block of elements. */
export type Hit =
  | { readonly kind: 'row'; readonly rows: FindRows; readonly at: number }
  | { readonly kind: 'text'; readonly block: Element; readonly nth: number }

/** More hits are not counted, and more highlights not drawn. */
export const MOST_HITS = 10_000
const MOST_RANGES = 2000
/** Rows or blocks between two pauses. */
const STRIDE = 64
/** Characters of a row or block that are looked at. */
const MOST_TEXT = 1_000_000

/** Elements whose text is read in one go. */
const BLOCK = 'td, th, li, p, dt, dd, pre, button, summary, figcaption, label, h1, h2, h3, h4, [role=row], .line'
/** Not text of the report: fields, and the selected frame's pane, which repeats its row. */
const SKIPPED = 'input, select, textarea, aside, [aria-hidden=true], .unseen'

/** A text without differences of case, letter for letter: the same length as before. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase()
  if (folded.length === text.length) return folded
  let letters = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    const lower = letter.toLowerCase()
    letters += lower.length === 1 ? lower : letter
  }
  return letters
}

type Unit = { readonly rows: FindRows } | { readonly block: Element; readonly texts: readonly Text[] }

/**
 * Searchable texts within an element, in reading order: each once, under its block. One walk from the root down costs a fraction of a look-up for each text.
 */
function unitsOf(root: Element, offersRows: boolean): readonly Unit[] {
  const units: Unit[] = []
  const texts = new Map<Element, Text[]>()
  const blocks = new Map<Element, Element | null>()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT
    if (node.matches(SKIPPED)) return NodeFilter.FILTER_REJECT
    const rows = offersRows ? rowsOf(node) : undefined
    if (rows) units.push({ rows })
    return rows ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
  })
  const blockOf = (element: Element | null): Element | null => {
    if (!element) return null
    const known = blocks.get(element)
    if (known !== undefined) return known
    const block = element.matches(BLOCK) ? element : element === root ? null : blockOf(element.parentElement)
    blocks.set(element, block)
    return block
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || !node.parentElement) continue
    const block = blockOf(node.parentElement) ?? node.parentElement
    const known = texts.get(block)
    if (known) known.push(node)
    else if (node.data.trim() !== '') {
      const fresh = [node]
      texts.set(block, fresh)
      units.push({ block, texts: fresh })
    }
  }
  return units
}

/** Text of a block, with case folded. */
const foldedText = (texts: readonly Text[]): string =>
  foldCase(
    texts
      .map(({ data }) => data)
      .join('')
      .slice(0, MOST_TEXT),
  )

/** Places of a folded query in the texts of a block, at most `limit` times; across the elements that a name is made of. */
function rangesIn(texts: readonly Text[], query: string, limit: number): readonly Range[] {
  const whole = foldedText(texts)
  const ranges: Range[] = []
  let text = 0
  let start = 0
  const place = (position: number, isEnd: boolean): readonly [Text, number] | undefined => {
    for (; text < texts.length; text++) {
      const node = texts[text]
      if (!node) break
      const within = position - start
      if (within < node.length || (isEnd && within === node.length)) return [node, within]
      start += node.length
    }
    return undefined
  }
  for (let at = whole.indexOf(query), count = 0; at >= 0 && count < limit; count++) {
    const from = place(at, false)
    const to = place(at + query.length, true)
    if (!from || !to) break
    const range = document.createRange()
    range.setStart(from[0], from[1])
    range.setEnd(to[0], to[1])
    ranges.push(range)
    at = whole.indexOf(query, at + query.length)
  }
  return ranges
}

/** Occurrences of a folded query in a text, at most `limit`. */
function countIn(text: string, query: string, limit: number): number {
  let count = 0
  for (let at = text.indexOf(query); at >= 0 && count < limit; at = text.indexOf(query, at + query.length)) count++
  return count
}

/** All hits of a folded query within an element, step by step so that the page stays responsive. */
export function* findHits(root: Element, query: string): Generator<undefined, readonly Hit[], void> {
  const hits: Hit[] = []
  if (query === '') return hits
  let steps = 0
  for (const unit of unitsOf(root, true)) {
    if ('rows' in unit) {
      const { rows } = unit
      for (let at = 0; at < rows.count && hits.length < MOST_HITS; at++) {
        if (foldCase(rows.text(at).slice(0, MOST_TEXT)).includes(query)) hits.push({ kind: 'row', rows, at })
        if (++steps % STRIDE === 0) yield
      }
    } else {
      const text = foldedText(unit.texts)
      const count = countIn(text, query, MOST_HITS - hits.length)
      for (let nth = 0; nth < count; nth++) hits.push({ kind: 'text', block: unit.block, nth })
      if (++steps % STRIDE === 0) yield
    }
    if (hits.length >= MOST_HITS) break
  }
  return hits
}

/** Places of a folded query in the visible elements; the current hit's separately. */
export function rangesOf(
  root: Element,
  query: string,
  current: Hit | undefined,
): { readonly all: readonly Range[]; readonly current: readonly Range[] } {
  if (query === '') return { all: [], current: [] }
  const all: Range[] = []
  const now: Range[] = []
  for (const unit of unitsOf(root, false)) {
    if ('rows' in unit) continue
    if (all.length < MOST_RANGES) append(all, rangesIn(unit.texts, query, MOST_RANGES - all.length))
    if (current?.kind === 'text' && current.block === unit.block)
      append(now, rangesIn(unit.texts, query, current.nth + 1).slice(-1))
  }
  if (current?.kind !== 'row') return { all, current: now }
  const row = current.rows.element(current.at)
  return { all, current: row ? all.filter((range) => row.contains(range.startContainer)) : [] }
}
