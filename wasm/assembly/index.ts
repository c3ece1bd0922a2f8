/** Every export of the symbol engine; see `wasm/README.md`. */
import { listed, listedWanted } from './dwarf/aranges'
import { callReturns, walkCallSites } from './dwarf/calls'
import { files } from './dwarf/files'
import { findInterest, isUnitWanted as mayBeWanted } from './dwarf/interest'
import { keepLines, readLines, rows } from './dwarf/line'
import { deferred, forgetNames, nameIds, resolveNames, skipName } from './dwarf/names'
import { enterUnit, unitAt, unitCount } from './dwarf/unit'
import { walkUnit } from './dwarf/walk'
import { blocks, blockSizes, encodeUnit, entries, inlineCount, rowCount } from './index/block'
import { directory, functionCount, pages } from './index/table'
import { lateNames } from './index/late-names'
import { symbolCount, symbolDirectory, symbolPages } from './index/symbols'
import { nameHashes, pieces, restartPages, stringDirectory, stringPages, takePages } from './index/strings'
import { INDEX_VERSION } from './layout'
import { answers, calls, filePaths } from './lookup/answers'
import { nameEnds, nameRows, nameTexts } from './lookup/names'
import { pieces as reads } from './lookup/ranges'
import { asciiTexts, otherTexts, textEnds } from './lookup/texts'
import { marks, pool } from './memory/strings'
import { Vec } from './memory/vec'

export { clearError, errorBytes, errorNumber, errorOffset, errorSection } from './fail'
export { clearWarning, warningNumber, warningOffset, warningSection } from './fail'
export { alloc, memoryTop, release, setMemoryLimit } from './memory/heap'
export { openWindow, setSectionTotal } from './memory/sections'
export { initStrings } from './memory/strings'
export { readAranges } from './dwarf/aranges'
export { setCallsOnly } from './dwarf/abbrev'
export { setBigEndian } from './dwarf/read'
export { addCode, addTarget, setTextBase } from './dwarf/ranges'
export { addUnit } from './dwarf/unit'
export { setDeferredBase } from './dwarf/names'
export { addEntries, setFileBase } from './index/block'
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
export { addFound, addLate, settleLate } from './index/late-names'
export { gatherMarks, sealMarks, takeMarks } from './memory/strings'
export { forgetNames, keepLines, resolveNames, skipName }
export { makeCalls, makeNames } from './lookup/answers'
export { openIndex, placeIndex } from './lookup/asked'
export { decodeBlocks, findBlocks } from './lookup/blocks'
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
export { planBatch } from './lookup/ranges'
export { decodeTexts, findTexts } from './lookup/texts'

/** Makes room for entries and marks that will be added, so that they are never moved. */
export function reserve(entryBytes: u32, markBytes: u32): void {
  entries.reserveExactly(entryBytes)
  marks.reserveExactly(markBytes)
}

/** Version of the index format that this module writes. */
export function indexVersion(): i32 {
  return INDEX_VERSION
}

/** Offset just behind the unit, as its header says. */
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
  if (!unit.skip) encodeUnit(unit.offset)
}

// Outputs: what a run of bytes holds, by number.
export function outputData(which: i32): usize {
  return output(which).data
}

export function outputLength(which: i32): u32 {
  return output(which).length
}

export function clearOutput(which: i32): void {
  if (which == 6) takePages()
  else if (which == 7) restartPages()
  else if (which == 12) marks.free()
  else output(which).length = 0
}

function output(which: i32): Vec {
  switch (which) {
    case 0:
      return blocks
    case 1:
      return blockSizes
    case 2:
      return pages
    case 3:
      return directory
    case 4:
      return symbolPages
    case 5:
      return symbolDirectory
    case 6:
      return stringPages
    case 7:
      return stringDirectory
    case 8:
      return files
    case 9:
      return entries
    case 10:
      return deferred
    case 11:
      return pool
    case 12:
      return marks
    case 13:
      return listed
    case 14:
      return callReturns
    case 15:
      return pieces
    case 16:
      return nameHashes
    case 17:
      return lateNames
    case 18:
      return nameIds
    case 20:
      return reads
    case 21:
      return answers
    case 22:
      return calls
    case 23:
      return filePaths
    case 24:
      return textEnds
    case 25:
      return asciiTexts
    case 26:
      return otherTexts
    case 27:
      return nameRows
    case 28:
      return nameEnds
    case 29:
      return nameTexts
    default:
      return listedWanted
  }
}

// Counts, by number.
export function total(which: i32): u32 {
  switch (which) {
    case 0:
      return functionCount
    case 1:
      return inlineCount
    case 2:
      return rowCount
    case 3:
      return symbolCount
    default:
      return unitCount()
  }
}
