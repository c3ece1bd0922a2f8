/** Abbreviation tables, which list the attributes of DIEs. DWARF 5, section 7.5.3. */
import { ByteCursor } from '../../bytes/cursor.ts'
import * as F from '../forms.ts'
import type { UnitHeader } from './unit-header.ts'
import { FormatError } from '../../model/problem.ts'
import type { PagedBytes } from '../../bytes/paged.ts'

export interface Declaration {
  readonly attribute: number
  readonly form: number
  readonly constant: number
}

export interface Abbreviation {
  readonly tag: number
  readonly hasChildren: boolean
  readonly declarations: readonly Declaration[]
  /** How to pass over the values: sizes of `../dwarf/forms.ts`, those of values that always have as many bytes joined. */
  readonly steps: readonly number[]
}

export type Abbreviations = ReadonlyMap<number, Abbreviation>

/** Most tables are smaller; the one of a large dSYM is read again in a larger piece. */
const FIRST_BYTES = 0x10000

/** The table at an offset, or its entries up to a code; a FormatError where it is damaged. */
export function readAbbreviations(
  section: PagedBytes,
  unit: UnitHeader,
  place: { readonly file: string; readonly fileOffset: number },
  upTo?: number,
): Abbreviations {
  const start = unit.abbreviations
  for (let length = FIRST_BYTES; ; length *= 8) {
    const bytes = section.read(start, length)
    const isWhole = start + length >= section.size
    try {
      return readTable(new ByteCursor(bytes, { file: place.file, fileOffset: place.fileOffset + start }), unit, upTo)
    } catch (thrown) {
      if (isWhole || !(thrown instanceof FormatError)) throw thrown
    }
  }
}

function readTable(cursor: ByteCursor, unit: UnitHeader, upTo?: number): Abbreviations {
  const table = new Map<number, Abbreviation>()
  for (let code = cursor.readUleb(); code !== 0; code = cursor.readUleb()) {
    const tag = cursor.readUleb()
    const hasChildren = cursor.readU8() !== 0
    const declarations: Declaration[] = []
    const steps: number[] = []
    for (;;) {
      const attribute = cursor.readUleb()
      const written = cursor.readUleb()
      const constant = written === F.FORM_IMPLICIT_CONST ? cursor.readSleb() : 0
      if (attribute === 0 && written === 0) break
      const form = F.normalForm(written)
      declarations.push({ attribute, form, constant })
      const bytes = F.sizeOfForm(form, unit.version, unit.addressSize, unit.offsetSize)
      const last = steps.at(-1) ?? -1
      if (bytes >= 0 && last >= 0) steps[steps.length - 1] = last + bytes
      else steps.push(bytes)
    }
    if (!table.has(code)) table.set(code, { tag, hasChildren, declarations, steps })
    if (code === upTo) break
  }
  return table
}
