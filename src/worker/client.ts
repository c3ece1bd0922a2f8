/** The page's proxy of the engine: starts the worker when needed, watches it, and restarts it when it dies. */
import { proxy, releaseProxy, wrap } from 'comlink'
import { loadWasm, makeWorker, ownSite } from '#make-worker'
import type { Engine } from '../core/engine-types.ts'
import type { Problem } from '../core/model/problem.ts'
import type { InputFile } from '../core/ports.ts'
import type { StorageState } from '../stores/overlay.ts'
import type { AskedImage, SiteAsked, SitePage } from './asked-site.ts'
import type { EngineMethod, WorkerApi } from './engine.worker.ts'
import { onWorkerEnd } from './liveness.ts'
import { ChunkJoiner, type Chunk } from './chunked-transfer.ts'
import { languageTag } from '../core/messages/message.ts'
import { worker as words } from './messages/worker.ts'

export { ownSite }
export type { AskedImage, SiteAsked, StorageState }

/** Rejection of a call whose worker could not be started, died, or was stopped. */
export class EngineGone extends Error {
  /** Stopped by the user; not an error. */
  readonly stopped: boolean

  constructor(message: string, stopped = false) {
    super(message)
    this.name = 'EngineGone'
    this.stopped = stopped
  }
}

export interface ConnectedEngine extends Engine {
  /** Terminates the worker; the next call starts another one. */
  restart(): void
  /** Preloads code for the first file. Never rejects: errors appear when the code is used. */
  preload(): Promise<void>
  /** Preloads code for the names of a crash, while its file is fetched and read. Never rejects. */
  preloadNaming(): Promise<void>
  /** Tells the worker that the language of the page has changed. Resolves with these problems in that language. Rejects with `EngineGone`. */
  languageChanged(problems: readonly Problem[]): Promise<readonly Problem[]>
  /** Applies a new `site` of the host to later requests. Rejects with `EngineGone`. */
  siteChanged(): Promise<void>
}

/** Interface to the page. */
export interface EngineHost {
  /** Files with symbols, given again to a restarted worker before any other call. */
  readonly symbolFiles: () => readonly InputFile[]
  /** A worker could not be started, or died, or was stopped. */
  readonly onDeath: (gone: EngineGone) => void
  readonly onStorage: (state: StorageState) => void
  /** Address of the site allowed for symbols; undefined if none. */
  readonly site: () => string | undefined
  /** Receives the worker's requests to the site; undefined if the code for that could not be loaded. */
  readonly onSite: (asked: SiteAsked | undefined) => void
  readonly nearby: SitePage['nearby']
}

type RemoteEngine = Pick<WorkerApi, 'images' | 'ask' | 'hold'>

/** Items of a list in one message. A message with 500 files takes the page 80 ms of processor time. */
const MOST_ITEMS = 64
let lastName = 0

interface Connection {
  readonly remote: RemoteEngine
  /** Loads the engine in the worker, once. Listing the library does not need it. */
  readonly initialize: () => Promise<void>
  readonly loadNaming: () => Promise<void>
  readonly speak: (problems: readonly Problem[]) => Promise<readonly Problem[]>
  /** Sends the allowed site to the worker. A worker without an engine gets it with the engine. */
  readonly tellSite: () => Promise<void>
  /** Rejects when the worker dies; never resolves. */
  readonly death: Promise<never>
  readonly kill: (gone: EngineGone) => void
}

export function connectEngine(host: EngineHost): ConnectedEngine {
  let connecting: Promise<Connection> | undefined

  const connect = (): Promise<Connection> => {
    if (connecting) return connecting
    const forget = (): void => {
      if (connecting === started) connecting = undefined
    }
    // Asynchronous, because `open` reports a failed start before this function returns.
    const started: Promise<Connection> = Promise.resolve().then(() => open(host, forget))
    connecting = started
    return started
  }

  /** Calls a method of the engine in the worker. Functions among the arguments become proxies. */
  const ask = async (method: EngineMethod, args: readonly unknown[]): Promise<unknown> => {
    const { remote, initialize, death } = await connect()
    await initialize()
    const joiner = new ChunkJoiner()
    const crossing: unknown[] = []
    for (const arg of args) {
      if (Array.isArray(arg)) crossing.push(await sendList(remote, arg, death))
      else crossing.push(typeof arg === 'function' ? proxy(arg as () => void) : arg)
    }
    const onChunk = proxy((chunk: Chunk) => joiner.take(chunk))
    // eslint-disable-next-line unslide/small-spreads -- what one method was called with
    return joiner.join(await Promise.race([remote.ask(method, onChunk, ...crossing), death]))
  }

  const own: Omit<ConnectedEngine, Exclude<EngineMethod, 'images'>> = {
    images: async () => {
      const { remote, death } = await connect()
      return Promise.race([remote.images(), death])
    },
    preload: async () => {
      await connect()
        .then(({ initialize }) => initialize())
        .catch(() => {})
    },
    preloadNaming: async () => {
      await connect()
        .then(({ loadNaming }) => loadNaming())
        .catch(() => {})
    },
    languageChanged: async (problems) => (await connect()).speak(problems),
    siteChanged: async () => {
      await connecting?.then(({ tellSite }) => tellSite())
    },
    restart: () => {
      const stopped = new EngineGone(words.stopped, true)
      connecting?.then(
        ({ kill }) => kill(stopped),
        () => {},
      )
    },
  }
  // Every other method is forwarded to the engine. `then` is excluded, because the proxy is not a promise.
  return new Proxy(own as ConnectedEngine, {
    get: (known, name) => {
      if (name in known || typeof name === 'symbol' || name === 'then') return Reflect.get(known, name) as unknown
      return (...args: readonly unknown[]) => ask(name as EngineMethod, args)
    },
  })
}

/** A long list is sent ahead in parts, each in a task of its own; its name then stands for it. */
async function sendList(
  remote: RemoteEngine,
  list: readonly unknown[],
  death: Promise<never>,
): Promise<readonly unknown[] | { readonly held: number }> {
  if (list.length <= MOST_ITEMS) return list
  const held = ++lastName
  for (let at = 0; at < list.length; at += MOST_ITEMS)
    await Promise.race([remote.hold(held, list.slice(at, at + MOST_ITEMS)), death])
  return { held }
}

/** Starts a worker; `onEnd` runs when it has ended, or could not be started. Rejects with `EngineGone`. */
async function open(host: EngineHost, onEnd: () => void): Promise<Connection> {
  let alive = true
  let worker: Worker | undefined
  let release = (): void => {}
  let reject: (gone: EngineGone) => void = () => {}
  const death = new Promise<never>((_resolve, fail) => (reject = fail))
  death.catch(() => {})
  const kill = (gone: EngineGone): void => {
    if (!alive) return
    alive = false
    worker?.terminate()
    release()
    onEnd()
    reject(gone)
    host.onDeath(gone)
  }
  const goneFor = (thrown: unknown): EngineGone => {
    const gone = thrown instanceof EngineGone ? thrown : new EngineGone(wordsOf(thrown))
    kill(gone)
    return gone
  }
  try {
    worker = start()
    const remote = wrap<WorkerApi>(worker)
    release = () => remote[releaseProxy]()
    let begun = false
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      kill(new EngineGone(begun ? event.message || words.ended : words.cannotLoad))
    })
    worker.addEventListener('messageerror', () => kill(new EngineGone(words.unreadable)))
    const life = await Promise.race([remote.start(proxy(host.onStorage), languageTag()), death])
    begun = true
    if (life !== undefined) onWorkerEnd(life, () => kill(new EngineGone(words.ended)))
    // Every method of an engine is async already; comlink's own type does not preserve unions.
    const engine = remote as unknown as RemoteEngine
    const onSite = proxy(host.onSite)
    const nearby = proxy(host.nearby)
    const askSite = async (): Promise<void> => {
      const isLoaded = await Promise.race([remote.askSite(host.site(), onSite, nearby), death])
      if (!isLoaded) host.onSite(undefined)
    }
    const prepare = async (): Promise<void> => {
      void remote.load()
      const loading = remote.initialize(await loadWasm()).catch(() => {
        throw new EngineGone(words.cannotLoad)
      })
      await Promise.race([loading, death])
      if (host.site() !== undefined) await askSite()
      const files = host.symbolFiles()
      if (files.length > 0)
        await Promise.race([
          engine.ask(
            'add',
            proxy(() => undefined),
            await sendList(engine, files, death),
            // Indexes that the user has taken are in the store; the others are not wanted.
            proxy(() => undefined),
            { imports: 'ask' },
          ),
          death,
        ])
    }
    let preparing: Promise<void> | undefined
    const initialize = (): Promise<void> =>
      (preparing ??= prepare().catch((thrown: unknown) => {
        throw goneFor(thrown)
      }))
    const loadNaming = async (): Promise<void> => Promise.race([remote.loadNaming(), death])
    const speak = async (problems: readonly Problem[]): Promise<readonly Problem[]> =>
      Promise.race([remote.speak(languageTag(), problems), death])
    const tellSite = async (): Promise<void> => {
      if (!preparing) return
      // Switched off it is at once.
      if (host.site() !== undefined) await preparing
      await askSite()
    }
    return { remote: engine, initialize, loadNaming, speak, tellSite, death, kill }
  } catch (thrown) {
    throw goneFor(thrown)
  }
}

function start(): Worker {
  try {
    return makeWorker()
  } catch {
    throw new EngineGone(words.cannotStart)
  }
}

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
