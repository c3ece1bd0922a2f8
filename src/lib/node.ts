/** `unslide/node`: the engine with files of the disk and threads, for Node, Bun and Deno. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Engine } from '../core/engine-types.ts'
import { createEngine as createPlain, type EngineOptions } from './engine.ts'
import { lazyBuilder } from './lazy.ts'
import { SpareThread } from './node/spare-thread.ts'
import { createFileBuilder, createThreadBuilder } from './node/thread-builder.ts'
import { compiledWasm } from './wasm.ts'

export { FolderTooLarge, openFile, openFiles, type Confinement } from './node/open-files.ts'
export { writeBlob } from '../stores/write-blob.ts'
export type { EngineOptions }

/**
 * An engine like `createEngine` of `unslide`. Its builder reads files of the disk synchronously and builds large symbol
 * files on several threads. Threads live as long as a build. All work stays in this thread if a bundler left out the
 * thread's file, or if the host cannot pass WebAssembly to threads.
 */
export function createEngine({ indexes, builder, threads }: EngineOptions = {}): Engine {
  return createPlain({
    ...(indexes && { indexes }),
    builder: builder ?? lazyBuilder(async () => makeBuilder(await compiledWasm())),
    ...(threads !== undefined && { threads }),
  })
}

function makeBuilder(module: WebAssembly.Module): ReturnType<typeof createThreadBuilder> {
  // Made by a build of its own (`--mode thread`).
  const file = new URL(/* @vite-ignore */ './indexer-thread.js', import.meta.url)
  const hasThreads = file.protocol === 'file:' && existsSync(fileURLToPath(file))
  return hasThreads
    ? createThreadBuilder(module, new SpareThread(() => new Worker(file, { workerData: module })))
    : createFileBuilder(module)
}
