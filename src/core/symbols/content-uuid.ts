/** Makes a UUID for images without LC_UUID, such as object files and Go executables. */
import { openRange } from '../bytes/blob.ts'
import { uuidFromBytes, type ImageUuid } from '../model/image.ts'

/** Up to this size all bytes are hashed, above it the first and the last ones. */
const WHOLE_BYTES = 512 << 10

/** A UUID of version 8 (RFC 9562: made by the application) from the content: equal files have equal ids. */
export async function contentUuid(blob: Blob): Promise<ImageUuid> {
  const half = WHOLE_BYTES / 2
  const parts =
    blob.size <= WHOLE_BYTES
      ? [await openRange(blob, 0, blob.size)]
      : [await openRange(blob, 0, half), await openRange(blob, blob.size - half, blob.size)]
  const words = Uint32Array.of(0x811c9dc5, 0x01000193, 0x9e3779b9, blob.size >>> 0)
  for (const bytes of parts) mix(words, bytes)
  const id = new Uint8Array(words.buffer)
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x80
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
  const uuid = uuidFromBytes(id)
  if (!uuid) throw new Error('a version 8 UUID is never zero')
  return uuid
}

/** The id below which a map without a debug id is published: made of the name that its publisher gave it, so that a reader finds it by that name. */
export const mapNameUuid = (name: string): Promise<ImageUuid> => contentUuid(new Blob([`map ${name}`]))

/** Four chained FNV-1a hashes: not cryptographic, enough to distinguish files. */
function mix(words: Uint32Array, bytes: Uint8Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = words
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193)
    b = Math.imul(b ^ a ^ (b >>> 15), 0x85ebca6b)
    c = Math.imul(c ^ b ^ (c >>> 13), 0xc2b2ae35)
    d = Math.imul(d ^ c ^ (d >>> 16), 0x27d4eb2f)
  }
  words.set([a, b, c, d])
}
