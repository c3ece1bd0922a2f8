/** The open part of a tree of calls, as a list. */
import type { CallRow } from '../../../../core/reading/call-views.ts'

export interface OpenRow {
  readonly key: string
  readonly row: CallRow
  readonly depth: number
  readonly open: boolean
}

/** `open` are the rows whose own rows are shown. No recursion: trees may be thousands deep. */
export function openRows(roots: readonly CallRow[], open: { has(row: CallRow): boolean }): readonly OpenRow[] {
  const rows: OpenRow[] = []
  const waiting = roots.map((row) => ({ row, depth: 0 })).reverse()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { row, depth } = next
    const isOpen = !row.isLeaf && open.has(row)
    rows.push({ key: `${rows.length}.${row.fn}`, row, depth, open: isOpen })
    if (!isOpen) continue
    const below = row.below()
    for (let at = below.length - 1; at >= 0; at--) {
      const child = below[at]
      if (child) waiting.push({ row: child, depth: depth + 1 })
    }
  }
  return rows
}

/** The rows to a call, by the functions from the root on; up to the first that is missing. */
export function rowsTo(roots: readonly CallRow[], functions: readonly number[]): readonly CallRow[] {
  const path: CallRow[] = []
  let rows = roots
  for (const fn of functions) {
    const row = rows.find((candidate) => candidate.fn === fn)
    if (!row) break
    path.push(row)
    rows = row.below()
  }
  return path
}
