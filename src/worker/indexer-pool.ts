/**
 * An index builder over several workers. Each build has its own workers, terminated at its end to free their memory. A
 * few are started ahead, because starting one takes longer than reading a small file.
 */
import { releaseProxy, transfer, wrap } from 'comlink'
import type { IndexBuilder } from '../core/ports.ts'
import type { Shard, ShardAnswer } from '../core/symindex/shard.ts'
import { localShard } from '../core/symindex/unit-reader.ts'
import { buffersOfJob } from '../core/symindex/shard-transfer.ts'
import { createParallelBuilder } from '../core/symindex/wasm-builder.ts'
import type { IndexerApi } from './indexer.worker.ts'
import { onWorkerEnd } from './liveness.ts'
import { worker as words } from './messages/worker.ts'

/** Limit for workers of one build: with more, reading the file dominates. */
const MAX_WORKERS = 8
/** Limit for idle workers. */
const MAX_SPARE = 2
/** Milliseconds after which a worker that does not say that it has started is given up: nothing may wait for it for ever. */
const LONGEST_START = 20_000
/** Milliseconds until they are started, so that they do not compete with the user's first task. */
const SETTLE = 2000

/**
 * @param makeWorker starts `indexer.worker.ts`. Where a worker cannot be started (old Safari has no workers in workers)
 * the work is done in this thread.
 */
export function createIndexerPool(module: WebAssembly.Module, makeWorker: () => Worker): IndexBuilder {
  const threads = Math.max(1, Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 2))
  const spare: Shard[] = []
  const start = (): Shard => workerShard(startIndexer(module, makeWorker), () => localShard(module))
  const refill = (): void => {
    while (spare.length < Math.min(MAX_SPARE, threads)) spare.push(start())
  }
  const take = async (): Promise<Shard> => spare.shift() ?? start()
  const builder = createParallelBuilder(module, take, threads)
  setTimeout(refill, SETTLE)
  return {
    ...builder,
    build: async (input, options) => {
      const before = spare.length
      try {
        return await builder.build(input, options)
      } finally {
        if (spare.length < before) refill()
      }
    },
  }
}

/** A worker that was started. */
interface Indexer {
  readonly remote: ReturnType<typeof wrap<IndexerApi>>
  /** The result, or a rejection if the worker dies, because its pending calls would never settle. */
  alive<T>(answer: Promise<T>): Promise<Awaited<T>>
  isDead(): boolean
  terminate(): void
}

async function startIndexer(module: WebAssembly.Module, makeWorker: () => Worker): Promise<Indexer> {
  const worker = makeWorker()
  const remote = wrap<IndexerApi>(worker)
  let lost: (reason: Error) => void = () => undefined
  const death = new Promise<never>((_, reject) => {
    lost = reject
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      reject(new Error(event.message || words.indexerEnded))
    })
    worker.addEventListener('messageerror', () => reject(new Error(words.indexerUnreadable)))
  })
  let dead = false
  death.catch(() => (dead = true))
  const alive = async <T>(answer: Promise<T>): Promise<Awaited<T>> => Promise.race([answer, death])
  const late = setTimeout(() => lost(new Error(words.indexerEnded)), LONGEST_START)
  const terminate = (): void => {
    remote[releaseProxy]()
    worker.terminate()
  }
  try {
    const life = await alive(remote.start(module))
    if (life) onWorkerEnd(life, () => lost(new Error(words.indexerEnded)))
    return { remote, alive, isDead: () => dead, terminate }
  } catch (thrown) {
    worker.terminate()
    throw thrown
  } finally {
    clearTimeout(late)
  }
}

/**
 * The shard in a starting worker; calls wait for it. If it cannot be started, or dies before it is used, the shard from
 * `instead` does the work.
 */
function workerShard(starting: Promise<Indexer>, instead: () => Promise<Shard>): Shard {
  starting.catch(() => undefined)
  let made: Promise<Shard> | undefined
  const shard = (): Promise<Shard> =>
    (made ??= starting.then((indexer) => (indexer.isDead() ? instead() : shardIn(indexer)), instead))
  let ended = false
  return {
    begin: async (setup) => (await shard()).begin(setup),
    run: async (job) => (await shard()).run(job),
    supply: async (slot, start, bytes) => (await shard()).supply(slot, start, bytes),
    resume: async () => (await shard()).resume(),
    finish: async () => (await shard()).finish(),
    end: async () => {
      if (ended) return
      ended = true
      await (await shard()).end()
    },
  }
}

function shardIn(indexer: Indexer): Shard {
  const { remote } = indexer
  const alive = <T>(answer: Promise<T>): Promise<Awaited<T>> => indexer.alive(answer)
  return {
    begin: (setup) => alive(remote.begin(setup)),
    run: (job) => alive<ShardAnswer>(remote.run(transfer(job, buffersOfJob(job)))),
    supply: (slot, start, bytes) => alive(remote.supply(slot, start, transfer(bytes, [bytes.buffer]))),
    resume: () => alive<ShardAnswer>(remote.resume()),
    finish: () => alive(remote.finish()),
    end: async () => indexer.terminate(),
  }
}
