/**
 * The root DIE of a unit: its attributes as far as they are numbers and strings. DWARF 5, section 7.5. What lies below it is read by
 * the symbol engine (`wasm/assembly/dwarf`) alone; both take forms from `forms.ts`.
 */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import type { SectionRange } from '../ports.ts'
import { AT_STR_OFFSETS_BASE } from './constants.ts'
import * as F from './forms.ts'
import type { UnitHeader } from './unit-header.ts'

/** A string as it is, or where it stands. */
export type UnitText =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'reference'; readonly section: 'debug_str' | 'debug_line_str'; readonly offset: number }

type AttributeValue = number | UnitText

/** Swift's units state their compiler flags in full. */
const DIE_BYTES = 16_384

/**
 * Attributes of a unit's root DIE; those that are neither a number nor a string are left out. `table` holds the unit's
 * abbreviations.
 */
export async function readRootDie(
  unit: UnitHeader,
  info: SectionRange,
  table: Uint8Array,
  sections: readonly SectionRange[],
  image: { readonly file: string; readonly littleEndian: boolean },
): Promise<ReadonlyMap<number, AttributeValue>> {
  const start = unit.rootOffset
  const bytes = await openRange(info.bytes, start, Math.min(unit.end, start + DIE_BYTES))
  const die = new ByteCursor(bytes, { ...image, fileOffset: info.fileOffset + start })
  const code = die.readUleb()
  const abbreviation = new ByteCursor(table, image)
  const attributes = new Map<number, AttributeValue>()
  const indexes = new Map<number, number>()
  for (const { attribute, form, constant } of readDeclaration(abbreviation, code)) {
    const value = readForm(die, form, unit, constant)
    if (typeof value === 'object' && value.kind === 'index') indexes.set(attribute, value.index)
    else if (value !== undefined) attributes.set(attribute, value)
  }
  if (indexes.size > 0) {
    const stated = attributes.get(AT_STR_OFFSETS_BASE)
    const base = typeof stated === 'number' ? stated : unit.offsetSize * 2 // behind the table's own header
    const offsets = sections.find(({ name }) => name.startsWith('debug_str_offs'))
    for (const [attribute, index] of indexes) {
      if (!offsets) break
      const at = base + index * unit.offsetSize
      const entry = new ByteCursor(await openRange(offsets.bytes, at, at + unit.offsetSize), {
        ...image,
        fileOffset: offsets.fileOffset + at,
      })
      const offset = Number(entry.readPointer(unit.offsetSize))
      attributes.set(attribute, { kind: 'reference', section: 'debug_str', offset })
    }
  }
  return attributes
}

/** The string of an attribute, if it has one. */
export function attributeText(die: ReadonlyMap<number, AttributeValue>, attribute: number): UnitText | undefined {
  const value = die.get(attribute)
  return typeof value === 'object' ? value : undefined
}

function* readDeclaration(
  cursor: ByteCursor,
  code: number,
): Generator<{ attribute: number; form: number; constant: number }, void, void> {
  for (;;) {
    const found = cursor.readUleb()
    if (found === 0) throw cursor.damage('bad-abbreviation.root', {})
    cursor.readUleb() // tag
    cursor.skip(1) // has children
    for (;;) {
      const attribute = cursor.readUleb()
      const form = cursor.readUleb()
      const constant = form === F.FORM_IMPLICIT_CONST ? cursor.readSleb() : 0
      if (attribute === 0 && form === 0) break
      if (found === code) yield { attribute, form, constant }
    }
    if (found === code) return
  }
}

type FormValue = AttributeValue | { readonly kind: 'index'; readonly index: number } | undefined

/** One value, by its form; undefined where it is neither a number nor a string. */
function readForm(cursor: ByteCursor, written: number, unit: UnitHeader, constant: number): FormValue {
  const form = F.normalForm(written)
  if (form === F.FORM_INDIRECT) {
    const actual = cursor.readUleb()
    // A form that names itself would never end; the constant of the other one has no place here.
    if (actual === F.FORM_INDIRECT || actual === F.FORM_IMPLICIT_CONST) throw unknownForm(cursor, actual)
    return readForm(cursor, actual, unit, 0)
  }
  if (form === F.FORM_FLAG_PRESENT) return 1
  if (form === F.FORM_IMPLICIT_CONST) return constant
  if (form === F.FORM_STRING) return { kind: 'text', value: cursor.readCString() }
  const size = F.sizeOfForm(form, unit.version, unit.addressSize, unit.offsetSize)
  if (form === F.FORM_ADDR || size > 8) return skip(cursor, size)
  switch (size) {
    case F.SIZE_BLOCK1:
      return skip(cursor, cursor.readU8())
    case F.SIZE_BLOCK2:
      return skip(cursor, cursor.readU16())
    case F.SIZE_BLOCK4:
      return skip(cursor, cursor.readU32())
    case F.SIZE_BLOCK:
      return skip(cursor, cursor.readUleb())
    case F.SIZE_UNKNOWN:
      throw unknownForm(cursor, written)
  }
  if (form === F.FORM_SDATA) return cursor.readSleb()
  const value = size === F.SIZE_LEB ? cursor.readUleb() : readNumber(cursor, size)
  if (form === F.FORM_STRP) return { kind: 'reference', section: 'debug_str', offset: value }
  if (form === F.FORM_LINE_STRP) return { kind: 'reference', section: 'debug_line_str', offset: value }
  return F.isIndexedString(form) ? { kind: 'index', index: value } : value
}

function skip(cursor: ByteCursor, size: number): undefined {
  cursor.skip(size)
}

/** An unsigned number of 1 to 8 bytes. */
function readNumber(cursor: ByteCursor, size: number): number {
  const bytes = cursor.readBytes(size)
  return (cursor.littleEndian ? bytes.toReversed() : bytes).reduce((value, byte) => value * 256 + byte, 0)
}

function unknownForm(cursor: ByteCursor, form: number): Error {
  return cursor.damage('bad-form.number', { form: `0x${form.toString(16)}` })
}
