/** All sources of symbols, most specific first. */
import type { SymbolSource } from './source.ts'

export const symbolSources: readonly SymbolSource[] = []
