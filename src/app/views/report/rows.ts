/** The stacks of a report as one flat list of rows: what a virtual list shows and the keyboard walks. */
import type { Frame, RecoveredCaller, SymbolicatedReport } from '../../../core/model/report.ts'
import { imageNameOf } from '../../../core/model/frames.ts'
import { linesOf } from '../../../core/reading/lines.ts'
import { piecesOf, type Fold } from '../../../core/reading/folds.ts'
import { recoveredBehind } from '../../../core/reading/recovered.ts'
import type { StackReading } from '../../../core/reading/stacks.ts'

export type Row =
  | { readonly kind: 'stack'; readonly key: string; readonly stack: StackReading; readonly open: boolean }
  | { readonly kind: 'frame'; readonly key: string; readonly frame: Frame; readonly stack: StackReading }
  | {
      readonly kind: 'fold'
      readonly key: string
      readonly piece: Fold
      readonly open: boolean
    }
  | { readonly kind: 'recovered'; readonly key: string; readonly caller: RecoveredCaller }
  | { readonly kind: 'others'; readonly key: string; readonly count: number }

export interface RowChoice {
  readonly isOpen: (stack: StackReading) => boolean
  readonly isUnfolded: (fold: Fold) => boolean
  /** Lower case; empty shows all. */
  readonly query: string
}

export function rowsOf(
  symbolicated: SymbolicatedReport,
  stacks: readonly StackReading[],
  choice: RowChoice,
): readonly Row[] {
  const rows: Row[] = []
  const recovered = recoveredBehind(symbolicated)
  const pushFrame = (frame: Frame, stack: StackReading): void => {
    rows.push({ kind: 'frame', key: `f${frame.id}`, frame, stack })
    for (const [at, caller] of (recovered.get(frame.id) ?? []).entries()) {
      rows.push({ kind: 'recovered', key: `r${frame.id}.${at}`, caller })
    }
  }
  let othersTold = false
  for (const stack of stacks) {
    const hits =
      choice.query === '' ? undefined : stack.frames.filter((frame) => matches(symbolicated, frame, choice.query))
    if (hits?.length === 0) continue
    if (!stack.main && !othersTold && stacks.some(({ main }) => main)) {
      othersTold = true
      rows.push({ kind: 'others', key: 'others', count: stacks.filter(({ main }) => !main).length })
    }
    const open = hits !== undefined || choice.isOpen(stack)
    rows.push({ kind: 'stack', key: `s${stack.key}`, stack, open })
    if (hits) {
      for (const frame of hits) pushFrame(frame, stack)
      continue
    }
    if (!open) continue
    for (const piece of piecesOf(symbolicated, stack)) {
      if (piece.kind === 'frame') pushFrame(piece.frame, stack)
      else {
        const unfolded = choice.isUnfolded(piece)
        rows.push({ kind: 'fold', key: `x${piece.key}`, piece, open: unfolded })
        if (unfolded) for (const frame of piece.frames) pushFrame(frame, stack)
      }
    }
  }
  return rows
}

function matches(symbolicated: SymbolicatedReport, frame: Frame, query: string): boolean {
  if (imageNameOf(symbolicated.report, frame).toLowerCase().includes(query)) return true
  return linesOf(symbolicated, frame).some(
    ({ name, file }) => name.toLowerCase().includes(query) || (file?.toLowerCase().includes(query) ?? false),
  )
}
