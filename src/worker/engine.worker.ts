/**
 * The engine in a worker, over IndexedDB, and over memory where that fails. What it starts with only lists the library; the
 * engine itself is loaded when it is equipped.
 */
import { expose } from 'comlink'
import { Catalog } from '../core/engine/catalog.ts'
import type { Engine, SymbolicateOptions } from '../core/engine-types.ts'
import type { IndexStore, InputFile } from '../core/ports.ts'
import { INDEX_VERSION } from '../core/symindex/index-file.ts'
import { createIdbStore } from '../stores/idb.ts'
import { createOriginFiles } from '../stores/origin-files.ts'
import { createOverlayStore, type StorageState } from '../stores/overlay.ts'
import { holdLife } from './life.ts'
import { sendPieces, type OnPiece } from './pieces.ts'

/** What the worker answers to: the engine, once it is equipped; `images` at once. */
export interface WorkerApi extends Omit<Engine, 'symbolicate'> {
  /** Resolves with the name of a lock that is free when this worker has ended, where the browser has locks. */
  start(onStorage: (state: StorageState) => void): Promise<string | undefined>
  /** Loads the engine and gives it the compiled symbol engine. */
  equip(module: WebAssembly.Module): Promise<void>
  /** As the engine's, with large reports in pieces, each taken before the next. */
  symbolicate(file: InputFile, options: SymbolicateOptions, onPiece: OnPiece): ReturnType<Engine['symbolicate']>
}

let indexes: IndexStore | undefined
let engine: Engine | undefined

function store(): IndexStore {
  if (!indexes) throw new Error('The worker was not started.')
  return indexes
}

function equipped(): Engine {
  if (!engine) throw new Error('The engine was not equipped.')
  return engine
}

const api: WorkerApi = {
  start: (onStorage) => {
    indexes = createOverlayStore(createIdbStore('unslide', createOriginFiles()), onStorage)
    return holdLife()
  },
  equip: async (module) => {
    // Formats of reports are a part of their own: who gives a file may not wait for them.
    const [{ makeWholeEngine }] = await Promise.all([
      import('./whole-engine.ts'),
      import('../core/reports/read-report.ts'),
    ])
    engine ??= makeWholeEngine(store(), module)
  },
  images: () => engine?.images() ?? new Catalog(store(), INDEX_VERSION).images(),
  add: (...args) => equipped().add(...args),
  survey: (...args) => equipped().survey(...args),
  parse: (...args) => equipped().parse(...args),
  symbolicate: async (file, options, onPiece) => sendPieces(await equipped().symbolicate(file, options), onPiece),
  index: (...args) => equipped().index(...args),
  cancel: (...args) => equipped().cancel(...args),
  lookup: (...args) => equipped().lookup(...args),
  otherNames: (...args) => equipped().otherNames(...args),
  inspect: (...args) => equipped().inspect(...args),
  forget: (...args) => equipped().forget(...args),
  pin: (...args) => equipped().pin(...args),
  searchSymbols: (...args) => equipped().searchSymbols(...args),
  exportIndex: (...args) => equipped().exportIndex(...args),
}

expose(api)
