/** Every export of the symbol engine; see `wasm/README.md`. */
import { addUnit, enterUnit, unitAt, unitCount } from './dwarf/unit'
import { readLines, rows } from './dwarf/line'
import { files } from './dwarf/files'
import { nameAt } from './dwarf/names'
import { walkUnit } from './dwarf/walk'
import { blocks, blockSizes, encodeUnit, entries, inlineCount, rowCount } from './index/block'
import { directory, functionCount, pages, sortEntries, writeTable } from './index/table'
import { symbolCount, symbolDirectory, symbolPages, writeSymbols } from './index/symbols'
import { stringCount, stringDirectory, stringPages, writePool, writeSectionStrings } from './index/strings'
import { INDEX_VERSION } from './layout'
import { Vec } from './memory/vec'
import { pool, poolStart } from './memory/strings'

export { errorNumber, errorSection, errorOffset, clearError } from './fail'
export { clearWarning, warningNumber, warningOffset, warningSection } from './fail'
export { alloc, release, memoryTop, setMemoryLimit } from './memory/heap'
export { openWindow } from './memory/sections'
export { initStrings } from './memory/strings'
export { setBigEndian } from './dwarf/read'
export { addCode, setTextBase } from './dwarf/ranges'
export { addUnit } from './dwarf/unit'
export { setDeferredBase } from './dwarf/names'
export { setFileBase } from './index/block'
export { addNlist, addStarts, addSymbol, setSectionIsCode } from './index/symbols'
export { sortEntries } from './index/table'
export { writeSectionStrings } from './index/strings'

/** Version of the index format that this module writes. */
export function indexVersion(): i32 {
  return INDEX_VERSION
}

/** Offset just behind the unit, as its header says. */
export function unitEnd(index: u32): u32 {
  return unitAt(index).end
}

/** Reads functions and inlined calls of a unit. */
export function walk(index: u32): void {
  rows.length = 0
  const unit = unitAt(index)
  if (unit.skip) return
  enterUnit(unit)
  walkUnit(unit)
}

/** Reads the line table of the unit walked last. */
export function lines(index: u32): void {
  const unit = unitAt(index)
  if (!unit.skip) readLines(unit)
}

/** Encodes what was read of the unit. */
export function encode(index: u32): void {
  const unit = unitAt(index)
  if (unit.skip) return
  encodeUnit(unit.offset)
}

export { writeTable, writeSymbols }

/** The strings interned by this module, written behind those of the sections. */
export function writeOwnPool(): void {
  writePool(pool.data, pool.length, poolStart())
}

// Outputs: what a vector holds, by number.
export function outputData(which: i32): usize {
  return output(which).data
}

export function outputLength(which: i32): u32 {
  return output(which).length
}

export function clearOutput(which: i32): void {
  output(which).length = 0
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
    default:
      return entries
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
    case 4:
      return stringCount
    default:
      return unitCount()
  }
}

export { nameAt }
