/**
 * Names of code beyond the symbol table: exports, Objective-C methods, stubs, functions in Swift's metadata. Loaded
 * with the first image that has any.
 */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { demangle } from '../demangle/registry.ts'
import { codeRanges, isInCode } from '../macho/code.ts'
import { openVirtualMethods } from '../macho/cxx-vtables.ts'
import { parseExportsTrie } from '../macho/exports-trie.ts'
import type { MachOImage } from '../macho/image.ts'
import { MAX_TRIE_BYTES } from '../macho/limits.ts'
import { openObjcMethods } from '../macho/objc.ts'
import { openStubs } from '../macho/stubs.ts'
import { openSwiftMetadata } from '../macho/swift.ts'
import { visitDefinedSymbols } from '../macho/symbol-table.ts'
import { metadataNames } from '../messages/names.ts'
import { problem } from '../messages/problems.ts'
import { imageOffset } from '../model/address.ts'
import { archFamily, architectureOf } from '../model/architecture.ts'
import { problemFrom, type Problem } from '../model/problem.ts'
import type { SymbolEntry } from '../ports.ts'
import { tellFunction } from './swift-names.ts'

/** Of names at one address the first counts, and none where the symbol table has one. */
export async function otherNames(
  image: MachOImage,
  budget: Budget,
): Promise<{ symbols: SymbolEntry[]; problems: readonly Problem[] }> {
  const code = codeRanges(image)
  const hasStateBit = architectureOf(archFamily(image.arch))?.strayBits.kind === 'lowest'
  const found = new Map<number, SymbolEntry>()
  const add = (source: SymbolEntry['source'], name: string, offset: number): void => {
    const start = hasStateBit ? offset - (offset % 2) : offset
    if (isInCode(code, start) && !found.has(start)) found.set(start, { offset: imageOffset(start), name, source })
  }
  const exported = await openExports(image, budget)
  for (const { name, offset } of exported.symbols) add('exports', name.replace(/^_/, ''), offset)
  const objc = await openObjcMethods(image, budget)
  for (const { name, offset } of objc.methods) add('metadata', name, offset)
  const problems: Problem[] = [...exported.problems]
  try {
    for (const { name, offset, kind } of await openStubs(image, budget))
      add(kind === 'import' ? 'symtab' : 'metadata', name, offset)
  } catch (thrown) {
    problems.push(problemFrom(thrown, image.path))
  }
  const swift = await openSwiftMetadata(image, budget)
  for (const { offset, what } of swift.functions) {
    const told = tellFunction({ what })
    if (told) add(told.source, told.name, offset)
  }
  for (const { offset, type, index } of await openVirtualMethods(image, budget)) {
    const name = demangle(`_ZTS${type}`, 'full').replace(/^typeinfo name for /, '')
    if (!name.startsWith('_ZTS')) add('described', metadataNames['virtual-method']({ type: name, index }), offset)
  }
  if (found.size > 0) await visitDefinedSymbols(image, (offset) => found.delete(offset))
  const notes = [...objc.problems, ...swift.problems].map((problem): Problem => ({ ...problem, severity: 'note' }))
  return {
    symbols: [...found.values()].sort((a, b) => a.offset - b.offset),
    problems: [...problems, ...notes],
  }
}

async function openExports(image: MachOImage, budget: Budget): Promise<ReturnType<typeof parseExportsTrie>> {
  const range = image.exportsTrie
  if (!range) return { symbols: [], problems: [] }
  const fileOffset = image.fileOffset + range.offset
  if (range.size > MAX_TRIE_BYTES) {
    const place = { file: image.path, offset: fileOffset }
    return { symbols: [], problems: [problem('too-large.trie', { bytes: range.size }, place)] }
  }
  const bytes = await openRange(image.blob, range.offset, range.offset + range.size)
  return parseExportsTrie(bytes, { file: image.path, fileOffset, budget })
}
