/** A shard of an index build in a worker; it lives for one build and is terminated. */
import { expose, transfer } from 'comlink'
import { UnitReader } from '../core/symindex/unit-reader.ts'
import type { Job, ShardAnswer, ShardResult, ShardSetup } from '../core/symindex/shard.ts'
import { buffersOfAnswer, buffersOfResult } from '../core/symindex/shard-transfer.ts'
import { WasmInstance } from '../core/symindex/wasm-instance.ts'
import { holdLivenessLock } from './liveness.ts'

let reader: UnitReader | undefined

function started(): UnitReader {
  if (!reader) throw new Error('The indexer was not started.')
  return reader
}

const api = {
  /** Name of the lock that this worker holds while it lives. */
  start(module: WebAssembly.Module): Promise<string | undefined> {
    reader = new UnitReader(WasmInstance.create(module))
    return holdLivenessLock()
  },
  begin(setup: ShardSetup): void {
    started().begin(setup)
  },
  run(job: Job): ShardAnswer {
    const answer = started().run(job)
    return transfer(answer, buffersOfAnswer(answer))
  },
  supply(slot: number, start: number, bytes: Uint8Array<ArrayBuffer>): void {
    started().supply(slot, start, bytes)
  },
  resume(): ShardAnswer {
    const answer = started().resume()
    return transfer(answer, buffersOfAnswer(answer))
  },
  finish(): ShardResult {
    const result = started().finish()
    return transfer(result, buffersOfResult(result))
  },
}

export type IndexerApi = typeof api

expose(api)
