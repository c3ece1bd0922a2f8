/** Binary search over ascending numbers. */

/** Position of the last of `count` ascending values that is not above `limit`; -1 when all are. */
export function lastAtMost(
  count: number,
  valueAt: (position: number) => number | bigint,
  limit: number | bigint,
): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (valueAt(middle) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The last of the ascending numbers that is not above `limit`. */
export function valueAtMost<T extends number>(starts: readonly T[], limit: number): T | undefined {
  return starts[lastAtMost(starts.length, (position) => starts[position] ?? 0, limit)]
}
