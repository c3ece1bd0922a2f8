/** The transferable buffers of each shard message. */
import type { Job, ShardAnswer, ShardResult, SliceResult } from './shard.ts'

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
  const { slices, ids, strings } = answer
  return buffersOf([
    ...slices.flatMap(viewsOf),
    ids,
    ...(strings ? [...strings.pages, strings.directory, strings.hashes] : []),
  ])
}

export function buffersOfResult(result: ShardResult): ArrayBuffer[] {
  return buffersOf([...result.slices.flatMap(viewsOf), result.marks])
}

function viewsOf({ blocks, columns, entries, crossUnitDies, blockSizes, files, pool }: SliceResult) {
  return [...blocks, ...columns, ...entries, crossUnitDies, blockSizes, files, pool]
}
