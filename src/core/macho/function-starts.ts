/** LC_FUNCTION_STARTS: function starts as ULEB128 differences from `__TEXT`, ended by a zero. */

/** Number of starts in a payload. Padding after the zero does not count. */
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
