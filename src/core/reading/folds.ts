/**
 * A stack in pieces: frames to show, two kinds of folds (runs of system frames and the rounds of a recursion), and the places where the
 * crash reporter left frames out.
 */
import {
  cutPlaces,
  levelsOf,
  repeatedFrame,
  rowsLeftOut,
  type ElidedCut,
  type ElidedRecursion,
} from '../model/elided-recursion.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { isPlaceholder, trustedCalls } from './lines.ts'
import { isOwnFrame, isSystemFrame } from './own-code.ts'
import { REASON_NAMES, THROW_NAMES } from './reason-names.ts'
import { recoveredBehind, recoveredFrame } from './recovered.ts'
import { roundsOf } from './rounds.ts'
import type { StackReading } from './stacks.ts'
import { folds as foldTexts } from '../messages/reading.ts'
import { append } from '../model/lists.ts'

export type Piece =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'fold'; readonly key: string; readonly frames: readonly Frame[] }
  | {
      readonly kind: 'rounds'
      readonly key: string
      readonly frames: readonly Frame[]
      /** Number of frames in one round. The frames of the first round come before this piece. */
      readonly size: number
      readonly times: number
    }
  | Cut

/** Frames that stay folded until the user opens them. */
export type Fold = Exclude<Piece, { kind: 'frame' | 'cut' }>

/** A place where the crash reporter left frames out: they are nowhere in the report. */
export interface Cut {
  readonly kind: 'cut'
  readonly key: string
  readonly words: string
}

/** True if the frame's name says why the program ended: such a frame is never folded. */
const namesReason = (symbolicated: SymbolicatedReport, frame: Frame): boolean =>
  trustedCalls(symbolicated, frame).some((call) => REASON_NAMES.test(call.function))

/** Frames whose callee threw, asserted or reported a failure, so that they are where it happened. */
function throwersIn(symbolicated: SymbolicatedReport, frames: readonly Frame[]): ReadonlySet<number> {
  const throwers = new Set<number>()
  const isThrow = frames.map((frame) =>
    trustedCalls(symbolicated, frame).some((call) => THROW_NAMES.test(call.function)),
  )
  frames.forEach((frame, at) => {
    if (at > 0 && isThrow[at - 1] === true && isThrow[at] !== true) throwers.add(frame.id)
  })
  return throwers
}

/** Fewer rows than this are not worth a fold. */
export const SHORTEST_FOLD = 3

/**
 * The stack with each recursion shown once, and runs of system frames folded. The innermost frame always stays, since it is the
 * current call. A frame before a recovered caller of the app stays, too. A stack without a frame of the app folds no system frames.
 * No fold reaches over a place where the crash reporter left frames out.
 */
export function piecesOf(
  symbolicated: SymbolicatedReport,
  { frames, key, thread }: Pick<StackReading, 'frames' | 'key' | 'thread'>,
): readonly Piece[] {
  const elided = thread?.elided
  const pieces: Piece[] = []
  const foldsSystem = frames.some((frame) => isOwnFrame(symbolicated, frame))
  let from = 0
  for (const { before, cut } of cutPlaces(elided, frames.length)) {
    append(
      pieces,
      runPieces(symbolicated, { frames: frames.slice(from, before), key, isFirst: from === 0, foldsSystem }),
    )
    pieces.push({ kind: 'cut', key: `${key} cut ${before}`, words: cutWords(symbolicated, { elided, frames }, cut) })
    from = before
  }
  append(pieces, runPieces(symbolicated, { frames: frames.slice(from), key, isFirst: from === 0, foldsSystem }))
  return pieces
}

/** How many frames were left out at a cut, how deep the recursion is, and what repeats; of numbers that cannot be true, none. */
export function cutWords(
  symbolicated: SymbolicatedReport,
  { elided, frames }: { readonly elided?: ElidedRecursion | undefined; readonly frames: readonly Frame[] },
  cut: ElidedCut,
): string {
  return foldTexts.cut({
    left: rowsLeftOut(cut, elided?.originalLength),
    levels: levelsOf(cut, elided?.originalLength),
    function: repeatedName(symbolicated, cut, frames),
  })
}

/** The function that comes again and again in the frames left out; its place in the image where it has no name. */
function repeatedName(symbolicated: SymbolicatedReport, cut: ElidedCut, frames: readonly Frame[]): string {
  const frame = repeatedFrame(cut, { frames })
  const call = frame && trustedCalls(symbolicated, frame).at(-1)?.function
  if (call !== undefined && !isPlaceholder(call)) return call
  if (cut.symbol !== undefined) return cut.symbol
  return cut.imageName === undefined || cut.offset === undefined ? '' : `${cut.imageName} + ${cut.offset}`
}

interface Run {
  readonly frames: readonly Frame[]
  readonly key: string
  /** It begins with the innermost frame. */
  readonly isFirst: boolean
  readonly foldsSystem: boolean
}

function runPieces(symbolicated: SymbolicatedReport, { frames, key, isFirst, foldsSystem }: Run): readonly Piece[] {
  const isOwn = (frame: Frame): boolean => isOwnFrame(symbolicated, frame)
  const behind = recoveredBehind(symbolicated)
  const isBeforeOwn = (frame: Frame): boolean =>
    behind.get(frame.id)?.some((caller) => isOwn(recoveredFrame(symbolicated.report, caller))) === true
  const throwers = throwersIn(symbolicated, frames)
  const isSystem = (frame: Frame): boolean =>
    isSystemFrame(symbolicated, frame) &&
    !isOwn(frame) &&
    !isBeforeOwn(frame) &&
    !throwers.has(frame.id) &&
    !namesReason(symbolicated, frame)
  const pieces: Piece[] = []
  let at = 0
  const pushRun = (end: number): void => {
    const run = frames.slice(at, end)
    if (foldsSystem) append(pieces, foldSystem(run, isFirst && at === 0, isSystem, key))
    else
      append(
        pieces,
        run.map((frame) => ({ kind: 'frame', frame }) as const),
      )
    at = end
  }
  for (const { start, size, times } of roundsOf(symbolicated, frames)) {
    const rest = frames.slice(start + size, start + size * times)
    const [first] = rest
    if (!first || rest.length < SHORTEST_FOLD) continue
    pushRun(start + size)
    pieces.push({ kind: 'rounds', key: `${key} ${first.id}`, frames: rest, size, times: times - 1 })
    at += rest.length
  }
  pushRun(frames.length)
  return pieces
}

function foldSystem(
  frames: readonly Frame[],
  keepsFirst: boolean,
  isSystem: (frame: Frame) => boolean,
  stack: string,
): readonly Piece[] {
  const pieces: Piece[] = []
  let run: Frame[] = []
  const flush = (): void => {
    const [first] = run
    if (first && run.length >= SHORTEST_FOLD) pieces.push({ kind: 'fold', key: `${stack} ${first.id}`, frames: run })
    else
      append(
        pieces,
        run.map((frame) => ({ kind: 'frame', frame }) as const),
      )
    run = []
  }
  frames.forEach((frame, at) => {
    if (!isSystem(frame) || (keepsFirst && at === 0)) {
      flush()
      pieces.push({ kind: 'frame', frame })
    } else run.push(frame)
  })
  flush()
  return pieces
}

/** The label of a fold: `5 system frames`, `these 2 calls 40 more times`. */
export function foldWords(fold: Fold): string {
  if (fold.kind === 'fold') return foldTexts.system({ count: fold.frames.length })
  return foldTexts.rounds({ calls: fold.size, times: fold.times })
}
