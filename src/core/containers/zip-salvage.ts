/** Recovers entries of a zip archive without a central directory (a truncated download) from local headers. */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'

/** The fields in use of an entry, named as in zip.js. */
export interface ZipRecord {
  readonly filename: string
  /** Of the local header. */
  readonly offset: number
  readonly compressionMethod: number
  readonly encrypted: boolean
  readonly compressedSize: number
  /** Undefined if the archive is truncated before it. */
  readonly uncompressedSize: number | undefined
  /** Undefined if it is absent. */
  readonly crc32?: number | undefined
}

const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30
const DESCRIPTOR_BYTES = 24
const SIZES_FOLLOW = 8
const ENCRYPTED = 1
const WINDOW_BYTES = 1 << 20

/** Entries from the start of the file; ends where no further header follows. */
export async function* salvageZip(blob: Blob): AsyncGenerator<ZipRecord, void, void> {
  for (let offset = 0; offset + LOCAL_HEADER_BYTES < blob.size;) {
    const head = await openRange(blob, offset, offset + LOCAL_HEADER_BYTES + 4096)
    const view = new DataView(head.buffer)
    if (view.getUint32(0, true) !== LOCAL_HEADER) return
    const flags = view.getUint16(6, true)
    const nameEnd = LOCAL_HEADER_BYTES + view.getUint16(26, true)
    const start = offset + nameEnd + view.getUint16(28, true)
    const stated = {
      crc32: view.getUint32(14, true),
      compressedSize: view.getUint32(18, true),
      uncompressedSize: view.getUint32(22, true),
    }
    const found = (flags & SIZES_FOLLOW) !== 0 ? await findDescriptor(blob, start) : { ...stated, descriptorBytes: 0 }
    yield {
      filename: decodeUtf8(head.subarray(LOCAL_HEADER_BYTES, nameEnd)),
      offset,
      compressionMethod: view.getUint16(8, true),
      encrypted: (flags & ENCRYPTED) !== 0,
      compressedSize: found?.compressedSize ?? blob.size - start,
      uncompressedSize: found?.uncompressedSize,
      crc32: found?.crc32,
    }
    if (!found) return
    offset = start + found.compressedSize + found.descriptorBytes
  }
}

/**
 * Finds the data descriptor of an entry whose header has no sizes: by its signature, and by a compressed size equal to
 * its distance.
 */
async function findDescriptor(
  blob: Blob,
  start: number,
): Promise<{ crc32: number; compressedSize: number; uncompressedSize: number; descriptorBytes: number } | undefined> {
  for (let from = start; from < blob.size; from += WINDOW_BYTES) {
    const bytes = await openRange(blob, from, from + WINDOW_BYTES + DESCRIPTOR_BYTES)
    const view = new DataView(bytes.buffer)
    for (let at = bytes.indexOf(0x50); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf(0x50, at + 1)) {
      if (view.getUint32(at, true) !== 0x08074b50) continue
      const compressedSize = from + at - start
      if (view.getUint32(at + 8, true) !== compressedSize % 2 ** 32) continue
      const wide = at + DESCRIPTOR_BYTES <= bytes.length && view.getBigUint64(at + 8, true) === BigInt(compressedSize)
      const uncompressedSize = wide ? Number(view.getBigUint64(at + 16, true)) : view.getUint32(at + 12, true)
      const crc32 = view.getUint32(at + 4, true)
      return { crc32, compressedSize, uncompressedSize, descriptorBytes: wide ? DESCRIPTOR_BYTES : 16 }
    }
  }
  return undefined
}
