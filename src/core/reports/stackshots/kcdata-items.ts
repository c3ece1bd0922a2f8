/**
 * The kernel's kcdata buffers: items of a type, a size and flags, in containers (xnu's `kern_cdata.h`). This turns bytes into a
 * tree; the reader of a buffer knows its types.
 */
import { ByteCursor } from '../../bytes/cursor.ts'
import { problem } from '../../messages/problems.ts'
import type { Problem } from '../../model/problem.ts'

/** Types of the frame that every buffer has. */
const CONTAINER_BEGIN = 0x13
const CONTAINER_END = 0x14
const OLD_ARRAY = 0x11
const FIRST_ARRAY = 0x20
const LAST_ARRAY = 0x2f
const BUFFER_END = 0xf19158ed
/** A whole buffer as the payload of an item. */
const NESTED_BUFFER = 0x38

/** Bytes of type, size and flags before the payload of an item. */
export const ITEM_HEADER = 16
const MAX_DEPTH = 64
const MAX_ITEMS = 4_000_000
/** Plain items keep the count of padding bytes in the low bits of their flags, where this bit or newer writers say so. */
const PADDING_MASK = 0xfn
const PADDED = 0x80n

export interface KcItem {
  /** For an array the type of its elements, for a container that of the container. */
  readonly type: number
  /** Id of a container: a process or thread id. */
  readonly id: bigint
  /** Without padding; empty for containers. */
  readonly bytes: Uint8Array
  /** Offset of `bytes` in the file. */
  readonly offset: number
  /** Elements of an array. */
  readonly count?: number
  readonly children: readonly KcItem[]
}

export interface KcBuffer {
  /** First item's type, which says what the buffer is. */
  readonly magic: number
  readonly items: readonly KcItem[]
  /** Where and why reading stopped before the end item. */
  readonly broken?: Problem
}

interface Level {
  readonly children: KcItem[]
}

/** Reads a buffer; never throws. Items before damage are kept, also in containers that the buffer does not close. */
export function parseKcdata(bytes: Uint8Array, file: string, base = 0, depth = 0): KcBuffer {
  const cursor = new ByteCursor(bytes, { file, fileOffset: base })
  const items: KcItem[] = []
  const levels: Level[] = [{ children: items }]
  let magic = 0
  const offsetNow = (): Pick<Problem, 'offset'> => ({ offset: base + cursor.at })
  const stop = (broken: Problem): KcBuffer => ({ magic, items, broken })
  for (let count = 0; count < MAX_ITEMS; count++) {
    if (cursor.remaining < ITEM_HEADER) return stop(problem('truncated.buffer', {}, offsetNow()))
    const type = cursor.readU32()
    const size = cursor.readU32()
    const flags = cursor.readU64()
    if (count === 0) magic = type
    if (type === BUFFER_END) return { magic, items }
    if (size > cursor.remaining)
      return stop(problem('truncated.item', { bytes: size, left: cursor.remaining }, offsetNow()))
    const offset = base + cursor.at
    const payload = cursor.readBytes(size)
    const level = levels.at(-1)
    if (type === CONTAINER_END) {
      if (levels.length > 1) levels.pop()
    } else if (type === CONTAINER_BEGIN) {
      if (levels.length >= MAX_DEPTH) return stop(problem('truncated.depth', {}, offsetNow()))
      const children: KcItem[] = []
      const kind = payload.length >= 4 ? new DataView(payload.buffer, payload.byteOffset).getUint32(0, true) : 0
      level?.children.push({ type: kind, id: flags, bytes: payload.subarray(0, 0), offset, children })
      levels.push({ children })
    } else if (type === OLD_ARRAY || (type >= FIRST_ARRAY && type <= LAST_ARRAY)) {
      const padding = type === OLD_ARRAY ? 0 : type & 0xf
      level?.children.push({
        type: Number(flags >> 32n),
        id: flags,
        bytes: payload.subarray(0, Math.max(0, payload.length - padding)),
        offset,
        count: Number(flags & 0xffffffffn),
        children: [],
      })
    } else if (count > 0) {
      const padding = (flags & PADDED) === 0n ? 0 : Number(flags & PADDING_MASK)
      const own = payload.subarray(0, Math.max(0, payload.length - padding))
      const nested = type === NESTED_BUFFER && depth < MAX_DEPTH ? parseKcdata(own, file, offset, depth + 1).items : []
      level?.children.push({ type, id: flags, bytes: own, offset, children: nested })
    }
  }
  return stop(problem('truncated.items', {}, offsetNow()))
}

/** The first item of a type, at this level. */
export function itemOf(items: readonly KcItem[], type: number): KcItem | undefined {
  return items.find((item) => item.type === type)
}

/** Numbers and text in an item's bytes; undefined where the bytes end before them. */
export function readKcU32(item: KcItem | undefined, at = 0): number | undefined {
  if (!item || item.bytes.length < at + 4) return undefined
  return new DataView(item.bytes.buffer, item.bytes.byteOffset).getUint32(at, true)
}

export function readKcU64(item: KcItem | undefined, at = 0): bigint | undefined {
  if (!item || item.bytes.length < at + 8) return undefined
  return new DataView(item.bytes.buffer, item.bytes.byteOffset).getBigUint64(at, true)
}

export function readKcText(item: KcItem | undefined, at = 0, size?: number): string | undefined {
  if (!item) return undefined
  const part = item.bytes.subarray(at, size === undefined ? undefined : at + size)
  const end = part.indexOf(0)
  return new TextDecoder().decode(end < 0 ? part : part.subarray(0, end)) || undefined
}
