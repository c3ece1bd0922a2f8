/** The activity of a thread in a few words, and the first of the user's own functions in it. */
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { addressName } from '../model/frames.ts'
import { isNamedByGuess, linesOf } from './lines.ts'
import { isOwnFrame } from './own-code.ts'
import { activities } from '../messages/reading.ts'

export interface Doing {
  /** `waiting for a message`, else the innermost function. */
  readonly doing: string
  readonly own?: string
}

/** Leaf calls of threads that wait for work; the list is of kernel traps and their wrappers in libsystem. */
const waits: readonly (readonly [pattern: RegExp, activity: Exclude<keyof typeof activities, 'within'>])[] = [
  [/^_?(mach_msg2?_trap|mach_msg2?(_internal|_overwrite)?)$/, 'message'],
  [/^_?_*workq_kernreturn$/, 'worker'],
  [/^_?(kevent(_id|_qos|64)?|_{0,2}select(_nocancel)?\b|poll|__epoll)/, 'events'],
  [/^_?_*(psynch_cvwait|psynch_cvcontinue)$/, 'condition'],
  [/^_?_*(psynch_mutexwait|ulock_wait2?|psynch_rw_(rd|wr)lock)$/, 'lock'],
  [/^_?(semaphore_(timed)?wait(_signal)?_trap|_*semwait_signal(_nocancel)?)$/, 'semaphore'],
  [/^_?(start_wqthread|thread_start|_pthread_start)$/, 'starting'],
  [/^_?_*(read|recvfrom|accept|recvmsg|write)(_nocancel)?$/, 'io'],
]

/** True for a function in which threads wait; false for one that only starts a thread. */
export function isWaiting(name: string): boolean {
  return waits.some(([pattern, activity]) => activity !== 'starting' && pattern.test(name))
}

/** The activity of a stack by its frames. */
export function doingOf(symbolicated: SymbolicatedReport, frames: readonly Frame[]): Doing {
  const [top] = frames
  if (!top) return { doing: activities.noFrames }
  const topName = nameOf(symbolicated, top, 0)
  const wait = waits.find(([pattern]) => pattern.test(topName))
  const doing = wait ? activities[wait[1]] : topName
  const own = frames.find((frame) => isOwnFrame(symbolicated, frame))
  const ownName = own && nameOf(symbolicated, own, -1)
  return ownName === undefined || ownName === doing ? { doing } : { doing, own: ownName }
}

/** The name of the line at a position of a frame; its address where the name is a guess, since here it has no mark. */
function nameOf(symbolicated: SymbolicatedReport, frame: Frame, position: number): string {
  if (isNamedByGuess(symbolicated, frame)) return addressName(symbolicated.report, frame)
  return linesOf(symbolicated, frame).at(position)?.name ?? ''
}

/** `waiting for a lock, in -[Cart save]`. */
export function doingWords({ doing, own }: Doing): string {
  return own === undefined ? doing : activities.within({ doing, own })
}
