/**
 * Names of DIEs in other units: the abstract origin of an inlined call, or the specification of a function. When all
 * units are read, these DIEs are looked up once each, in the order of their offsets.
 */
import * as L from '../../../wasm/assembly/layout.ts'
import type { ImageSections } from './sections.ts'
import type { NamePart } from './shard.ts'
import type { ShardDriver } from './shard-driver.ts'
import { placeOf, sortedOnce } from './sorted-once.ts'

/** Bytes from the start of a DIE that must be in memory to read it. */
const MARGIN = 8192
/** DIEs closer than GAP are read as one piece of at most CLUSTER_BYTES. */
const GAP = 256 * 1024
const CLUSTER_BYTES = 4 << 20
/** Limit for a chain of references. */
const ROUNDS = 8

/** Finds the unit that holds an offset, if no shard has read it. Without `sure` the likely unit will do. */
export type FindUnit = (offset: number, sure: boolean) => Promise<number | undefined>

/** Resolved names as two columns: DIE offset, string id. */
export interface FoundNames {
  readonly targets: Uint32Array<ArrayBuffer>
  readonly ids: Uint32Array<ArrayBuffer>
}

/**
 * Resolves every cross-unit DIE, also those found on the way. The greatest of several ids of a DIE counts, because 0
 * means not found. `atHand`: shards have kept their units, or read files themselves; `shareOfSlices` only with it.
 */
export async function findCrossUnitNames(
  runs: readonly ShardDriver[],
  sections: ImageSections,
  findUnit: FindUnit,
  atHand: boolean,
  shareOfSlices: ((run: ShardDriver, targets: Uint32Array<ArrayBuffer>) => Share) | undefined,
): Promise<readonly FoundNames[]> {
  const found: FoundNames[] = []
  /** DIEs that were not in the likely unit. */
  const missed = new Set<number>()
  const newDies = (): Uint32Array<ArrayBuffer> => sortedOnce(runs.flatMap((run) => run.takeNewDies()))
  let pending = newDies()
  for (let round = 0; round < ROUNDS && pending.length > 0; round++) {
    const shares = shareOfSlices
      ? runs.map((run) => shareOfSlices(run, pending))
      : await assign(runs, pending, (target) => findUnit(target, missed.has(target)))
    const again = await Promise.all(
      shares.map(async ({ run, targets, units, parts }) => {
        const ids = atHand
          ? await namesOf(run, targets, parts ?? [wholeOf(targets, [...new Set(units.values())])])
          : await readClusters(run, sections, targets, clustersOf(targets, units))
        found.push({ targets, ids })
        return units.size === 0 ? [] : targets.filter((target, at) => ids[at] === 0 && isNew(target, units, missed))
      }),
    )
    for (const list of again) for (const target of list) missed.add(target)
    const unknown = newDies().filter(
      (target) => !found.some(({ targets }) => targets[placeOf(targets, target)] === target),
    )
    pending = sortedOnce([...again.map((list) => Uint32Array.from(list)), unknown])
  }
  return found
}

/** True if only the likely unit of a DIE was tried. */
function isNew(target: number, units: ReadonlyMap<number, number>, missed: ReadonlySet<number>): boolean {
  return units.has(target) && !missed.has(target)
}

/** The DIEs that one shard resolves. */
export interface Share {
  readonly run: ShardDriver
  /** Ascending. */
  readonly targets: Uint32Array<ArrayBuffer>
  /** Units of targets that the shard has not read. */
  readonly units: ReadonlyMap<number, number>
  /** The slices that hold the DIEs, if there are slices. */
  readonly parts?: readonly NamePart[]
}

/** Assigns each DIE to the shard that has read its unit, else to the first shard. */
async function assign(
  runs: readonly ShardDriver[],
  targets: Uint32Array<ArrayBuffer>,
  findUnit: (target: number) => Promise<number | undefined>,
): Promise<readonly Share[]> {
  const parts = runs
    .flatMap((run, shard) => run.parts.map((part) => ({ ...part, shard })))
    .sort((a, b) => a.start - b.start)
  const own = runs.map((): Uint32Array[] => [])
  const units = new Map<number, number>()
  const askFor = async (unread: Uint32Array<ArrayBuffer>): Promise<void> => {
    for (const target of unread) {
      const unit = await findUnit(target)
      if (unit === undefined) continue
      units.set(target, unit)
      own[0]?.push(Uint32Array.of(target))
    }
  }
  let at = 0
  for (const { start, end, shard } of parts) {
    const first = placeOf(targets, start)
    await askFor(targets.subarray(at, first))
    at = placeOf(targets, end)
    if (at > first) own[shard]?.push(targets.subarray(first, at))
  }
  await askFor(targets.subarray(at))
  return runs.map((run, shard) => ({
    run,
    targets: sortedOnce(own[shard] ?? []),
    units: shard === 0 ? units : new Map<number, number>(),
  }))
}

/** One part for a shard that needs no bytes. */
export function wholeOf(targets: Uint32Array, units: readonly number[]): NamePart {
  return { start: 0, end: 0, pieces: [], units, count: targets.length }
}

/** The string id of each DIE. */
async function namesOf(
  run: ShardDriver,
  targets: Uint32Array<ArrayBuffer>,
  parts: readonly NamePart[],
): Promise<Uint32Array<ArrayBuffer>> {
  if (targets.length === 0) return new Uint32Array(0)
  // A job's buffers are transferred; the caller keeps its own copy.
  const { ids } = await run.run({ kind: 'names', targets: targets.slice(), parts })
  return ids
}

/** Lets the shard work on one group of pieces while the next ones are read. */
async function readClusters(
  run: ShardDriver,
  sections: ImageSections,
  targets: Uint32Array<ArrayBuffer>,
  clusters: readonly Cluster[],
): Promise<Uint32Array<ArrayBuffer>> {
  const ids = new Uint32Array(targets.length)
  let next = 0
  let at = 0
  for await (const group of sections.readGroups(L.SECTION_INFO, clusters)) {
    const parts = clusters.slice(next, next + group.length).map((one, place) => ({
      ...one,
      pieces: group.slice(place, place + 1),
    }))
    const count = parts.reduce((sum, part) => sum + part.count, 0)
    ids.set(await namesOf(run, targets.subarray(at, at + count), parts), at)
    next += group.length
    at += count
  }
  return ids
}

/** DIEs close to each other, and those of their units that the shard does not know. */
type Cluster = Omit<NamePart, 'pieces'>

function clustersOf(targets: Uint32Array, unknown: ReadonlyMap<number, number>): readonly Cluster[] {
  const clusters: Cluster[] = []
  let first = 0
  let start = 0
  let units: number[] = []
  const close = (upTo: number): void => {
    const end = (targets[upTo - 1] ?? 0) + MARGIN
    if (upTo > first) clusters.push({ start, end, units, count: upTo - first })
    first = upTo
    units = []
  }
  for (const [at, target] of targets.entries()) {
    const unit = unknown.get(target)
    const from = Math.min(target, unit ?? target)
    const near = at > first && from >= start && from - (targets[at - 1] ?? 0) < GAP && target - start < CLUSTER_BYTES
    if (!near) {
      close(at)
      start = from
    }
    if (unit !== undefined && !units.includes(unit)) units.push(unit)
  }
  close(targets.length)
  return clusters
}
