/** Running work for the progress bar: one job for each kind, with amount, rate and time left. */
import { keyText } from '../../core/model/key.ts'
import type { EngineEvent } from '../../core/engine-types.ts'
import type { IndexKey } from '../../core/ports.ts'
import { words } from '../messages/work.ts'

export interface Job {
  readonly id: string
  readonly title: string
  readonly detail: string
  readonly doneBytes?: number
  readonly totalBytes?: number
  readonly bytesPerSecond?: number
  readonly secondsLeft?: number
  /** Images being indexed: can be cancelled one by one. */
  readonly key?: IndexKey
  /** Ends this job alone. */
  readonly stop?: () => void
  /** It has its own worker and continues when the engine's worker ends. */
  readonly isApart?: true
}

/** Rates of shorter times say nothing. */
const LEAST_SECONDS = 0.5

export class Work {
  jobs = $state.raw<readonly Job[]>([])
  #begun: { readonly what: string; readonly at: number; readonly doneBytes: number } | undefined

  set(job: Job): void {
    const others = this.jobs.filter(({ id }) => id !== job.id)
    const at = this.jobs.findIndex(({ id }) => id === job.id)
    this.jobs = at < 0 ? [...others, job] : this.jobs.with(at, job)
  }

  /** Shows the progress and rate of a job that reports only its progress. */
  advance(job: Job & { readonly doneBytes: number; readonly totalBytes: number }): void {
    if (this.jobs.some(({ id }) => id === job.id))
      this.set({ ...job, ...this.#speed(job.id, job.doneBytes, job.totalBytes) })
  }

  end(id: string): void {
    this.jobs = this.jobs.filter((job) => job.id !== id)
  }

  /** The engine's worker ended, and what it did. */
  clear(): void {
    this.jobs = this.jobs.filter(({ isApart }) => isApart)
  }

  /** Rate since the start, for work that reports only its progress. */
  #speed(what: string, doneBytes: number, totalBytes: number): Partial<Job> {
    const now = performance.now()
    if (this.#begun?.what !== what || doneBytes < this.#begun.doneBytes) this.#begun = { what, at: now, doneBytes }
    const seconds = (now - this.#begun.at) / 1000
    if (seconds < LEAST_SECONDS || doneBytes === this.#begun.doneBytes) return {}
    const bytesPerSecond = (doneBytes - this.#begun.doneBytes) / seconds
    return { bytesPerSecond, secondsLeft: Math.max(0, totalBytes - doneBytes) / bytesPerSecond }
  }

  /** Shows an event of the engine; what is done or failed leaves the list. */
  show(event: EngineEvent): void {
    switch (event.kind) {
      case 'scanning':
        this.set({ id: 'scan', title: words.scanning, detail: words.scanned(event.filesDone, event.path) })
        break
      case 'indexing': {
        const { key, name, phase, doneBytes, totalBytes, bytesPerSecond, secondsLeft } = event
        this.set({
          id: jobOf(key),
          title: words.indexing(name),
          detail: phase,
          doneBytes,
          totalBytes,
          bytesPerSecond,
          key,
          ...(secondsLeft === undefined ? {} : { secondsLeft }),
        })
        break
      }
      case 'naming': {
        const { name, phase, doneBytes, totalBytes } = event
        const before = this.jobs.find(({ id }) => id === 'names')
        this.set({
          ...before,
          ...{ id: 'names', title: words.namingIn(name), detail: phase, doneBytes, totalBytes },
          ...this.#speed(`${name} ${phase}`, doneBytes, totalBytes),
        })
        break
      }
      case 'indexed':
        this.end(jobOf(event.image))
        break
      case 'index-failed':
        this.end(jobOf(event.key))
        break
      case 'file':
        break
    }
  }
}

export function jobOf(key: IndexKey): string {
  return `index ${keyText(key)}`
}
