/** The transferable buffers of each shard message. */
import type { Job, ShardAnswer, ShardResult } from './shard.ts'

function buffersOf(views: readonly ArrayBufferView<ArrayBuffer>[]): ArrayBuffer[] {
  return [...new Set(views.map((view) => view.buffer))].filter((buffer) => buffer.byteLength > 0)
}

export function buffersOfJob(job: Job): ArrayBuffer[] {
  switch (job.kind) {
    case 'strings':
      return buffersOf([job.marks])
    case 'queue':
      return []
    case 'names':
      return buffersOf([...job.parts.flatMap(({ pieces }) => pieces), job.targets])
    case 'units':
      return buffersOf(job.parts.flatMap(({ pieces }) => pieces))
  }
}

export function buffersOfAnswer(answer: ShardAnswer): ArrayBuffer[] {
  if (answer.kind !== 'done') return []
  const { blocks, entries, ids, crossUnitDies, strings } = answer
  return buffersOf([
    ...blocks,
    ...entries,
    ids,
    crossUnitDies,
    ...(strings ? [...strings.pages, strings.directory, strings.hashes] : []),
  ])
}

export function buffersOfResult(result: ShardResult): ArrayBuffer[] {
  const { blockSizes, files, marks, pool } = result
  return buffersOf([blockSizes, files, marks, pool])
}
