/** The symbol engine on Node: WebAssembly from the file beside this program, threads that build, a reader of what was built. */
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { IndexBuilder } from '../core/ports.ts'
import { createIndexReader, type IndexReader } from '../core/symindex/reader.ts'
import { createThreadBuilder } from '../lib/node/thread-builder.ts'

/** Read and compiled at once: functions are compiled when they are first called, so that there is nothing to wait for. */
export const readWasm = (): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(new URL('./core.wasm', import.meta.url)))

export function createSymbolEngine(module = readWasm()): {
  readonly builder: IndexBuilder
  readonly reader: IndexReader
} {
  const threadFile = new URL('./launch-thread.cjs', import.meta.url)
  const start = (): Worker => new Worker(threadFile, { workerData: module, argv: ['./indexer-thread.cjs'] })
  return { builder: createThreadBuilder(module, start), reader: createIndexReader(module) }
}
