/** The engine in a worker, over IndexedDB, and over memory where that fails. */
import { expose } from 'comlink'
import { makeIndexer } from '#make-indexer'
import { createEngine } from '../core/engine.ts'
import type { Engine, SymbolicateOptions } from '../core/engine-types.ts'
import type { InputFile } from '../core/ports.ts'
import { createIdbStore } from '../stores/idb.ts'
import { createOverlayStore, type StorageState } from '../stores/overlay.ts'
import { createIndexerPool } from './indexer-pool.ts'
import { holdLife } from './life.ts'
import { sendPieces, type OnPiece } from './pieces.ts'

/** What the worker answers to: the engine, once it was given the compiled symbol engine. */
export interface WorkerApi extends Omit<Engine, 'symbolicate'> {
  /** Resolves with the name of a lock that is free when this worker has ended, where the browser has locks. */
  start(module: WebAssembly.Module, onStorage: (state: StorageState) => void): Promise<string | undefined>
  /** As the engine's, with large reports in pieces, each taken before the next. */
  symbolicate(file: InputFile, options: SymbolicateOptions, onPiece: OnPiece): ReturnType<Engine['symbolicate']>
}

let engine: Engine | undefined

function started(): Engine {
  if (!engine) throw new Error('The engine was not started.')
  return engine
}

const api: WorkerApi = {
  start: (module, onStorage) => {
    const indexes = createOverlayStore(createIdbStore(), onStorage)
    engine = createEngine({ indexes, builder: createIndexerPool(module, makeIndexer) })
    return holdLife()
  },
  add: (...args) => started().add(...args),
  survey: (...args) => started().survey(...args),
  parse: (...args) => started().parse(...args),
  symbolicate: async (file, options, onPiece) => sendPieces(await started().symbolicate(file, options), onPiece),
  index: (...args) => started().index(...args),
  cancel: (...args) => started().cancel(...args),
  lookup: (...args) => started().lookup(...args),
  inspect: (...args) => started().inspect(...args),
  images: (...args) => started().images(...args),
  forget: (...args) => started().forget(...args),
  pin: (...args) => started().pin(...args),
  searchSymbols: (...args) => started().searchSymbols(...args),
  exportIndex: (...args) => started().exportIndex(...args),
}

expose(api)
