/** Blobs that can be read at once; in a browser there are none. */
import type { DirectBytes } from '../ports.ts'

export function isDirect(blob: Blob): blob is Blob & DirectBytes {
  return 'readInto' in blob
}
