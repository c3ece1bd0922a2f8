/** Who waits for whose lock, as Android's and Java's dumps of all threads write it below a row. */
import type { Wait } from '../../model/wait.ts'
import { WaitBuilder } from '../base/wait-words.ts'

/** `- waiting to lock <0x0d4f> (a java.lang.Object) held by thread 50`, `… held by tid=12 (Loader)`, `… held by "Loader"`. */
const WAITS =
  /^[ \t]{0,40}- waiting to (lock <(0x[0-9a-f]{1,16})>(?: \(an? [^()\n]{1,300}\))?(?: held by (?:thread (\d{1,9})|tid=(\d{1,9})|"([^"\n]{1,200})"))?)/
/** Pages of Google Play say it in a sentence of any language: `… lock 0x04bbbb9b (java.lang.Object), which is held by thread 44.` */
const SAID = /(?<![\w<])(0x[0-9a-f]{4,16}) \([A-Za-z][\w.$<>]{1,200}\)[^\d\n]{0,80}(\d{1,9})(?!\w)/
const HELD = /^[ \t]{0,40}- locked <(0x[0-9a-f]{1,16})>/
/** A thread that waits for a word from another one has let go of the lock until it comes. */
const RESTS = /^[ \t]{0,40}- waiting on <(0x[0-9a-f]{1,16})>/

interface LockWait {
  readonly text: string
  readonly lock: string
  /** The holder by the number of its heading, or by its name. */
  readonly number?: number | undefined
  readonly name?: string | undefined
}

/** Lines on locks below a thread's rows. */
export class ThreadLocks {
  wait: LockWait | undefined
  readonly #held = new Set<string>()
  readonly #rests = new Set<string>()

  /** `isBlocked`: the heading of the thread says so. */
  read(text: string, isBlocked: boolean): void {
    const [, place, by] = (isBlocked && SAID.exec(text)) || []
    if (place !== undefined) this.wait ??= { text: text.trim(), lock: place, number: Number(by) }
    const [, words, lock, thread, tid = thread, name] = WAITS.exec(text) ?? []
    if (words !== undefined && lock !== undefined)
      this.wait ??= { text: words, lock, number: tid === undefined ? undefined : Number(tid), name }
    const [, held] = HELD.exec(text) ?? []
    if (held !== undefined) this.#held.add(held)
    const [, rests] = RESTS.exec(text) ?? []
    if (rests !== undefined) this.#rests.add(rests)
  }

  /** The locks that the thread holds at this moment. */
  held(): readonly string[] {
    return [...this.#held].filter((lock) => !this.#rests.has(lock))
  }
}

/** A thread of the dump, in the order of `Report.threads`. */
export interface LockThread {
  readonly id: number
  /** The number in its heading. */
  readonly number?: number | undefined
  readonly name?: string | undefined
  readonly locks: ThreadLocks
}

/** The threads of a dump by what a wait says of the holder. */
class Holders {
  readonly #byNumber = new Map<number, number>()
  readonly #byName = new Map<string, number>()
  /** The first two threads that hold a lock: one of them may be the thread that waits. */
  readonly #byLock = new Map<string, readonly number[]>()

  constructor(threads: readonly LockThread[]) {
    for (const { id, number, name, locks } of threads) {
      if (number !== undefined && !this.#byNumber.has(number)) this.#byNumber.set(number, id)
      if (name !== undefined && !this.#byName.has(name)) this.#byName.set(name, id)
      for (const lock of locks.held()) {
        const ids = this.#byLock.get(lock) ?? []
        if (ids.length < 2) this.#byLock.set(lock, [...ids, id])
      }
    }
  }

  find(id: number, { lock, number, name }: LockWait): number | undefined {
    if (number !== undefined) return this.#byNumber.get(number) ?? number
    if (name !== undefined) return this.#byName.get(name)
    return this.#byLock.get(lock)?.find((one) => one !== id)
  }
}

/** The waits for locks whose holder the dump names or shows; a holder that it does not list has only its number. */
export function lockWaits(threads: readonly LockThread[]): readonly Wait[] {
  const builder = new WaitBuilder()
  for (const [thread, { id }] of threads.entries()) builder.addThread(id, { thread })
  const holders = new Holders(threads)
  for (const { id, locks } of threads) {
    if (!locks.wait) continue
    const { text } = locks.wait
    const holder = holders.find(id, locks.wait)
    builder.add(id, holder === undefined ? { text } : { text, on: { id: holder } })
  }
  return builder.finish()
}
