/**
 * Sends large results to the page in chunks. A message is deserialized in one go on the receiving thread: half a
 * million frames would block the page for more than a second. The worker waits until each chunk was received.
 */
import type { CallTree, CallTreeNode, Thread } from '../core/model/report.ts'
import { append } from '../core/model/lists.ts'

/** Limit for one message, in frames. */
const WHOLE_FRAMES = 20_000
/** Frames in a chunk: some ten milliseconds of deserialization. */
const CHUNK_FRAMES = 4_000

/** Result fields that may be long lists, and the weight of an item in frames. */
const weights: ReadonlyMap<string, (item: unknown) => number> = new Map([
  ['threads', (item: unknown) => (item as Thread).frames.length],
  ['callTrees', (item: unknown) => countNodes((item as CallTree).roots)],
  ['resolutions', () => 1],
])
/** Fields on the path to such lists. */
const ways: ReadonlySet<string> = new Set(['value', 'reports', 'report'])

type Path = readonly (string | number)[]

/** Some items of the list at `path` of the result, in order. */
export interface Chunk {
  readonly path: Path
  readonly items: readonly unknown[]
}

export type OnChunk = (chunk: Chunk) => void | Promise<void>

/** Sends the long lists of a result as chunks and returns the rest. */
export async function sendChunked<T>(answer: T, onChunk: OnChunk): Promise<T> {
  let rest = answer
  for (const { path, list, weigh } of longLists(answer, [])) {
    for (const items of batches(list, weigh)) await onChunk({ path, items })
    rest = withList(rest, path, []) as Awaited<T>
  }
  return rest
}

/** Collects chunks and puts them back into the result. */
export class ChunkJoiner {
  readonly #lists = new Map<string, { readonly path: Path; readonly items: unknown[] }>()

  take({ path, items }: Chunk): void {
    const key = path.join('/')
    const list = this.#lists.get(key) ?? { path, items: [] }
    for (const item of items) list.items.push(item)
    this.#lists.set(key, list)
  }

  join<T>(answer: T): T {
    let whole = answer
    for (const { path, items } of this.#lists.values()) whole = withList(whole, path, items) as Awaited<T>
    return whole
  }
}

interface LongList {
  readonly path: Path
  readonly list: readonly unknown[]
  readonly weigh: (item: unknown) => number
}

function* longLists(value: unknown, path: Path): Generator<LongList> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [at, item] of (value as unknown[]).entries()) yield* longLists(item, [...path, at])
    return
  }
  for (const [key, item] of Object.entries(value)) {
    const weigh = weights.get(key)
    if (weigh && Array.isArray(item)) {
      const list: readonly unknown[] = item
      if (list.reduce<number>((sum, one) => sum + weigh(one), 0) > WHOLE_FRAMES)
        yield { path: [...path, key], list, weigh }
    } else if (ways.has(key)) yield* longLists(item, [...path, key])
  }
}

/** A copy of the value with another list at a path; the rest is shared. */
function withList(value: unknown, [first, ...rest]: Path, list: readonly unknown[]): unknown {
  if (first === undefined) return list
  if (Array.isArray(value))
    return (value as unknown[]).map((item, at) => (at === first ? withList(item, rest, list) : item))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [first]: withList((value as Readonly<Record<string, unknown>>)[first], rest, list) }
}

/** Consecutive batches of about `CHUNK_FRAMES` frames. */
function* batches<T>(items: readonly T[], weigh: (item: T) => number): Generator<readonly T[], void> {
  let batch: T[] = []
  let weight = 0
  for (const item of items) {
    batch.push(item)
    weight += 1 + weigh(item)
    if (weight < CHUNK_FRAMES) continue
    yield batch
    batch = []
    weight = 0
  }
  if (batch.length > 0) yield batch
}

function countNodes(roots: readonly CallTreeNode[]): number {
  const open = [...roots]
  let count = 0
  for (let node = open.pop(); node; node = open.pop()) {
    count++
    append(open, node.children)
  }
  return count
}
