/** The first entry of a DWARF unit: its attributes as far as numbers and strings go. DWARF 5, section 7.5. */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import type { SectionRange } from '../ports.ts'

export interface UnitLayout {
  readonly version: number
  readonly offsetSize: 4 | 8
  readonly addressSize: number
  /** Offset in `debug_abbrev`. */
  readonly abbreviations: number
  /** Offset of the first entry in `debug_info`. */
  readonly dieOffset: number
  readonly end: number
}

/** A string as it is, or where it stands. */
export type UnitText =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'reference'; readonly section: 'debug_str' | 'debug_line_str'; readonly offset: number }

type AttributeValue = number | UnitText

/** Swift's units state their compiler flags in full. */
const DIE_BYTES = 16_384
const DW_AT_str_offsets_base = 0x72

/**
 * Attributes of a unit's first entry; those of forms that are of no use here are passed over. `table` holds the unit's
 * abbreviations.
 */
export async function readFirstDie(
  unit: UnitLayout,
  info: SectionRange,
  table: Uint8Array,
  sections: readonly SectionRange[],
  image: { readonly file: string; readonly littleEndian: boolean },
): Promise<ReadonlyMap<number, AttributeValue>> {
  const start = unit.dieOffset
  const bytes = await openRange(info.bytes, start, Math.min(unit.end, start + DIE_BYTES))
  const die = new ByteCursor(bytes, { ...image, base: info.fileOffset + start })
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
    const stated = attributes.get(DW_AT_str_offsets_base)
    const base = typeof stated === 'number' ? stated : unit.offsetSize * 2 // behind the table's own header
    const offsets = sections.find(({ name }) => name.startsWith('debug_str_offs'))
    for (const [attribute, index] of indexes) {
      if (!offsets) break
      const at = base + index * unit.offsetSize
      const entry = new ByteCursor(await openRange(offsets.bytes, at, at + unit.offsetSize), {
        ...image,
        base: offsets.fileOffset + at,
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

const DW_FORM_implicit_const = 0x21

function* readDeclaration(
  cursor: ByteCursor,
  code: number,
): Generator<{ attribute: number; form: number; constant: number }, void, void> {
  for (;;) {
    const found = cursor.readUleb()
    if (found === 0) throw cursor.error('bad-abbreviation', 'The first entry of a unit has no abbreviation.')
    cursor.readUleb() // tag
    cursor.skip(1) // has children
    for (;;) {
      const attribute = cursor.readUleb()
      const form = cursor.readUleb()
      const constant = form === DW_FORM_implicit_const ? cursor.readUleb() : 0
      if (attribute === 0 && form === 0) break
      if (found === code) yield { attribute, form, constant }
    }
    if (found === code) return
  }
}

type FormValue = AttributeValue | { readonly kind: 'index'; readonly index: number } | undefined

/** One value, by its form; DWARF 5, section 7.5.6. */
function readForm(cursor: ByteCursor, form: number, unit: UnitLayout, constant: number): FormValue {
  const offset = (): number => Number(cursor.readPointer(unit.offsetSize))
  const skip = (size: number): undefined => void cursor.skip(size)
  switch (form) {
    case 0x01: // addr
      return skip(unit.addressSize)
    case 0x03: // block2
      return skip(cursor.readU16())
    case 0x04: // block4
      return skip(cursor.readU32())
    case 0x05: // data2
      return cursor.readU16()
    case 0x06: // data4
      return cursor.readU32()
    case 0x07: // data8
      return Number(cursor.readU64())
    case 0x08: // string
      return { kind: 'text', value: cursor.readCString() }
    case 0x09: // block
    case 0x18: // exprloc
      return skip(cursor.readUleb())
    case 0x0a: // block1
      return skip(cursor.readU8())
    case 0x0b: // data1
    case 0x0c: // flag
    case 0x11: // ref1
      return cursor.readU8()
    case 0x0d: // sdata
    case 0x0f: // udata
    case 0x15: // ref_udata
      return cursor.readUleb()
    case 0x0e: // strp
      return { kind: 'reference', section: 'debug_str', offset: offset() }
    case 0x10: // ref_addr
    case 0x17: // sec_offset
      return offset()
    case 0x12: // ref2
      return cursor.readU16()
    case 0x13: // ref4
      return cursor.readU32()
    case 0x14: // ref8
    case 0x20: // ref_sig8
      return skip(8)
    case 0x16: // indirect
      return readForm(cursor, cursor.readUleb(), unit, 0)
    case 0x19: // flag_present
      return 1
    case 0x1a: // strx
      return { kind: 'index', index: cursor.readUleb() }
    case 0x1b: // addrx
    case 0x22: // loclistx
    case 0x23: // rnglistx
      return cursor.readUleb()
    case 0x1e: // data16
      return skip(16)
    case 0x1f: // line_strp
      return { kind: 'reference', section: 'debug_line_str', offset: offset() }
    case DW_FORM_implicit_const:
      return constant
    case 0x25: // strx1
      return { kind: 'index', index: cursor.readU8() }
    case 0x26: // strx2
      return { kind: 'index', index: cursor.readU16() }
    case 0x28: // strx4
      return { kind: 'index', index: cursor.readU32() }
    case 0x29: // addrx1
      return cursor.readU8()
    case 0x2a: // addrx2
      return cursor.readU16()
    case 0x2c: // addrx4
      return cursor.readU32()
    default:
      throw cursor.error('bad-form', `An attribute has the form 0x${form.toString(16)}, which is not known.`)
  }
}
