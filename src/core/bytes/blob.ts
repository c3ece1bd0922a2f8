/** Reading ranges of a file. */

/** The bytes from `start` to `end` (exclusive), clipped to the file. */
export async function openRange(blob: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.slice(start, Math.min(end, blob.size)).arrayBuffer())
}
