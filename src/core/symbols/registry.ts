/** All sources of symbols, most specific first. */
import { breakpadSource } from './breakpad.ts'
import { machoSource } from './macho.ts'
import type { SymbolSource } from './source.ts'

export const symbolSources: readonly SymbolSource[] = [machoSource, breakpadSource]
