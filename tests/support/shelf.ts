/** The compiled fixture "Shelf": what llvm-symbolizer reads in its dSYM, and the image as a stripped one. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const fixture = (path: string): string => fileURLToPath(new URL(`../fixtures/macho/${path}`, import.meta.url))
const LC_SYMTAB = 2

export interface TruthRow {
  readonly address: string
  readonly arch: string
  readonly frames: readonly { readonly function: string; readonly start: string; readonly line?: number }[]
}

/** The path of the image of a build, as the linker left it. */
export const shelfImage = (build: string): string => fixture(`${build}/Shelf`)

/** The path of the DWARF file of a build. */
export const shelfSymbols = (build: string): string => fixture(`${build}/Shelf.dSYM/Contents/Resources/DWARF/Shelf`)

/** Every row of a build's line table, as llvm-symbolizer reads it. */
export function shelfTruth(build: string): readonly TruthRow[] {
  const rows = readFileSync(fixture(`${build}/truth.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return rows.map((row) => JSON.parse(row) as TruthRow)
}

/** Starts of functions, with the names of those that fit. */
export function functionStarts(build: string, wanted: RegExp): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { address, frames } of shelfTruth(build)) {
    const outer = frames.at(-1)
    if (outer && outer.start === address && wanted.test(outer.function)) found.set(address, outer.function)
  }
  return found
}

/** The image with a symbol table of no entries, as a stripped one has. */
export const strippedShelf = (build: string): Buffer => withoutSymbols(readFileSync(shelfImage(build)))

const LC_DYLD_EXPORTS_TRIE = 0x80000033
const LC_DYLD_INFO_ONLY = 0x80000022

/** A thin 64-bit image with a symbol table of no entries; with `alsoExports` it exports nothing, either. */
export function withoutSymbols(image: Buffer, alsoExports = false): Buffer {
  const bytes = Buffer.from(image)
  const commands = bytes.readUInt32LE(16)
  for (let at = 32, left = commands; left > 0; left--, at += bytes.readUInt32LE(at + 4)) {
    const command = bytes.readUInt32LE(at)
    if (command === LC_SYMTAB) bytes.writeUInt32LE(0, at + 12) // nsyms
    if (alsoExports && command === LC_DYLD_EXPORTS_TRIE) bytes.writeUInt32LE(0, at + 12) // datasize
    if (alsoExports && command === LC_DYLD_INFO_ONLY) bytes.writeUInt32LE(0, at + 44) // export_size
  }
  return bytes
}
