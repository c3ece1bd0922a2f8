/**
 * The relocations of object files that debug sections need. Relocations against sections are already applied to the
 * bytes; those against symbols need the symbol's value. Apple's `mach-o/reloc.h`.
 */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { archFamily, architectureOf } from '../model/architecture.ts'
import { N_SECT, N_STAB, N_TYPE } from './constants.ts'
import type { MachOImage, Section } from './image.ts'

const RELOCATION_BYTES = 8
const SCATTERED = 0x80000000
/** `…_RELOC_UNSIGNED` and `…_RELOC_VANILLA` of every architecture. */
const UNSIGNED = 0
/** Larger sections are not relocated, because that needs all their bytes in memory. */
const MAX_BYTES = 256 << 20

interface Relocation {
  readonly address: number
  readonly symbol: number
  readonly bytes: 4 | 8
  /** 1 for an added symbol, -1 for a subtracted one. */
  readonly sign: 1 | -1
}

/** The bytes of a section with its relocations applied; the same range if there are none. */
export async function openRelocated(
  image: MachOImage,
  section: Section,
  symbolValues: () => Promise<SymbolValues>,
  budget: Budget,
): Promise<Blob> {
  const { offset, size } = section.file
  const range = image.blob.slice(offset, offset + size)
  const table = section.relocations
  if (table.count === 0 || size > MAX_BYTES || !image.symtab) return range
  budget.spend('loaded', table.count * RELOCATION_BYTES)
  const entries = await openRange(image.blob, table.offset, table.offset + table.count * RELOCATION_BYTES)
  const relocations = parseRelocations(entries, image)
  if (relocations.length === 0) return range
  const values = await symbolValues()
  budget.spend('loaded', size)
  const bytes = await openRange(range, 0, size)
  const view = new DataView(bytes.buffer)
  for (const { address, symbol, bytes: width, sign } of relocations) {
    const value = values(symbol)
    if (value === undefined || address < 0 || address + width > size) continue
    const change = value * BigInt(sign)
    if (width === 8) {
      view.setBigUint64(address, view.getBigUint64(address, image.littleEndian) + change, image.littleEndian)
    } else {
      const sum = BigInt(view.getUint32(address, image.littleEndian)) + change
      view.setUint32(address, Number(BigInt.asUintN(32, sum)), image.littleEndian)
    }
  }
  return new Blob([bytes])
}

/** Absolute relocations against symbols. */
function parseRelocations(bytes: Uint8Array, { littleEndian, arch }: MachOImage): Relocation[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const subtractor = architectureOf(archFamily(arch))?.subtractor
  const wide = subtractor !== undefined
  const found: Relocation[] = []
  for (let at = 0; at + RELOCATION_BYTES <= bytes.length; at += RELOCATION_BYTES) {
    const address = view.getUint32(at, littleEndian)
    const word = view.getUint32(at + 4, littleEndian)
    if (!wide && (address & SCATTERED) !== 0) continue // against a section, by an address within it
    // The fields are bits of a C struct: the first one is low on little-endian machines and high on others.
    const symbol = littleEndian ? word & 0xffffff : word >>> 8
    const flags = littleEndian ? word >>> 24 : word & 0xff
    const relative = (flags & (littleEndian ? 0x01 : 0x80)) !== 0
    const length = littleEndian ? (flags >> 1) & 3 : (flags >> 5) & 3
    const external = (flags & (littleEndian ? 0x08 : 0x10)) !== 0
    const type = littleEndian ? flags >> 4 : flags & 0x0f
    const sign = type === UNSIGNED ? 1 : type === subtractor ? -1 : undefined
    if (!external || relative || sign === undefined || length < 2) continue
    found.push({ address, symbol, bytes: length === 3 ? 8 : 4, sign })
  }
  return found
}

/** Values of symbols by position; undefined for undefined symbols. */
export type SymbolValues = (index: number) => bigint | undefined

/** The values of an image's symbols, which the relocations of all its sections share. */
export async function openSymbolValues(image: MachOImage): Promise<SymbolValues> {
  const { symtab, pointerSize, littleEndian, blob } = image
  if (!symtab) return () => undefined
  const size = pointerSize === 8 ? 16 : 12
  const bytes = await openRange(blob, symtab.offset, symtab.offset + symtab.count * size)
  const view = new DataView(bytes.buffer)
  return (index) => {
    const at = index * size
    if (at + size > bytes.length) return undefined
    const type = view.getUint8(at + 4)
    if ((type & N_STAB) !== 0 || (type & N_TYPE) !== N_SECT) return undefined
    return pointerSize === 8 ? view.getBigUint64(at + 8, littleEndian) : BigInt(view.getUint32(at + 8, littleEndian))
  }
}
