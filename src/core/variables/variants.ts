/** The variant that a value holds: Rust's enumerations, variant records. DWARF 5, sections 5.7.10 and 7.5.5. */
import { ByteCursor } from '../bytes/cursor.ts'
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/variables.ts'
import { NoValue, type Place } from '../dwarf/expression/machine.ts'
import { spend } from './evaluate.ts'
import { numberOf, type Die } from '../dwarf/reader/unit.ts'
import type { AttributeValue } from '../dwarf/reader/value.ts'
import type { ValueReader } from './values.ts'

interface Discriminant {
  /** Its lowest `size` bits. */
  readonly bits: bigint
  readonly size: number
  readonly isSigned: boolean
}

/** The `DW_TAG_variant` that holds; throws `NoValue` where none does, or the discriminant is not known. */
export function activeVariant(reader: ValueReader, part: Die, place: Place, offset: number): Die {
  const discriminant = discriminantOf(reader, part, place, offset)
  let otherwise: Die | undefined
  let only: Die | undefined
  let count = 0
  for (const variant of reader.children(part)) {
    if (variant.tag !== D.TAG_VARIANT) continue
    count++
    only = variant
    const value = variant.attributes.get(D.AT_DISCR_VALUE)
    const list = variant.attributes.get(D.AT_DISCR_LIST)?.bytes
    if (!value && !list) otherwise ??= variant
    else if (discriminant && isOf(reader, discriminant, value, list)) return variant
  }
  const found = otherwise ?? (discriminant || count !== 1 ? undefined : only)
  if (found) return found
  throw new NoValue(
    discriminant ? unavailable.unknownVariant({ value: textOf(discriminant) }) : unavailable.damagedType,
  )
}

/** Absent where there is one variant alone. */
function discriminantOf(reader: ValueReader, part: Die, place: Place, offset: number): Discriminant | undefined {
  const member = reader.info.referred(part, D.AT_DISCR)
  if (!member) return undefined
  const type = reader.plain(reader.info.referred(member, D.AT_TYPE))
  const { at, bits } = reader.memberPlace(member, type)
  const size = bits ?? (reader.size(type) ?? 0) * 8
  if (!type || size <= 0 || size > 128) throw new NoValue(unavailable.damagedType)
  const encoding = numberOf(type, D.AT_ENCODING)
  const isSigned = encoding === D.ATE_SIGNED || encoding === D.ATE_SIGNED_CHAR
  return { bits: reader.bits(place, offset + at, size), size, isSigned }
}

const textOf = ({ bits, size, isSigned }: Discriminant): string => `${isSigned ? BigInt.asIntN(size, bits) : bits}`

function isOf(
  reader: ValueReader,
  { bits, size, isSigned }: Discriminant,
  value: AttributeValue | undefined,
  list: Uint8Array | undefined,
): boolean {
  const { littleEndian } = reader.info.image
  if (value) {
    const wide = value.bytes?.subarray(0, 16)
    const own = wide ? new ByteCursor(wide, { file: '', littleEndian }).readUnsigned(wide.length) : value.number
    return BigInt.asUintN(size, own) === bits
  }
  const cursor = new ByteCursor(list ?? new Uint8Array(), { file: '', littleEndian })
  const read = (): bigint => (isSigned ? cursor.readSleb64() : cursor.readUleb64())
  const known = isSigned ? BigInt.asIntN(size, bits) : bits
  while (!cursor.done) {
    spend(reader.frame)
    const isRange = cursor.readU8() === D.DSC_RANGE
    const low = read()
    const high = isRange ? read() : low
    if (low <= known && known <= high) return true
  }
  return false
}
