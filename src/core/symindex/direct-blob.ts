/** Blobs that can be read at once; in a browser there are none. */
import type { BytesNow, FileBytes } from '../ports.ts'

export function isDirect(blob: Blob): blob is Blob & BytesNow {
  return 'readInto' in blob
}

export function isOfFile(blob: Blob): blob is Blob & FileBytes {
  return isDirect(blob) && 'place' in blob
}
