/** Where a stack waits, and for what: a lock that somebody holds, or an event that may be long in coming. */
import type { CrashFacts, NamedCall } from './crash-facts.ts'

/** Waits for a lock, a queue, a group or an answer: somebody must let go. */
const LOCK =
  /^_*(?:psynch_(?:mutex|rw)\w*wait\w*|psynch_rw_(?:long)?(?:rd|wr)lock|ulock_wait\w*|_?pthread_(?:mutex_(?:lock|firstfit)\w*|rwlock_\w+lock\w*)|dispatch_(?:semaphore_wait|group_wait|sync\w*|barrier_sync\w*|block_wait)\w*|dispatch_(?:sync_f_slow|semaphore_wait_slow|barrier\w*sync\w*|group_wait_slow|lane_barrier_sync\w*|once_wait|thread_event_wait_slow)|DISPATCH_WAIT_FOR_QUEUE_*|os_unfair_lock_lock\w*|xpc_connection_send_message_with_reply_sync)$|^-\[(?:NSLock lock|NSRecursiveLock lock|NSOperation waitUntilFinished|NSOperationQueue waitUntilAllOperationsAreFinished)\]$/

/** Waits of any kind, also for events: an idle run loop waits, and nothing is locked. */
const WAIT =
  /^_*(?:semaphore_\w*wait\w*|psynch_cv\w*|pthread_(?:cond_\w*wait|join)\w*|dispatch_event_loop_wait\w*|mach_msg\w*|kevent\w*|select\w*|poll|workq_kernreturn|sigsuspend\w*|semwait_signal\w*|read\w*|recv\w*|accept\w*|write\w*|fsync|open\w*|wait4)$|^-\[NSCondition wait\w*\]$/

/** The call of the innermost ten in which the thread waits; a lock before other waits. Undefined where it runs. */
export function waitingCall(facts: CrashFacts): NamedCall | undefined {
  const near = facts.calls.slice(0, 10)
  return near.findLast(isLocked) ?? near.slice(0, 3).findLast(({ call }) => WAIT.test(call.function))
}

/** True for a call that waits for something that somebody else holds. */
export const isLocked = ({ call }: NamedCall): boolean => LOCK.test(call.function)

/** Calls into the system that return when data, a child process, a time or a connection is there. */
const BLOCKING =
  /^_*(?:(?:p?readv?|recv(?:from|msg)?|connect|wait4|waitid|waitpid|nanosleep|usleep|sleep|semwait_signal|flock|fsync|p?writev?|open(?:at)?|pthread_(?:join|cond_(?:timed)?wait\w{0,20})|psynch_cvwait|semaphore_(?:timed)?wait(?:_signal)?_trap)(?:\$\w{1,20}|_nocancel)?)$/

/** True for a call that blocks until something outside the thread happens. */
export const isBlockingName = (name: string): boolean => BLOCKING.test(name)

/** Calls in which a program waits for the next event, message or connection. */
const EVENT_WAIT =
  /^_*(?:p?poll|p?select|kevent(?:64|_qos|_id)?|mach_msg(?:2?_(?:trap|internal|overwrite(?:_trap)?))?|CFRunLoopServiceMachPort|accept|sigwait|sigsuspend)(?:\$\w{1,20}|_nocancel)?$/

/** True for a call that waits for the next event. */
export const isEventWaitName = (name: string): boolean => EVENT_WAIT.test(name)

export const isLockName = (name: string): boolean => LOCK.test(name)
