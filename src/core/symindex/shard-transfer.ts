/** What of a shard's messages can be handed over to another thread instead of being copied. */
import type { Job, ShardAnswer, ShardResult } from './shard.ts'

function buffersOf(views: readonly ArrayBufferView<ArrayBuffer>[]): ArrayBuffer[] {
  return [...new Set(views.map((view) => view.buffer))].filter((buffer) => buffer.byteLength > 0)
}

export function buffersOfJob(job: Job): ArrayBuffer[] {
  return buffersOf(job.kind === 'strings' ? [job.marks, job.nameMarks] : job.pieces)
}

export function buffersOfAnswer(answer: ShardAnswer): ArrayBuffer[] {
  if (answer.kind === 'need') return []
  const { blocks, ids, deferred, strings } = answer
  return buffersOf([blocks, ids, deferred, ...(strings ? [...strings.pages, strings.directory, strings.hashes] : [])])
}

export function buffersOfResult(result: ShardResult): ArrayBuffer[] {
  const { entries, blockSizes, files, marks, nameMarks, pool } = result
  return buffersOf([entries, blockSizes, files, marks, nameMarks, pool])
}
