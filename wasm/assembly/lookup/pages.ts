/** First step of a look-up: the entries of the function table and the symbols at the offsets. */
import {
  Directory,
  findPage,
  firstKey,
  functionDirectory,
  limitPages,
  pageChecksum,
  pageStart,
  symbolDirectory,
} from './index-header'
import { aliasIsFolded, entry, enterFunctions, entryName, nextStart, readFunction } from './functions'
import {
  Entry,
  entryOf,
  NearSymbol,
  NONE,
  otherNames,
  Query,
  queryCount,
  queryInOrder,
  symbolOf,
  wantsNames,
} from './query'
import { addRange, clearRanges, inBatch, rangeAt } from './ranges'
import {
  enterSymbols,
  nextSymbolStart,
  readSymbol,
  symbolIsFolded,
  symbolKind,
  symbolName,
  symbolStart,
} from './symbols'

/** Limit for further names in one look-up. */
const MOST_NAMES: u32 = 1 << 22

/** Requests the pages of all queries. */
export function findPages(): void {
  clearRanges()
  findPagesOf(functionDirectory, offsetof<Query>('functionPage'))
  findPagesOf(symbolDirectory, offsetof<Query>('symbolPage'))
}

function findPagesOf(directory: Directory, field: usize): void {
  let page = -1
  let range = NONE
  limitPages(directory)
  for (let n: u32 = 0; n < queryCount(); n++) {
    const query = queryInOrder(n)
    const wanted = findPage(directory, query.offset)
    if (wanted != page) {
      page = wanted
      range = addPage(directory, page)
    }
    if (page >= 0) store<u32>(changetype<usize>(query) + field, range)
  }
}

/** Requests a page, within the budget of the directory. */
export function addPage(directory: Directory, page: u32): u32 {
  const start = pageStart(directory, page)
  const end = pageStart(directory, page + 1)
  const bytes = end > start ? end - start : 0
  const sum = pageChecksum(directory, page)
  if (bytes > directory.left) return addRange(start, start, sum)
  directory.left -= bytes
  return addRange(start, end, sum)
}

/** Decodes each page of the batch once, for all its queries. */
export function decodePages(): void {
  const count = queryCount()
  for (let n: u32 = 0; n < count;) {
    const from = n
    const range = queryInOrder(n).functionPage
    while (n < count && queryInOrder(n).functionPage == range) n++
    if (inBatch(range)) decodeFunctions(range, from, n)
  }
  for (let n: u32 = 0; n < count;) {
    const from = n
    const range = queryInOrder(n).symbolPage
    while (n < count && queryInOrder(n).symbolPage == range) n++
    if (inBatch(range)) decodeSymbols(range, from, n)
  }
}

/** For each query the last entry that starts at or below its offset. */
function decodeFunctions(range: u32, from: u32, to: u32): void {
  enterFunctions(rangeAt(range), firstKey(functionDirectory, findPage(functionDirectory, queryInOrder(from).offset)))
  let found = false
  let names = otherNames.length
  for (let n = from; n < to; n++) {
    const query = queryInOrder(n)
    while (nextStart <= u64(query.offset)) {
      if (readFunction()) {
        found = true
        // Aliases of an entry without a query are dropped.
        otherNames.length = names
        entry.names = names >> 2
        entry.nameCount = 0
        entry.foldedCount = 0
        entry.isShared = false
      } else {
        entry.isShared = true
        if (addName(entryName)) entry.nameCount++
        if (aliasIsFolded && wantsNames) moveToFolded()
      }
    }
    if (!found) continue
    query.hasEntry = true
    memory.copy(changetype<usize>(entryOf(query)), changetype<usize>(entry), offsetof<Entry>())
    names = otherNames.length
  }
}

/** Moves the last name of the entry to those of folded functions. */
function moveToFolded(): void {
  const last = entry.names + entry.nameCount - 1
  if (entry.nameCount == 0 || last >= otherNames.length >> 2) return
  const place = otherNames.data + (usize(entry.names + entry.foldedCount++) << 2)
  const end = otherNames.data + (usize(last) << 2)
  const name = load<u32>(end)
  store<u32>(end, load<u32>(place))
  store<u32>(place, name)
}

const near: NearSymbol = changetype<NearSymbol>(memory.data(offsetof<NearSymbol>(), 16))

/** For each query the symbols with the greatest start <= its offset. */
function decodeSymbols(range: u32, from: u32, to: u32): void {
  enterSymbols(rangeAt(range), firstKey(symbolDirectory, findPage(symbolDirectory, queryInOrder(from).offset)))
  let found = false
  let names = otherNames.length
  for (let n = from; n < to; n++) {
    const query = queryInOrder(n)
    while (nextSymbolStart <= u64(query.offset)) {
      readSymbol()
      if (!found || symbolStart != near.start) {
        found = true
        near.start = symbolStart
        near.name = 0
        near.kind = symbolKind
        near.isShared = false
        near.isFolded = false
        otherNames.length = names
        near.names = names >> 2
        near.nameCount = 0
      }
      if (symbolName == 0) continue
      near.isShared = near.name != 0
      // The last of several names at one address counts: tables list local names before public ones. A name that DWARF
      // uses wins over all.
      if (near.name == 0 || near.isFolded || !symbolIsFolded) {
        near.name = symbolName
        near.kind = symbolKind
        near.isFolded = symbolIsFolded
      }
      if (addName(symbolName)) near.nameCount++
    }
    if (!found) continue
    query.hasSymbol = true
    memory.copy(changetype<usize>(symbolOf(query)), changetype<usize>(near), offsetof<NearSymbol>())
    names = otherNames.length
  }
}

function addName(id: u32): bool {
  if (!wantsNames || otherNames.length >= MOST_NAMES) return false
  otherNames.push32(id)
  return true
}
