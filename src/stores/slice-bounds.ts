/** Bounds of `slice(start, end)` for a Blob of `size` bytes; negative numbers count from its end. */
export function sliceBounds(start: number, end: number, size: number): readonly [from: number, to: number] {
  const from = clamp(start, size)
  return [from, Math.max(from, clamp(end, size))]
}

function clamp(at: number, size: number): number {
  return at < 0 ? Math.max(0, size + at) : Math.min(at, size)
}
