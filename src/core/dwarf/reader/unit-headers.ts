/** All unit headers of a `.debug_info` section, in order. DWARF 5, section 7.5.1. */
import { ByteCursor } from '../../bytes/cursor.ts'
import { PagedBytes, whenRead } from '../../bytes/paged.ts'
import { FormatError } from '../../model/problem.ts'
import type { SectionRange } from '../../ports.ts'
import { readUnitHeader, type UnitHeader } from './unit-header.ts'

/** Further units are not read. */
const MOST_UNITS = 200_000
/** Bytes of the longest header, with some to spare. */
const HEADER_BYTES = 40
const PAGE = 0x40000
const PAGES = 2

export interface UnitHeaders {
  readonly units: readonly { readonly start: number; readonly header: UnitHeader }[]
  /** The damage that ended the walk. A unit that is longer than the section is the last one listed. */
  readonly damage?: FormatError
}

/** Reads all headers, and only a page around each of the units. */
export function openUnitHeaders(
  section: SectionRange,
  image: { readonly file: string; readonly littleEndian: boolean },
): Promise<UnitHeaders> {
  const bytes = new PagedBytes(section.bytes, PAGE, PAGES)
  const units: { readonly start: number; readonly header: UnitHeader }[] = []
  let start = 0
  // A reading that lacks a page begins again; `start` and `units` keep its place.
  return whenRead(() => {
    try {
      while (start < bytes.size && units.length < MOST_UNITS) {
        const place = { ...image, fileOffset: section.fileOffset + start }
        const cursor = new ByteCursor(bytes.read(start, HEADER_BYTES), place)
        const header = readUnitHeader(cursor, start)
        units.push({ start, header })
        if (header.end > bytes.size) throw cursor.damage('truncated-section.unit', {})
        start = header.end
      }
      return { units }
    } catch (thrown) {
      if (thrown instanceof FormatError) return { units, damage: thrown }
      throw thrown
    }
  })
}
