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
  flags: number
  /** Other names of functions with this start. */
  aliases: number[]
}

/** Code of which only lines are known. */
export function isAnonymous({ flags }: FunctionEntry): boolean {
  return (flags & L.ENTRY_ANONYMOUS) !== 0
}

/** No symbol starts where the function does. */
export function isUnlisted({ flags }: FunctionEntry): boolean {
  return (flags & L.ENTRY_UNLISTED) !== 0
}

/**
 * Goes through a page of the function table up to an offset and calls back with each entry, always the same object. An
 * entry is told once all its aliases are known.
 */
export function visitFunctionPage(
  bytes: Uint8Array,
  first: number,
  shift: number,
  upTo: number,
  visit: (entry: FunctionEntry) => void,
): void {
  const cursor = new IndexCursor(bytes)
  const scale = 2 ** shift
  const entry: FunctionEntry = {
    start: first,
    rangeStart: 0,
    size: 0,
    name: 0,
    block: 0,
    slot: 0,
    range: 0,
    flags: 0,
    aliases: [],
  }
  let start = first
  let name = 0
  let pending = false
  while (!cursor.done) {
    start += cursor.readUleb() * scale
    if (start > upTo) break
    const head = cursor.readUleb()
    const flags = head & 1 ? cursor.readByte() : 0
    name = (name + cursor.readZigzag()) >>> 0
    if (flags & L.ENTRY_ALIAS) {
      entry.aliases.push(name)
      continue
    }
    if (pending) visit(entry)
    pending = true
    entry.range = flags & L.ENTRY_RANGE ? cursor.readUleb() : 0
    entry.start = start
    entry.rangeStart = start - (flags & L.ENTRY_CUT ? cursor.readUleb() * scale : 0)
    entry.size = (head >>> 1) * scale
    entry.name = name
    entry.flags = flags
    if (entry.aliases.length > 0) entry.aliases = []
    if (flags & L.ENTRY_EXPLICIT) {
      entry.block += cursor.readZigzag()
      entry.slot = cursor.readUleb()
    } else if (flags & L.ENTRY_NEXT_BLOCK) {
      entry.block++
      entry.slot = 0
    } else entry.slot++
  }
  if (pending) visit(entry)
}

/** The last entry of a page that does not start above an offset. */
export function findFunction(
  bytes: Uint8Array,
  first: number,
  shift: number,
  offset: number,
): FunctionEntry | undefined {
  let found: FunctionEntry | undefined
  visitFunctionPage(bytes, first, shift, offset, (entry) => (found = entry))
  return found
}

/** A named address, the start of an unnamed function, or an end of code. */
export interface SymbolRow {
  readonly start: number
  readonly name: number
  readonly kind: number
}

export function visitSymbolPage(
  bytes: Uint8Array,
  first: number,
  upTo: number,
  visit: (start: number, name: number, kind: number) => void,
): void {
  const cursor = new IndexCursor(bytes)
  let start = first
  let name = 0
  while (!cursor.done) {
    start += cursor.readUleb()
    if (start > upTo) return
    const kind = cursor.readByte()
    if (kind < L.SYMBOL_START) name = (name + cursor.readZigzag()) >>> 0
    visit(start, kind < L.SYMBOL_START ? name : 0, kind)
  }
}

/** The rows of a page with the greatest start that is not above an offset. */
export function findSymbols(bytes: Uint8Array, first: number, offset: number): readonly SymbolRow[] {
  let rows: SymbolRow[] = []
  visitSymbolPage(bytes, first, offset, (start, name, kind) => {
    if (rows.length > 0 && rows[0]?.start !== start) rows = []
    rows.push({ start, name, kind })
  })
  return rows
}

export function sourceOfKind(kind: number): CallSource {
  if (kind === L.SYMBOL_EXPORTS) return 'exports'
  if (kind === L.SYMBOL_METADATA) return 'metadata'
  return kind === L.SYMBOL_START ? 'starts' : 'symtab'
}

/** Calls back with the id and the bytes of each string of a page; the bytes hold for the call. */
export function readStringPage(
  bytes: Uint8Array,
  first: number,
  onString: (id: number, text: Uint8Array, length: number) => void,
): void {
  let text = new Uint8Array(1024)
  visitStringPage(bytes, first, (id, from, shared, length) => {
    if (length > text.length) {
      const bigger = new Uint8Array(length * 2)
      bigger.set(text.subarray(0, shared))
      text = bigger
    }
    text.set(bytes.subarray(from, from + length - shared), shared)
    onString(id, text, length)
    return true
  })
}

/** Calls back with the wanted strings of a page. Of the others no text is made: it is put together from behind. */
export function findStrings(
  bytes: Uint8Array,
  first: number,
  wanted: ReadonlySet<number>,
  onFound: (id: number, text: Uint8Array) => void,
): void {
  // Of each string so far: where its own bytes begin, and how many it shares with the one before.
  const places: number[] = []
  const shares: number[] = []
  let left = wanted.size
  visitStringPage(bytes, first, (id, from, shared, length) => {
    places.push(from)
    shares.push(shared)
    if (!wanted.has(id)) return true
    const text = new Uint8Array(length)
    let missing = length
    for (let at = places.length - 1; at >= 0 && missing > 0; at--) {
      const [place, share] = [places[at] ?? 0, shares[at] ?? 0]
      if (share >= missing) continue
      text.set(bytes.subarray(place, place + missing - share), share)
      missing = share
    }
    onFound(id, text)
    return --left > 0
  })
}

/** Goes through the strings of a page while it is told to go on: id, place of its own bytes, bytes shared, bytes in all. */
function visitStringPage(
  bytes: Uint8Array,
  first: number,
  visit: (id: number, from: number, shared: number, length: number) => boolean,
): void {
  const cursor = new IndexCursor(bytes)
  let length = 0
  let end = first
  while (!cursor.done) {
    const id = (end + cursor.readZigzag()) >>> 0
    const shared = Math.min(cursor.readUleb(), length)
    const rest = Math.min(cursor.readUleb(), bytes.length - cursor.at)
    const from = cursor.at
    length = shared + rest
    cursor.at += rest
    end = id + length + 1
    if (!visit(id, from, shared, length)) return
  }
}
