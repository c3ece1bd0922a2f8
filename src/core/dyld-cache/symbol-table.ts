/**
 * One symbol table for an image of a cache: its own entries, then its local symbols, with a string table of just their
 * names. The image's own keep their positions, because indirect symbols count them.
 */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { N_SECT, N_STAB, N_TYPE } from '../macho/constants.ts'
import { problem } from '../messages/problems.ts'
import type { Problem } from '../model/problem.ts'
import type { LocalSymbols } from './local-symbols.ts'
import { readStrings } from './strings.ts'
import { asOnePart } from '../model/joined-bytes.ts'

/** The name that replaces a removed local symbol. */
const REDACTED = new TextEncoder().encode('<redacted>\0')

/** Entries and the strings that they name. */
export interface SymbolPart {
  readonly entries: Blob
  readonly strings: Blob
}

export interface SymbolTable {
  readonly entries: Uint8Array<ArrayBuffer>
  readonly count: number
  readonly strings: Uint8Array<ArrayBuffer>
}

interface Shape {
  readonly pointerSize: 4 | 8
  readonly littleEndian: boolean
  /** True for an address of this image. */
  readonly isOwn: (address: bigint) => boolean
}

/** Bytes of an nlist entry. */
export function entryBytesOf(pointerSize: 4 | 8): number {
  return pointerSize === 8 ? 16 : 12
}

/** The entries of an image in the table of local symbols. */
export function localPart(locals: LocalSymbols, start: number, entryBytes: number): SymbolPart | undefined {
  const range = locals.ranges.get(start)
  if (!range || range.count === 0) return undefined
  const from = range.first * entryBytes
  return { entries: locals.entries.slice(from, from + range.count * entryBytes), strings: locals.strings }
}

/**
 * Joins tables. A symbol whose name was taken out, and one outside of the image, loses its type, so that it names nothing.
 */
export async function joinSymbols(
  parts: readonly SymbolPart[],
  shape: Shape,
  place: { readonly file: string; readonly offset: number },
  budget: Budget,
  problems: Problem[],
): Promise<SymbolTable> {
  const entryBytes = entryBytesOf(shape.pointerSize)
  const tables: Uint8Array<ArrayBuffer>[] = []
  const texts: Uint8Array<ArrayBuffer>[] = []
  let textBytes = 0
  let foreign = 0
  for (const part of parts) {
    budget.spend('loaded', part.entries.size)
    const all = await openRange(part.entries, 0, part.entries.size)
    const entries = all.subarray(0, all.length - (all.length % entryBytes))
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
    budget.spend('steps', entries.length / entryBytes)
    const strings = await readStrings(part.strings, namesOf(view, entryBytes, shape.littleEndian), budget)
    for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
      const start = strings.starts.get(view.getUint32(at, shape.littleEndian))
      view.setUint32(at, start === undefined ? 0 : textBytes + start, shape.littleEndian)
      const type = view.getUint8(at + 4)
      if ((type & N_STAB) !== 0 || (type & N_TYPE) !== N_SECT) continue
      const address =
        shape.pointerSize === 8
          ? view.getBigUint64(at + 8, shape.littleEndian)
          : BigInt(view.getUint32(at + 8, shape.littleEndian))
      const own = shape.isOwn(address)
      if (!own) foreign++
      if (!own || start === undefined || isRedacted(strings.bytes, start)) view.setUint8(at + 4, 0)
    }
    tables.push(entries)
    texts.push(strings.bytes)
    textBytes += strings.bytes.length
  }
  if (foreign > 0) problems.push(problem('shared-cache.foreign-symbols', { count: foreign }, place))
  const entries = asOnePart(tables)
  return { entries, count: entries.length / entryBytes, strings: asOnePart(texts) }
}

function* namesOf(entries: DataView, entryBytes: number, littleEndian: boolean): Generator<number, void> {
  for (let at = 0; at + entryBytes <= entries.byteLength; at += entryBytes) {
    if ((entries.getUint8(at + 4) & N_STAB) === 0) yield entries.getUint32(at, littleEndian)
  }
}

function isRedacted(strings: Uint8Array, start: number): boolean {
  return REDACTED.every((byte, index) => strings[start + index] === byte)
}
