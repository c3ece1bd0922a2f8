/** Images in the process that is walked, and their unwind tables, each read once. */
import {
  linkAddress,
  linkOf,
  offsetInImage,
  type ImageOffset,
  type LinkAddress,
  type RuntimeAddress,
} from '../model/address.ts'
import { lastAtMost } from '../bytes/binary-search.ts'
import { openCfiTable, type CfiTable } from '../dwarf/cfi/table.ts'
import type { MemoryReading } from './memory-read.ts'

/** A section in memory. */
export interface WalkSection {
  readonly address: RuntimeAddress
  readonly size: number
}

/** An image in the process that is walked. */
export interface WalkImage {
  readonly loadAddress: RuntimeAddress
  /** Bytes of its `__TEXT`. */
  readonly size: number
  /** Link address of its `__TEXT`; 0 where it is not known, which only tables with absolute addresses need. */
  readonly textVmaddr?: LinkAddress
  /** Where `__TEXT,__unwind_info` lies in memory, if a file or the dump has it. */
  readonly unwindInfo?: WalkSection
  /** Where `__TEXT,__eh_frame` lies in memory, if a file or the dump has it. */
  readonly ehFrame?: WalkSection
  /** `__DWARF,__debug_frame` of a given file: it is never loaded into memory. */
  readonly debugFrame?: CfiTable
  /** Starts of functions, ascending, where they are known. */
  readonly functionStarts?: readonly ImageOffset[]
  /** Where calls return to, ascending, as debug information lists them: some of all calls. */
  readonly callReturns?: readonly ImageOffset[]
}

/** Tables of large frameworks have some hundred thousand bytes, with all functions in DWARF some million. */
const largestTable = 0x400_0000

/** Unwind tables of a process that were read, for all its threads. */
export interface WalkTables {
  readonly unwindInfo: Map<WalkImage, Uint8Array | undefined>
  readonly ehFrame: Map<WalkImage, CfiTable | undefined>
}

export function makeWalkTables(): WalkTables {
  return { unwindInfo: new Map(), ehFrame: new Map() }
}

/** The compact unwind table of an image. */
export function* unwindInfoOf({ unwindInfo }: WalkTables, image: WalkImage): MemoryReading<Uint8Array | undefined> {
  if (!image.unwindInfo || image.unwindInfo.size > largestTable) return undefined
  if (!unwindInfo.has(image)) unwindInfo.set(image, yield image.unwindInfo)
  return unwindInfo.get(image)
}

/** The image's `__eh_frame`. */
export function* ehFrameOf(
  { ehFrame }: WalkTables,
  image: WalkImage,
  addressBytes: 4 | 8,
): MemoryReading<CfiTable | undefined> {
  const { ehFrame: section, loadAddress, textVmaddr = linkAddress(0) } = image
  if (!section || section.size > largestTable) return undefined
  if (!ehFrame.has(image)) {
    const bytes = yield section
    const at = offsetInImage(section.address, loadAddress)
    const known = bytes && at !== undefined ? { bytes, address: linkOf(textVmaddr, at) } : undefined
    ehFrame.set(image, known && openCfiTable({ kind: 'eh_frame', textVmaddr, addressBytes, ...known }))
  }
  return ehFrame.get(image)
}

/** The function around an offset, as the list of starts bounds it. */
export function functionAround(
  image: WalkImage,
  offset: number,
): { readonly start: ImageOffset; readonly end: number } | undefined {
  const { functionStarts: starts } = image
  if (!starts) return undefined
  const position = lastAtMost(starts.length, (at) => starts[at] ?? 0, offset)
  const start = starts[position]
  return start === undefined ? undefined : { start, end: starts[position + 1] ?? image.size }
}
