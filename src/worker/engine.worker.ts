/**
 * The engine in a worker, over IndexedDB, or over memory if that fails. At first it only lists the library;
 * `initialize` loads the engine.
 */
import { expose, transfer } from 'comlink'
import { Catalog } from '../core/engine/catalog/catalog.ts'
import type { Engine } from '../core/engine-types.ts'
import { languageTag } from '../core/messages/message.ts'
import { append } from '../core/model/lists.ts'
import type { Problem } from '../core/model/problem.ts'
import { INDEX_VERSIONS } from '../core/symindex/index-file.ts'
import { createIdbStore } from '../stores/idb.ts'
import { createOriginFiles } from '../stores/origin-files.ts'
import { createOverlayStore, type StorageState } from '../stores/overlay.ts'
import type { AskedSite, SitePage } from './asked-site.ts'
import { holdLivenessLock } from './liveness.ts'
import { sendChunked, type OnChunk } from './chunked-transfer.ts'
import { createSwitchedStore, type SwitchedStore } from './switched-store.ts'

/** A method of the engine. */
export type EngineMethod = keyof Engine

/** Interface of the worker: `images` works at once, everything else after `initialize`. */
export interface WorkerApi {
  /** Resolves with the name of a lock that is released when this worker ends; undefined if the browser has no locks. */
  /** Also sets the language of this worker's texts. */
  start(onStorage: (state: StorageState) => void, language: string): Promise<string | undefined>
  /** Changes the language of this worker's texts. Resolves with the same problems, said in that language. */
  speak(language: string, problems: readonly Problem[]): Promise<readonly Problem[]>
  /** Loads the code of the engine, beside the WASM module that the page loads. Never rejects: errors appear at `initialize`. */
  load(): Promise<void>
  /** Loads what the names of a crash need, before that is read. Never rejects: errors appear when the code is used. */
  loadNaming(): Promise<void>
  /** Loads the engine with the compiled WASM module. */
  initialize(module: WebAssembly.Module): Promise<void>
  /**
   * Requests symbols from the site at this address from now on; undefined ends that. Callbacks are taken from the first
   * call only: `onAsked` reports requests, `nearby` lists local images. Returns false if the code for it could not be
   * loaded.
   */
  askSite(address: string | undefined, onAsked: SitePage['onAsked'], nearby: SitePage['nearby']): Promise<boolean>
  images: Engine['images']
  /** Holds a part of a long argument for the call that names it. */
  hold(name: number, part: readonly unknown[]): Promise<void>
  /** Calls a method of the engine. Long lists of the result are sent as chunks first. */
  ask(method: EngineMethod, onChunk: OnChunk, ...args: readonly unknown[]): Promise<unknown>
}

let indexes: SwitchedStore | undefined
let site: AskedSite | undefined
/** Latest address allowed by the page. */
let allowed: string | undefined
let engine: Engine | undefined
/** Long arguments whose call is still to come, by name. */
const held = new Map<number, unknown[]>()

function store(): SwitchedStore {
  if (!indexes) throw new Error('The worker was not started.')
  return indexes
}

function initialized(): Engine {
  if (!engine) throw new Error('The engine was not initialized.')
  return engine
}

/** Texts stay English if those of the language cannot be loaded. */
async function speak(language: string): Promise<void> {
  if (language !== languageTag())
    await import('../messages/worker.ts').then(({ setLanguage }) => setLanguage(language)).catch(() => {})
}

/** The report reader is a chunk of its own, loaded with the engine. */
const loadEngine = () => Promise.all([import('./whole-engine.ts'), import('../core/reports/open-report.ts')])

function takeHeld(name: number): readonly unknown[] {
  const whole = held.get(name) ?? []
  held.delete(name)
  return whole
}

const api: WorkerApi = {
  start: async (onStorage, language) => {
    await speak(language)
    indexes = createSwitchedStore(createOverlayStore(createIdbStore('unslide', createOriginFiles()), onStorage))
    return holdLivenessLock()
  },
  speak: async (language, told) => {
    await speak(language)
    return (await import('./say-again.ts')).sayAgain(told)
  },
  load: async () => {
    await loadEngine().catch(() => undefined)
  },
  loadNaming: async () => {
    const parts = [
      import('../core/engine/names/naming.ts'),
      import('../core/engine/frames/fault.ts'),
      import('../core/resolve/ways.ts'),
    ]
    await Promise.allSettled(parts)
  },
  initialize: async (module) => {
    const [{ makeWholeEngine }] = await loadEngine()
    engine ??= makeWholeEngine(store(), module)
  },
  askSite: async (address, onAsked, nearby) => {
    allowed = address
    if (address === undefined) {
      site?.turn(false)
      store().turn(undefined)
      return true
    }
    const module = await import('./asked-site.ts').catch(() => undefined)
    // Meanwhile it may have been switched off.
    if (!module || allowed !== address) return module !== undefined
    site ??= module.openAskedSite(store().own, address, { onAsked, nearby })
    site.turn(true)
    store().turn(site.store)
    return true
  },
  images: () => engine?.images() ?? new Catalog(store(), INDEX_VERSIONS).images(),
  hold: async (name, part) => {
    const parts = held.get(name) ?? []
    append(parts, part)
    held.set(name, parts)
  },
  ask: async (method, onChunk, ...sent) => {
    const args = sent.map((arg) => (arg instanceof Object && 'held' in arg ? takeHeld(arg.held as number) : arg))
    const methods = initialized() as unknown as Readonly<
      Record<EngineMethod, (...given: typeof args) => Promise<unknown>>
    >
    // eslint-disable-next-line unslide/small-spreads -- what one method was called with
    return sendChunked(await methods[method](...args), (chunk, moved) => onChunk(transfer(chunk, [...moved]), []))
  },
}

expose(api)
