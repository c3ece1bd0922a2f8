/** The stacks of a report as one flat list of rows: what a virtual list shows and the keyboard walks. */
import type { Frame, RecoveredCaller, SymbolicatedReport } from '../../../core/model/report.ts'
import { imageNameOf } from '../../../core/model/frames.ts'
import { linesOf } from '../../../core/reading/lines.ts'
import { piecesOf, type Cut, type Fold } from '../../../core/reading/folds.ts'
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
  /** Frames that the crash reporter left out. */
  | { readonly kind: 'cut'; readonly key: string; readonly cut: Cut }
  | { readonly kind: 'recovered'; readonly key: string; readonly caller: RecoveredCaller }
  /** Threads without frames, as one row. */
  | {
      readonly kind: 'frameless'
      readonly key: string
      readonly stacks: readonly StackReading[]
      readonly open: boolean
    }
  | { readonly kind: 'others'; readonly key: string; readonly count: number }

export interface RowChoice {
  readonly isOpen: (stack: StackReading) => boolean
  readonly isUnfolded: (fold: Fold) => boolean
  /** Threads without frames are listed one by one. */
  readonly framelessOpen: boolean
  /** Lower case; empty shows all. */
  readonly query: string
}

/** Keys of rows. */
export const frameKey = (id: number): string => `f${id}`
/** Undefined for a key of another kind of row. */
export const frameOfKey = (key: string): number | undefined => {
  const id = /^f(\d+)$/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}
export const stackKey = ({ key }: StackReading): string => `s${key}`

/** Up to this many threads without frames have rows of their own. */
const LEAST_FRAMELESS = 4

export function rowsOf(
  symbolicated: SymbolicatedReport,
  stacks: readonly StackReading[],
  choice: RowChoice,
): readonly Row[] {
  const rows: Row[] = []
  const recovered = recoveredBehind(symbolicated)
  const pushFrame = (frame: Frame, stack: StackReading): void => {
    rows.push({ kind: 'frame', key: frameKey(frame.id), frame, stack })
    for (const [at, caller] of (recovered.get(frame.id) ?? []).entries()) {
      rows.push({ kind: 'recovered', key: `r${frame.id}.${at}`, caller })
    }
  }
  let othersTold = false
  const empty = stacks.filter((stack) => !stack.main && stack.frames.length === 0)
  const isTogether = empty.length >= LEAST_FRAMELESS
  for (const stack of stacks) {
    if (isTogether && !stack.main && stack.frames.length === 0) continue
    const hits =
      choice.query === '' ? undefined : stack.frames.filter((frame) => matches(symbolicated, frame, choice.query))
    if (hits?.length === 0) continue
    if (!stack.main && !othersTold && stacks.some(({ main }) => main)) {
      othersTold = true
      rows.push({ kind: 'others', key: 'others', count: stacks.filter(({ main }) => !main).length })
    }
    const open = hits !== undefined || choice.isOpen(stack)
    rows.push({ kind: 'stack', key: stackKey(stack), stack, open })
    if (hits) {
      for (const frame of hits) pushFrame(frame, stack)
      continue
    }
    if (!open) continue
    for (const piece of piecesOf(symbolicated, stack)) {
      if (piece.kind === 'frame') pushFrame(piece.frame, stack)
      else if (piece.kind === 'cut') rows.push({ kind: 'cut', key: `x${piece.key}`, cut: piece })
      else {
        const unfolded = choice.isUnfolded(piece)
        rows.push({ kind: 'fold', key: `x${piece.key}`, piece, open: unfolded })
        if (unfolded) for (const frame of piece.frames) pushFrame(frame, stack)
      }
    }
  }
  if (isTogether && choice.query === '') {
    rows.push({ kind: 'frameless', key: 'frameless', stacks: empty, open: choice.framelessOpen })
    if (choice.framelessOpen)
      for (const stack of empty) rows.push({ kind: 'stack', key: stackKey(stack), stack, open: choice.isOpen(stack) })
  }
  return rows
}

/** Processes of the threads, the one with most threads first: `kernel_task [0]`, else the number of a process. */
export function processesOf(stacks: readonly StackReading[]): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { thread } of stacks) {
    if (thread?.process === undefined) continue
    const name = /^.*? \[\d+\]/.exec(thread.name ?? '')?.[0] ?? String(thread.process)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}

function matches(symbolicated: SymbolicatedReport, frame: Frame, query: string): boolean {
  if (imageNameOf(symbolicated.report, frame).toLowerCase().includes(query)) return true
  return linesOf(symbolicated, frame).some(
    ({ name, file }) => name.toLowerCase().includes(query) || (file?.toLowerCase().includes(query) ?? false),
  )
}
