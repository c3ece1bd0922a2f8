/** An index builder over several workers: each build starts its own, ends them when it is done or cancelled. */
import { releaseProxy, transfer, wrap } from 'comlink'
import type { IndexBuilder } from '../core/ports.ts'
import type { Shard, ShardAnswer } from '../core/symindex/shard.ts'
import { localShard } from '../core/symindex/unit-reader.ts'
import { buffersOfJob } from '../core/symindex/shard-transfer.ts'
import { createParallelBuilder } from '../core/symindex/wasm-builder.ts'
import type { IndexerApi } from './indexer.worker.ts'
import { watchLife } from './life.ts'

/** Workers of one build at most: more gain little, because reading the file is then what takes the time. */
const MAX_WORKERS = 8

/**
 * @param makeWorker starts `indexer.worker.ts`. Where a worker cannot be started (old Safari has no workers in workers)
 * the work is done in this thread.
 */
export function createIndexerPool(module: WebAssembly.Module, makeWorker: () => Worker): IndexBuilder {
  const threads = Math.max(1, Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 2))
  return createParallelBuilder(module, () => workerShard(module, makeWorker).catch(() => localShard(module)), threads)
}

const ENDED = 'A worker that reads symbols ended unexpectedly.'

async function workerShard(module: WebAssembly.Module, makeWorker: () => Worker): Promise<Shard> {
  const worker = makeWorker()
  const remote = wrap<IndexerApi>(worker)
  // A worker that dies leaves its calls pending for ever: they all race against its death.
  let lost: (reason: Error) => void = () => undefined
  const death = new Promise<never>((_, reject) => {
    lost = reject
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      reject(new Error(event.message || ENDED))
    })
    worker.addEventListener('messageerror', () =>
      reject(new Error('A worker that reads symbols sent something unreadable.')),
    )
  })
  death.catch(() => undefined)
  const alive = async <T>(answer: Promise<T>): Promise<Awaited<T>> => Promise.race([answer, death])
  try {
    const life = await alive(remote.start(module))
    if (life) watchLife(life, () => lost(new Error(ENDED)))
  } catch (thrown) {
    worker.terminate()
    throw thrown
  }
  let ended = false
  return {
    begin: (setup) => alive(remote.begin(setup)),
    run: (job) => alive<ShardAnswer>(remote.run(transfer(job, buffersOfJob(job)))),
    supply: (slot, start, bytes) => alive(remote.supply(slot, start, transfer(bytes, [bytes.buffer]))),
    resume: () => alive<ShardAnswer>(remote.resume()),
    finish: () => alive(remote.finish()),
    end: async () => {
      if (ended) return
      ended = true
      remote[releaseProxy]()
      worker.terminate()
    },
  }
}
