/**
 * Work that somebody waits for runs before work that nobody waits for: while a report is read and named, builds of
 * whole indexes pause. Both take the same few processors, and bytes of the same file.
 */

/** Milliseconds for the next step of urgent work: after reading a report, its names are requested and shown. */
const NEXT_STEP_MS = 150

export class UrgentWork {
  #running = 0
  #over: Promise<void> | undefined
  #end: () => void = () => undefined
  /** Until then, a next step may come. */
  #until = 0

  /** Runs work that all other work waits for. `hasNext`: true if the caller follows with more at once. */
  async run<T>(work: () => Promise<T>, hasNext: (done: T) => boolean = () => false): Promise<T> {
    this.#running++
    this.#over ??= new Promise((resolve) => (this.#end = resolve))
    try {
      const done = await work()
      this.#until = hasNext(done) ? performance.now() + NEXT_STEP_MS : 0
      return done
    } finally {
      if (--this.#running === 0) {
        this.#over = undefined
        this.#end()
      }
    }
  }

  /** Ends when no urgent work runs, nor is about to. */
  async turn(): Promise<void> {
    // Urgent work that began meanwhile comes first, too.
    while (this.#over || this.#until > performance.now()) await (this.#over ?? this.#nextStep())
  }

  #nextStep(): Promise<void> {
    return new Promise((resolve) => void setTimeout(resolve, Math.max(1, this.#until - performance.now())))
  }
}
