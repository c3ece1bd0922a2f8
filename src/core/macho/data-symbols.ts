/** Names of data: symbols of sections without code, which the symbol index leaves out since no frame is ever there. */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { imageOffset, offsetOfLink, type ImageOffset } from '../model/address.ts'
import type { MachOImage } from './image.ts'
import { visitDefinedSymbols } from './symbol-table.ts'

export interface FoundSymbol {
  /** As in the file, with its first `_`. */
  readonly name: string
  /** Bytes from its start to the place looked up. */
  readonly bytes: number
}

/** Bytes of a name that are read. */
const LONGEST_NAME = 4096
/** Symbols that are read; larger tables are of no program that a register points into. */
const MOST_SYMBOLS = 8_000_000
/** Most bytes from a symbol to data named by it: anything further is surely past its end. */
const FURTHEST = 0x10_0000

interface Nearest {
  readonly start: number
  readonly strings: number
}

/**
 * For each offset the last symbol at or before it in its section; undefined for offsets in code, in no section, or without such a
 * symbol. Reads the table once.
 */
export async function openDataSymbols(
  image: MachOImage,
  offsets: readonly ImageOffset[],
): Promise<readonly (FoundSymbol | undefined)[]> {
  const sections = offsets.map((offset) => sectionAt(image, offset))
  const nearest: (Nearest | undefined)[] = offsets.map(() => undefined)
  if (!image.symtab || image.symtab.count > MOST_SYMBOLS || sections.every((section) => section === undefined))
    return nearest.map(() => undefined)
  await visitDefinedSymbols(image, (start, section, strings) => {
    for (const [at, offset] of offsets.entries()) {
      if (sections[at] !== section || start > offset || offset - start > FURTHEST) continue
      const best = nearest[at]
      if (!best || start > best.start) nearest[at] = { start, strings }
    }
  })
  return Promise.all(
    offsets.map(async (offset, at) => {
      const found = nearest[at]
      const name = found && (await nameOf(image, found.strings))
      return found && name ? { name, bytes: offset - found.start } : undefined
    }),
  )
}

/** Number, from 1, of the section without code that an offset lies in. */
function sectionAt({ sections, textVmaddr }: MachOImage, offset: ImageOffset): number | undefined {
  const found = sections.findIndex(({ address, size }) => {
    const start = offsetOfLink(address, textVmaddr)
    return start !== undefined && offset >= start && offset < imageOffset(start + size)
  })
  return found < 0 || sections[found]?.isCode ? undefined : found + 1
}

async function nameOf({ blob, symtab }: MachOImage, at: number): Promise<string> {
  if (!symtab || at >= symtab.strings.size) return ''
  const start = symtab.strings.offset + at
  const bytes = await openRange(
    blob,
    start,
    Math.min(start + LONGEST_NAME, symtab.strings.offset + symtab.strings.size),
  )
  const nul = bytes.indexOf(0)
  return nul < 0 ? '' : decodeUtf8(bytes.subarray(0, nul))
}
