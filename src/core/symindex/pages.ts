/** Pages of the index file: which bytes a look-up needs, read in few and sorted pieces. */

/** Pieces nearer to each other than this are read as one: a read costs as much as moving this many bytes. */
const GAP = 32 * 1024
/** Pieces read at the same time. */
const IN_FLIGHT = 16

export interface Range {
  readonly start: number
  readonly end: number
}

/** Reads ranges of a file; the answer has each range's bytes in the order asked. */
export async function readRanges(blob: Blob, ranges: readonly Range[]): Promise<readonly Uint8Array[]> {
  const order = ranges.map((_, at) => at).sort((a, b) => (ranges[a]?.start ?? 0) - (ranges[b]?.start ?? 0))
  const pieces: { start: number; end: number; members: number[] }[] = []
  for (const at of order) {
    const range = ranges[at]
    if (!range) continue
    const last = pieces.at(-1)
    if (last && range.start <= last.end + GAP) {
      last.end = Math.max(last.end, range.end)
      last.members.push(at)
    } else pieces.push({ start: range.start, end: range.end, members: [at] })
  }
  const result: Uint8Array[] = ranges.map(() => new Uint8Array(0))
  let next = 0
  const worker = async (): Promise<void> => {
    for (let piece = pieces[next++]; piece; piece = pieces[next++]) {
      const bytes = new Uint8Array(await blob.slice(piece.start, piece.end).arrayBuffer())
      for (const at of piece.members) {
        const range = ranges[at]
        if (range) result[at] = bytes.subarray(range.start - piece.start, range.end - piece.start)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, pieces.length) }, worker))
  return result
}

/** A directory of pages: the first key of each and where it lies. */
export class PageDirectory {
  readonly #firsts: Uint32Array
  readonly #places: Uint32Array
  readonly #base: number
  readonly #end: number

  /** `bytes` holds pairs of u32; places count from `base`, the last page ends at `base + size`. */
  constructor(bytes: Uint8Array, base: number, size: number) {
    const count = bytes.length >>> 3
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#firsts = Uint32Array.from({ length: count }, (_, at) => view.getUint32(at * 8, true))
    this.#places = Uint32Array.from({ length: count }, (_, at) => view.getUint32(at * 8 + 4, true))
    this.#base = base
    this.#end = base + size
  }

  get count(): number {
    return this.#firsts.length
  }

  /** Number of the last page whose first key is not above `key`; -1 when there is none. */
  find(key: number): number {
    let low = 0
    let high = this.#firsts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#firsts[middle] ?? 0) <= key) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  first(page: number): number {
    return this.#firsts[page] ?? 0
  }

  range(page: number): Range {
    const start = this.#base + (this.#places[page] ?? 0)
    const after = this.#places[page + 1]
    const end = after === undefined ? this.#end : this.#base + after
    return { start: Math.min(start, this.#end), end: Math.max(start, Math.min(end, this.#end)) }
  }
}
