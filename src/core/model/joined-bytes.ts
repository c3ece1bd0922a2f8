/** The parts in sequence, in new memory. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The same, but the only part as it is. */
export function asOnePart<Bytes extends Uint8Array>(parts: readonly Bytes[]): Bytes | Uint8Array<ArrayBuffer> {
  const [only] = parts
  return only && parts.length === 1 ? only : joinedBytes(parts)
}
