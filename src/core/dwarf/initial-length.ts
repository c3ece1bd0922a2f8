/** The length that begins a unit, a table or an entry. It also decides the size of offsets. DWARF 5, sections 7.2.2 and 7.4. */
import type { ByteCursor } from '../bytes/cursor.ts'

/** In place of a length: 64-bit DWARF, and the length follows. */
const IS_64_BIT = 0xffffffff

export interface InitialLength {
  /** Bytes from behind the length on. Roughly right above 2^53, and far beyond any file there. */
  readonly length: number
  /** Bytes of an offset: 4 in 32-bit DWARF, 8 in 64-bit DWARF. */
  readonly offsetSize: 4 | 8
}

/** Reads the length at the cursor. Does not check that as many bytes are there. */
export function readInitialLength(cursor: ByteCursor): InitialLength {
  const length = cursor.readU32()
  return length === IS_64_BIT ? { length: Number(cursor.readU64()), offsetSize: 8 } : { length, offsetSize: 4 }
}
