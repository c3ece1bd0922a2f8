/** Who waits for whom, in words: of the page and of exports. */
import { type Digits, formatNumber, plural } from '../numbers.ts'

export const waitWords = {
  title: 'Waits',
  thread: ({ number }: { number: string }) => `Thread ${number}`,
  deadlock: ({ threads }: { threads: number }) =>
    threads === 1
      ? 'Deadlock: a thread waits for itself'
      : `Deadlock: ${formatNumber(threads)} threads wait for each other`,
  chain: ({ waits }: { waits: number }) => plural(waits, 'wait', 'waits one behind the other'),
  waitsAt: ({ what }: { what: string }) => `waits at ${what}`,
  closes: ({ first }: { first: string }) => `and so on: the last waits for ${first}`,
  further: ({ links }: { links: number }) => `${plural(links, 'link', 'links')} more`,
  others: 'Waits that name nobody who could end them',
  other: ({ what, count }: { what: string; count: number }) => `${formatNumber(count)} × ${what}`,
  moreChains: ({ chains }: { chains: number }) => `${plural(chains, 'chain', 'chains')} more`,
} as const

/** Objects of waits in the words of Apple's tools; the kernel writes numbers. `place` is the object's address. */
export const kernelWaits = {
  mutex: ({ place }: { place: string }) => `kernel mutex ${place}`,
  receive: ({ place }: { place: string }) => `mach_msg receive on port ${place}`,
  receiveSet: ({ place }: { place: string }) => `mach_msg receive on port set ${place}`,
  send: ({ place }: { place: string }) => `mach_msg send on port ${place}`,
  sendInTransit: ({ place }: { place: string }) => `mach_msg send on port ${place} in transit`,
  semaphore: ({ place }: { place: string }) => `semaphore port ${place}`,
  rwlockRead: ({ place }: { place: string }) => `krwlock ${place} for reading`,
  rwlockWrite: ({ place }: { place: string }) => `krwlock ${place} for writing`,
  rwlockUpgrade: ({ place }: { place: string }) => `krwlock ${place} for upgrading`,
  userLock: ({ place }: { place: string }) => `unfair lock ${place}`,
  pthreadMutex: ({ place }: { place: string }) => `pthread mutex ${place}`,
  pthreadRead: ({ place }: { place: string }) => `pthread rwlock ${place} for reading`,
  pthreadWrite: ({ place }: { place: string }) => `pthread rwlock ${place} for writing`,
  condition: ({ place }: { place: string }) => `pthread condvar ${place}`,
  workloop: ({ place }: { place: string }) => `workloop sync wait ${place}`,
  process: () => 'waitpid',
  inheritor: ({ place }: { place: string }) => `turnstile ${place}`,
  eventlink: ({ place }: { place: string }) => `eventlink ${place}`,
  compressor: ({ place }: { place: string }) => `compressor segment ${place}`,
  unknown: ({ type, place }: { type: Digits; place: string }) => `wait of type ${type} ${place}`,
  byThread: ({ what, id }: { what: string; id: string }) => `${what} owned by thread ${id}`,
  byProcess: ({ what, pid }: { what: string; pid: string }) => `${what} owned by pid ${pid}`,
  byKernel: ({ what }: { what: string }) => `${what} owned by the kernel`,
  portLocked: ({ what }: { what: string }) => `${what} locked`,
  inTransit: ({ what }: { what: string }) => `${what} in transit`,
  spinning: ({ what }: { what: string }) => `${what} held for a moment`,
  noWorker: ({ what }: { what: string }) => `${what} with no worker thread yet`,
  suspended: ({ what }: { what: string }) => `${what} suspended`,
  unknownOwner: ({ what }: { what: string }) => `${what} with unknown owner`,
  turnstileThread: ({ id, hops }: { id: string; hops: Digits }) => `turnstile, pushing thread ${id}, hops: ${hops}`,
  turnstileTask: ({ pid, hops }: { pid: string; hops: Digits }) =>
    `turnstile blocked on task pid ${pid}, hops: ${hops}`,
  turnstileQueue: ({ place }: { place: string }) => `turnstile of workqueue ${place}`,
  turnstileLocked: () => 'turnstile whose queue was locked',
  turnstileUnknown: () => 'turnstile with unknown owner',
} as const
