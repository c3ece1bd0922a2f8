/**
 * Reads ranges of Blobs, synchronously where the host can. In a browser a read costs half a millisecond whatever its
 * size, so many small ranges are read as one Blob made of them.
 */
import { isPlatform } from '../bytes/joined-blob.ts'
import type { BytesNow, FarBytes, FileBytes } from '../ports.ts'
import { batchesOf } from './batches.ts'

export function isDirect(blob: Blob): blob is Blob & BytesNow {
  return 'readInto' in blob
}

export function isOfFile(blob: Blob): blob is Blob & FileBytes {
  return isDirect(blob) && 'place' in blob
}

export function isFar(blob: Blob): blob is Blob & FarBytes {
  return 'isFar' in blob
}

/** The bytes [from, to) of a Blob; fewer at its end. */
export async function readBytes(blob: Blob, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!isDirect(blob)) return new Uint8Array(await blob.slice(from, to).arrayBuffer())
  const bytes = new Uint8Array(Math.max(0, Math.min(to, blob.size) - from))
  if (bytes.length > 0) blob.readInto(bytes, from)
  return bytes
}

export interface Range {
  readonly start: number
  readonly end: number
}

/** Limit for one combined read, in bytes. */
const GROUP_RANGES = 64
const GROUP_BYTES = 4 << 20
/** Groups in flight. */
const GROUPS_AHEAD = 3

/** The bytes of each range, from one combined read; they may share memory. Shorter at the end of the Blob. */
export async function readTogether(blob: Blob, ranges: readonly Range[]): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  if (!isPlatform(blob) || ranges.length === 1)
    return Promise.all(ranges.map(({ start, end }) => readBytes(blob, start, end)))
  const parts = ranges.map(({ start, end }) => blob.slice(start, end))
  const all = await new Blob(parts).arrayBuffer()
  let at = 0
  return parts.map(({ size }) => {
    at += size
    return new Uint8Array(all, at - size, size)
  })
}

/** The bytes of each range in turn, reading ahead; they may share memory. */
export async function* readInOrder(
  blob: Blob,
  ranges: readonly Range[],
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  for await (const group of readGroups(blob, ranges)) yield* group
  return undefined
}

/** The same in groups; groups share no memory with each other. */
export async function* readGroups(
  blob: Blob,
  ranges: readonly Range[],
): AsyncGenerator<readonly Uint8Array<ArrayBuffer>[], undefined> {
  const groups = batchesOf(ranges, ({ start, end }) => end - start, GROUP_RANGES, GROUP_BYTES)
  const reads: Promise<readonly Uint8Array<ArrayBuffer>[]>[] = []
  let asked = 0
  // eslint-disable-next-line unslide/bounded-loops -- each round gives one of the groups
  for (;;) {
    for (let group = groups[asked]; group && reads.length < GROUPS_AHEAD; group = groups[++asked]) {
      const read = readTogether(blob, group)
      // A consumer that stops early requests no more.
      read.catch(() => undefined)
      reads.push(read)
    }
    const next = reads.shift()
    if (!next) return undefined
    yield await next
  }
}
