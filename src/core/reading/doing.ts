/** What a thread does, in a few words, and the first of the user's own functions in it. */
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { linesOf } from './lines.ts'
import { isOwnFrame } from './own-code.ts'

export interface Doing {
  /** `waiting for a message`, else the innermost function. */
  readonly doing: string
  readonly own?: string
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

export function doingOf(symbolicated: SymbolicatedReport, frames: readonly Frame[]): Doing {
  const [top] = frames
  if (!top) return { doing: 'no frames' }
  const topName = linesOf(symbolicated, top)[0]?.name ?? ''
  const doing = waits.find(([pattern]) => pattern.test(topName))?.[1] ?? topName
  const own = frames.find((frame) => isOwnFrame(symbolicated, frame))
  const ownName = own && linesOf(symbolicated, own).at(-1)?.name
  return ownName === undefined || ownName === doing ? { doing } : { doing, own: ownName }
}

/** `waiting for a lock, in -[Cart save]`. */
export function doingWords({ doing, own }: Doing): string {
  return own === undefined ? doing : `${doing}, in ${own}`
}
