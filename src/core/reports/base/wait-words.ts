/**
 * The words of waits. Stackshots as JSON print xnu's `thread_waitinfo` and `thread_turnstileinfo` (osfmk/kern/debug.h; the words are
 * those of `kcdata.py` and of OSAnalytics, which differ a little); spindumps say `(blocked by …)` behind a sample's last call.
 *
 * A target is taken only where it alone can end the wait. Whoever made a semaphore need not be who signals it, so `semaphore port …
 * owned by pid 34` names nobody that is waited for; nor does a port that a thread receives on.
 */
import type { SampleRun, Wait, WaitTarget } from '../../model/wait.ts'

/** A target before threads are looked up; `self` for the waiting thread itself. */
export type ReadTarget = Pick<WaitTarget, 'id' | 'hops'> & {
  readonly pid?: number
  readonly name?: string
  readonly self?: true
}

export interface ReadWait {
  /** The waiting thread, where the words begin with it. */
  readonly waiter?: number
  readonly text: string
  readonly on?: ReadTarget
  readonly isToldDeadlock?: true
}

const LINE = /^thread (\d{1,20}): (.{1,400})$/
/** The kernel's words for a thread that must act before the wait can end. */
const BY_THREAD =
  /^(?:(?:kernel mutex|pthread mutex|unfair lock|krwlock|pthread rwlock)\b.*? owned by thread|queue processed by thread|workloop sync wait, owned by thread|turnstile, pushing thread|eventlink, signaled by thread|blocked on:?) (\d{1,20})\b/
const BY_PROCESS =
  /^(?:mach_msg send on port \S{1,40} owned by pid|turnstile blocked on task pid|waitpid, for pid) (\d{1,10})\b/
const HOPS = /, hops: ([0-9a-f]{1,4})\b/

/** A line of `waitInfo` or `turnstileInfo`; undefined for other text. */
export function readWaitLine(line: string): ReadWait | undefined {
  const [, waiter, text] = LINE.exec(line) ?? []
  if (waiter === undefined || text === undefined) return undefined
  const thread = BY_THREAD.exec(text)?.[1]
  const pid = BY_PROCESS.exec(text)?.[1]
  const hops = Number(HOPS.exec(text)?.[1] ?? 1)
  const on: ReadTarget | undefined =
    thread !== undefined ? { id: Number(thread), hops } : pid !== undefined ? { pid: Number(pid), hops } : undefined
  return { waiter: Number(waiter), text, ...(on && { on }) }
}

const BLOCKED = /\bblocked by (.{1,400})$/
const BLOCKED_ON =
  /\b(?:waiting for|owned by|on) (?:(.{1,200}?) \[(\d{1,10})\](?: \[unique pid \d{1,10}\])?)?(?: ?thread (0x[0-9a-f]{1,16}|\d{1,20}))?(?: after (\d{1,4}) hops?)?(?: - part of a deadlock)?$/
const AFTER_HOPS = / after (\d{1,4}) hops?\b/

/** Reads the note after a sample's last call, `(blocked by turnstile waiting for App [1] thread 0x2) 1-49`; undefined for a note without a wait. */
export function readWaitNote(note: string): ReadWait | undefined {
  const start = /^(?:\d{1,9}(?:-\d{1,9})? )?\(/.exec(note)?.[0].length
  if (note.length > 600 || start === undefined) return undefined
  const states = note.slice(start, note.lastIndexOf(')'))
  const text = BLOCKED.exec(states)?.[1]
  if (text === undefined) return undefined
  const told = / part of a deadlock$/.test(text) ? { isToldDeadlock: true as const } : {}
  if (/^semaphore\b/.test(text)) return { text, ...told }
  if (/ waiting for this thread\b/.test(text)) {
    return { text, on: { self: true, hops: Number(AFTER_HOPS.exec(text)?.[1] ?? 1) }, ...told }
  }
  const [, name, pid, thread, hops] = BLOCKED_ON.exec(text) ?? []
  if (pid === undefined && thread === undefined) return { text, ...told }
  const on: ReadTarget = {
    ...(thread !== undefined && { id: Number(thread) }),
    ...(pid !== undefined && { pid: Number(pid) }),
    ...(name !== undefined && { name }),
    hops: Number(hops ?? 1),
  }
  return { text, on, ...told }
}

/** The samples behind such words or before them, `1-49` or `7`; undefined where there are none. */
export function readSamples(note: string): SampleRun | undefined {
  const [, first, last] =
    /(?:^|[ )])(\d{1,9})(?:-(\d{1,9}))?$/.exec(note) ?? /^(\d{1,9})(?:-(\d{1,9}))? \(/.exec(note) ?? []
  if (first === undefined) return undefined
  return { first: Number(first), last: Math.max(Number(first), Number(last ?? first)) }
}

/** A thread of the report, as waits name it. */
export interface KnownThread {
  /** Position in `Report.threads`. */
  readonly thread: number
  readonly process?: string
}

interface NotedWait {
  readonly waiter: number
  readonly read: ReadWait
  readonly seen: SampleRun[]
  isPartly: boolean
}

/** Who is who in a report: threads by their number, processes by theirs. Numbers of threads are unique in a running system. */
export class WaitBuilder {
  readonly #threads = new Map<number, KnownThread>()
  readonly #processes = new Map<number, string>()
  readonly #noted = new Map<string, NotedWait>()

  addThread(id: number, known: KnownThread): void {
    // Above 2^53 two ids can become one number.
    if (Number.isSafeInteger(id)) this.#threads.set(id, known)
  }

  addProcess(pid: number, name: string): void {
    this.#processes.set(pid, name)
  }

  /** Notes a wait; the same of the same thread is one, seen in more samples. Nothing for `seen`: in all of them. */
  add(waiter: number, read: ReadWait, seen?: SampleRun | 'partly'): void {
    const key = `${waiter} ${read.text}`
    const noted = this.#noted.get(key) ?? { waiter, read, seen: [], isPartly: false }
    this.#noted.set(key, noted)
    if (seen === 'partly') noted.isPartly = true
    else if (seen) addRun(noted.seen, seen)
  }

  /** All waits, in the order in which they were met. */
  finish(): readonly Wait[] {
    return [...this.#noted.values()].map(({ waiter, read: { text, on, isToldDeadlock }, seen, isPartly }): Wait => {
      const known = this.#threads.get(waiter)
      return {
        id: waiter,
        ...(known && { thread: known.thread, ...(known.process !== undefined && { process: known.process }) }),
        text,
        ...(on && { on: this.#target(on, waiter) }),
        ...(seen.length > 0 && { seen }),
        ...(isPartly && { isPartly }),
        ...(isToldDeadlock && { isToldDeadlock }),
      }
    })
  }

  #target({ self, id, pid, name, hops }: ReadTarget, waiter: number): WaitTarget {
    const number = self ? waiter : id
    const known = number === undefined ? undefined : this.#threads.get(number)
    const listed = pid === undefined ? undefined : this.#processes.get(pid)
    const process = known?.process ?? listed ?? (pid === undefined ? undefined : `${name ?? '?'} [${pid}]`)
    return {
      ...(number !== undefined && { id: number }),
      ...(known && { thread: known.thread }),
      ...(process !== undefined && { process }),
      ...(hops !== undefined && hops !== 1 && { hops }),
    }
  }
}

/** Runs of samples of one wait. */
const MOST_RUNS = 1000

/** Rows come in the order of time, so a run mostly goes on from the last. */
function addRun(runs: SampleRun[], { first, last }: SampleRun): void {
  const before = runs.at(-1)
  if (before && first >= before.first && first <= before.last + 1)
    runs[runs.length - 1] = { first: before.first, last: Math.max(before.last, last) }
  else if (runs.length < MOST_RUNS) runs.push({ first, last })
}
