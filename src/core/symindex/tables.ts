/** Decodes pages of the function table, the symbol table and the strings. The layouts are told in README.md. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { CallSource } from '../model/image.ts'
import { IndexCursor } from './varint.ts'

/** A range of code of a function. */
export interface FunctionEntry {
  /** From where on this entry counts. */
  start: number
  /** Where its range begins; before `start` when another function covers the beginning. */
  rangeStart: number
  size: number
  name: number
  block: number
  slot: number
  /** Number of the range in its function. */
  range: number
  anonymous: boolean
  /** No symbol starts where it does. */
  unlisted: boolean
  /** Other names of functions with this start. */
  aliases: number[]
}

/** All entries of a page of the function table. */
export function readFunctionPage(bytes: Uint8Array, first: number, shift: number): FunctionEntry[] {
  const cursor = new IndexCursor(bytes)
  const entries: FunctionEntry[] = []
  let start = first
  let name = 0
  let block = 0
  let slot = 0
  while (!cursor.done) {
    start += cursor.readUleb() * 2 ** shift
    const head = cursor.readUleb()
    const flags = head & 1 ? cursor.readByte() : 0
    const size = (head >>> 1) * 2 ** shift
    name = (name + cursor.readZigzag()) >>> 0
    if (flags & L.ENTRY_ALIAS) {
      entries.at(-1)?.aliases.push(name)
      continue
    }
    const range = flags & L.ENTRY_RANGE ? cursor.readUleb() : 0
    const cut = flags & L.ENTRY_CUT ? cursor.readUleb() * 2 ** shift : 0
    if (flags & L.ENTRY_EXPLICIT) {
      block += cursor.readZigzag()
      slot = cursor.readUleb()
    } else if (flags & L.ENTRY_NEXT_BLOCK) {
      block++
      slot = 0
    } else slot++
    const anonymous = (flags & L.ENTRY_ANONYMOUS) !== 0
    const unlisted = (flags & L.ENTRY_UNLISTED) !== 0
    entries.push({ start, rangeStart: start - cut, size, name, block, slot, range, anonymous, unlisted, aliases: [] })
  }
  return entries
}

/** A named address, the start of an unnamed function, or an end of code. */
export interface SymbolRow {
  start: number
  name: number
  kind: number
}

export function readSymbolPage(bytes: Uint8Array, first: number): SymbolRow[] {
  const cursor = new IndexCursor(bytes)
  const rows: SymbolRow[] = []
  let start = first
  let name = 0
  while (!cursor.done) {
    start += cursor.readUleb()
    const kind = cursor.readByte()
    if (kind < L.SYMBOL_START) name = (name + cursor.readZigzag()) >>> 0
    rows.push({ start, name: kind < L.SYMBOL_START ? name : 0, kind })
  }
  return rows
}

export function sourceOfKind(kind: number): CallSource {
  if (kind === L.SYMBOL_EXPORTS) return 'exports'
  if (kind === L.SYMBOL_METADATA) return 'metadata'
  return kind === L.SYMBOL_START ? 'starts' : 'symtab'
}

/** Calls back with the id and the bytes of each string of a page; the bytes hold until the next call. */
export function readStringPage(
  bytes: Uint8Array,
  first: number,
  onString: (id: number, text: Uint8Array) => void,
): void {
  const cursor = new IndexCursor(bytes)
  let text = new Uint8Array(256)
  let length = 0
  let end = first
  while (!cursor.done) {
    const id = (end + cursor.readZigzag()) >>> 0
    const shared = Math.min(cursor.readUleb(), length)
    const rest = Math.min(cursor.readUleb(), bytes.length - cursor.at)
    length = shared + rest
    if (length > text.length) {
      const bigger = new Uint8Array(length * 2)
      bigger.set(text.subarray(0, shared))
      text = bigger
    }
    text.set(bytes.subarray(cursor.at, cursor.at + rest), shared)
    cursor.at += rest
    end = id + length + 1
    onString(id, text.subarray(0, length))
  }
}
