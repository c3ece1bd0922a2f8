/**
 * A stack in pieces: frames to show, two kinds of folds (runs of frames of the system and of runtimes, and the rounds of a recursion), and
 * the places where the crash reporter left frames out.
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
import { isOwnFrame, isSurelySystem, isSystemFrame } from './own-code.ts'
import { REASON_NAMES, THROW_NAMES } from './reason-names.ts'
import { recoveredBehind, recoveredFrame } from './recovered.ts'
import { roundsOf } from './rounds.ts'
import { rowsMissingBefore } from './rows-missing.ts'
import { isManagedFrame, isRuntimeThrow, runtimeOf, RUNTIMES, type RuntimeKind } from './runtimes.ts'
import type { StackReading } from './stacks.ts'
import { folds as foldTexts, runtimeNames } from '../messages/reading.ts'
import { append } from '../model/lists.ts'

export type Piece =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | {
      readonly kind: 'fold'
      readonly key: string
      readonly frames: readonly Frame[]
      /** Runtimes of languages that some of the frames are of, each once. */
      readonly runtimes: readonly RuntimeKind[]
      /** Some of them are the system's. */
      readonly hasSystem: boolean
    }
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

/** A place where the crash reporter, or whoever copied the stack, left frames out: they are nowhere in the report. */
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
    trustedCalls(symbolicated, frame).some((call) => THROW_NAMES.test(call.function) || isRuntimeThrow(call)),
  )
  frames.forEach((frame, at) => {
    if (at > 0 && isThrow[at - 1] === true && isThrow[at] !== true) throwers.add(frame.id)
  })
  return throwers
}

/** Fewer rows than this are not worth a fold. */
export const SHORTEST_FOLD = 3

/**
 * The stack with each recursion shown once, and runs of frames of the system and of runtimes folded. The innermost frame always stays,
 * since it is the current call, and so does a frame whose callee throws. A frame before a recovered caller of the app stays, too. A stack
 * without a frame that somebody of the app wrote folds none.
 * No fold reaches over a place where frames are missing.
 */
export function piecesOf(
  symbolicated: SymbolicatedReport,
  { frames, key, thread }: Pick<StackReading, 'frames' | 'key' | 'thread'>,
): readonly Piece[] {
  const elided = thread?.elided
  const pieces: Piece[] = []
  const foldsSystem = frames.some(
    (frame) =>
      (isOwnFrame(symbolicated, frame) && runtimeOf(symbolicated, frame) === undefined) ||
      isManagedFrame(symbolicated, frame),
  )
  let from = 0
  for (const { before, words } of cutsOf(symbolicated, frames, elided)) {
    append(
      pieces,
      runPieces(symbolicated, { frames: frames.slice(from, before), key, isFirst: from === 0, foldsSystem }),
    )
    pieces.push({ kind: 'cut', key: `${key} cut ${before}`, words })
    from = before
  }
  append(pieces, runPieces(symbolicated, { frames: frames.slice(from), key, isFirst: from === 0, foldsSystem }))
  return pieces
}

/** The places between frames where some are missing, each once, in their order. What the crash reporter says of a place counts most. */
function cutsOf(
  symbolicated: SymbolicatedReport,
  frames: readonly Frame[],
  elided: ElidedRecursion | undefined,
): readonly { readonly before: number; readonly words: string }[] {
  const words = new Map<number, string>()
  for (const { before, cut } of cutPlaces(elided, frames.length))
    words.set(before, cutWords(symbolicated, { elided, frames }, cut))
  for (let before = 1; before <= frames.length; before++) {
    if (words.has(before)) continue
    const missing = rowsMissingBefore(symbolicated.report, frames, before)
    if (missing) words.set(before, foldTexts.missing(missing))
  }
  return [...words].sort(([a], [b]) => a - b).map(([before, text]) => ({ before, words: text }))
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
  // Frames of an image that nothing proves to be the system's may be the program's.
  const isSystem = (frame: Frame): boolean => isSystemFrame(symbolicated, frame) && isSurelySystem(symbolicated, frame)
  const behind = recoveredBehind(symbolicated)
  const isBeforeOwn = (frame: Frame): boolean =>
    behind.get(frame.id)?.some((caller) => isOwn(recoveredFrame(symbolicated.report, caller))) === true
  // A stack that folds nothing needs no answer.
  let throwers: ReturnType<typeof throwersIn> | undefined
  const maker = (frame: Frame): RuntimeKind | 'system' | undefined => {
    const made = runtimeOf(symbolicated, frame) ?? (isSystem(frame) && !isOwn(frame) ? ('system' as const) : undefined)
    if (made === undefined || isBeforeOwn(frame) || namesReason(symbolicated, frame)) return undefined
    throwers ??= throwersIn(symbolicated, frames)
    return throwers.has(frame.id) ? undefined : made
  }
  const pieces: Piece[] = []
  let at = 0
  const pushRun = (end: number): void => {
    const run = frames.slice(at, end)
    if (foldsSystem) append(pieces, foldOthers(run, isFirst && at === 0, maker, key))
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

/** `maker`: whose a frame is that may be folded. */
function foldOthers(
  frames: readonly Frame[],
  keepsFirst: boolean,
  maker: (frame: Frame) => RuntimeKind | 'system' | undefined,
  stack: string,
): readonly Piece[] {
  const pieces: Piece[] = []
  let run: Frame[] = []
  let makers = new Set<RuntimeKind | 'system'>()
  const flush = (): void => {
    const [first] = run
    if (first && run.length >= SHORTEST_FOLD)
      pieces.push({
        kind: 'fold',
        key: `${stack} ${first.id}`,
        frames: run,
        runtimes: RUNTIMES.filter((kind) => makers.has(kind)),
        hasSystem: makers.has('system'),
      })
    else
      append(
        pieces,
        run.map((frame) => ({ kind: 'frame', frame }) as const),
      )
    run = []
    makers = new Set()
  }
  frames.forEach((frame, at) => {
    const made = keepsFirst && at === 0 ? undefined : maker(frame)
    if (made === undefined) {
      flush()
      pieces.push({ kind: 'frame', frame })
      return
    }
    run.push(frame)
    makers.add(made)
  })
  flush()
  return pieces
}

/** The label of a fold: `5 system frames`, `9 frames of Hermes and the system`, `these 2 calls 40 more times`. */
export function foldWords(fold: Fold): string {
  if (fold.kind === 'fold') {
    const { frames, runtimes, hasSystem } = fold
    const count = frames.length
    if (runtimes.length === 0) return foldTexts.system({ count })
    return foldTexts.runtimes({ count, names: runtimes.map((kind) => runtimeNames[kind]), hasSystem })
  }
  return foldTexts.rounds({ calls: fold.size, times: fold.times })
}
