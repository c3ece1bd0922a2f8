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

  /** The answer; undefined where the thread ended over this task. Rejects once no thread can be had. */
  run(task: Task): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject })
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

  /** The first task not answered is the one that the thread ended over; the others are given to another. */
  #replace(worker: Worker, [culprit, ...others]: readonly Job<Task, Answer>[]): void {
    this.#threads.delete(worker)
    if (this.#isOver) return
    culprit?.resolve(undefined)
    this.#waiting.unshift(...others)
    this.#add().catch((reason: unknown) => {
      const error = reason instanceof Error ? reason : new Error(errors.threadEnded)
      this.#failure = error
      this.#feed()
    })
  }
}
