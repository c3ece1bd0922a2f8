/** Universal ("fat") files: several Mach-O images or static libraries after one table. Apple's `mach-o/fat.h`. */
import { ByteCursor } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import type { Arch } from '../model/image.ts'
import { archName } from '../model/architecture.ts'
import { FAT_MAGIC, FAT_MAGIC_64 } from './constants.ts'
import { MAX_FAT_SLICES } from './limits.ts'

/** A slice of a fat file: its range, and the architecture in the table. */
export interface FatSlice {
  readonly arch: Arch
  readonly offset: number
  readonly size: number
}

/** Size of the longest table accepted. */
export const FAT_HEADER_BYTES = 8 + MAX_FAT_SLICES * 32

/** True for a fat file; false for a Java class file, whose first four bytes are the same. */
export function sniffFat(head: Uint8Array): boolean {
  if (head.length < 8) return false
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const magic = view.getUint32(0)
  const count = view.getUint32(4)
  return (magic === FAT_MAGIC || magic === FAT_MAGIC_64) && count <= MAX_FAT_SLICES
}

/**
 * Parses the slices of a fat file from its first bytes. The table is always big-endian. Slices outside of the file are
 * skipped or clipped, with a problem.
 */
export function parseFatHeader(
  head: Uint8Array,
  file: string,
  fileSize: number,
): { readonly slices: readonly FatSlice[]; readonly problems: readonly Problem[] } {
  const cursor = new ByteCursor(head, { file, littleEndian: false })
  const problems: Problem[] = []
  const slices: FatSlice[] = []
  try {
    const wide = cursor.readU32() === FAT_MAGIC_64
    const count = cursor.readU32()
    for (let index = 0; index < count; index++) {
      const at = cursor.at
      const arch = archName(cursor.readU32(), cursor.readU32())
      const offset = wide ? Number(cursor.readU64()) : cursor.readU32()
      const size = wide ? Number(cursor.readU64()) : cursor.readU32()
      cursor.skip(wide ? 8 : 4) // alignment, and for fat64 a reserved word
      const problem = checkSlice({ arch, offset, size }, slices, fileSize, cursor.at)
      if (problem) problems.push({ ...problem, file, offset: at })
      if (offset < fileSize && problem?.code !== 'overlapping-slice') {
        slices.push({ arch, offset, size: Math.min(size, fileSize - offset) })
      }
    }
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    problems.push(thrown.problem)
  }
  return { slices, problems }
}

function checkSlice(
  slice: FatSlice,
  before: readonly FatSlice[],
  fileSize: number,
  tableEnd: number,
): Problem | undefined {
  const { arch, offset, size } = slice
  if (offset >= fileSize) {
    return problem('slice-outside-file', { arch, offset, fileSize })
  }
  if (offset < tableEnd || before.some((other) => offset < other.offset + other.size && other.offset < offset + size)) {
    return problem('overlapping-slice', { arch })
  }
  if (offset + size > fileSize) {
    return problem('truncated-slice', { arch, size, left: fileSize - offset })
  }
  return undefined
}
