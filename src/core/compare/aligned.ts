/** Two stacks side by side. */
import { sourceName } from '../model/frames.ts'
import { SHORTEST_FOLD } from '../reading/folds.ts'
import { matchSequences } from './edit-script.ts'
import type { StackLine } from './stack-lines.ts'
import { append } from '../model/lists.ts'

export type AlignedRow =
  | {
      readonly kind: 'both'
      readonly a: StackLine
      readonly b: StackLine
      /** `line`: the same function at another line; `times`: another number of rounds. */
      readonly change: 'none' | 'line' | 'times'
    }
  | { readonly kind: 'only-a'; readonly a: StackLine }
  | { readonly kind: 'only-b'; readonly b: StackLine }

/** Both stacks in one list, innermost first: common lines, and between these the lines of A alone, then of B alone. */
export function alignLines(a: readonly StackLine[], b: readonly StackLine[]): readonly AlignedRow[] {
  const rows: AlignedRow[] = []
  let [inA, inB] = [0, 0]
  const upTo = (endA: number, endB: number): void => {
    for (const line of a.slice(inA, endA)) rows.push({ kind: 'only-a', a: line })
    for (const line of b.slice(inB, endB)) rows.push({ kind: 'only-b', b: line })
  }
  const keysOf = (lines: readonly StackLine[]): readonly string[] => lines.map(({ key }) => key)
  for (const match of matchSequences(keysOf(a), keysOf(b))) {
    const [lineA, lineB] = [a[match.a], b[match.b]]
    if (!lineA || !lineB) continue
    upTo(match.a, match.b)
    rows.push({ kind: 'both', a: lineA, b: lineB, change: changeOf(lineA, lineB) })
    inA = match.a + 1
    inB = match.b + 1
  }
  upTo(a.length, b.length)
  return rows
}

function changeOf(a: StackLine, b: StackLine): 'none' | 'line' | 'times' {
  if ((a.times ?? 1) !== (b.times ?? 1)) return 'times'
  if (a.line === undefined || b.line === undefined || a.file === undefined || b.file === undefined) return 'none'
  // Builds lie in other folders on other machines: only the last part of a path is compared.
  return a.line !== b.line || sourceName(a.file) !== sourceName(b.file) ? 'line' : 'none'
}

/** A row, or a run of system calls that may be folded: all in both reports, or all in the same single report. */
export type AlignedPiece =
  | { readonly kind: 'row'; readonly row: AlignedRow }
  | { readonly kind: 'fold'; readonly of: AlignedRow['kind']; readonly rows: readonly AlignedRow[] }

/** Long runs of system calls distinguish reports less than the few calls of the app between them. */
export function foldRows(rows: readonly AlignedRow[]): readonly AlignedPiece[] {
  const pieces: AlignedPiece[] = []
  for (let at = 0; at < rows.length;) {
    const row = rows[at]
    if (!row) break
    let end = at
    while (end < rows.length && isQuiet(rows[end]) && rows[end]?.kind === row.kind) end++
    const run = rows.slice(at, Math.max(end, at + 1))
    if (run.length >= SHORTEST_FOLD) pieces.push({ kind: 'fold', of: row.kind, rows: run })
    else
      append(
        pieces,
        run.map((one) => ({ kind: 'row', row: one }) as const),
      )
    at += run.length
  }
  return pieces
}

function isQuiet(row: AlignedRow | undefined): boolean {
  if (!row) return false
  return row.kind === 'only-b' ? !row.b.own : !row.a.own && (row.kind === 'only-a' || row.change === 'none')
}
