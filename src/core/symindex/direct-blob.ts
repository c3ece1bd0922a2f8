/** Reading Blobs: at once where that is possible; in a browser it never is. */
import type { BytesNow, FileBytes } from '../ports.ts'

export function isDirect(blob: Blob): blob is Blob & BytesNow {
  return 'readInto' in blob
}

export function isOfFile(blob: Blob): blob is Blob & FileBytes {
  return isDirect(blob) && 'place' in blob
}

/** The bytes [from, to) of a Blob; fewer at its end. */
export async function readBytes(blob: Blob, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!isDirect(blob)) return new Uint8Array(await blob.slice(from, to).arrayBuffer())
  const bytes = new Uint8Array(Math.max(0, Math.min(to, blob.size) - from))
  blob.readInto(bytes, from)
  return bytes
}
