/** Headers of units in `.debug_info`. DWARF 5, section 7.5.1; DWARF 2 to 4, section 7.5.1.1. */
import type { ByteCursor } from '../../bytes/cursor.ts'
import * as D from '../constants.ts'
import { readInitialLength } from '../initial-length.ts'

export interface UnitHeader {
  readonly version: number
  /** Bytes of an offset: 4 in 32-bit DWARF, 8 in 64-bit DWARF. */
  readonly offsetSize: 4 | 8
  readonly addressSize: number
  /** Offset in `.debug_abbrev`. */
  readonly abbreviations: number
  /** Offset in `.debug_info` of the unit's root DIE. */
  readonly rootOffset: number
  /** Offset in `.debug_info` after the unit. */
  readonly end: number
}

/** Facts that decide the sizes of values. */
export type UnitShape = Pick<UnitHeader, 'version' | 'addressSize' | 'offsetSize'>

/** Reads the header that begins at the cursor; `start` is its offset in `.debug_info`. Damage is a FormatError. */
export function readUnitHeader(cursor: ByteCursor, start: number): UnitHeader {
  const from = cursor.at
  const { length, offsetSize } = readInitialLength(cursor)
  const end = start + (cursor.at - from) + length
  const version = cursor.readU16()
  if (version < 2 || version > 5) {
    throw cursor.damage('bad-unit.version', { version })
  }
  const offset = (): number => Number(cursor.readPointer(offsetSize))
  let abbreviations: number
  let addressSize: number
  if (version < 5) {
    abbreviations = offset()
    addressSize = cursor.readU8()
  } else {
    const type = cursor.readU8()
    addressSize = cursor.readU8()
    abbreviations = offset()
    if (type === D.UT_SKELETON || type === D.UT_SPLIT_COMPILE) cursor.skip(8)
    if (type === D.UT_TYPE || type === D.UT_SPLIT_TYPE) cursor.skip(8 + offsetSize)
  }
  return { version, offsetSize, addressSize, abbreviations, rootOffset: start + cursor.at - from, end }
}
