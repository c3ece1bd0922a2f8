/**
 * The engine in a worker, over IndexedDB, and over memory where that fails. What it starts with only lists the library; the
 * engine itself is loaded when it is initialized.
 */
import { expose } from 'comlink'
import { Catalog } from '../core/engine/catalog.ts'
import type { Engine } from '../core/engine-types.ts'
import type { IndexStore } from '../core/ports.ts'
import { INDEX_VERSION } from '../core/symindex/index-file.ts'
import { createIdbStore } from '../stores/idb.ts'
import { createOriginFiles } from '../stores/origin-files.ts'
import { createOverlayStore, type StorageState } from '../stores/overlay.ts'
import { holdLivenessLock } from './liveness.ts'
import { sendChunked, type OnChunk } from './chunked-transfer.ts'

/** A method of the engine. */
export type EngineMethod = keyof Engine

/** What the worker answers to: the list of images at once, all else of the engine once it is initialized. */
export interface WorkerApi {
  /** Resolves with the name of a lock that is free when this worker has ended, where the browser has locks. */
  start(onStorage: (state: StorageState) => void): Promise<string | undefined>
  /** Loads the engine and gives it the compiled symbol engine. */
  initialize(module: WebAssembly.Module): Promise<void>
  images: Engine['images']
  /** Calls a method of the engine. Long lists of the answer come as chunks, each taken before the next. */
  ask(method: EngineMethod, onChunk: OnChunk, ...args: readonly unknown[]): Promise<unknown>
}

let indexes: IndexStore | undefined
let engine: Engine | undefined

function store(): IndexStore {
  if (!indexes) throw new Error('The worker was not started.')
  return indexes
}

function initialized(): Engine {
  if (!engine) throw new Error('The engine was not initialized.')
  return engine
}

const api: WorkerApi = {
  start: (onStorage) => {
    indexes = createOverlayStore(createIdbStore('unslide', createOriginFiles()), onStorage)
    return holdLivenessLock()
  },
  initialize: async (module) => {
    // Formats of reports are a part of their own: who gives a file may not wait for them.
    const [{ makeWholeEngine }] = await Promise.all([
      import('./whole-engine.ts'),
      import('../core/reports/read-report.ts'),
    ])
    engine ??= makeWholeEngine(store(), module)
  },
  images: () => engine?.images() ?? new Catalog(store(), INDEX_VERSION).images(),
  ask: async (method, onChunk, ...args) => {
    const methods = initialized() as unknown as Readonly<
      Record<EngineMethod, (...given: typeof args) => Promise<unknown>>
    >
    return sendChunked(await methods[method](...args), onChunk)
  },
}

expose(api)
