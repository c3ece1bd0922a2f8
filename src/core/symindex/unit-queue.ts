/** Queue of DWARF units in a SharedArrayBuffer. Shards take units from it without waiting for the coordinator. */

/** The queue; all of it can be posted to a thread. `state` is the SharedArrayBuffer. */
export interface UnitQueue {
  /** Position of the next unit, then for each shard whether it takes part. */
  readonly state: Uint32Array<SharedArrayBuffer>
  /** Start and end of each selected unit, ascending; absent for all units of the section. */
  readonly units: Uint32Array | undefined
  /** Size of `.debug_info`. */
  readonly size: number
  readonly littleEndian: boolean
  /** Bytes taken at a time; a larger unit is taken whole. */
  readonly jobBytes: number
}

/** A part of `.debug_info`: whole units. */
export interface UnitPart {
  readonly start: number
  readonly end: number
}

/** Reads bytes of `.debug_info`. */
export type ReadInfo = (at: number, target: Uint8Array) => void

/** Longest unit_length field, and shortest unit with its header, in bytes (DWARF 5, section 7.5.1). */
export const LONGEST_LENGTH = 12
const LEAST_UNIT = 11

const NEXT = 0
const FIRST_SHARD = 1
const [OUT, IN, DISMISSED] = [0, 1, 2]

export function createQueue(
  queue: Pick<UnitQueue, 'size' | 'littleEndian' | 'jobBytes' | 'units'>,
  shards: number,
): UnitQueue {
  return { ...queue, state: new Uint32Array(new SharedArrayBuffer((FIRST_SHARD + shards) * 4)) }
}

/**
 * Takes the next part for a shard; undefined if the queue is empty. Finding the end of a part takes no lock: two shards
 * may find the same end, and one of them retries with the next part.
 */
export function takePart(queue: UnitQueue, shard: number, read: ReadInfo): UnitPart | undefined {
  const { state, units, size } = queue
  if (Atomics.compareExchange(state, FIRST_SHARD + shard, OUT, IN) === DISMISSED) return undefined
  if (units) {
    const place = Atomics.add(state, NEXT, 1) * 2
    if (place >= units.length) return undefined
    const start = units[place] ?? 0
    return { start, end: endOfUnits(queue, start, units[place + 1] ?? 0, read).end }
  }
  for (;;) {
    const start = Atomics.load(state, NEXT)
    if (start >= size) return undefined
    const { end, next } = endOfUnits(queue, start, start + queue.jobBytes, read)
    if (Atomics.compareExchange(state, NEXT, start, next) === start) return { start, end }
  }
}

/** Cancels a shard that has not started; false if it has. */
export function dismiss({ state }: UnitQueue, shard: number): boolean {
  return Atomics.compareExchange(state, FIRST_SHARD + shard, OUT, DISMISSED) === OUT
}

/** Bytes taken so far. */
export function bytesTaken({ state, units, size }: UnitQueue): number {
  const next = Atomics.load(state, NEXT)
  if (!units) return Math.min(next, size)
  let bytes = 0
  for (let at = 0; at < Math.min(units.length, next * 2); at += 2) bytes += (units[at + 1] ?? 0) - (units[at] ?? 0)
  return bytes
}

/**
 * End of the unit that holds the byte before `reach`, and start of the next one, found by following unit headers. An
 * impossible header ends the search: the part includes it, so that it is reported, and there is no next one.
 */
function endOfUnits(
  { size, littleEndian }: UnitQueue,
  start: number,
  reach: number,
  read: ReadInfo,
): { end: number; next: number } {
  const head = new Uint8Array(LONGEST_LENGTH)
  let at = start
  while (at < Math.min(reach, size)) {
    const left = size - at
    if (left >= head.length) read(at, head)
    const bytes = left < head.length ? 0 : (unitBytes(head, littleEndian) ?? 0)
    if (!canBeUnit(bytes, left)) return { end: Math.min(size, at + head.length), next: size }
    at += bytes
  }
  return { end: at, next: at }
}

/** True if a unit of this size fits into the `left` bytes of the section. */
export function canBeUnit(bytes: number, left: number): boolean {
  return bytes >= LEAST_UNIT && bytes <= left
}

/**
 * Size of a unit with its length field, from its first twelve bytes (DWARF 5, section 7.4); undefined if too few bytes
 * are given.
 */
export function unitBytes(head: Uint8Array, littleEndian: boolean): number | undefined {
  if (head.length < 4) return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const length = view.getUint32(0, littleEndian)
  if (length !== 0xffffffff) return length + 4
  return head.length < 12 ? undefined : Number(view.getBigUint64(4, littleEndian)) + 12
}
