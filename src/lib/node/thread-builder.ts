/** An index builder over threads of Node. A thread reads files itself; of other bytes it is given what it needs. */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { IndexBuilder } from '../../core/ports.ts'
import type { Job, Shard, ShardAnswer, ShardResult, ShardSetup } from '../../core/symindex/shard.ts'
import { buffersOfJob } from '../../core/symindex/shard-transfer.ts'
import { DEFAULT_SIZES } from '../../core/symindex/sizes.ts'
import type { FileHost } from '../../core/symindex/slices.ts'
import { unitSlices } from '../../core/symindex/unit-slices.ts'
import { createParallelBuilder, createWasmBuilder } from '../../core/symindex/wasm-builder.ts'
import { openPlace } from '../../stores/file-blob.ts'
import { joinBytes } from '../../stores/memory-blob.ts'
import { errors } from '../messages/errors.ts'
import { LIKELY_BYTES, type SpareThread } from './spare-thread.ts'

/** Calls to a thread. Each but `supply` gets one message as its answer, in the order of the calls. */
export type ShardCall =
  | { readonly kind: 'begin'; readonly setup: ShardSetup }
  | { readonly kind: 'run'; readonly job: Job }
  | { readonly kind: 'supply'; readonly slot: number; readonly start: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'resume' }
  | { readonly kind: 'finish' }

/** Files are read by whoever builds of them. */
const host: FileHost = {
  open: openPlace,
  join: joinBytes,
  slices: unitSlices,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
}

/** A builder without threads of its own, for hosts that cannot start any. */
export const createFileBuilder = (module: WebAssembly.Module): IndexBuilder =>
  createWasmBuilder(module, DEFAULT_SIZES, host)

/** `spare` starts threads of the bundled `indexer-thread.ts`, with the module as their data. */
export function createThreadBuilder(module: WebAssembly.Module, spare: SpareThread): IndexBuilder {
  const threads = availableParallelism()
  const builder = createParallelBuilder(module, async () => threadShard(spare.take()), threads, DEFAULT_SIZES, host)
  return {
    ...builder,
    // It starts while the files are looked at, and keeps nobody waiting who does not need it.
    expect: (bytes) => {
      if (threads > 1 && bytes >= LIKELY_BYTES) spare.prepare()
    },
  }
}

function threadShard(thread: Worker): Shard {
  const waiting: { resolve: (value: unknown) => void; reject: (reason: Error) => void }[] = []
  let dead: Error | undefined
  const die = (reason: Error): void => {
    dead ??= reason
    for (const { reject } of waiting.splice(0)) reject(reason)
  }
  thread.on('message', (value) => waiting.shift()?.resolve(value))
  thread.on('error', die)
  thread.on('exit', () => die(new Error(errors.threadEnded)))
  const ask = <T>(call: ShardCall, buffers: ArrayBuffer[] = []): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (dead) return reject(dead)
      waiting.push({ resolve: resolve as (value: unknown) => void, reject })
      thread.postMessage(call, buffers)
    })
  return {
    begin: (setup) => ask({ kind: 'begin', setup }),
    run: (job) => ask<ShardAnswer>({ kind: 'run', job }, buffersOfJob(job)),
    supply: async (slot, start, bytes) => {
      const call: ShardCall = { kind: 'supply', slot, start, bytes }
      thread.postMessage(call, [bytes.buffer])
    },
    resume: () => ask<ShardAnswer>({ kind: 'resume' }),
    finish: () => ask<ShardResult>({ kind: 'finish' }),
    end: async () => void (await thread.terminate()),
  }
}
