/** The queried offsets, and the results for each. */
import { sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'

export const NONE: u32 = u32.MAX_VALUE

/** A range of code of a function. */
@unmanaged
export class Entry {
  /** The first offset that this entry covers. */
  start: u32
  /** Start of its range; below `start` if another function covers the beginning. */
  rangeStart: u32
  size: u32
  name: u32
  block: u32
  slot: u32
  /** Number of the range in its function. */
  range: u32
  flags: u32
  /** True if other functions have this start. */
  isShared: bool
  /** Aliases, if requested: position of the first in `otherNames`, and count. Those of folded functions come first. */
  names: u32
  nameCount: u32
  foldedCount: u32
}

/** The symbols with the greatest start <= the offset: the last one with a name, else the first. */
@unmanaged
export class NearSymbol {
  start: u32
  name: u32
  kind: u32
  /** True if there are several names, or if DWARF uses another one for the function. */
  isShared: bool
  isFolded: bool
  /** Names of all of them, if requested: position of the first in `otherNames`, and count. */
  names: u32
  nameCount: u32
}

@unmanaged
export class Query {
  offset: u32
  /** Ranges with the pages and the block of this query; NONE if there is none. */
  functionPage: u32
  symbolPage: u32
  block: u32
  hasEntry: bool
  hasSymbol: bool
  /** From the block: entry point of the function, and its calls in `chains`: position and count. */
  hasAnswer: bool
  entryOffset: u32
  chain: u32
  chainLength: u32
  /** Its line row: number in the function, from 1, 0 for none; and how far behind its start, in the block's unit. */
  row: u32
  rowStep: u32
  // The entry and the symbols follow.
}
const QUERY_ENTRY = offsetof<Query>()
const QUERY_SYMBOL = QUERY_ENTRY + offsetof<Entry>()
const QUERY_BYTES = QUERY_SYMBOL + offsetof<NearSymbol>()

const queries: Vec = newVec()
const offsets: Vec = newVec()
/** Queries sorted by offset: the query number is the low half of each key. */
const order: Vec = newVec()
/** Further names of entries and symbols. */
export const otherNames: Vec = newVec()
/** Whether further names are requested. */
export let wantsNames: bool = false

/** Memory for `count` offsets, u32 each, written by the host. */
export function placeOffsets(count: u32): usize {
  offsets.length = 0
  return offsets.take(count << 2)
}

/** Starts a look-up of these offsets. */
export function beginQueries(names: bool): void {
  wantsNames = names
  otherNames.length = 0
  queries.length = 0
  order.length = 0
  const count = offsets.length >> 2
  memory.fill(queries.take(count * u32(QUERY_BYTES)), 0, count * u32(QUERY_BYTES))
  for (let i: u32 = 0; i < count; i++) {
    const query = queryAt(i)
    query.offset = offsets.at32(i)
    query.functionPage = NONE
    query.symbolPage = NONE
    query.block = NONE
    store<u64>(order.take(8), (u64(query.offset) << 32) | u64(i))
  }
  sort64(order.data, count)
}

export function queryCount(): u32 {
  return queries.length / u32(QUERY_BYTES)
}

export function queryAt(index: u32): Query {
  return changetype<Query>(queries.data + usize(index) * QUERY_BYTES)
}

/** The query with the n-th smallest offset. */
export function queryInOrder(n: u32): Query {
  return queryAt(load<u32>(order.data + (usize(n) << 3)))
}

export function entryOf(query: Query): Entry {
  return changetype<Entry>(changetype<usize>(query) + QUERY_ENTRY)
}

export function symbolOf(query: Query): NearSymbol {
  return changetype<NearSymbol>(changetype<usize>(query) + QUERY_SYMBOL)
}

/** Whether a query's entry covers its offset. The greatest offset stands for all that no index can hold. */
export function isCovered(query: Query): bool {
  const entry = entryOf(query)
  return query.hasEntry && query.offset != NONE && u64(query.offset) < u64(entry.rangeStart) + u64(entry.size)
}
