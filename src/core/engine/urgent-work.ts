/**
 * Work that somebody waits for goes before work that nobody does: while a report is named, whole indexes are not built on. Both take
 * the same few processors, and bytes of the same file.
 */
export class UrgentWork {
  #running = 0
  #over: Promise<void> | undefined
  #end: () => void = () => undefined

  /** Runs work before which all other work waits. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#running++
    this.#over ??= new Promise((resolve) => (this.#end = resolve))
    try {
      return await work()
    } finally {
      if (--this.#running === 0) {
        this.#over = undefined
        this.#end()
      }
    }
  }

  /** Ends when no urgent work runs. */
  async turn(): Promise<void> {
    // What began meanwhile goes first, too.

    while (this.#over) await this.#over
  }
}
