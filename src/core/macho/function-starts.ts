/** LC_FUNCTION_STARTS: where functions begin, as ULEB128 distances from `__TEXT` on, ended by a zero. */

/** How many starts a payload holds. Padding behind the zero does not count. */
export function countFunctionStarts(bytes: Uint8Array): number {
  let count = 0
  let value = 0
  for (const byte of bytes) {
    value |= byte & 0x7f
    if (byte >= 0x80) continue
    if (value === 0) break
    count++
    value = 0
  }
  return count
}
