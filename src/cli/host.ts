/** The engine on Node: WebAssembly from the file beside this program, indexes in memory. */
import { readFile } from 'node:fs/promises'
import { createEngine } from '../core/engine.ts'
import type { Engine } from '../core/engine-types.ts'
import { createIndexReader } from '../core/symindex/reader.ts'
import { createMemoryStore } from '../stores/memory.ts'
import { createThreadBuilder } from './indexer-threads.ts'

/** `threads`: how many a whole build may use; the builder's own choice when absent. */
export async function createHost(threads?: number): Promise<Engine> {
  const module = await WebAssembly.compile(await readFile(new URL('./core.wasm', import.meta.url)))
  return createEngine({
    indexes: createMemoryStore(),
    builder: createThreadBuilder(module, new URL('./indexer-thread.mjs', import.meta.url)),
    reader: createIndexReader(module),
    ...(threads === undefined ? {} : { threads }),
  })
}
