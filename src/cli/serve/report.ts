/**
 * `POST /report`: a report in, the JSON of `symbolicate --format json` out. A thread names it, so that a report that takes too long, or
 * whose sender went away, ends with its thread.
 */
import { availableParallelism } from 'node:os'
import type { Problem } from '../../core/model/problem.ts'
import { formatProblem } from '../command.ts'
import type { ReportThreads } from '../pipeline/report-threads.ts'
import { refusedRequests } from '../messages/serve.ts'

/** The memory and time that one report, and all at once, may use. */
export interface ReportBudget {
  /** Of a request. */
  readonly bytes: number
  /** In which a thread names a report. */
  readonly milliseconds: number
  /** Requests that are read or answered at once. */
  readonly atOnce: number
}

export const reportBudget: ReportBudget = {
  bytes: 32 << 20,
  milliseconds: 60_000,
  atOnce: Math.min(2, availableParallelism()),
}

/** A status and what is sent with it; bytes are JSON in UTF-8. */
export type ReportAnswer =
  { readonly status: 200; readonly json: Uint8Array } | { readonly status: 422 | 500 | 504; readonly error: string }

/** The name of the file in answers and problems. */
const NAME = 'report'

export class ReportDesk {
  readonly budget: ReportBudget
  readonly #start: (count: number) => Promise<ReportThreads>
  #threads: Promise<ReportThreads> | undefined
  #taken = 0

  /** `start` is called with the first report, and again where it failed: who sends none pays nothing. */
  constructor(start: (count: number) => Promise<ReportThreads>, budget: ReportBudget = reportBudget) {
    this.#start = start
    this.budget = budget
  }

  /** Takes a place for one request, and gives what frees it; undefined where all are taken. */
  take(): (() => void) | undefined {
    if (this.#taken >= this.budget.atOnce) return undefined
    this.#taken++
    let isFree = false
    return () => {
      if (!isFree) this.#taken--
      isFree = true
    }
  }

  /** Names the report. The signal says that nobody waits for the answer. */
  async answer(bytes: Uint8Array<ArrayBuffer>, gone: AbortSignal): Promise<ReportAnswer> {
    this.#threads ??= this.#start(this.budget.atOnce)
    const threads = await this.#threads.catch((error: unknown) => {
      this.#threads = undefined
      throw error
    })
    const late = AbortSignal.timeout(this.budget.milliseconds)
    const named = await threads.run({ kind: 'bytes', name: NAME, bytes }, AbortSignal.any([gone, late]))
    if (named?.standing === 'unreadable') return { status: 422, error: problemsIn(named.json) }
    if (named) return { status: 200, json: named.json }
    return late.aborted
      ? { status: 504, error: refusedRequests.slow({ seconds: this.budget.milliseconds / 1000 }) }
      : { status: 500, error: refusedRequests.failed }
  }

  /** Ends the threads. */
  async end(): Promise<void> {
    await (await this.#threads?.catch(() => undefined))?.end()
  }
}

function problemsIn(json: Uint8Array): string {
  const { problems } = JSON.parse(new TextDecoder().decode(json)) as { readonly problems: readonly Problem[] }
  return problems.map((problem) => formatProblem(problem)).join('\n')
}
