/** Names and types of what a WebAssembly module imports and exports, read from its bytes (core specification, chapter 5). */
import { ByteCursor } from '../../src/core/bytes/cursor.ts'

export interface FunctionSignature {
  readonly parameters: number
  readonly results: number
}

const SECTION_TYPE = 1
const SECTION_IMPORT = 2
const SECTION_FUNCTION = 3
const SECTION_EXPORT = 7
const KIND_FUNCTION = 0

/** Exported functions by name, and imported ones by `module.name`. */
export function signaturesOf(bytes: Uint8Array): {
  readonly exported: ReadonlyMap<string, FunctionSignature>
  readonly imported: ReadonlyMap<string, FunctionSignature>
} {
  const sections = sectionsOf(bytes)
  const types = listOf(sections.get(SECTION_TYPE), (cursor): FunctionSignature => {
    if (cursor.readU8() !== 0x60) throw new Error(`no function type at ${cursor.at}`)
    return { parameters: skipTypes(cursor), results: skipTypes(cursor) }
  })
  const imports = listOf(sections.get(SECTION_IMPORT), (cursor) => {
    const name = `${readName(cursor)}.${readName(cursor)}`
    if (cursor.readU8() !== KIND_FUNCTION) throw new Error(`${name} is not a function`)
    return { name, type: cursor.readUleb() }
  })
  const functions = [
    ...imports.map(({ type }) => type),
    ...listOf(sections.get(SECTION_FUNCTION), (cursor) => cursor.readUleb()),
  ]
  const exports = listOf(sections.get(SECTION_EXPORT), (cursor) => ({
    name: readName(cursor),
    kind: cursor.readU8(),
    index: cursor.readUleb(),
  })).filter(({ kind }) => kind === KIND_FUNCTION)
  return {
    exported: new Map(exports.map(({ name, index }) => [name, types[functions[index] ?? -1]!])),
    imported: new Map(imports.map(({ name, type }) => [name, types[type]!])),
  }
}

function sectionsOf(bytes: Uint8Array): ReadonlyMap<number, ByteCursor> {
  const sections = new Map<number, ByteCursor>()
  const cursor = new ByteCursor(bytes, { file: 'module', at: 8 })
  while (!cursor.done) {
    const id = cursor.readU8()
    const content = cursor.readBytes(cursor.readUleb())
    sections.set(id, new ByteCursor(content, { file: `section ${id}` }))
  }
  return sections
}

function listOf<T>(cursor: ByteCursor | undefined, read: (cursor: ByteCursor) => T): T[] {
  return cursor ? Array.from({ length: cursor.readUleb() }, () => read(cursor)) : []
}

function skipTypes(cursor: ByteCursor): number {
  const count = cursor.readUleb()
  cursor.skip(count)
  return count
}

function readName(cursor: ByteCursor): string {
  return new TextDecoder().decode(cursor.readBytes(cursor.readUleb()))
}
