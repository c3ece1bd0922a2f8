/** Reading ranges of a file. */

/** The bytes from `start` to `end` (exclusive), clipped to the file. */
export async function openRange(blob: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.slice(start, Math.min(end, blob.size)).arrayBuffer())
}

/** Bytes compared at a time. */
const COMPARED_BYTES = 4 << 20

/** True if two files have the same bytes. Reads them in parts, up to the first difference. */
export async function haveSameBytes(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false
  for (let start = 0; start < one.size; start += COMPARED_BYTES) {
    const [first, second] = await Promise.all(
      [one, other].map((blob) => openRange(blob, start, start + COMPARED_BYTES)),
    )
    if (first?.length !== second?.length || first?.some((byte, at) => byte !== second?.[at])) return false
  }
  return true
}

/** When a file was last changed, in whole seconds since 1970; undefined for bytes that are no file by themselves. */
export function modifiedSeconds(blob: Blob): number | undefined {
  const milliseconds = 'lastModified' in blob ? blob.lastModified : undefined
  return Number.isFinite(milliseconds) ? Math.floor(Number(milliseconds) / 1000) : undefined
}
