/** The list of the palette as rows: headings with counts, a few lines of each group, and the rest for the asking. */
import type { Found, Group, Item } from './search.ts'

export type PaletteRow =
  | { readonly kind: 'head'; readonly group: Group; readonly count: number }
  | { readonly kind: 'item'; readonly item: Item }
  /** Shows the rest of its group. */
  | { readonly kind: 'more'; readonly group: Group; readonly count: number }

/** Lines of a group that are shown at first; more where few groups have any. */
const FEW = 5
const SHARED = 20

/** `whole` are groups shown in full; before anything is typed, each group shows a few. */
export function rowsOf(found: readonly Found[], whole: ReadonlySet<Group>, isAll: boolean): readonly PaletteRow[] {
  const few = isAll ? FEW : Math.max(FEW, Math.floor(SHARED / Math.max(1, found.length)))
  return found.flatMap(({ group, items }): readonly PaletteRow[] => {
    // A row that says that one is left is as long as the one.
    const isWhole = whole.has(group) || items.length <= few + 1
    const shown = isWhole ? items : items.slice(0, few)
    return [
      { kind: 'head', group, count: items.length },
      ...shown.map((item) => ({ kind: 'item', item }) as const),
      ...(isWhole ? [] : [{ kind: 'more', group, count: items.length - few } as const]),
    ]
  })
}
