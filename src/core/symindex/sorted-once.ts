/** All numbers of some lists, ascending, each once. */
export function sortedOnce(lists: readonly Uint32Array[]): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  all.sort()
  let kept = 0
  for (let from = 0; from < all.length; from++) {
    const value = all[from] ?? 0
    if (kept === 0 || value !== all[kept - 1]) all[kept++] = value
  }
  return all.slice(0, kept)
}

/** Lower bound: position of the first value >= `wanted`. */
export function placeOf(values: Uint32Array, wanted: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
