/** Reads one value by its form, in a DIE or a line table's header. DWARF 5, section 7.5.5. */
import type { ByteCursor } from '../../bytes/cursor.ts'
import * as F from '../forms.ts'
import type { UnitShape } from './unit-header.ts'

/** A value as written; the meaning of its number depends on the form. */
export interface AttributeValue {
  readonly form: number
  /** Numbers, offsets, indexes, flags. */
  readonly number: bigint
  /** Blocks and expressions; texts in place, without their NUL. */
  readonly bytes?: Uint8Array
}

/** The value at the cursor. `constant` is that of the abbreviation, for `DW_FORM_implicit_const`. Damage is a FormatError. */
export function readValue(cursor: ByteCursor, form: number, shape: UnitShape, constant = 0): AttributeValue {
  switch (form) {
    case F.FORM_FLAG_PRESENT:
      return { form, number: 1n }
    case F.FORM_IMPLICIT_CONST:
      return { form, number: BigInt(constant) }
    case F.FORM_SDATA:
      return { form, number: cursor.readSleb64() }
    case F.FORM_STRING: {
      const bytes = cursor.readBytes(bytesToNul(cursor))
      cursor.skip(1)
      return { form, number: 0n, bytes }
    }
    case F.FORM_DATA16:
      return { form, number: 0n, bytes: cursor.readBytes(16) }
    case F.FORM_INDIRECT:
      return readValue(cursor, readIndirectForm(cursor), shape)
  }
  const size = F.sizeOfForm(form, shape.version, shape.addressSize, shape.offsetSize)
  if (size >= 0) return { form, number: cursor.readUnsigned(size) }
  if (size === F.SIZE_LEB) return { form, number: cursor.readUleb64() }
  return { form, number: 0n, bytes: cursor.readBytes(readBlockSize(cursor, form, size)) }
}

/** A form that names itself would never end; the constant of the other one has no place here. */
function readIndirectForm(cursor: ByteCursor): number {
  const form = F.normalForm(cursor.readUleb())
  if (form === F.FORM_INDIRECT || form === F.FORM_IMPLICIT_CONST) throw unreadable(cursor, form)
  return form
}

function bytesToNul(cursor: ByteCursor): number {
  const end = cursor.bytes.indexOf(0, cursor.at)
  if (end < 0) throw cursor.damage('truncated', { expected: 1, left: 0 })
  return end - cursor.at
}

function readBlockSize(cursor: ByteCursor, form: number, size: number): number {
  switch (size) {
    case F.SIZE_BLOCK1:
      return cursor.readU8()
    case F.SIZE_BLOCK2:
      return cursor.readU16()
    case F.SIZE_BLOCK4:
      return cursor.readU32()
    case F.SIZE_BLOCK:
      return cursor.readUleb()
    default:
      throw unreadable(cursor, form)
  }
}

/** The problem for a form that cannot be read here. */
export function unreadable(cursor: ByteCursor, form: number): Error {
  return cursor.damage('bad-form.number', { form: `0x${form.toString(16)}` })
}
