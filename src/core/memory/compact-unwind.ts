/**
 * Apple's compact unwind tables, `__TEXT,__unwind_info`: for each function a 32-bit word that says where its caller is.
 * Layout and encodings from `mach-o/compact_unwind_encoding.h`.
 */
import { ByteCursor } from '../bytes/cursor.ts'
import { imageOffset, type ImageOffset } from '../model/address.ts'
import { lastAtMost } from '../bytes/binary-search.ts'

const secondLevelRegular = 2
const secondLevelCompressed = 3
/** Pages of a first level; each covers hundreds of functions. */
const mostPages = 1 << 20

/** The table's entry for the function around an address. */
export interface UnwindEntry {
  readonly functionStart: ImageOffset
  readonly encoding: number
}

/** Where registers of the caller are saved, by DWARF number: offsets from the CFA. */
export type SavedRegisters = ReadonlyMap<number, number>

/** How to get from a frame to its caller. */
export type UnwindRule =
  /** The frame pointer points to the saved frame pointer, followed by the return address. */
  | { readonly kind: 'frame'; readonly saved: SavedRegisters }
  /** No frame pointer: bytes from the stack pointer to the caller's. */
  | { readonly kind: 'frameless'; readonly stackBytes: number; readonly saved: SavedRegisters }
  /** As frameless; a `sub` instruction of the function contains the stack's size, plus `extra` bytes. */
  | {
      readonly kind: 'frameless-large'
      readonly sizeAt: number
      readonly extra: number
      readonly saved: SavedRegisters
    }
  /** `__eh_frame` says it, in the entry at this offset. */
  | { readonly kind: 'dwarf'; readonly entryAt: number }
  /** The function has no unwind information: a leaf that saves nothing. */
  | { readonly kind: 'none' }

/** Finds the entry for an offset; undefined where the table does not reach or is damaged. Never throws. */
export function findUnwindEntry(table: Uint8Array, offset: ImageOffset): UnwindEntry | undefined {
  try {
    return searchTable(new ByteCursor(table, { file: '' }), offset)
  } catch {
    return undefined
  }
}

function searchTable(cursor: ByteCursor, offset: ImageOffset): UnwindEntry | undefined {
  if (cursor.readU32() !== 1) return undefined
  const commonAt = cursor.readU32()
  const commonCount = cursor.readU32()
  cursor.skip(8) // personality functions
  const indexAt = cursor.readU32()
  const indexCount = cursor.readU32()
  if (indexCount < 2 || indexCount > mostPages) return undefined
  const readAt = (at: number): number => {
    cursor.at = at
    return cursor.readU32()
  }
  // The last entry marks the end of all functions; hand-made tables leave it zero.
  const pages = indexCount - 1
  const end = readAt(indexAt + pages * 12)
  const page = lastAtMost(pages, (index) => readAt(indexAt + index * 12), offset)
  if (page < 0 || (end > 0 && offset >= end)) return undefined
  const pageStart = readAt(indexAt + page * 12)
  const pageAt = readAt(indexAt + page * 12 + 4)
  if (pageAt === 0) return undefined
  cursor.at = pageAt
  const kind = cursor.readU32()
  const entriesAt = pageAt + cursor.readU16()
  const count = cursor.readU16()
  if (kind === secondLevelRegular) {
    const found = lastAtMost(count, (index) => readAt(entriesAt + index * 8), offset)
    if (found < 0) return undefined
    return { functionStart: imageOffset(readAt(entriesAt + found * 8)), encoding: readAt(entriesAt + found * 8 + 4) }
  }
  if (kind !== secondLevelCompressed) return undefined
  const ownAt = pageAt + cursor.readU16()
  const found = lastAtMost(count, (index) => pageStart + (readAt(entriesAt + index * 4) & 0xffffff), offset)
  if (found < 0) return undefined
  const entry = readAt(entriesAt + found * 4)
  const number = entry >>> 24
  const encoding = number < commonCount ? readAt(commonAt + number * 4) : readAt(ownAt + (number - commonCount) * 4)
  return { functionStart: imageOffset(pageStart + (entry & 0xffffff)), encoding }
}

/** Modes of arm64 (`UNWIND_ARM64_MODE_*`). */
export function arm64Rule(mode: number, encoding: number): UnwindRule | undefined {
  if (mode === 4) return { kind: 'frame', saved: arm64Pairs(encoding, 16) }
  if (mode !== 2) return undefined
  return { kind: 'frameless', stackBytes: ((encoding >>> 12) & 0xfff) * 16, saved: arm64Pairs(encoding, 0) }
}

/** Modes of 32-bit ARM (`UNWIND_ARM_MODE_*`): frames, without and with saved floating-point registers. */
export function armRule(mode: number): UnwindRule | undefined {
  return mode === 1 || mode === 2 ? { kind: 'frame', saved: new Map() } : undefined
}

/** Modes of x86 (`UNWIND_X86_MODE_*`, `UNWIND_X86_64_MODE_*`). */
export function x86Rule(mode: number, encoding: number, word: 4 | 8): UnwindRule | undefined {
  if (mode === 1) return { kind: 'frame', saved: x86FrameSaves(encoding, word) }
  const size = (encoding >>> 16) & 0xff
  const adjust = (encoding >>> 13) & 7
  const saved = x86FramelessSaves((encoding >>> 10) & 7, encoding & 0x3ff, word)
  if (mode === 2) return { kind: 'frameless', stackBytes: size * word, saved }
  return mode === 3 ? { kind: 'frameless-large', sizeAt: size, extra: adjust * word, saved } : undefined
}

/** First registers of the pairs that functions save, by their bits: x19 to x27, d8 to d14 (DWARF numbers). */
const arm64Saved = [
  [1, 19],
  [2, 21],
  [4, 23],
  [8, 25],
  [0x10, 27],
  [0x100, 72],
  [0x200, 74],
  [0x400, 76],
  [0x800, 78],
] as const

/** Pairs lie one below the other, the first register of each above the second; those of floating-point registers come last. */
function arm64Pairs(encoding: number, recordBytes: number): SavedRegisters {
  const saved = new Map<number, number>()
  let offset = -recordBytes
  for (const [bit, first] of arm64Saved) {
    if ((encoding & bit) === 0) continue
    for (const register of [first, first + 1]) saved.set(register, (offset -= 8))
  }
  return saved
}

/** DWARF numbers of the registers 1 to 6 of the encoding: rbx r12 r13 r14 r15 rbp; ebx ecx edx edi esi ebp. */
const x86Registers = { 8: [3, 12, 13, 14, 15, 6], 4: [3, 1, 2, 7, 6, 5] } as const

/** Up to five registers below the frame record, upwards from a distance; a 0 leaves its place empty. */
function x86FrameSaves(encoding: number, word: 4 | 8): SavedRegisters {
  const saved = new Map<number, number>()
  const first = -2 * word - word * ((encoding >>> 16) & 0xff)
  for (let place = 0; place < 5; place++) {
    const register = x86Registers[word][((encoding >>> (place * 3)) & 7) - 1]
    if (register !== undefined) saved.set(register, first + place * word)
  }
  return saved
}

/** Frameless x86 functions push up to six registers; which and in what order is a permutation in mixed radix. */
function x86FramelessSaves(count: number, permutation: number, word: 4 | 8): SavedRegisters {
  const saved = new Map<number, number>()
  if (count === 0 || count > 6) return saved
  let rest = permutation
  const free = [1, 2, 3, 4, 5, 6]
  // eslint-disable-next-line unslide/bounded-loops -- at most 6, as checked above
  for (let place = 0; place < count; place++) {
    // Digit `place` counts in units of the number of orders that the places behind it leave: (5 - place)! / (6 - count)!
    let unit = 1
    for (let factor = 6 - count + 1; factor <= 5 - place; factor++) unit *= factor
    const digit = Math.min(Math.floor(rest / unit), free.length - 1)
    rest %= unit
    const register = x86Registers[word][(free.splice(digit, 1)[0] ?? 0) - 1]
    if (register !== undefined) saved.set(register, (place - count - 1) * word)
  }
  return saved
}
