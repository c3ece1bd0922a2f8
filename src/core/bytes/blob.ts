/** Reading ranges of a file. */

/** The bytes from `start` to `end` (exclusive), clipped to the file. */
export async function openRange(blob: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.slice(start, Math.min(end, blob.size)).arrayBuffer())
}

/** When a file was last changed, in whole seconds since 1970; undefined for bytes that are no file by themselves. */
export function modifiedSeconds(blob: Blob): number | undefined {
  const milliseconds = 'lastModified' in blob ? blob.lastModified : undefined
  return Number.isFinite(milliseconds) ? Math.floor(Number(milliseconds) / 1000) : undefined
}
