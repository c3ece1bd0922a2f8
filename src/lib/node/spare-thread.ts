/** A thread that builds, started before it is known whether one is needed. */
import type { Worker } from 'node:worker_threads'

/** Files with less than this are mostly built without a thread. */
export const LIKELY_BYTES = 64 << 20

/** `start` starts a thread; each that is taken is the caller's to end. */
export class SpareThread {
  readonly #start: () => Worker
  #thread: Worker | undefined

  constructor(start: () => Worker) {
    this.#start = start
  }

  /** Starts it, unless it was; it keeps no program from ending. */
  prepare(): void {
    if (this.#thread) return
    const thread = this.#start()
    thread.unref()
    // Skip a thread that fails; the build reports an error if the next thread fails, too.
    thread.once('error', () => {
      if (this.#thread === thread) this.#thread = undefined
    })
    this.#thread = thread
  }

  /** The one that was prepared, once; else a new one. */
  take(): Worker {
    const thread = this.#thread ?? this.#start()
    this.#thread = undefined
    thread.ref()
    return thread
  }
}
