/** Maps of scripts, lines and names in packs: their rows, and their bytes, each compressed by itself. Layout: README.md. */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { crc32 } from '../bytes/crc32.ts'
import type { ByteCursor } from '../bytes/cursor.ts'
import { inflateSection } from '../bytes/inflate-section.ts'
import { problem } from '../messages/problems.ts'
import { FormatError } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import { HEADER_BYTES, MOST_MAP_BYTES, MOST_MAPS } from './pack-layout.ts'

export interface PackedMap {
  /** Name of its file when it was packed. */
  readonly name: string
  /** The path of the pack, `!`, and the name; a number between where two maps have one name. */
  readonly path: string
  /** Bytes before it was compressed. */
  readonly bytes: number
  /** Compressed, and the CRC-32 of that. */
  readonly packed: Blob
  readonly checksum: number
}

interface MapRow {
  readonly name: string
  /** Absent where the row says what cannot be. */
  readonly value?: PackedMap
  readonly from: number
  readonly to: number
}

/** Reads the row at the cursor. Of the map nothing is read. `row` counts from 0; `names` are those of the rows before. */
export function readMapRow(
  cursor: ByteCursor,
  textAt: (at: number) => string,
  {
    blob,
    pack,
    row,
    names,
  }: { readonly blob: Blob; readonly pack: string; readonly row: number; readonly names: ReadonlySet<string> },
): MapRow {
  const [from, size] = [cursor.readU64(), cursor.readU64()]
  const [bytes, checksum, nameAt] = [cursor.readU32(), cursor.readU32(), cursor.readU32()]
  const name = textAt(nameAt)
  const end = from + size
  const isInFile = from >= BigInt(HEADER_BYTES) && end <= BigInt(blob.size) && size > 0n
  const isName = name !== '' && !/[/\\]/.test(name)
  if (!isInFile || !isName || bytes > MOST_MAP_BYTES || row >= MOST_MAPS) return { name, from: 0, to: 0 }
  const [start, to] = [Number(from), Number(end)]
  const path = `${pack}!${names.has(name) ? `${row + 1}/` : ''}${name}`
  return { name, from: start, to, value: { name, path, bytes, packed: blob.slice(start, to), checksum } }
}

/** The map as a file. Throws a FormatError where its bytes are not those that were packed, or cost more than the budget has. */
export async function openPackedMap(map: PackedMap, budget: Budget): Promise<InputFile> {
  const { packed, checksum, bytes, name, path } = map
  const isListed = crc32(await openRange(packed, 0, packed.size)) === checksum
  const blob = isListed ? await inflateSection(packed, bytes, budget) : undefined
  if (!blob) throw new FormatError(problem('damaged-pack.map', { map: name }, { file: path }))
  return { path, blob }
}
