/** Programs that stood still: reports of hangs, and threads that wait for each other. */
import type { Rule } from './rule.ts'
import { explanation, findWords, headerField, sign, type NamedCall, type CrashFacts } from './crash-facts.ts'

const WAIT =
  /^_*(?:(?:__)?semaphore_\w*wait\w*|ulock_wait\w*|__ulock_wait\w*|psynch_(?:mutex|cv|rw)\w*wait\w*|__psynch_\w+|_?pthread_(?:mutex_(?:lock|firstfit)\w*|cond_\w*wait|rwlock_\w+|join)\w*|dispatch_(?:semaphore_wait|group_wait|sync\w*|block_wait)\w*|_dispatch_(?:sync_f_slow|semaphore_wait_slow|event_loop_wait\w*|thread_event_wait_slow|barrier\w*sync\w*|group_wait_slow|lane_barrier_sync\w*|once_wait)|os_unfair_lock_lock\w*|_os_unfair_lock_lock_slow|_xpc_connection_send_message_with_reply_sync|xpc_connection_send_message_with_reply_sync|-\[NSLock lock\]|-\[NSCondition wait\w*|-\[NSOperation waitUntilFinished\]|-\[NSOperationQueue waitUntilAllOperationsAreFinished\])/

/** Where the stack waits for a lock, a queue or another process; undefined when it runs, or waits for events. */
export function waitingCall(facts: CrashFacts): NamedCall | undefined {
  const matches = facts.calls.slice(0, 10).filter(({ call }) => WAIT.test(call.function))
  return matches.at(-1)
}

/** Reports that say themselves that nothing moved. */
export const hangs: Rule = (facts) => {
  const { report } = facts
  const event = headerField(report, /^Event$/i)
  const { type, subtype } = report.exception ?? {}
  const isTyped = [type, subtype].some((text) => /^(?:app )?hang(?:ing)?$/i.test(text ?? ''))
  const isHang = isTyped || (event === undefined ? report.kind === 'hang' : /\bhang\b|unresponsive/i.test(event))
  const noted = report.header.fields.find(([key, value]) => key === 'Note' && /\bunresponsive for\b/i.test(value))?.[1]
  const duration = headerField(report, /hang ?duration|^duration$/i)
  // A program that ended may speak of deadlocks and hangs in any sentence.
  const isEnded = facts.type !== '' || facts.signal !== ''
  const said = isEnded ? undefined : findWords(facts, /\bdeadlock(?:ed)?\b|\bhang\b.{0,80}|unresponsive.{0,80}/i)
  if (!isHang && !said && noted === undefined) return undefined
  const waiting = waitingCall(facts)
  return explanation(
    facts,
    'hang',
    { duration, isWaiting: waiting !== undefined },
    {
      grade: isHang || noted !== undefined ? 'proved' : 'likely',
      evidence: [
        said && sign('report-says', { text: said[0] }),
        noted !== undefined && sign('report-says', { text: noted }),
        event === undefined ? sign('report-kind', { label: report.label }) : sign('event-is', { event }),
        waiting && sign('waits-in', { function: waiting.call.function }),
      ],
      ...(waiting && { frames: [waiting.frame] }),
    },
  )
}
