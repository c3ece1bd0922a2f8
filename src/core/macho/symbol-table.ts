/** Streams LC_SYMTAB (nlist, nlist_64), so that a large table does not become objects. Apple's `mach-o/nlist.h`. */
import { openRange } from '../bytes/blob.ts'
import { imageOffset, type ImageOffset } from '../model/address.ts'
import { N_SECT, N_STAB, N_TYPE } from './constants.ts'
import type { MachOImage } from './image.ts'

const WINDOW_ENTRIES = 1 << 18

/**
 * Calls `visit` for each symbol that is defined in a section and is no stab. It gets the image offset, the section
 * number (from 1), the place of the name among the strings, and the description. Addresses are subtracted in halves,
 * because kernel addresses exceed 2^53.
 */
export async function visitDefinedSymbols(
  image: MachOImage,
  visit: (offset: ImageOffset, section: number, name: number, description: number) => void,
): Promise<void> {
  const { symtab, pointerSize, littleEndian } = image
  if (!symtab) return
  const size = pointerSize === 8 ? 16 : 12
  const textHigh = Number(image.textVmaddr >> 32n)
  const textLow = Number(image.textVmaddr & 0xffffffffn)
  for (let first = 0; first < symtab.count; first += WINDOW_ENTRIES) {
    const count = Math.min(WINDOW_ENTRIES, symtab.count - first)
    const start = symtab.offset + first * size
    const bytes = await openRange(image.blob, start, start + count * size)
    const view = new DataView(bytes.buffer)
    for (let at = 0; at + size <= bytes.length; at += size) {
      const type = view.getUint8(at + 4)
      if ((type & N_STAB) !== 0 || (type & N_TYPE) !== N_SECT) continue
      const low = view.getUint32(littleEndian || pointerSize === 4 ? at + 8 : at + 12, littleEndian)
      const high = pointerSize === 4 ? 0 : view.getUint32(littleEndian ? at + 12 : at + 8, littleEndian)
      visit(
        imageOffset((high - textHigh) * 2 ** 32 + (low - textLow)),
        view.getUint8(at + 5),
        view.getUint32(at, littleEndian),
        view.getUint16(at + 6, littleEndian),
      )
    }
  }
}
