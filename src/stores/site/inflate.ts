/** Inflates zlib data of a known length, with DecompressionStream. Stops reading past that length. */

/** The bytes; undefined where they are damaged or not as many as `length`. */
export async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const stream = new DecompressionStream('deflate')
  const writer = stream.writable.getWriter()
  // The reader reports damage.
  writer.write(packed).catch(() => undefined)
  writer.close().catch(() => undefined)
  const reader = stream.readable.getReader()
  const bytes = new Uint8Array(length)
  let have = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return have === length ? bytes : undefined
      if (have + value.length > length) {
        await reader.cancel().catch(() => undefined)
        return undefined
      }
      bytes.set(value, have)
      have += value.length
    }
  } catch {
    return undefined
  }
}
