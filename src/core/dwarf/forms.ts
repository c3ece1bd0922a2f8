/**
 * Forms of attribute values (DWARF 5, section 7.5.6) and how many bytes a value has (7.5.5). Compiles as TypeScript and as
 * AssemblyScript: numbers of 32 bits, no imports.
 */

export const FORM_ADDR = 0x01
export const FORM_BLOCK2 = 0x03
export const FORM_BLOCK4 = 0x04
export const FORM_DATA2 = 0x05
export const FORM_DATA4 = 0x06
export const FORM_DATA8 = 0x07
export const FORM_STRING = 0x08
export const FORM_BLOCK = 0x09
export const FORM_BLOCK1 = 0x0a
export const FORM_DATA1 = 0x0b
export const FORM_FLAG = 0x0c
export const FORM_SDATA = 0x0d
export const FORM_STRP = 0x0e
export const FORM_UDATA = 0x0f
export const FORM_REF_ADDR = 0x10
export const FORM_REF1 = 0x11
export const FORM_REF2 = 0x12
export const FORM_REF4 = 0x13
export const FORM_REF8 = 0x14
export const FORM_REF_UDATA = 0x15
export const FORM_INDIRECT = 0x16
export const FORM_SEC_OFFSET = 0x17
export const FORM_EXPRLOC = 0x18
export const FORM_FLAG_PRESENT = 0x19
export const FORM_STRX = 0x1a
export const FORM_ADDRX = 0x1b
export const FORM_REF_SUP4 = 0x1c
export const FORM_STRP_SUP = 0x1d
export const FORM_DATA16 = 0x1e
export const FORM_LINE_STRP = 0x1f
export const FORM_REF_SIG8 = 0x20
export const FORM_IMPLICIT_CONST = 0x21
export const FORM_LOCLISTX = 0x22
export const FORM_RNGLISTX = 0x23
export const FORM_REF_SUP8 = 0x24
export const FORM_STRX1 = 0x25
export const FORM_STRX2 = 0x26
export const FORM_STRX3 = 0x27
export const FORM_STRX4 = 0x28
export const FORM_ADDRX1 = 0x29
export const FORM_ADDRX2 = 0x2a
export const FORM_ADDRX3 = 0x2b
export const FORM_ADDRX4 = 0x2c
// GNU's forms before DWARF 5.
export const FORM_GNU_ADDR_INDEX = 0x1f01
export const FORM_GNU_STR_INDEX = 0x1f02
export const FORM_GNU_REF_ALT = 0x1f20
export const FORM_GNU_STRP_ALT = 0x1f21
/** Ours: a reference into a supplementary file, which nobody could follow. */
export const FORM_ALT = 0x30
/** Ours: a form that DWARF does not have. */
export const FORM_UNKNOWN = 0xff

/** A form as one byte: GNU's early forms become their DWARF 5 equivalents. */
export function normalForm(form: i32): i32 {
  if (form == FORM_ADDR || (form >= FORM_BLOCK2 && form <= FORM_ADDRX4)) return form
  if (form == FORM_GNU_ADDR_INDEX) return FORM_ADDRX
  if (form == FORM_GNU_STR_INDEX) return FORM_STRX
  if (form == FORM_GNU_REF_ALT || form == FORM_GNU_STRP_ALT) return FORM_ALT
  return FORM_UNKNOWN
}

// `sizeOfForm` returns these where the value decides the number of bytes.
/** A LEB128. */
export const SIZE_LEB = -1
/** Up to its NUL. */
export const SIZE_STRING = -2
/** A number of so many bytes, then as many bytes as it says. */
export const SIZE_BLOCK1 = -3
export const SIZE_BLOCK2 = -4
export const SIZE_BLOCK4 = -5
/** A ULEB128, then as many bytes as it says. */
export const SIZE_BLOCK = -6
/** A ULEB128 with the form of the value that follows. */
export const SIZE_INDIRECT = -7
export const SIZE_UNKNOWN = -8

/** Bytes of a value of a normal form in a unit of this version and sizes; below 0 one of the above. */
export function sizeOfForm(form: i32, version: i32, addressSize: i32, offsetSize: i32): i32 {
  switch (form) {
    case FORM_ADDR:
      return addressSize
    case FORM_FLAG_PRESENT:
    case FORM_IMPLICIT_CONST:
      return 0
    case FORM_DATA1:
    case FORM_FLAG:
    case FORM_REF1:
    case FORM_STRX1:
    case FORM_ADDRX1:
      return 1
    case FORM_DATA2:
    case FORM_REF2:
    case FORM_STRX2:
    case FORM_ADDRX2:
      return 2
    case FORM_STRX3:
    case FORM_ADDRX3:
      return 3
    case FORM_DATA4:
    case FORM_REF4:
    case FORM_STRX4:
    case FORM_ADDRX4:
    case FORM_REF_SUP4:
      return 4
    case FORM_DATA8:
    case FORM_REF8:
    case FORM_REF_SIG8:
    case FORM_REF_SUP8:
      return 8
    case FORM_DATA16:
      return 16
    case FORM_STRP:
    case FORM_LINE_STRP:
    case FORM_SEC_OFFSET:
    case FORM_STRP_SUP:
    case FORM_ALT:
      return offsetSize
    case FORM_REF_ADDR:
      return version < 3 ? addressSize : offsetSize
    case FORM_SDATA:
    case FORM_UDATA:
    case FORM_REF_UDATA:
    case FORM_STRX:
    case FORM_ADDRX:
    case FORM_LOCLISTX:
    case FORM_RNGLISTX:
      return SIZE_LEB
    case FORM_STRING:
      return SIZE_STRING
    case FORM_BLOCK1:
      return SIZE_BLOCK1
    case FORM_BLOCK2:
      return SIZE_BLOCK2
    case FORM_BLOCK4:
      return SIZE_BLOCK4
    case FORM_BLOCK:
    case FORM_EXPRLOC:
      return SIZE_BLOCK
    case FORM_INDIRECT:
      return SIZE_INDIRECT
    default:
      return SIZE_UNKNOWN
  }
}

/** True for a form that indexes `.debug_str_offsets`. */
export function isIndexedString(form: i32): bool {
  return form == FORM_STRX || (form >= FORM_STRX1 && form <= FORM_STRX4)
}

/** True for a form that indexes `.debug_addr`. */
export function isIndexedAddress(form: i32): bool {
  return form == FORM_ADDRX || (form >= FORM_ADDRX1 && form <= FORM_ADDRX4)
}

/** True for a form that holds a DIE's offset from its unit. */
export function isUnitReference(form: i32): bool {
  return form >= FORM_REF1 && form <= FORM_REF_UDATA
}
