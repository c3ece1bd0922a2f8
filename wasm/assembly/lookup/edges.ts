/**
 * Offsets where the answers of an index may change: starts and ends of entries, symbols, line rows, inlined calls.
 * Between two neighbours all offsets have one answer, so a dump of the whole index looks up these alone. Not sorted,
 * with duplicates.
 */
import { decodeBlocks } from './blocks'
import { addEdge, collectEdges, edges } from './function-record'
import { entry, enterFunctions, nextStart, readFunction } from './functions'
import { firstKey, functionDirectory, symbolDirectory } from './index-header'
import { findAllFunctions, findAllSymbols } from './names'
import { inBatch, rangeAt } from './ranges'
import { enterSymbols, nextSymbolStart, readSymbol, symbolStart } from './symbols'

/** Page of the batch's first range. */
let page: u32 = 0

/** Requests all pages of functions; `findSymbolEdges` comes after it, for those of symbols. */
export function findFunctionEdges(): void {
  edges.length = 0
  page = 0
  findAllFunctions()
}

export function findSymbolEdges(): void {
  page = 0
  findAllSymbols()
}

export function decodeFunctionEdges(): void {
  for (; inBatch(page); page++) {
    enterFunctions(rangeAt(page), firstKey(functionDirectory, page))
    while (nextStart <= u64(u32.MAX_VALUE)) {
      if (!readFunction()) continue
      addEdge(entry.start)
      const end = u64(entry.rangeStart) + u64(entry.size)
      if (end < u64(u32.MAX_VALUE)) addEdge(u32(end))
    }
  }
}

export function decodeSymbolEdges(): void {
  for (; inBatch(page); page++) {
    enterSymbols(rangeAt(page), firstKey(symbolDirectory, page))
    while (nextSymbolStart <= u64(u32.MAX_VALUE)) {
      readSymbol()
      addEdge(symbolStart)
    }
  }
}

/** In place of `decodeBlocks`: those inside the functions at the queried offsets. */
export function decodeBlockEdges(): void {
  collectEdges(true)
  decodeBlocks()
  collectEdges(false)
}
