/** Inflates zlib data of a known length: sections that a linker compressed, maps in a pack. */
import { isOverBudget, type Budget } from './budget.ts'

/** The inflated bytes, which must be `size`; undefined where the data is damaged, or larger than it may be. */
export async function inflateSection(packed: Blob, size: number, budget: Budget): Promise<Blob | undefined> {
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let total = 0
  try {
    for (let next = await reader.read(); !next.done && total < size; next = await reader.read()) {
      pieces.push(next.value)
      total += next.value.length
      budget.spend('inflated', next.value.length)
    }
    await reader.cancel()
  } catch (thrown) {
    if (isOverBudget(thrown)) await reader.cancel().catch(() => undefined)
    if (total < size || isOverBudget(thrown)) return undefined // bytes after the end do not matter
  }
  return total === size ? new Blob(pieces) : undefined
}
