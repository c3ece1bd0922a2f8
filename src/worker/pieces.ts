/**
 * Large reports cross to the page in pieces. A message is unpacked in one go on the thread that gets it: half a million
 * frames would stop the page for more than a second. The engine's side waits for each piece to be taken.
 */
import type { Outcome } from '../core/model/problem.ts'
import type { CallTree, CallTreeNode, Resolution, SymbolicatedReport, Thread } from '../core/model/report.ts'

/** Frames of a report that still cross in one message. */
const WHOLE_FRAMES = 20_000
/** Frames of a piece: some ten milliseconds of unpacking. */
const PIECE_FRAMES = 4_000

/** Some of one list of one report, in their order. */
export type Piece = { readonly report: number } & (
  | { readonly part: 'threads'; readonly items: readonly Thread[] }
  | { readonly part: 'callTrees'; readonly items: readonly CallTree[] }
  | { readonly part: 'resolutions'; readonly items: readonly Resolution[] }
)

export type OnPiece = (piece: Piece) => void | Promise<void>

type Reports = Outcome<readonly SymbolicatedReport[]>

/** Sends the long lists of large reports as pieces, and gives the outcome without them. */
export async function sendPieces(outcome: Reports, onPiece: OnPiece): Promise<Reports> {
  if (!outcome.ok) return outcome
  const value: SymbolicatedReport[] = []
  for (const [report, whole] of outcome.value.entries()) {
    const { threads, callTrees, frameCount } = whole.report
    if (frameCount <= WHOLE_FRAMES) {
      value.push(whole)
      continue
    }
    for (const items of batches(threads, ({ frames }) => frames.length))
      await onPiece({ report, part: 'threads', items })
    for (const items of batches(callTrees, ({ roots }) => countNodes(roots))) {
      await onPiece({ report, part: 'callTrees', items })
    }
    for (const items of batches(whole.resolutions, () => 1)) await onPiece({ report, part: 'resolutions', items })
    value.push({ ...whole, report: { ...whole.report, threads: [], callTrees: [] }, resolutions: [] })
  }
  return { ...outcome, value }
}

/** Takes pieces, and puts them back into the outcome that comes after them. */
export class PieceJoiner {
  readonly #threads = new Map<number, Thread[]>()
  readonly #callTrees = new Map<number, CallTree[]>()
  readonly #resolutions = new Map<number, Resolution[]>()

  take(piece: Piece): void {
    if (piece.part === 'threads') append(this.#threads, piece.report, piece.items)
    else if (piece.part === 'callTrees') append(this.#callTrees, piece.report, piece.items)
    else append(this.#resolutions, piece.report, piece.items)
  }

  join(outcome: Reports): Reports {
    if (!outcome.ok) return outcome
    const value = outcome.value.map((symbolicated, at): SymbolicatedReport => {
      const threads = this.#threads.get(at) ?? symbolicated.report.threads
      const callTrees = this.#callTrees.get(at) ?? symbolicated.report.callTrees
      const resolutions = this.#resolutions.get(at) ?? symbolicated.resolutions
      return { ...symbolicated, report: { ...symbolicated.report, threads, callTrees }, resolutions }
    })
    return { ...outcome, value }
  }
}

function append<T>(lists: Map<number, T[]>, report: number, items: readonly T[]): void {
  const list = lists.get(report)
  if (list) for (const item of items) list.push(item)
  else lists.set(report, [...items])
}

/** Items one behind the other, in groups that weigh about `PIECE_FRAMES`. */
function* batches<T>(items: readonly T[], weigh: (item: T) => number): Generator<readonly T[], void> {
  let batch: T[] = []
  let weight = 0
  for (const item of items) {
    batch.push(item)
    weight += 1 + weigh(item)
    if (weight < PIECE_FRAMES) continue
    yield batch
    batch = []
    weight = 0
  }
  if (batch.length > 0) yield batch
}

function countNodes(roots: readonly CallTreeNode[]): number {
  const open = [...roots]
  let count = 0
  for (let node = open.pop(); node; node = open.pop()) {
    count++
    open.push(...node.children)
  }
  return count
}
