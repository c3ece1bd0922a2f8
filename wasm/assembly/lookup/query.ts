/** The offsets that are asked, and what was found for each. */
import { sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'

export const NONE: u32 = u32.MAX_VALUE

/** A range of code of a function. */
@unmanaged
export class Entry {
  /** From where on this entry counts. */
  start: u32
  /** Where its range begins; before `start` when another function covers the beginning. */
  rangeStart: u32
  size: u32
  name: u32
  block: u32
  slot: u32
  /** Number of the range in its function. */
  range: u32
  flags: u32
  /** There are other functions with this start. */
  isShared: bool
  /** Other names of functions with this start, where they are asked: the first of them in `otherNames`, how many. */
  names: u32
  nameCount: u32
}

/** What the symbols with the greatest start that is not above an offset say: the last that has a name, else the first. */
@unmanaged
export class NearSymbol {
  start: u32
  name: u32
  kind: u32
  /** There are several names; and this one is not what DWARF calls the function. */
  isShared: bool
  isFolded: bool
  /** Names of all of them, where they are asked: the first in `otherNames`, how many. */
  names: u32
  nameCount: u32
}

@unmanaged
export class Query {
  offset: u32
  /** Numbers of the ranges with the pages and the block that tell of it; NONE where there is none. */
  functionPage: u32
  symbolPage: u32
  block: u32
  hasEntry: bool
  hasSymbol: bool
  /** A block has told: where its function is entered, and the lines of the calls in `chains`, how many they are. */
  hasAnswer: bool
  entryOffset: u32
  chain: u32
  chainLength: u32
  // The entry and the symbols follow.
}
const QUERY_ENTRY = offsetof<Query>()
const QUERY_SYMBOL = QUERY_ENTRY + offsetof<Entry>()
const QUERY_BYTES = QUERY_SYMBOL + offsetof<NearSymbol>()

const queries: Vec = newVec()
const offsets: Vec = newVec()
/** Numbers of queries by offset, as the low half of each key. */
const order: Vec = newVec()
/** Other names of entries and symbols. */
export const otherNames: Vec = newVec()
/** Whether other names are asked. */
export let wantsNames: bool = false

/** Where the host writes `count` offsets, u32 each. */
export function placeOffsets(count: u32): usize {
  offsets.length = 0
  return offsets.take(count << 2)
}

/** Begins a look-up of them. */
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

/** The query with the n-th offset. */
export function queryInOrder(n: u32): Query {
  return queryAt(load<u32>(order.data + (usize(n) << 3)))
}

export function entryOf(query: Query): Entry {
  return changetype<Entry>(changetype<usize>(query) + QUERY_ENTRY)
}

export function symbolOf(query: Query): NearSymbol {
  return changetype<NearSymbol>(changetype<usize>(query) + QUERY_SYMBOL)
}

/** Whether a query's entry goes as far as its offset. The greatest offset stands for all that no index knows. */
export function isCovered(query: Query): bool {
  const entry = entryOf(query)
  return query.hasEntry && query.offset != NONE && u64(query.offset) < u64(entry.rangeStart) + u64(entry.size)
}
