/**
 * All names of an index, for search. Rows of name and offset, sorted by name, so that the texts are read once in order.
 */
import { sort64 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'
import {
  Directory,
  firstKey,
  functionDirectory,
  limitPages,
  resolveId,
  stringDirectory,
  symbolDirectory,
} from './index-header'
import { entry, enterFunctions, entryName, isAnonymous, nextStart, readFunction } from './functions'
import { addPage } from './pages'
import { clearRanges, inBatch, rangeAt } from './ranges'
import { enterStrings, readString, stringId, stringLength, takeText } from './strings'
import { enterSymbols, nextSymbolStart, readSymbol, symbolName, symbolStart } from './symbols'

/** Rows: id in the high half, offset in the low half. At the end the offsets alone, u32. */
export const nameRows: Vec = newVec()
/** End of each row's text, u32, and the texts of the batch. */
export const nameEnds: Vec = newVec()
export const nameTexts: Vec = newVec()
/** Bytes of the texts before this batch. */
let taken: u32 = 0
/** Limits for the bytes of all texts, and of one batch. */
const MOST_BYTES: u32 = 1 << 30
const MOST_BATCH: u32 = 1 << 28

/** Page of the batch's first range. */
let page: u32 = 0

/** Requests all pages of functions, then symbols, then strings, in this order. */
export function findAllFunctions(): void {
  nameRows.length = 0
  findAll(functionDirectory)
}

export function findAllSymbols(): void {
  findAll(symbolDirectory)
}

/** Comes after the other two: sorts the rows. */
export function findAllStrings(): void {
  sort64(nameRows.data, nameRows.length >> 3)
  nameEnds.length = 0
  nameTexts.length = 0
  taken = 0
  findAll(stringDirectory)
}

function findAll(directory: Directory): void {
  clearRanges()
  page = 0
  limitPages(directory)
  for (let at: u32 = 0; at < directory.count; at++) addPage(directory, at)
}

/** Every name of a function where it starts. */
export function decodeAllFunctions(): void {
  for (; inBatch(page); page++) {
    enterFunctions(rangeAt(page), firstKey(functionDirectory, page))
    let counts = false
    while (nextStart <= u64(u32.MAX_VALUE)) {
      if (readFunction()) counts = entry.range == 0 && entry.start == entry.rangeStart && !isAnonymous(entry)
      if (counts) addRow(entryName, entry.start)
    }
  }
}

export function decodeAllSymbols(): void {
  for (; inBatch(page); page++) {
    enterSymbols(rangeAt(page), firstKey(symbolDirectory, page))
    while (nextSymbolStart <= u64(u32.MAX_VALUE)) {
      readSymbol()
      addRow(symbolName, symbolStart)
    }
  }
}

function addRow(name: u32, offset: u32): void {
  if (name != 0) store<u64>(nameRows.take(8), (u64(resolveId(name)) << 32) | u64(offset))
}

/** Writes the texts of rows whose strings are in the batch. */
export function decodeAllStrings(): void {
  taken += nameTexts.length
  nameTexts.length = 0
  for (; inBatch(page); page++) {
    enterStrings(rangeAt(page), firstKey(stringDirectory, page))
    // eslint-disable-next-line unslide/bounded-loops -- each string takes a byte of its page and more
    while (readString()) addTexts(takeText())
  }
}

/** Writes the current string for each row with its id. */
function addTexts(text: usize): void {
  while (nameEnds.length << 1 < nameRows.length) {
    const id = load<u32>(nameRows.data + (usize(nameEnds.length) << 1), 4)
    if (id > stringId) return
    const fits = nameTexts.length + stringLength <= MOST_BATCH && taken + nameTexts.length + stringLength <= MOST_BYTES
    if (id == stringId && fits) nameTexts.append(text, stringLength)
    nameEnds.push32(taken + nameTexts.length)
  }
}

/** Ends the list: rows without a text get an empty one, and rows shrink to offsets. */
export function endNames(): void {
  const count = nameRows.length >> 3
  const end = nameEnds.length == 0 ? 0 : nameEnds.at32((nameEnds.length >> 2) - 1)
  while (nameEnds.length >> 2 < count) nameEnds.push32(end)
  for (let row: u32 = 0; row < count; row++)
    store<u32>(nameRows.data + (usize(row) << 2), load<u32>(nameRows.data + (usize(row) << 3)))
  nameRows.length = count << 2
}
