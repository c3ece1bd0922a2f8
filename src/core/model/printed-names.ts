/** Finds the names in a report that give evidence on their address. */
import type { Frame, PrintedSymbol } from './report.ts'
import type { SymbolPlace } from './script.ts'

/** Dart's code has one symbol for all functions of the program, and one for those of its runtime. */
const DART_SNAPSHOT = /^_{0,2}kDart(?:Isolate|Vm)SnapshotInstructions$/

/** The place of a frame by its distance from a symbol that is the start of much code, and no function. */
export function placeFromSymbol({ fromSymbol, symbol }: Frame): SymbolPlace | undefined {
  if (fromSymbol || symbol?.offset === undefined || symbol.offset < 0) return fromSymbol
  return DART_SNAPSHOT.test(symbol.name) ? { name: symbol.name, offset: symbol.offset } : undefined
}

/**
 * A printed name that says nothing about the address: a placeholder, or the nearest label of a stripped image.
 * `_mh_execute_header + n` and the image's own name mean "n bytes from the start of the image".
 */
export function isRealName(symbol: PrintedSymbol | undefined, imageNames: readonly string[]): symbol is PrintedSymbol {
  if (!symbol) return false
  const name = symbol.name.trim()
  if (name === '' || isHeaderName(name, imageNames) || DART_SNAPSHOT.test(name)) return false
  return !/^(\?\?\?|<redacted>|<deduplicated_symbol>|<unknown>|<null>|\(null\)|null|0x[0-9a-f]+|_{1,2}hidden#\d*_?|GCC_except_table\d*|__swift5_\w+|_{0,3}lldb_unnamed_(symbol|function)\d*.*|_{0,2}unnamed_\w*|load address 0x.*)$/i.test(
    name,
  )
}

/** True for a name of the image's start. */
export function isHeaderName(name: string, imageNames: readonly string[]): boolean {
  return /^_{0,2}mh_(execute|dylib|bundle)_header$/.test(name) || imageNames.includes(name)
}
