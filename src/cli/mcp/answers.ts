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

/**
 * The answer as a client gets it: long texts and inner lists are cut, empty members are absent, and characters that a terminal obeys are
 * written out. `leftOut` beside a cut list has the number of items that it lost.
 */
export const finishAnswer = (answer: Answer): Answer => shorten(answer) as Answer

/** The items of a page were cut when the page was made. */
function shorten(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return visibleText(shortText(value))
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return key === 'items' ? list : list.slice(0, LONGEST_LIST).map((item) => shorten(item))
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== '')
  const cut = entries.flatMap(([name, inner]) =>
    Array.isArray(inner) && name !== 'items' && inner.length > LONGEST_LIST
      ? [[name, inner.length - LONGEST_LIST] as const]
      : [],
  )
  const short = entries.map(([name, inner]) => [name, shorten(inner, name)] as const)
  return Object.fromEntries([...short, ...(cut.length > 0 ? [['leftOut', Object.fromEntries(cut)] as const] : [])])
}

const shortText = (text: string): string =>
  text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT)}${mcpWords.cutText({ count: text.length - LONGEST_TEXT })}`
