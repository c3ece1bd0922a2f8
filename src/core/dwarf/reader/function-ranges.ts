/** Where the functions of a unit have their code. */
import * as D from '../constants.ts'
import * as F from '../forms.ts'
import type { UnitHeader } from './unit-header.ts'
import { FormatError } from '../../model/problem.ts'
import type { Abbreviation } from './abbreviations.ts'
import { unitLists, rangesOf, type AddressRange, type ListRoom } from './address-lists.ts'
import type { DebugInfo } from './debug-info.ts'
import { readEach } from '../../bytes/paged.ts'
import { behindLeb, readFixed, readLeb } from './skip.ts'
import type { Unit } from './unit.ts'

export interface FunctionRanges {
  /** Of their DIEs. */
  readonly offsets: readonly number[]
  readonly ranges: readonly (readonly AddressRange[])[]
}

const kept = new WeakMap<Unit, FunctionRanges>()

/** The code of each function at these offsets, worked out once: large units have a hundred thousand. */
export function functionRanges(info: DebugInfo, unit: Unit, offsets: readonly number[]): FunctionRanges {
  const known = kept.get(unit)
  if (known) return known
  const room = unitLists()
  const ranges = readEach(offsets, (offset) => rangesAt(info, unit, offset, room))
  const all = { offsets, ranges }
  kept.set(unit, all)
  return all
}

function rangesAt(info: DebugInfo, unit: Unit, offset: number, room: ListRoom): readonly AddressRange[] {
  const plain = plainRange(info, unit, offset)
  if (plain) return plain
  try {
    return rangesOf(info, unit.die(offset), room)
  } catch (thrown) {
    // One list that is damaged hides no other function.
    if (thrown instanceof FormatError) return []
    throw thrown
  }
}

/** The range of a DIE that has its start and its length beside it; undefined for others. */
function plainRange(info: DebugInfo, unit: Unit, offset: number): readonly AddressRange[] | undefined {
  const { bytes, littleEndian, header } = unit
  const code = offset - unit.start
  const found = unit.abbreviations.get(readLeb(bytes, code))
  const place = found && placeOf(found, header)
  if (!place || header.addressSize !== 8) return undefined
  const start = behindLeb(bytes, code) + place.at
  const behind = place.startBytes < 0 ? behindLeb(bytes, start) : start + place.startBytes
  if (behind + place.lengthBytes > bytes.length) return undefined
  let [table, at] = [bytes, start]
  if (place.isIndexed) {
    const index = place.startBytes < 0 ? readLeb(bytes, start) : readFixed(bytes, start, place.startBytes, littleEndian)
    table = info.section('debug_addr')?.bytes.read(unit.bases.addresses + index * 8, 8) ?? table.subarray(0, 0)
    at = 0
    if (table.length < 8) return undefined
  }
  const low = new DataView(table.buffer, table.byteOffset + at, 8).getBigUint64(0, littleEndian)
  const length = readFixed(bytes, behind, place.lengthBytes, littleEndian)
  return length === 0 ? [] : [{ low, high: low + BigInt(length) }]
}

interface Place {
  /** Bytes from the first value to the start of the code. */
  readonly at: number
  /** Bytes of the start; below 0 for a LEB128. */
  readonly startBytes: number
  /** The start is a position in `.debug_addr`. */
  readonly isIndexed: boolean
  readonly lengthBytes: number
}

const places = new WeakMap<Abbreviation, Place | null>()

/** An abbreviation is of units of one version and one size of offsets. */
function placeOf(found: Abbreviation, { version, addressSize, offsetSize }: UnitHeader): Place | null {
  const known = places.get(found)
  if (known !== undefined) return known
  const { declarations } = found
  const low = declarations.findIndex(({ attribute }) => attribute === D.AT_LOW_PC)
  const [start, length] = declarations.slice(Math.max(0, low), low + 2)
  const sizeOf = (form: number): number => F.sizeOfForm(form, version, addressSize, offsetSize)
  const sizes = declarations.slice(0, Math.max(0, low)).map(({ form }) => sizeOf(form))
  const isIndexed = start !== undefined && F.isIndexedAddress(start.form)
  const isPlain =
    start !== undefined &&
    (isIndexed || start.form === F.FORM_ADDR) &&
    length?.attribute === D.AT_HIGH_PC &&
    LENGTHS.has(length.form) &&
    sizes.every((size) => size >= 0) &&
    !declarations.some(({ attribute }) => attribute === D.AT_RANGES)
  const at = sizes.reduce((sum, size) => sum + size, 0)
  const place = isPlain ? { at, startBytes: sizeOf(start.form), isIndexed, lengthBytes: sizeOf(length.form) } : null
  places.set(found, place)
  return place
}

const LENGTHS: ReadonlySet<number> = new Set([F.FORM_DATA4, F.FORM_DATA8])
