/**
 * Names from reports, kept by image UUID for other reports of the same build. A device names the functions of its
 * system, for which symbols are rarely available. A function's start is the frame's address minus the printed offset.
 */
import { demangle } from '../../demangle/registry.ts'
import { lastAtMost } from '../../bytes/binary-search.ts'
import { imageOffset } from '../../model/address.ts'
import type { ImageUuid } from '../../model/image.ts'
import type { Report } from '../../model/report.ts'
import type { HarvestedFunction, IndexStore, Sighting } from '../../ports.ts'
import { printedLevel } from '../../model/grade-marks.ts'
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

/** Reports remembered of one function. Two are needed to believe it. */
const SIGHTINGS = 6
/** Characters that identify a report without an incident. */
const DIGESTED = 1 << 16

/** Identity of a report: the same crash in two files is one report. */
export function reportIdentity({ header, text, images }: Report): string {
  if (header.incident !== undefined && header.incident !== '') return header.incident.toUpperCase()
  const bases = images.map(({ loadAddress = 0n }) => loadAddress.toString(16)).join(' ')
  const told = `${header.date} ${header.pid} ${header.process} ${bases} ${text.length} ${text.slice(0, DIGESTED)}`
  let [one, other] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < told.length; at++) {
    one = Math.imul(one ^ told.charCodeAt(at), 0x01000193)
    other = Math.imul(other ^ told.charCodeAt(at), 0x85ebca6b)
  }
  return [one, other].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/**
 * The functions that a report names, by image, ascending by start. Pure; bounded by the report's size. `id`: of the report, or of the
 * first one in its file, because one writer made them all.
 */
export function harvestNames(
  report: Report,
  id = reportIdentity(report),
): ReadonlyMap<ImageUuid, readonly HarvestedFunction[]> {
  const found = new Map<ImageUuid, readonly HarvestedFunction[]>()
  const from = { id, report: pathName(report.file) }
  for (const plan of planImages(report, placeFrames(report), [], {}, new Map())) {
    const uuid = uuidOf(plan.image)
    if (uuid === undefined || (found.size >= IMAGES_PER_REPORT && !found.has(uuid))) continue
    const names = namesOf(plan.image)
    // A mark shows that an earlier export wrote the name: it may be from yet another report.
    const printed = plan.frames.filter(({ frame }) => printedLevel(report, frame) === undefined)
    const functions = printed.flatMap((placed) => functionOf(plan, placed, names, from) ?? [])
    if (functions.length > 0) found.set(uuid, mergeNames(found.get(uuid) ?? [], functions))
  }
  return found
}

/** The function that a frame names; the frame's offset bounds how far the name is known to extend. */
function functionOf(
  plan: ImagePlan,
  placed: PlacedFrame,
  names: readonly string[],
  from: Pick<Sighting, 'id' | 'report'>,
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
  return { start, name: symbol.name, seenBy: [{ ...from, last: point.offset }] }
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
    const seenBy = mergeSightings(before.seenBy, one.seenBy)
    if (name !== before.name || seenBy !== before.seenBy) merged.set(one.start, { ...before, name, seenBy })
  }
  if (merged.size === 0) return known
  const kept = known.filter(({ start }) => !merged.has(start))
  return [...kept, ...merged.values()].sort((a, b) => a.start - b.start)
}

/** Each report once, those that show most first; the same array if nothing is new. */
function mergeSightings(known: readonly Sighting[], found: readonly Sighting[]): readonly Sighting[] {
  const all = new Map(known.map((one) => [one.id, one]))
  for (const one of found) if (one.last > (all.get(one.id)?.last ?? -1)) all.set(one.id, one)
  const merged = [...all.values()].sort((a, b) => b.last - a.last).slice(0, SIGHTINGS)
  return merged.length === known.length && merged.every((one, at) => one === known[at]) ? known : merged
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
  #waiting: (readonly Report[])[] = []
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

  /** Adds the names of a file's reports and writes new ones to the store later. Never rejects. */
  async learn(reports: readonly Report[]): Promise<void> {
    const [first] = reports
    const id = first && reportIdentity(first)
    for (const report of reports) {
      await Promise.all([...harvestNames(report, id)].map(([uuid, found]) => this.#add(uuid, found)))
    }
  }

  /**
   * Queues the reports of a file: their names are added before the first look-up of names, because a large report is shown
   * first.
   */
  learnLater(reports: readonly Report[]): void {
    this.#waiting.push(reports)
  }

  /** Adds the names of the reports that wait for it. Never rejects. */
  learnWaiting(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    this.#learning = this.#learning.then(async () => {
      for (const reports of waiting) await this.learn(reports)
    })
    return this.#learning
  }

  /** Clears the names of an image here and in the store. Never rejects. */
  async clear(uuid: ImageUuid): Promise<void> {
    this.#known.set(uuid, Promise.resolve([]))
    await this.#store.harvest(uuid, []).catch(() => {})
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
