/**
 * Sends large results to the page in chunks. A message is deserialized in one go on the receiving thread: half a
 * million frames would block the page for more than a second. The worker runs ahead of the page by a few chunks. Call trees
 * cross as bytes, and of equal resolutions that are one object one crosses.
 */
import type { CallTree, CallTreeNode, Thread } from '../core/model/report.ts'
import { append } from '../core/model/lists.ts'
import { packedSources, type PackedTrees } from './packed-trees.ts'

/** Limit for one message, in frames. */
const WHOLE_FRAMES = 20_000
/** Frames in a chunk: some ten milliseconds of deserialization. */
const CHUNK_FRAMES = 4_000

/** The same where they cross as bytes: what is deserialized are titles and texts. */
const PACKED_FRAMES = 40_000

type Weigh = (item: unknown) => number
/** A tree that is still packed is not made to be counted: as a rule there are many, and all are large. */
const weighTree: Weigh = (item) =>
  packedSources.has(item as CallTree) ? WHOLE_FRAMES : countNodes((item as CallTree).roots)
const weighResolution: Weigh = () => 1

/** Result fields that may be long lists, and the weight of an item in frames. */
const weights: ReadonlyMap<string, Weigh> = new Map([
  ['threads', (item: unknown) => (item as Thread).frames.length],
  ['callTrees', weighTree],
  ['resolutions', weighResolution],
])
/** Chunks under way at a time: the next one is there when the page has taken one, and few wait in its memory. */
const AHEAD = 3
/** A text is sent in pieces above this length: each takes the page some milliseconds to copy. */
const TEXT_PIECE = 4 << 20

/** Distinct items and places of each received list, reused when the list is sent on. */
const cameAs = new WeakMap<
  readonly unknown[],
  { readonly distinct: readonly unknown[]; readonly places: Uint32Array<ArrayBuffer> }
>()

/** Fields on the path to such lists. */
const ways: ReadonlySet<string> = new Set(['value', 'reports', 'report'])

type Path = readonly (string | number)[]

/** The next part of the list at `path` of the result. */
export interface Chunk {
  readonly path: Path
  readonly part:
    | { readonly kind: 'items'; readonly items: readonly unknown[] }
    | { readonly kind: 'trees'; readonly packed: PackedTrees }
    /** Distinct objects of the list. */
    | { readonly kind: 'distinct'; readonly items: readonly unknown[] }
    /** The whole list: places among the distinct objects. */
    | { readonly kind: 'places'; readonly places: Uint32Array<ArrayBuffer> }
    /** A piece of a text. */
    | { readonly kind: 'text'; readonly text: string }
}

/** `moved`: memory of the chunk that the sender needs no more. */
export type OnChunk = (chunk: Chunk, moved: readonly ArrayBuffer[]) => void | Promise<void>

/** Sends the long lists of a result as chunks and returns the rest. */
export async function sendChunked<T>(answer: T, onChunk: OnChunk): Promise<T> {
  let rest = answer
  const underWay: (void | Promise<void>)[] = []
  for (const long of longParts(answer, [])) {
    const { path } = long
    for await (const [part, moved = []] of 'text' in long ? piecesOf(long.text) : partsOf(long.list, long.weigh)) {
      underWay.push(onChunk({ path, part }, moved))
      if (underWay.length >= AHEAD) await underWay.shift()
    }
    rest = withPart(rest, path, 'text' in long ? '' : []) as Awaited<T>
  }
  for (const sent of underWay) await sent
  return rest
}

/** Collects chunks and puts them back into the result. */
export class ChunkJoiner {
  readonly #lists = new Map<string, { readonly path: Path; readonly items: unknown[]; readonly distinct: unknown[] }>()
  readonly #texts = new Map<string, { readonly path: Path; text: string }>()
  readonly #onTree: (() => void) | undefined

  /** `onTree` runs at the first read of each tree. */
  constructor(onTree?: () => void) {
    this.#onTree = onTree
  }

  /** Chunks of one list in their order. */
  async take({ path, part }: Chunk): Promise<void> {
    const key = path.join('/')
    if (part.kind === 'text') {
      const text = this.#texts.get(key) ?? { path, text: '' }
      text.text += part.text
      this.#texts.set(key, text)
      return
    }
    const list = this.#lists.get(key) ?? { path, items: [], distinct: [] }
    this.#lists.set(key, list)
    switch (part.kind) {
      case 'items':
        append(list.items, part.items)
        break
      case 'trees':
        // Only large reports come so.
        append(list.items, (await import('./unpack-trees.ts')).unpackTrees(part.packed, this.#onTree))
        break
      case 'distinct':
        append(list.distinct, part.items)
        break
      case 'places':
        for (const place of part.places) list.items.push(list.distinct[place])
        cameAs.set(list.items, { distinct: list.distinct, places: part.places })
        break
    }
  }

  /** The result with all that came of it; held here no longer, since a port may hold the joiner for long. */
  join<T>(answer: T): T {
    let whole = answer
    for (const { path, items } of this.#lists.values()) whole = withPart(whole, path, items) as Awaited<T>
    for (const { path, text } of this.#texts.values()) whole = withPart(whole, path, text) as Awaited<T>
    this.#lists.clear()
    this.#texts.clear()
    return whole
  }
}

type Part = readonly [part: Chunk['part'], moved?: readonly ArrayBuffer[]]

async function* partsOf(list: readonly unknown[], weigh: Weigh): AsyncGenerator<Part, void> {
  if (weigh === weighTree) {
    const trees = list as readonly CallTree[]
    const packs = packsOf(trees)
    // They are needed here, too: nothing is moved.
    for (const packed of packs ?? []) yield [{ kind: 'trees', packed }]
    if (packs) return
    const { packTrees } = await import('./pack-trees.ts')
    for (const some of batches(trees, weigh, PACKED_FRAMES)) {
      const packed = packTrees(some)
      yield [{ kind: 'trees', packed }, [packed.bytes.buffer]]
    }
  } else if (weigh === weighResolution) {
    const known = cameAs.get(list)
    const { distinct, places } = known ?? placesOf(list)
    for (const items of batches(distinct, weigh, CHUNK_FRAMES)) yield [{ kind: 'distinct', items }]
    yield [{ kind: 'places', places }, known ? [] : [places.buffer]]
  } else for (const items of batches(list, weigh, CHUNK_FRAMES)) yield [{ kind: 'items', items }]
}

function* piecesOf(text: string): Generator<Part, void> {
  for (let at = 0; at < text.length; at += TEXT_PIECE) yield [{ kind: 'text', text: text.slice(at, at + TEXT_PIECE) }]
}

function placesOf(list: readonly unknown[]): { distinct: readonly unknown[]; places: Uint32Array<ArrayBuffer> } {
  const known = new Map<unknown, number>()
  const places = Uint32Array.from(list, (item) => {
    const place = known.get(item) ?? known.size
    known.set(item, place)
    return place
  })
  return { distinct: [...known.keys()], places }
}

/** The packs that trees came in, where the list is all of them in their order. */
function packsOf(trees: readonly CallTree[]): readonly PackedTrees[] | undefined {
  const packs: PackedTrees[] = []
  let left = 0
  for (const tree of trees) {
    const packed = packedSources.get(tree)
    if (!packed) return undefined
    if (left === 0) {
      packs.push(packed)
      left = packed.trees.length
    }
    if (packs.at(-1) !== packed) return undefined
    left--
  }
  return left === 0 ? packs : undefined
}

type LongPart =
  | { readonly path: Path; readonly list: readonly unknown[]; readonly weigh: Weigh }
  | { readonly path: Path; readonly text: string }

function* longParts(value: unknown, path: Path): Generator<LongPart> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [at, item] of (value as unknown[]).entries()) yield* longParts(item, [...path, at])
    return
  }
  for (const [key, item] of Object.entries(value)) {
    const weigh = weights.get(key)
    if (weigh && Array.isArray(item)) {
      const list: readonly unknown[] = item
      if (list.reduce<number>((sum, one) => sum + weigh(one), 0) > WHOLE_FRAMES)
        yield { path: [...path, key], list, weigh }
    } else if (key === 'text' && typeof item === 'string') {
      if (item.length > TEXT_PIECE) yield { path: [...path, key], text: item }
    } else if (ways.has(key)) yield* longParts(item, [...path, key])
  }
}

/** A copy of the value with another list or text at a path; the rest is shared. */
function withPart(value: unknown, [first, ...rest]: Path, part: readonly unknown[] | string): unknown {
  if (first === undefined) return part
  if (Array.isArray(value))
    return (value as unknown[]).map((item, at) => (at === first ? withPart(item, rest, part) : item))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [first]: withPart((value as Readonly<Record<string, unknown>>)[first], rest, part) }
}

/** Consecutive batches of about `most` frames. */
function* batches<T>(items: readonly T[], weigh: (item: T) => number, most: number): Generator<readonly T[], void> {
  let batch: T[] = []
  let weight = 0
  for (const item of items) {
    batch.push(item)
    weight += 1 + weigh(item)
    if (weight < most) continue
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
