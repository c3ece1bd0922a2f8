/** Reads pages of the symbol table, row by row. Layout: `src/core/symindex/README.md`. */
import * as L from '../layout'
import { Range } from './ranges'
import { at, Read, seek } from './read'

// The current row; its name is 0 for none.
export let symbolStart: u32 = 0
export let symbolKind: u32 = 0
export let symbolName: u32 = 0
/** DWARF uses another symbol's name for this function. */
export let symbolIsFolded: bool = false
/** Start of the next row; u64.MAX_VALUE at the end of the page. */
export let nextSymbolStart: u64 = 0
let named: u32 = 0
let end: usize = 0

/** Enters a page whose first key is `key`. */
export function enterSymbols(page: Range, key: u32): void {
  named = 0
  seek(page.place)
  end = page.place + page.bytes
  nextSymbolStart = key
  readStart()
}

function readStart(): void {
  if (at < end) nextSymbolStart += u64(Read.uleb())
  else nextSymbolStart = u64.MAX_VALUE
}

export function readSymbol(): void {
  symbolStart = u32(nextSymbolStart)
  const kind = Read.byte()
  symbolKind = kind & ~u32(L.SYMBOL_FOLDED)
  symbolIsFolded = (kind & u32(L.SYMBOL_FOLDED)) != 0
  symbolName = 0
  if (symbolKind < u32(L.SYMBOL_START)) {
    named += Read.zigzag()
    symbolName = named
  }
  readStart()
}
