/** What of a shard's messages can be handed over to another thread instead of being copied. */
import type { NameJob, ShardAnswer, ShardResult, UnitJob } from './shard.ts'

function buffersOf(views: readonly ArrayBufferView<ArrayBuffer>[]): ArrayBuffer[] {
  return [...new Set(views.map((view) => view.buffer))].filter((buffer) => buffer.byteLength > 0)
}

export function buffersOfJob(job: UnitJob | NameJob): ArrayBuffer[] {
  return buffersOf(job.pieces)
}

export function buffersOfAnswer(answer: ShardAnswer): ArrayBuffer[] {
  return answer.kind === 'done' ? buffersOf([answer.blocks, answer.ids, answer.deferred]) : []
}

export function buffersOfResult(result: ShardResult): ArrayBuffer[] {
  const { entries, blockSizes, files, marks, pool } = result
  return buffersOf([entries, blockSizes, files, marks, pool])
}
