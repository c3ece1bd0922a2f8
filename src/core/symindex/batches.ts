/** Splits a list into consecutive batches, limited by count and by bytes. No batch is empty. */
export function batchesOf<T>(
  items: readonly T[],
  bytesOf: (item: T) => number,
  mostItems: number,
  mostBytes: number,
): readonly (readonly T[])[] {
  const batches: T[][] = []
  let bytes = 0
  for (const item of items) {
    const last = batches.at(-1)
    const size = bytesOf(item)
    if (last && last.length < mostItems && bytes + size <= mostBytes) last.push(item)
    else {
      batches.push([item])
      bytes = 0
    }
    bytes += size
  }
  return batches
}
