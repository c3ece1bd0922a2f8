/** Ranges and location lists: `.debug_ranges`, `.debug_rnglists`, `.debug_loc`, `.debug_loclists`. DWARF 5, sections 7.25 and 7.29. */
import type { ByteCursor } from '../../bytes/cursor.ts'
import * as D from '../constants.ts'
import * as F from '../forms.ts'
import type { DebugInfo } from './debug-info.ts'
import type { Die, Unit } from './unit.ts'
import type { AttributeValue } from './value.ts'

export interface AddressRange {
  readonly low: bigint
  /** Behind the last address. */
  readonly high: bigint
}

/** An expression, and where it holds. */
interface Located extends AddressRange {
  readonly expression: Uint8Array
  /** Holds wherever no other entry does. */
  readonly isDefault?: true
}

/** Entries that may still be read. Lists may overlap, so that a short section has any number of long ones. */
export interface ListRoom {
  left: number
}

/** Room for one list; functions of some ten thousand instructions have some thousand entries. */
const oneList = (): ListRoom => ({ left: 100_000 })
/** Room for all lists of one unit. Nearly all functions have a plain range, and no list. */
export const unitLists = (): ListRoom => ({ left: 1_000_000 })
/** Room for the lists of all units; linkers of large programs put each function in a range of its own. */
export const imageLists = (): ListRoom => ({ left: 5_000_000 })

/** A list is read in pieces of so many bytes. */
const PIECE = 0x10000

export function coversAddress(ranges: readonly AddressRange[], address: bigint): boolean {
  return ranges.some(({ low, high }) => address >= low && address < high)
}

/** The ranges of a DIE's code; none where it has none. `room` is for callers that read many lists. */
export function rangesOf(info: DebugInfo, die: Die | undefined, room = oneList()): readonly AddressRange[] {
  if (!die) return []
  const list = die.attributes.get(D.AT_RANGES)
  if (list) return [...entriesOf(info, die.unit, list, room, false)]
  const low = info.address(die, D.AT_LOW_PC)
  const written = die.attributes.get(D.AT_HIGH_PC)
  if (low === undefined || !written) return []
  const isAddress = written.form === F.FORM_ADDR || F.isIndexedAddress(written.form)
  const high = isAddress ? info.address(die, D.AT_HIGH_PC) : low + written.number
  return high === undefined || high <= low ? [] : [{ low, high }]
}

/** The expression of a location list that holds at an address. */
export function locatedAt(
  info: DebugInfo,
  unit: Unit,
  list: AttributeValue,
  address: bigint,
  room = oneList(),
): Uint8Array | undefined {
  let otherwise: Uint8Array | undefined
  for (const { low, high, expression, isDefault } of entriesOf(info, unit, list, room, true)) {
    if (isDefault) otherwise ??= expression
    else if (address >= low && address < high) return expression
  }
  return otherwise
}

/** Entries of a list, from first to last. */
function* entriesOf(
  info: DebugInfo,
  unit: Unit,
  list: AttributeValue,
  room: ListRoom,
  hasExpressions: boolean,
): Generator<Located> {
  const isNew = unit.header.version >= 5
  const section = hasExpressions ? (isNew ? 'debug_loclists' : 'debug_loc') : isNew ? 'debug_rnglists' : 'debug_ranges'
  const start = startOf(info, unit, list, section, hasExpressions)
  const size = info.section(section)?.bytes.size ?? 0
  if (start === undefined || start >= size) return
  const cursor = info.cursor(section, start, Math.min(PIECE, size - start))
  yield* isNew ? newEntries(info, unit, cursor, room, hasExpressions) : oldEntries(unit, cursor, room, hasExpressions)
}

/** Where a list begins: an offset in the section, or a number in the unit's table of offsets. */
function startOf(
  info: DebugInfo,
  { header, bases }: Unit,
  { form, number }: AttributeValue,
  section: string,
  hasExpressions: boolean,
): number | undefined {
  if (form !== F.FORM_LOCLISTX && form !== F.FORM_RNGLISTX) return Number(number)
  const base = hasExpressions ? bases.locations : bases.ranges
  const entry = info.cursor(section, base + Number(number) * header.offsetSize, header.offsetSize)
  return entry.remaining < header.offsetSize ? undefined : base + Number(entry.readUnsigned(header.offsetSize))
}

const NOTHING = new Uint8Array()

function* oldEntries(
  { header, bases }: Unit,
  cursor: ByteCursor,
  room: ListRoom,
  hasExpressions: boolean,
): Generator<Located> {
  const { addressSize } = header
  const selectsBase = (1n << BigInt(addressSize * 8)) - 1n
  let base = bases.lowPc
  while (room.left-- > 0) {
    const low = cursor.readUnsigned(addressSize)
    const high = cursor.readUnsigned(addressSize)
    if (low === 0n && high === 0n) return
    if (low === selectsBase) {
      base = high
      continue
    }
    const expression = hasExpressions ? cursor.readBytes(cursor.readU16()) : NOTHING
    yield { low: base + low, high: base + high, expression }
  }
}

function* newEntries(
  info: DebugInfo,
  unit: Unit,
  cursor: ByteCursor,
  room: ListRoom,
  hasExpressions: boolean,
): Generator<Located> {
  const { addressSize } = unit.header
  const indexed = (): bigint => info.indexedAddress(unit, cursor.readUleb64()) ?? 0n
  const plain = (): bigint => cursor.readUnsigned(addressSize)
  const expression = (): Uint8Array => (hasExpressions ? cursor.readBytes(cursor.readUleb()) : NOTHING)
  let base = unit.bases.lowPc
  while (room.left-- > 0) {
    const written = cursor.readU8()
    if (hasExpressions && written === D.LLE_DEFAULT_LOCATION) {
      yield { low: 0n, high: 0n, expression: expression(), isDefault: true }
      continue
    }
    const kind = hasExpressions && written > D.LLE_DEFAULT_LOCATION ? written - 1 : written
    let low: bigint
    let high: bigint
    switch (kind) {
      case D.RLE_END_OF_LIST:
        return
      case D.RLE_BASE_ADDRESSX:
        base = indexed()
        continue
      case D.RLE_BASE_ADDRESS:
        base = plain()
        continue
      case D.RLE_STARTX_ENDX:
        low = indexed()
        high = indexed()
        break
      case D.RLE_STARTX_LENGTH:
        low = indexed()
        high = low + cursor.readUleb64()
        break
      case D.RLE_OFFSET_PAIR:
        low = base + cursor.readUleb64()
        high = base + cursor.readUleb64()
        break
      case D.RLE_START_END:
        low = plain()
        high = plain()
        break
      case D.RLE_START_LENGTH:
        low = plain()
        high = low + cursor.readUleb64()
        break
      default:
        throw cursor.damage('bad-ranges', {})
    }
    yield { low, high, expression: expression() }
  }
}
