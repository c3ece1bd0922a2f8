/** A section of units by their length fields alone, for what only hops from one to the next. */

/** Behind each length field as many bytes as it says, up to a bound. */
export function unitSection(lengths: readonly number[], most = Infinity): Uint8Array<ArrayBuffer> {
  const bytes = lengths.flatMap((length) => [
    ...new Uint8Array(Uint32Array.of(length).buffer),
    ...Array.from({ length: Math.min(length, most) }, (_, at) => at & 0xff),
  ])
  return Uint8Array.from(bytes)
}

/** Where the units begin, and where the last one ends. */
export function unitBounds(lengths: readonly number[]): ReadonlySet<number> {
  let end = 0
  return new Set([0, ...lengths.map((length) => (end += 4 + length))])
}
