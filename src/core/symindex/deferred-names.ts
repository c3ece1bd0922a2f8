/**
 * Names that one shard needs from entries that another one has read: an inlined function or a declaration in another
 * unit. When all units are read the entries are looked up in the order of their offsets, each once.
 */
import * as L from '../../../wasm/assembly/layout.ts'
import type { ImageSections } from './sections.ts'
import { shardOfId } from './shard.ts'
import type { ShardRun } from './unit-run.ts'

/** Bytes behind an entry that must be at hand for it to be read. */
const MARGIN = 8192
const GAP = 128 * 1024
const CLUSTER_BYTES = 8 << 20
/** Clusters that are read at the same time. */
const AHEAD = 4
/** A name may lie behind several references in turn. */
const ROUNDS = 8

/** Finds the unit that holds an offset, when no shard has read it; unless it must be `sure`, the likely one will do. */
export type FindUnit = (offset: number, sure: boolean) => Promise<number | undefined>

/** The id of each deferred name, by shard; 0 where none was found. `direct`: the shards read for themselves. */
export async function resolveDeferred(
  runs: readonly ShardRun[],
  sections: ImageSections,
  findUnit: FindUnit,
  direct: boolean,
): Promise<readonly Uint32Array[]> {
  const ids = new Map<number, number>()
  let pending = new Set(runs.flatMap((run) => run.deferred))
  /** Entries that were not in the likely unit. */
  const missed = new Set<number>()
  for (let round = 0; round < ROUNDS && pending.size > 0; round++) {
    const before = runs.map((run) => run.deferred.length)
    const byRun = await assign(
      runs,
      [...pending].sort((a, b) => a - b),
      (target) => findUnit(target, missed.has(target)),
    )
    await Promise.all(
      byRun.map(async ({ run, targets, units }) => {
        const jobs = clusters(targets, units)
        const reads: Promise<Uint8Array<ArrayBuffer>>[] = []
        for (const [at, cluster] of jobs.entries()) {
          const endOf = ({ end }: Cluster): number => Math.min(sections.size(L.SECTION_INFO), end + MARGIN)
          for (let ahead = at + reads.length; !direct && ahead < Math.min(jobs.length, at + AHEAD); ahead++) {
            const next = jobs[ahead]
            if (!next) continue
            const bytes = sections.read(L.SECTION_INFO, next.start, endOf(next))
            bytes.catch(() => undefined)
            reads.push(bytes)
          }
          const read = reads.shift()
          const job = {
            kind: 'names',
            start: cluster.start,
            end: endOf(cluster),
            pieces: read ? [await read] : [],
            units: cluster.units,
            targets: cluster.targets,
          } as const
          const done = await run.run(job)
          cluster.targets.forEach((target, place) => ids.set(target, done.ids[place] ?? 0))
        }
      }),
    )
    pending = new Set(runs.flatMap((run, at) => run.deferred.slice(before[at])).filter((target) => !ids.has(target)))
    for (const { targets, units } of byRun)
      targets.forEach((target, at) => {
        if (units[at] === undefined || ids.get(target) !== 0 || missed.has(target)) return
        missed.add(target)
        pending.add(target)
      })
  }
  return runs.map((run) => Uint32Array.from(run.deferred, (target) => follow(target, ids, runs)))
}

/** An id may be another deferred one, of whatever shard. */
function follow(target: number, ids: ReadonlyMap<number, number>, runs: readonly ShardRun[]): number {
  let id = ids.get(target) ?? 0
  for (let hop = 0; hop < ROUNDS && id >= L.DEFERRED_BASE; hop++) {
    const [shard, place] = shardOfId(L.DEFERRED_BASE, L.ID_SPAN, id, runs.length)
    const next = runs[shard]?.deferred[place]
    id = next === undefined ? 0 : (ids.get(next) ?? 0)
  }
  return id >= L.DEFERRED_BASE ? 0 : id
}

interface Share {
  readonly run: ShardRun
  readonly targets: number[]
  /** Unit of each target, where the shard does not know it yet. */
  readonly units: (number | undefined)[]
}

async function assign(
  runs: readonly ShardRun[],
  targets: readonly number[],
  findUnit: (target: number) => Promise<number | undefined>,
): Promise<readonly Share[]> {
  const shares = runs.map((run): Share => ({ run, targets: [], units: [] }))
  const parts = runs
    .flatMap((run, shard) => run.parts.map((part) => ({ ...part, shard })))
    .sort((a, b) => a.start - b.start)
  let at = 0
  for (const target of targets) {
    while (at < parts.length && (parts[at]?.end ?? 0) <= target) at++
    const part = parts[at]
    const known = part && part.start <= target
    const share = shares[known ? part.shard : 0]
    const unit = known ? undefined : await findUnit(target)
    if (!share || (!known && unit === undefined)) continue
    share.targets.push(target)
    share.units.push(unit)
  }
  return shares
}

/** Entries near each other, and the units that are not known yet among those that hold them. */
interface Cluster {
  start: number
  end: number
  targets: number[]
  units: number[]
}

function clusters(targets: readonly number[], units: readonly (number | undefined)[]): Cluster[] {
  const result: Cluster[] = []
  targets.forEach((target, at) => {
    const unit = units[at]
    const start = Math.min(target, unit ?? target)
    const last = result.at(-1)
    if (last && start >= last.start && start - last.end < GAP && target - last.start < CLUSTER_BYTES) {
      last.end = target
      last.targets.push(target)
      if (unit !== undefined && !last.units.includes(unit)) last.units.push(unit)
    } else result.push({ start, end: target, targets: [target], units: unit === undefined ? [] : [unit] })
  })
  return result
}
