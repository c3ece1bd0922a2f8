/** Punycode as Swift mangles with it: RFC 3492 with the digits a-z, A-J and the delimiter `_`. */

const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE = 0x80
const LARGEST = 0x7fffffff

/** ASCII characters that no identifier may hold come as this plus their code: the surrogates, free in real text. */
const RAW_BASE = 0xd800

const digitOf = (code: number): number =>
  code >= 0x61 && code <= 0x7a ? code - 0x61 : code >= 0x41 && code <= 0x4a ? code - 0x41 + 26 : -1

function adapt(delta: number, count: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : delta >> 1
  rest += Math.floor(rest / count)
  let k = 0
  while (rest > ((BASE - T_MIN) * T_MAX) >> 1) {
    rest = Math.floor(rest / (BASE - T_MIN))
    k += BASE
  }
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}

/** The code points; undefined where the text is no Punycode. */
function decodePoints(text: string): number[] | undefined {
  const points: number[] = []
  const delimiter = text.lastIndexOf('_')
  for (let at = 0; at < delimiter; at++) {
    const code = text.charCodeAt(at)
    if (code >= FIRST_CODE) return undefined
    points.push(code)
  }
  let n = FIRST_CODE
  let i = 0
  let bias = FIRST_BIAS
  let at = delimiter > 0 ? delimiter + 1 : 0
  while (at < text.length) {
    const before = i
    let weight = 1
    // eslint-disable-next-line unslide/bounded-loops -- each round takes a character, and gives up behind the last
    for (let k = BASE; ; k += BASE) {
      if (at >= text.length) return undefined
      const digit = digitOf(text.charCodeAt(at++))
      if (digit < 0) return undefined
      i += digit * weight
      if (i > LARGEST) return undefined
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX)
      if (digit < threshold) break
      weight *= BASE - threshold
      if (weight > LARGEST) return undefined
    }
    const count = points.length + 1
    bias = adapt(i - before, count, before === 0)
    n += Math.floor(i / count)
    i %= count
    if (n > 0x10ffff) return undefined
    points.splice(i, 0, n)
    i++
  }
  return points
}

/** Readable text of a mangled identifier. Necessary back-ticks are part of the mangled text. */
export function decodePunycode(text: string): string | undefined {
  const points = decodePoints(text)
  if (points === undefined) return undefined
  let decoded = ''
  for (const point of points) {
    if (point >= RAW_BASE && point < RAW_BASE + 0x80) decoded += String.fromCharCode(point - RAW_BASE)
    else if (point >= RAW_BASE && point <= 0xdfff) return undefined
    else decoded += String.fromCodePoint(point)
  }
  return decoded
}
