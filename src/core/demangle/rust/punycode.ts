/** Identifiers beyond ASCII: Punycode (RFC 3492) with `_` for its delimiter. */

/** More characters than an identifier has. */
const LONGEST = 128

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1
  rest += Math.floor(rest / points)
  let bias = 0
  while (rest > 455) {
    rest = Math.floor(rest / 35)
    bias += 36
  }
  return bias + Math.floor((36 * rest) / (rest + 38))
}

/** The text of a basic part and its encoded insertions; undefined when they make none. */
export function decodePunycode(basic: string, encoded: string): string | undefined {
  const text = [...basic]
  let code = 128
  let index = 0
  let bias = 72
  let at = 0
  while (at < encoded.length) {
    const before = index
    let weight = 1
    // eslint-disable-next-line unslide/bounded-loops -- each round takes a character; behind the last there is no digit
    for (let base = 36; ; base += 36) {
      const char = encoded.charCodeAt(at++)
      const digit = char >= 97 && char <= 122 ? char - 97 : char >= 48 && char <= 57 ? char - 48 + 26 : -1
      if (digit < 0) return undefined
      index += digit * weight
      const threshold = Math.min(Math.max(base - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
      if (weight > 0x7fffffff || index > 0x7fffffff) return undefined
    }
    const size = text.length + 1
    bias = adapt(index - before, size, before === 0)
    code += Math.floor(index / size)
    index %= size
    if (size > LONGEST || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
    text.splice(index, 0, String.fromCodePoint(code))
    index++
  }
  return text.join('')
}
