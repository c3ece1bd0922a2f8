/** A shard of an index build in a thread of Node; `thread-builder.ts` speaks to it. */
import { parentPort, workerData } from 'node:worker_threads'
import { UnitReader } from '../../core/symindex/unit-reader.ts'
import { buffersOfAnswer, buffersOfResult } from '../../core/symindex/shard-transfer.ts'
import { WasmInstance } from '../../core/symindex/wasm-instance.ts'
import { openPlace } from '../../stores/file-blob.ts'
import type { ShardCall } from './thread-builder.ts'

const reader = new UnitReader(WasmInstance.create(workerData as WebAssembly.Module), openPlace)

parentPort?.on('message', (call: ShardCall) => {
  switch (call.kind) {
    case 'begin':
      reader.begin(call.setup)
      parentPort?.postMessage(undefined)
      break
    case 'supply':
      // Not answered: the call that follows is.
      reader.supply(call.slot, call.start, call.bytes)
      break
    case 'run':
    case 'resume': {
      const answer = call.kind === 'run' ? reader.run(call.job) : reader.resume()
      parentPort?.postMessage(answer, buffersOfAnswer(answer))
      break
    }
    case 'finish': {
      const result = reader.finish()
      parentPort?.postMessage(result, buffersOfResult(result))
      break
    }
  }
})
