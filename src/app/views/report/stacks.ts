/** The stacks of a report in reading order: where it was thrown, where it crashed, then the rest, equal ones together. */
import { findRounds, roundKey } from '../../../core/compare/rounds.ts'
import type { Frame, Report, SymbolicatedReport, Thread } from '../../../core/model/report.ts'
import { isAppFrame } from '../../../core/model/frames.ts'
import { linesOf } from './names.ts'

export interface StackView {
  readonly key: string
  readonly title: string
  readonly frames: readonly Frame[]
  readonly crashed: boolean
  /** Shown open at first. */
  readonly main: boolean
  readonly thread?: Thread
  /** Other threads with the very same stack, shown once. */
  readonly twins: readonly Thread[]
}

export function stacksOf(report: Report): readonly StackView[] {
  const stacks: StackView[] = []
  if (report.lastException) {
    const { frames } = report.lastException
    stacks.push({ key: 'last', title: 'Where the exception was thrown', frames, crashed: true, main: true, twins: [] })
  }
  const crashed = report.threads.filter((thread) => thread.crashed)
  const others = report.threads.filter((thread) => !thread.crashed)
  for (const thread of crashed) stacks.push(viewOf(thread, stacks.length, [], true))
  report.backtraces.forEach(({ title, frames }, at) =>
    stacks.push({ key: `b${at}`, title, frames, crashed: false, main: crashed.length === 0 && at === 0, twins: [] }),
  )
  const groups = new Map<string, Thread[]>()
  for (const [at, thread] of others.entries()) {
    const key = thread.frames.length === 0 ? `empty ${at}` : signature(thread)
    const group = groups.get(key)
    if (group) group.push(thread)
    else groups.set(key, [thread])
  }
  for (const [first, ...twins] of groups.values()) {
    if (first) stacks.push(viewOf(first, stacks.length, twins, stacks.length === 0))
  }
  return stacks
}

/** `position`: among the stacks shown; thread numbers may repeat in a report of several processes. */
function viewOf(thread: Thread, position: number, twins: readonly Thread[], main: boolean): StackView {
  const title = [`Thread ${thread.id}`, thread.name ?? thread.queue].filter((part) => part !== undefined).join('  ')
  return {
    key: `t${position}`,
    title,
    frames: thread.frames,
    crashed: thread.crashed,
    main,
    thread,
    twins,
  }
}

function signature(thread: Thread): string {
  return thread.frames
    .map(({ address, imageName, offset, symbol }) => address ?? `${imageName} ${offset} ${symbol?.name}`)
    .join(' ')
}

/** Leaf calls of threads that wait for work; the list is of kernel traps and their wrappers in libsystem. */
const waits: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^_?(mach_msg2?_trap|mach_msg2?(_internal|_overwrite)?)$/, 'waiting for a message'],
  [/^_?_*workq_kernreturn$/, 'idle worker'],
  [/^_?(kevent(_id|_qos|64)?|__?select(_nocancel)?|poll|__epoll)/, 'waiting for events'],
  [/^_?_*(psynch_cvwait|psynch_cvcontinue)$/, 'waiting on a condition'],
  [/^_?_*(psynch_mutexwait|ulock_wait2?|psynch_rw_(rd|wr)lock)$/, 'waiting for a lock'],
  [/^_?(semaphore_(timed)?wait(_signal)?_trap|_*semwait_signal(_nocancel)?)$/, 'waiting on a semaphore or asleep'],
  [/^_?(start_wqthread|thread_start|_pthread_start)$/, 'starting'],
  [/^_?_*(read|recvfrom|accept|recvmsg|write)(_nocancel)?$/, 'in input or output'],
]

/** One line for a folded thread: what it does, and the first of the user's own functions in it. */
export function summaryOf(symbolicated: SymbolicatedReport, frames: readonly Frame[]): string {
  const [top] = frames
  if (!top) return 'no frames'
  const topName = linesOf(symbolicated, top)[0]?.name ?? ''
  const words = waits.find(([pattern]) => pattern.test(topName))?.[1]
  const own = frames.find((frame) => isAppFrame(symbolicated, frame))
  const ownName = own && linesOf(symbolicated, own).at(-1)?.name
  const begin = words ?? topName
  return ownName !== undefined && ownName !== begin ? `${begin}, in ${ownName}` : begin
}

/** A piece of a stack on screen: a frame, a run of system frames that may be folded, or the rounds of a recursion after its first. */
export type Piece =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'fold'; readonly key: string; readonly frames: readonly Frame[] }
  | {
      readonly kind: 'rounds'
      readonly key: string
      readonly frames: readonly Frame[]
      /** Frames of one round, which stand before this piece. */
      readonly size: number
      readonly times: number
    }

const SHORTEST_FOLD = 3

/**
 * The stack with its recursion told once, and runs of system frames folded: the innermost frame always stays, since it says what
 * was being done, and a stack without a frame of the app folds nothing, since its system frames are all there is to read.
 */
export function piecesOf(symbolicated: SymbolicatedReport, stack: StackView): readonly Piece[] {
  const { frames } = stack
  const isApp = (frame: Frame): boolean => isAppFrame(symbolicated, frame)
  const foldsSystem = frames.some(isApp)
  const keys = frames.map((frame) => roundKey(symbolicated, frame))
  const pieces: Piece[] = []
  let at = 0
  const pushRun = (end: number): void => {
    const run = frames.slice(at, end)
    if (foldsSystem) pieces.push(...foldSystem(run, at === 0, isApp, stack.key))
    else pieces.push(...run.map((frame) => ({ kind: 'frame', frame }) as const))
    at = end
  }
  for (const { start, size, times } of findRounds(keys)) {
    const rest = frames.slice(start + size, start + size * times)
    const [first] = rest
    if (!first || rest.length < SHORTEST_FOLD) continue
    pushRun(start + size)
    pieces.push({ kind: 'rounds', key: `${stack.key} ${first.id}`, frames: rest, size, times: times - 1 })
    at += rest.length
  }
  pushRun(frames.length)
  return pieces
}

function foldSystem(
  frames: readonly Frame[],
  keepsFirst: boolean,
  isApp: (frame: Frame) => boolean,
  stack: string,
): readonly Piece[] {
  const pieces: Piece[] = []
  let run: Frame[] = []
  const flush = (): void => {
    const [first] = run
    if (first && run.length >= SHORTEST_FOLD) pieces.push({ kind: 'fold', key: `${stack} ${first.id}`, frames: run })
    else pieces.push(...run.map((frame) => ({ kind: 'frame', frame }) as const))
    run = []
  }
  frames.forEach((frame, at) => {
    if (isApp(frame) || (keepsFirst && at === 0)) {
      flush()
      pieces.push({ kind: 'frame', frame })
    } else run.push(frame)
  })
  flush()
  return pieces
}
