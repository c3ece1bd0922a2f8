/** Threads that take tasks in the order of the calls. One that ends costs the task it was at, and another takes its place. */
import type { Worker } from 'node:worker_threads'
import { errors } from '../messages/errors.ts'

interface Job<Task, Answer> {
  readonly task: Task
  readonly resolve: (answer: Answer | undefined) => void
  readonly reject: (reason: Error) => void
}

/** Tasks that a thread has at once: the next one lies there while the answer to the last one travels. */
const DEPTH = 2

/** A thread says by its first message that it is ready, and then answers each message by one, in their order. */
export class ThreadPool<Task, Answer> {
  readonly #make: () => Worker
  /** The unanswered jobs of each thread, in the order of its answers. */
  readonly #threads = new Map<Worker, Job<Task, Answer>[]>()
  readonly #waiting: Job<Task, Answer>[] = []
  /** Jobs that nobody waits for; their threads are ended. */
  readonly #dropped = new Set<Job<Task, Answer>>()
  #isOver = false
  /** Why an ended thread could not be replaced. */
  #failure: Error | undefined

  private constructor(make: () => Worker) {
    this.#make = make
  }

  /** Rejects if a thread ends before it is ready. */
  static async start<Task, Answer>(count: number, make: () => Worker): Promise<ThreadPool<Task, Answer>> {
    const pool = new ThreadPool<Task, Answer>(make)
    await Promise.all(Array.from({ length: count }, () => pool.#add()))
    return pool
  }

  /**
   * The answer; undefined where the thread ended over this task. Rejects once no thread can be had. A signal ends the task: with its thread
   * if one is at it.
   */
  run(task: Task, signal?: AbortSignal): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      const job = { task, resolve, reject }
      this.#waiting.push(job)
      if (signal?.aborted) this.#drop(job)
      signal?.addEventListener('abort', () => this.#drop(job), { once: true })
      this.#feed()
    })
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#threads.keys()].map((worker) => worker.terminate()))
  }

  async #add(): Promise<void> {
    const worker = this.#make()
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve())
      worker.on('error', reject)
      worker.once('exit', () => reject(new Error(errors.threadEnded)))
    })
    const given: Job<Task, Answer>[] = []
    this.#threads.set(worker, given)
    worker.on('message', (answer: Answer) => {
      given.shift()?.resolve(answer)
      this.#feed()
    })
    worker.on('exit', () => this.#replace(worker, given))
    this.#feed()
  }

  #feed(): void {
    if (this.#failure && this.#threads.size === 0) for (const job of this.#waiting.splice(0)) job.reject(this.#failure)
    // Round by round, so that no thread waits while another has two.
    for (let depth = 1; depth <= DEPTH; depth++) {
      for (const [worker, given] of this.#threads) {
        if (given.length >= depth) continue
        const job = this.#waiting.shift()
        if (!job) return
        given.push(job)
        worker.postMessage(job.task)
      }
    }
  }

  /** An answered job is in no list, and stays answered. */
  #drop(job: Job<Task, Answer>): void {
    const place = this.#waiting.indexOf(job)
    if (place >= 0) {
      this.#waiting.splice(place, 1)
      job.resolve(undefined)
    }
    for (const [worker, given] of this.#threads) {
      if (!given.includes(job)) continue
      this.#dropped.add(job)
      void worker.terminate()
    }
  }

  /** The thread ended over a dropped task, else over the first one without an answer; the others are given to another thread. */
  #replace(worker: Worker, given: readonly Job<Task, Answer>[]): void {
    this.#threads.delete(worker)
    if (this.#isOver) return
    const dropped = given.filter((job) => this.#dropped.delete(job))
    const lost = dropped.length > 0 ? dropped : given.slice(0, 1)
    for (const job of lost) job.resolve(undefined)
    for (const job of given.toReversed()) if (!lost.includes(job)) this.#waiting.unshift(job)
    this.#add().catch((reason: unknown) => {
      const error = reason instanceof Error ? reason : new Error(errors.threadEnded)
      this.#failure = error
      this.#feed()
    })
  }
}
