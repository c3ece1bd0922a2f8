/** The engine with what most hosts want: indexes in memory, symbols read by WebAssembly in this thread. */
import { createEngine as createCore } from '../core/engine.ts'
import type { Engine } from '../core/engine-types.ts'
import type { IndexBuilder, IndexStore } from '../core/ports.ts'
import { createIndexReader } from '../core/symindex/reader.ts'
import { createWasmBuilder } from '../core/symindex/wasm-builder.ts'
import { createMemoryStore } from '../stores/memory.ts'
import { lazyBuilder, lazyReader } from './lazy.ts'
import { compiledWasm } from './wasm.ts'

/** Replaceable parts of the engine, with defaults. */
export interface EngineOptions {
  /** Where finished indexes are kept: `createMemoryStore()` when absent. One store may serve one engine at a time. */
  readonly indexes?: IndexStore
  /** Builds indexes: WebAssembly in this thread when absent. */
  readonly builder?: IndexBuilder
  /** Threads that one whole index may use, where the builder has any; its own choice when absent. */
  readonly threads?: number
}

/**
 * Makes an engine, cheaply: the first request for symbols compiles WebAssembly, once for all engines of a thread. No
 * promise of an engine rejects because of a file's content; problems come as values. An engine keeps its files until it
 * is dropped.
 */
export function createEngine({ indexes, builder, threads }: EngineOptions = {}): Engine {
  return createCore({
    indexes: indexes ?? createMemoryStore(),
    builder: builder ?? lazyBuilder(async () => createWasmBuilder(await compiledWasm())),
    reader: lazyReader(async () => createIndexReader(await compiledWasm())),
    ...(threads === undefined ? {} : { threads }),
  })
}
