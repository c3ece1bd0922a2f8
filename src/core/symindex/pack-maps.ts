/** Maps of scripts, lines and names in packs: their rows, and their bytes, each compressed by itself. Layout: README.md. */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { crc32 } from '../bytes/crc32.ts'
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

/** A map by the numbers of its row; of the map nothing is read. `row` counts from 0; `names` are those of the rows before. */
export function placeMap(
  {
    start,
    size,
    bytes,
    checksum,
    name,
  }: Pick<PackedMap, 'name' | 'bytes' | 'checksum'> & { readonly start: bigint; readonly size: bigint },
  {
    blob,
    pack,
    row,
    names,
  }: { readonly blob: Blob; readonly pack: string; readonly row: number; readonly names: ReadonlySet<string> },
): MapRow {
  const end = start + size
  const isInFile = start >= BigInt(HEADER_BYTES) && end <= BigInt(blob.size) && size > 0n
  const isName = name !== '' && !/[/\\]/.test(name)
  if (!isInFile || !isName || bytes > MOST_MAP_BYTES || row >= MOST_MAPS) return { name, from: 0, to: 0 }
  const [from, to] = [Number(start), Number(end)]
  const path = `${pack}!${names.has(name) ? `${row + 1}/` : ''}${name}`
  return { name, from, to, value: { name, path, bytes, packed: blob.slice(from, to), checksum } }
}

/** The map as a file. Throws a FormatError where its bytes are not those that were packed, or cost more than the budget has. */
export async function openPackedMap(map: PackedMap, budget: Budget): Promise<InputFile> {
  const { packed, checksum, bytes, name, path } = map
  const isListed = crc32(await openRange(packed, 0, packed.size)) === checksum
  const blob = isListed ? await inflateSection(packed, bytes, budget) : undefined
  if (!blob) throw new FormatError(problem('damaged-pack.map', { map: name }, { file: path }))
  return { path, blob }
}
