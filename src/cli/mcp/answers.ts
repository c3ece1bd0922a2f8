/** Answers in sizes that a reader with a small memory can hold: long texts are cut, long lists come in pages. */
import { visibleText } from '../../core/model/visible-text.ts'
import { mcpWords } from '../messages/mcp.ts'

export type Answer = Readonly<Record<string, unknown>>

/** UTF-16 units of one text. */
const LONGEST_TEXT = 400
/** Items of a list inside an item, such as the inlined calls of one frame. */
const LONGEST_LIST = 30
/** UTF-16 units of the items of one page; the first item is always given. */
const PAGE_UNITS = 16_000

export interface PageRequest {
  readonly offset: number
  readonly limit: number
}

/** At most `limit` items from `offset` on, as many as fit; `next` says how many are left and how to get them. */
export function page<T>(
  items: readonly T[],
  { offset, limit }: PageRequest,
  write: (item: T) => unknown,
): { readonly total: number; readonly items: readonly unknown[]; readonly next?: string } {
  const shown: unknown[] = []
  let units = 0
  for (const item of items.slice(offset, offset + limit)) {
    const written = shorten(write(item))
    units += JSON.stringify(written).length
    if (shown.length > 0 && units > PAGE_UNITS) break
    shown.push(written)
  }
  const from = offset + shown.length
  const left = items.length - from
  return { total: items.length, items: shown, ...(left > 0 && { next: mcpWords.more({ count: left, offset: from }) }) }
}

/** As one text of JSON, with what a terminal would obey written out. */
export const formatAnswer = (answer: Answer): string => visibleText(JSON.stringify(shorten(answer)))

/** The same with long texts and long inner lists cut, which is said; the `items` of a page were cut when it was made. */
function shorten(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return shortText(value)
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    if (key === 'items') return list
    const rest = list.length - LONGEST_LIST
    if (rest <= 0) return list.map((item) => shorten(item))
    return [...list.slice(0, LONGEST_LIST).map((item) => shorten(item)), mcpWords.cutList({ count: rest })]
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== '')
  return Object.fromEntries(entries.map(([name, inner]) => [name, shorten(inner, name)]))
}

const shortText = (text: string): string =>
  text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT)}${mcpWords.cutText({ count: text.length - LONGEST_TEXT })}`
