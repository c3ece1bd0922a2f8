/**
 * Apple's compact unwind tables, `__TEXT,__unwind_info`: for each function a 32-bit word that says where its caller is.
 * Layout and encodings from `mach-o/compact_unwind_encoding.h`.
 */
import { ByteCursor } from '../bytes/cursor.ts'
import { imageOffset, type ImageOffset } from '../model/address.ts'
import { lastNotAbove } from './ascending.ts'
import type { ArchFamily } from './architecture.ts'

const secondLevelRegular = 2
const secondLevelCompressed = 3
/** Pages of a first level; each covers hundreds of functions. */
const mostPages = 1 << 20

/** What the table says of the function around an address. */
export interface UnwindEntry {
  readonly functionStart: ImageOffset
  readonly encoding: number
}

/** How to get from a frame to its caller. */
export type UnwindRule =
  /** The frame pointer points to the saved frame pointer and, behind it, the return address. */
  | { readonly kind: 'frame' }
  /** No frame pointer: bytes from the stack pointer to the caller's; `savedFp`: where the caller's frame pointer lies. */
  | { readonly kind: 'frameless'; readonly stackBytes: number; readonly savedFp?: number }
  /** As frameless; the stack's size stands in a `sub` instruction of the function, `extra` bytes come on top. */
  | {
      readonly kind: 'frameless-large'
      readonly sizeAt: number
      readonly extra: number
      readonly savedFpFromEnd?: number
    }
  /** DWARF unwind information is needed. */
  | { readonly kind: 'dwarf' }
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
  const page = lastNotAbove(pages, (index) => readAt(indexAt + index * 12), offset)
  if (page < 0 || (end > 0 && offset >= end)) return undefined
  const pageStart = readAt(indexAt + page * 12)
  const pageAt = readAt(indexAt + page * 12 + 4)
  if (pageAt === 0) return undefined
  cursor.at = pageAt
  const kind = cursor.readU32()
  const entriesAt = pageAt + cursor.readU16()
  const count = cursor.readU16()
  if (kind === secondLevelRegular) {
    const found = lastNotAbove(count, (index) => readAt(entriesAt + index * 8), offset)
    if (found < 0) return undefined
    return { functionStart: imageOffset(readAt(entriesAt + found * 8)), encoding: readAt(entriesAt + found * 8 + 4) }
  }
  if (kind !== secondLevelCompressed) return undefined
  const ownAt = pageAt + cursor.readU16()
  const found = lastNotAbove(count, (index) => pageStart + (readAt(entriesAt + index * 4) & 0xffffff), offset)
  if (found < 0) return undefined
  const entry = readAt(entriesAt + found * 4)
  const number = entry >>> 24
  const encoding = number < commonCount ? readAt(commonAt + number * 4) : readAt(ownAt + (number - commonCount) * 4)
  return { functionStart: imageOffset(pageStart + (entry & 0xffffff)), encoding }
}

/** What an encoding word means on a processor. */
export function unwindRule(encoding: number, family: ArchFamily): UnwindRule {
  const mode = (encoding >>> 24) & 0xf
  if (mode === 0) return { kind: 'none' }
  if (family === 'arm64' || family === 'arm64_32') {
    if (mode === 2) return { kind: 'frameless', stackBytes: ((encoding >>> 12) & 0xfff) * 16 }
    return mode === 4 ? { kind: 'frame' } : { kind: 'dwarf' }
  }
  if (family === 'arm') return mode === 1 || mode === 2 ? { kind: 'frame' } : { kind: 'dwarf' }
  if (family !== 'x86_64' && family !== 'i386') return { kind: 'dwarf' }
  if (mode === 1) return { kind: 'frame' }
  const word = family === 'x86_64' ? 8 : 4
  const size = (encoding >>> 16) & 0xff
  const adjust = (encoding >>> 13) & 7
  const saved = savedFramePointer((encoding >>> 10) & 7, encoding & 0x3ff)
  if (mode === 2) {
    const stackBytes = size * word
    return {
      kind: 'frameless',
      stackBytes,
      ...(saved !== undefined && { savedFp: stackBytes - word * (saved + 1) }),
    }
  }
  if (mode !== 3) return { kind: 'dwarf' }
  return {
    kind: 'frameless-large',
    sizeAt: size,
    extra: adjust * word,
    ...(saved !== undefined && { savedFpFromEnd: word * (saved + 1) }),
  }
}

/** Number of the frame pointer (rbp, ebp) among the six registers that a frameless function may save. */
const framePointerRegister = 6

/**
 * Frameless x86 functions push up to six registers; which and in what order is a permutation in mixed radix. Gives how
 * many words the saved frame pointer lies below the return address; undefined when it is not among them.
 */
function savedFramePointer(count: number, permutation: number): number | undefined {
  if (count === 0 || count > 6) return undefined
  let rest = permutation
  const digits: number[] = []
  for (let place = 0; place < count; place++) {
    // Digit `place` counts in units of the number of orders that the places behind it leave: (5 - place)! / (6 - count)!
    let unit = 1
    for (let factor = 6 - count + 1; factor <= 5 - place; factor++) unit *= factor
    digits.push(Math.floor(rest / unit))
    rest %= unit
  }
  const free = [1, 2, 3, 4, 5, 6]
  const order = digits.map((digit) => free.splice(Math.min(digit, free.length - 1), 1)[0])
  const place = order.indexOf(framePointerRegister)
  return place < 0 ? undefined : count - place
}
