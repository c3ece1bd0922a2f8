/**
 * Names from reports, kept by image UUID for other reports of the same build. A device names the functions of its
 * system, for which symbols are rarely available. A function's start is the frame's address minus the printed offset.
 */
import { demangle } from '../../demangle/registry.ts'
import { append } from '../../model/lists.ts'
import { lastAtMost } from '../../bytes/binary-search.ts'
import { imageOffset } from '../../model/address.ts'
import type { ImageUuid } from '../../model/image.ts'
import type { Report } from '../../model/report.ts'
import type { HarvestedFunction, IndexStore } from '../../ports.ts'
import { isRealName } from '../../model/printed-names.ts'
import { pathName } from '../../model/path-name.ts'
import { placeFrames, type PlacedFrame } from '../../resolve/frames.ts'
import { harvestedFrom } from './kept-records.ts'
import { planImages, pointOf, type ImagePlan } from '../../resolve/image-plan.ts'
import { uuidOf } from '../../resolve/match.ts'
import { namesOf } from '../../resolve/slide.ts'

/** Limit for the functions of one image; further ones are dropped. */
const FUNCTIONS_PER_IMAGE = 200_000
/** Limit for the images of one report; whole-system reports list some thousands. */
const IMAGES_PER_REPORT = 10_000
/** Limit for the length of a name. */
const NAME_LENGTH = 4096
/** Limit for the offset: a larger one means the nearest export of a stripped image, likely another function. */
const FAR_FROM_START = 0x10000

/** The functions that a report names, by image, ascending by start. Pure; bounded by the report's size. */
export function harvestNames(report: Report): ReadonlyMap<ImageUuid, readonly HarvestedFunction[]> {
  const found = new Map<ImageUuid, readonly HarvestedFunction[]>()
  const from = pathName(report.file)
  for (const plan of planImages(report, placeFrames(report), [], {}, new Map())) {
    const uuid = uuidOf(plan.image)
    if (uuid === undefined || (found.size >= IMAGES_PER_REPORT && !found.has(uuid))) continue
    const names = namesOf(plan.image)
    const functions = plan.frames.flatMap((placed) => functionOf(plan, placed, names, from) ?? [])
    if (functions.length > 0) found.set(uuid, mergeNames(found.get(uuid) ?? [], functions))
  }
  return found
}

/** The function that a frame names; the frame's offset bounds how far the name is known to extend. */
function functionOf(
  plan: ImagePlan,
  placed: PlacedFrame,
  names: readonly string[],
  report: string,
): HarvestedFunction | undefined {
  const { symbol, inlined, imageName = '' } = placed.frame
  const offset = symbol?.offset
  // Tools that print a line often print 0 as the offset.
  if (offset === undefined || offset > FAR_FROM_START || (offset === 0 && symbol?.line !== undefined)) return undefined
  if (inlined || !isRealName(symbol, [...names, imageName]) || symbol.name.length > NAME_LENGTH) return undefined
  const point = pointOf(plan, placed)
  if (!point) return undefined
  const start = imageOffset(plan.family === 'arm' ? evenFrom(point.at - offset) : point.at - offset)
  // The Mach header is not code, so this offset counts from the start of the image. If the looked-up byte lies before
  // the start, the writer named the function after a call that does not return.
  if (!Number.isSafeInteger(start) || start <= 0 || start > point.offset) return undefined
  return { start, last: point.offset, name: symbol.name, report }
}

/** Some writers keep the Thumb bit in the address. */
function evenFrom(start: number): number {
  return start + (start % 2)
}

/**
 * Merges known and new functions, independent of their order; returns the same array if nothing is new. A start with
 * two names loses both.
 */
export function mergeNames(
  known: readonly HarvestedFunction[],
  found: readonly HarvestedFunction[],
): readonly HarvestedFunction[] {
  const merged = new Map<number, HarvestedFunction>()
  for (const one of found) {
    const before = merged.get(one.start) ?? known[lastAtMost(known.length, (at) => known[at]?.start ?? 0, one.start)]
    if (before?.start !== one.start) {
      if (known.length + merged.size < FUNCTIONS_PER_IMAGE) merged.set(one.start, one)
      continue
    }
    const name = agree(before.name, one.name) ? fuller(before.name, one.name) : ''
    if (name !== before.name || one.last > before.last) {
      merged.set(one.start, { ...before, name, last: imageOffset(Math.max(before.last, one.last)) })
    }
  }
  if (merged.size === 0) return known
  const kept = known.filter(({ start }) => !merged.has(start))
  return [...kept, ...merged.values()].sort((a, b) => a.start - b.start)
}

/** The better of two names of one function: the linkage name, else the first in sort order. */
function fuller(one: string, other: string): string {
  const isLinkage = (name: string): boolean => demangle(name, 'simplified') !== name
  if (isLinkage(one) !== isLinkage(other)) return isLinkage(one) ? one : other
  return one < other ? one : other
}

/** A linkage name and its demangled form agree. A contradicted name stays contradicted. */
function agree(before: string, name: string): boolean {
  return before === name || (before !== '' && demangle(before, 'simplified') === demangle(name, 'simplified'))
}

/** Names from reports, over a store. If the store fails, they last for the session. */
export class Harvest {
  readonly #store: IndexStore
  readonly #known = new Map<ImageUuid, Promise<readonly HarvestedFunction[]>>()
  /** Reports that were shown before their names were taken. */
  #waiting: Report[] = []
  #learning: Promise<void> = Promise.resolve()

  constructor(store: IndexStore) {
    this.#store = store
  }

  /** The known functions of an image, ascending by start. Never rejects. */
  of(uuid: ImageUuid): Promise<readonly HarvestedFunction[]> {
    let known = this.#known.get(uuid)
    if (!known) {
      known = this.#store.harvested(uuid).then(harvestedFrom, () => [])
      this.#known.set(uuid, known)
    }
    return known
  }

  /** Adds the names of these reports and writes new ones to the store later. Never rejects. */
  async learn(reports: readonly Report[]): Promise<void> {
    for (const report of reports) {
      await Promise.all([...harvestNames(report)].map(([uuid, found]) => this.#add(uuid, found)))
    }
  }

  /**
   * Queues these reports: their names are added before the first look-up of names, because a large report is shown
   * first.
   */
  learnLater(reports: readonly Report[]): void {
    append(this.#waiting, reports)
  }

  /** Adds the names of the reports that wait for it. Never rejects. */
  learnWaiting(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    this.#learning = this.#learning.then(() => this.learn(waiting))
    return this.#learning
  }

  /** Drops an image in this session; the store drops it with its index. */
  forget(uuid: ImageUuid): void {
    this.#known.delete(uuid)
  }

  async #add(uuid: ImageUuid, found: readonly HarvestedFunction[]): Promise<void> {
    const before = this.of(uuid)
    const after = before.then((known) => mergeNames(known, found))
    this.#known.set(uuid, after)
    const functions = await after
    if (functions !== (await before)) void this.#store.harvest(uuid, functions).catch(() => {})
  }
}
