/** Every export of the symbol engine; see `wasm/README.md`. */
import { edges } from './lookup/function-record'
import { listed, listedWanted } from './dwarf/aranges'
import { callReturns, walkCallSites } from './dwarf/calls'
import { files, restartFiles } from './dwarf/files'
import { findInterest, isUnitWanted as mayBeWanted } from './dwarf/interest'
import { keepLines, readLines, rows } from './dwarf/line'
import { crossUnitDies, forgetNames, nameIds, resolveNames, restartNames, skipName } from './dwarf/names'
import { enterUnit, unitAt, unitCount } from './dwarf/unit'
import { walkUnit } from './dwarf/walk'
import { columns } from './index/columns'
import { blocks, blockSizes, encodeUnit, entries, inlineCount, restartBlocks, rowCount } from './index/block'
import { directory, functionCount, pages } from './index/table'
import { crossUnitNames } from './index/cross-unit-names'
import { symbolCount, symbolDirectory, symbolPages } from './index/symbols'
import {
  nameHashes,
  pieces,
  restartPages,
  stringDirectory,
  stringPages,
  takePages,
  unknownNames,
} from './index/strings'
import * as L from './layout'
import { answers, calls, filePaths, ids } from './lookup/answers'
import { nameEnds, nameRows, nameTexts } from './lookup/names'
import { pieces as reads } from './lookup/ranges'
import { asciiTexts, otherTexts, textEnds } from './lookup/texts'
import { marks, pool, restartPool } from './memory/strings'
import { Vec } from './memory/vec'

export { clearError, errorBytes, errorNumber, errorOffset, errorSection } from './fail'
export { clearWarning, warningNumber, warningOffset, warningSection } from './fail'
export { alloc, memoryTop, release, setMemoryLimit } from './memory/heap'
export { takeHiddenNames } from './memory/hidden'
export { openWindow, setSectionTotal } from './memory/sections'
export { initStrings } from './memory/strings'
export { readAranges } from './dwarf/aranges'
export { setCallsOnly } from './dwarf/abbrev'
export { setBigEndian } from './dwarf/read'
export { takeMoves, takeObjects } from './dwarf/objects'
export { addCode, addTarget, setTextBase } from './dwarf/ranges'
export { addUnit } from './dwarf/unit'
export { addEntries } from './index/block'
export { addNlist, addStarts, addSymbol, prepareSymbols, setSectionIsCode, writeSymbols } from './index/symbols'
export { sortEntries, writeTable } from './index/table'
export {
  hashPool,
  nextSymbolOffset,
  planStrings,
  readSymbolTexts,
  setMarks,
  writePool,
  writeSectionStrings,
} from './index/strings'
export { addHashes } from './index/hashes'
export { addFound, addCrossUnitNames, beginCrossUnitNames, settleCrossUnitNames } from './index/cross-unit-names'
export { gatherMarks, sealMarks, takeMarks } from './memory/strings'
export { forgetNames, keepLines, resolveNames, skipName }
export { makeCalls, makeNames } from './lookup/answers'
export { headChecksum, openIndex, placeIndex } from './lookup/index-header'
export { decodeBlocks, findBlocks } from './lookup/blocks'
export { decodeColumns, findColumns } from './lookup/columns'
export {
  decodeBlockEdges,
  decodeFunctionEdges,
  decodeSymbolEdges,
  findFunctionEdges,
  findSymbolEdges,
} from './lookup/edges'
export {
  decodeAllFunctions,
  decodeAllStrings,
  decodeAllSymbols,
  endNames,
  findAllFunctions,
  findAllStrings,
  findAllSymbols,
} from './lookup/names'
export { decodePages, findPages } from './lookup/pages'
export { beginQueries, placeOffsets } from './lookup/query'
export { isSound, planBatch } from './lookup/ranges'
export { decodeTexts, findTexts } from './lookup/texts'

/**
 * Begins a slice, after the host drained the output of the one before. The new slice does not depend on it. Interned
 * strings have the ids [strings, strings + stringSpan), cross-unit names [names, names + nameSpan). File numbers begin
 * at `firstFile` + 1. Names are known for the units in [from, to) of `.debug_info`. Marks and counts continue.
 */
export function beginSlice(
  strings: u32,
  stringSpan: u32,
  names: u32,
  nameSpan: u32,
  firstFile: u32,
  from: u32,
  to: u32,
): void {
  restartPool(strings, stringSpan)
  restartNames(names, nameSpan, from, to)
  restartFiles()
  restartBlocks(firstFile)
}

/** Makes room for entries and marks that will be added, so that they are never moved. */
export function reserve(entryBytes: u32, markBytes: u32): void {
  entries.reserveExactly(entryBytes)
  marks.reserveExactly(markBytes)
}

/** Version of the index format that this module writes. */
export function indexVersion(): i32 {
  return L.INDEX_VERSION
}

/** Offset of the end of the unit, from its header. */
export function unitEnd(index: u32): u32 {
  return unitAt(index).end
}

/** With a partial build: whether the unit may hold an offset that counts. It is the one whose lines are read next. */
export function isUnitWanted(index: u32): bool {
  return mayBeWanted(unitAt(index))
}

/** Reads functions and inlined calls of a unit. */
export function walk(index: u32): void {
  rows.length = 0
  const unit = unitAt(index)
  if (unit.skip) return
  enterUnit(unit)
  walkUnit(unit)
}

/** Reads the return addresses of a unit's call sites. */
export function walkCalls(index: u32): void {
  callReturns.length = 0
  const unit = unitAt(index)
  if (unit.skip) return
  enterUnit(unit)
  walkCallSites(unit)
}

/** Reads the line table of the unit walked last. */
export function lines(index: u32): void {
  const unit = unitAt(index)
  if (unit.skip) return
  findInterest()
  readLines(unit)
}

/** Encodes what was read of the unit. */
export function encode(index: u32): void {
  const unit = unitAt(index)
  if (!unit.skip) encodeUnit(unit)
}

// Outputs: runs of bytes, by the numbers of `layout.ts`.
export function outputData(which: i32): usize {
  return output(which).data
}

export function outputLength(which: i32): u32 {
  return output(which).length
}

export function clearOutput(which: i32): void {
  if (which == L.OUTPUT_STRING_PAGES) takePages()
  else if (which == L.OUTPUT_STRING_DIRECTORY) restartPages()
  else if (which == L.OUTPUT_MARKS) marks.free()
  else output(which).length = 0
}

function output(which: i32): Vec {
  switch (which) {
    case L.OUTPUT_BLOCKS:
      return blocks
    case L.OUTPUT_BLOCK_SIZES:
      return blockSizes
    case L.OUTPUT_FUNCTION_PAGES:
      return pages
    case L.OUTPUT_FUNCTION_DIRECTORY:
      return directory
    case L.OUTPUT_SYMBOL_PAGES:
      return symbolPages
    case L.OUTPUT_SYMBOL_DIRECTORY:
      return symbolDirectory
    case L.OUTPUT_STRING_PAGES:
      return stringPages
    case L.OUTPUT_STRING_DIRECTORY:
      return stringDirectory
    case L.OUTPUT_FILES:
      return files
    case L.OUTPUT_ENTRIES:
      return entries
    case L.OUTPUT_CROSS_UNIT_DIES:
      return crossUnitDies
    case L.OUTPUT_POOL:
      return pool
    case L.OUTPUT_MARKS:
      return marks
    case L.OUTPUT_LISTED:
      return listed
    case L.OUTPUT_CALL_RETURNS:
      return callReturns
    case L.OUTPUT_PIECES:
      return pieces
    case L.OUTPUT_NAME_HASHES:
      return nameHashes
    case L.OUTPUT_CROSS_UNIT_NAMES:
      return crossUnitNames
    case L.OUTPUT_NAME_IDS:
      return nameIds
    case L.OUTPUT_READS:
      return reads
    case L.OUTPUT_ANSWERS:
      return answers
    case L.OUTPUT_CALLS:
      return calls
    case L.OUTPUT_FILE_PATHS:
      return filePaths
    case L.OUTPUT_TEXT_ENDS:
      return textEnds
    case L.OUTPUT_ASCII_TEXTS:
      return asciiTexts
    case L.OUTPUT_OTHER_TEXTS:
      return otherTexts
    case L.OUTPUT_NAME_ROWS:
      return nameRows
    case L.OUTPUT_NAME_ENDS:
      return nameEnds
    case L.OUTPUT_NAME_TEXTS:
      return nameTexts
    case L.OUTPUT_LISTED_WANTED:
      return listedWanted
    case L.OUTPUT_EDGES:
      return edges
    case L.OUTPUT_COLUMNS:
      return columns
    case L.OUTPUT_TEXT_IDS:
      return ids
    default:
      return unreachable()
  }
}

// Counts, by number.
export function total(which: i32): u32 {
  switch (which) {
    case L.TOTAL_FUNCTIONS:
      return functionCount
    case L.TOTAL_INLINES:
      return inlineCount
    case L.TOTAL_ROWS:
      return rowCount
    case L.TOTAL_SYMBOLS:
      return symbolCount
    case L.TOTAL_UNKNOWN_NAMES:
      return unknownNames
    default:
      return unitCount()
  }
}
