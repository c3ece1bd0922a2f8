/** Units that shards which read for themselves share out among each other: none waits for the thread that drives them. */

/** All of it can be sent to a thread; `state` is memory that the threads have in common. */
export interface UnitQueue {
  /** What is taken next, then for each shard whether it takes part. */
  readonly state: Uint32Array<SharedArrayBuffer>
  /** Start and end of each unit that counts, ascending; without it all units of the section do. */
  readonly units: Uint32Array | undefined
  /** Size of `.debug_info`. */
  readonly size: number
  readonly littleEndian: boolean
  /** Bytes that are taken at a time, unless one unit is larger. */
  readonly jobBytes: number
}

/** A part of `.debug_info`: whole units. */
export interface UnitPart {
  readonly start: number
  readonly end: number
}

/** Reads bytes of `.debug_info`. */
export type ReadInfo = (at: number, target: Uint8Array) => void

/** Bytes of the longest length field, and of the shortest unit with its header (DWARF 5, section 7.5.1). */
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
 * The next part for a shard; undefined when nothing is left for it. Who takes a part finds its end without holding up others:
 * two that do so at once find the same, and one of them goes on to the next.
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

/** Tells a shard that has not begun that it need not; false when it has. */
export function dismiss({ state }: UnitQueue, shard: number): boolean {
  return Atomics.compareExchange(state, FIRST_SHARD + shard, OUT, DISMISSED) === OUT
}

/** Bytes that were taken. */
export function bytesTaken({ state, units, size }: UnitQueue): number {
  const next = Atomics.load(state, NEXT)
  if (!units) return Math.min(next, size)
  let bytes = 0
  for (let at = 0; at < Math.min(units.length, next * 2); at += 2) bytes += (units[at + 1] ?? 0) - (units[at] ?? 0)
  return bytes
}

/**
 * Where the unit ends that holds the byte before `reach`, and where the next one begins; hops from header to header. Behind a
 * header that cannot be one nothing is found any more: the part ends with it, so that it is told, and there is no next one.
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

/** Whether a unit can have so many bytes where the section has `left` from its start on. */
export function canBeUnit(bytes: number, left: number): boolean {
  return bytes >= LEAST_UNIT && bytes <= left
}

/**
 * Bytes of a unit, the length field included, as its first twelve bytes say (DWARF 5, section 7.4); undefined where too few
 * of them are there.
 */
export function unitBytes(head: Uint8Array, littleEndian: boolean): number | undefined {
  if (head.length < 4) return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const length = view.getUint32(0, littleEndian)
  if (length !== 0xffffffff) return length + 4
  return head.length < 12 ? undefined : Number(view.getBigUint64(4, littleEndian)) + 12
}
