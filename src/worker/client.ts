/** The page's end of the engine: a worker that is started when needed, watched, and started again when it dies. */
import { proxy, releaseProxy, wrap } from 'comlink'
import { loadWasm, makeWorker } from '#make-worker'
import type { Engine, OnEvent } from '../core/engine-types.ts'
import type { WorkerApi } from './engine.worker.ts'
import { PieceJoiner, type Piece } from './pieces.ts'

/** Why a call did not end: the worker could not be started, or died under it. */
export class EngineGone extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EngineGone'
  }
}

export interface ConnectedEngine extends Engine {
  /** Ends the worker and whatever it was doing; the next call starts another. */
  restart(): void
}

type RemoteEngine = Omit<WorkerApi, 'start'>

interface Connection {
  readonly remote: RemoteEngine
  /** Rejects when the worker dies; never resolves. */
  readonly death: Promise<never>
  readonly kill: (reason: string) => void
}

/** `onDeath` runs when a worker died: what it knew of this session's files is gone and must be given again. */
export function connectEngine(onDeath: (reason: string) => void = () => {}): ConnectedEngine {
  let connecting: Promise<Connection> | undefined

  const connect = (): Promise<Connection> => {
    connecting ??= open((reason) => {
      connecting = undefined
      onDeath(reason)
    }).catch((thrown: unknown) => {
      connecting = undefined
      throw thrown
    })
    return connecting
  }

  const call = async <T>(work: (remote: RemoteEngine) => Promise<T>): Promise<T> => {
    const { remote, death } = await connect()
    return Promise.race([work(remote), death])
  }

  const told = (onEvent?: OnEvent): [] | [OnEvent] => (onEvent ? [proxy(onEvent)] : [])

  return {
    add: (files, onEvent) => call((remote) => remote.add(files, ...told(onEvent))),
    parse: (file) => call((remote) => remote.parse(file)),
    symbolicate: (file, options = {}) =>
      call(async (remote) => {
        const joiner = new PieceJoiner()
        return joiner.join(
          await remote.symbolicate(
            file,
            options,
            proxy((piece: Piece) => joiner.take(piece)),
          ),
        )
      }),
    index: (keys, onEvent) => call((remote) => remote.index(keys, ...told(onEvent))),
    cancel: (keys) => call((remote) => remote.cancel(keys)),
    lookup: (request) => call((remote) => remote.lookup(request)),
    inspect: (files) => call((remote) => remote.inspect(files)),
    images: () => call((remote) => remote.images()),
    forget: (keys) => call((remote) => remote.forget(keys)),
    pin: (key, pinned) => call((remote) => remote.pin(key, pinned)),
    searchSymbols: (query, limit) => call((remote) => remote.searchSymbols(query, limit)),
    exportIndex: (key) => call((remote) => remote.exportIndex(key)),
    restart: () => {
      void connecting?.then(({ kill }) => kill('The work was stopped. What was given is still here.'))
    },
  }
}

async function open(onDeath: (reason: string) => void): Promise<Connection> {
  const module = await loadWasm()
  const worker = makeWorker()
  const remote = wrap<WorkerApi>(worker)
  let reject: (reason: EngineGone) => void = () => {}
  const death = new Promise<never>((_resolve, fail) => (reject = fail))
  death.catch(() => {})
  let alive = true
  const kill = (reason: string): void => {
    if (!alive) return
    alive = false
    worker.terminate()
    remote[releaseProxy]()
    reject(new EngineGone(reason))
    onDeath(reason)
  }
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    kill(event.message || 'The part that reads symbols could not be loaded.')
  })
  worker.addEventListener('messageerror', () => kill('The part that reads symbols sent something unreadable.'))
  await Promise.race([remote.start(module), death])
  // Every method of an engine is async already; comlink's own type splits unions in a way that fits none.
  return { remote: remote as unknown as RemoteEngine, death, kill }
}
