/** A reader in a worker, or in this thread where the worker's file was left behind, or a policy forbids it. */
import type { Asked } from './worker.ts'
import type { ReportReader } from './reader.ts'

/** Trusted Types, for policies that forbid script addresses made of text; TypeScript has no types for them yet. */
interface ScriptAddresses {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): URL }
}

interface Answer {
  readonly id: number
  readonly value?: unknown
}

let policy: ReturnType<ScriptAddresses['createPolicy']> | undefined

/** The address of the worker's file, in the form required by the policy. */
function workerAddress(): URL {
  // Made by a build of its own (`--mode element-worker`).
  const url = new URL(/* @vite-ignore */ './element-worker.js', import.meta.url)
  const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptAddresses }
  if (!trustedTypes) return url
  policy ??= trustedTypes.createPolicy('unslide-report', { createScriptURL: (text) => text })
  return policy.createScriptURL(url.href)
}

/** Opens a reader. Rejects where the code that reads cannot be loaded. */
export async function openReader(): Promise<ReportReader> {
  const worker = await startWorker()
  if (worker) return new WorkerReader(worker)
  const { createReader } = await import('./reader.ts')
  return createReader()
}

/** A worker that has said its first word; undefined where there can be none. */
function startWorker(): Promise<Worker | undefined> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(workerAddress(), { type: 'module' })
      worker.onmessage = () => resolve(worker)
      worker.onerror = (event) => {
        event.preventDefault()
        worker.terminate()
        resolve(undefined)
      }
    } catch {
      resolve(undefined)
    }
  })
}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

class WorkerReader implements ReportReader {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0

  constructor(worker: Worker) {
    this.#worker = worker
    worker.onmessage = ({ data: { id, value } }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (value === undefined) waiting?.reject(new Error())
      else waiting?.resolve(value as never)
    }
    worker.onmessageerror = () => this.close()
    worker.onerror = (event) => {
      event.preventDefault()
      this.close()
    }
  }

  read: ReportReader['read'] = (read) => this.#ask((id) => ({ id, read }))
  rest: ReportReader['rest'] = (rest) => this.#ask((id) => ({ id, rest }))

  close(): void {
    this.#worker.terminate()
    for (const { reject } of this.#waiting.values()) reject(new Error())
    this.#waiting.clear()
  }

  #ask<Value>(asked: (id: number) => Asked): Promise<Value> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage(asked(id))
    })
  }
}
