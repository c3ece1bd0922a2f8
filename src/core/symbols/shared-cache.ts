/**
 * The dyld shared cache, one file with all libraries of a system. It is described but not read: its libraries share
 * tables outside of themselves. Header: Apple's dyld, `dyld_cache_format.h`.
 */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor, decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { uuidFromBytes } from '../model/image.ts'
import { failure, problemFrom } from '../model/problem.ts'
import type { SymbolSource } from './source.ts'

const MAGIC = 'dyld_v1 '
const HEADER_BYTES = 0x200

export const sharedCacheSource: SymbolSource = {
  id: 'shared-cache',
  label: 'dyld shared cache',
  sniff: (head) => decodeUtf8(head.subarray(0, MAGIC.length)) === MAGIC,
  async open(file) {
    try {
      const cursor = new ByteCursor(await openRange(file.blob, 0, HEADER_BYTES), { file: file.path })
      cursor.skip(MAGIC.length)
      const arch = cursor.readFixedString(8).trim()
      const mappings = cursor.readU32()
      cursor.skip(4)
      const images = readImageCount(cursor, mappings)
      cursor.at = 0x58
      const uuid = uuidFromBytes(cursor.readBytes(16)) ?? 'unknown'
      return failure(problem('shared-cache', { arch, uuid, libraries: images }, { file: file.path }))
    } catch (thrown) {
      return failure(problemFrom(thrown, file.path))
    }
  },
}

/** Since macOS 12 the count stands at the end of a longer header; the table of mappings follows the header. */
function readImageCount(cursor: ByteCursor, headerBytes: number): number {
  cursor.at = 0x1c
  const old = cursor.readU32()
  if (old > 0 || headerBytes < 0x1c8) return old
  cursor.at = 0x1c4
  return cursor.readU32()
}
