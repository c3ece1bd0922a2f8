/** Encodings that carry bytes through text (RFC 4648, RFC 2045). */

const NO_DIGIT = 64
const PAD = 65

/** Values of base64 digits, of both alphabets; `NO_DIGIT` for other bytes. */
const values = (() => {
  const table = new Uint8Array(256).fill(NO_DIGIT)
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  for (let at = 0; at < digits.length; at++) table[digits.charCodeAt(at)] = at
  table['-'.charCodeAt(0)] = 62
  table['_'.charCodeAt(0)] = 63
  table['='.charCodeAt(0)] = PAD
  return table
})()

/** The bytes of base64 text. Everything that is no digit is left out; several texts, each with its padding, are one. */
export function decodeBase64(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4) + 3)
  let length = 0
  let held = 0
  let bits = 0
  for (const code of text) {
    const value = values[code] ?? NO_DIGIT
    if (value === PAD) bits = 0
    if (value >= NO_DIGIT) continue
    held = ((held << 6) | value) & 0xffffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[length++] = (held >> bits) & 0xff
    }
  }
  return bytes.slice(0, length)
}

/** True for a byte of base64 text: a digit, padding or a blank. */
export function isBase64Byte(code: number): boolean {
  return (values[code] ?? NO_DIGIT) !== NO_DIGIT || code === 10 || code === 13 || code === 32 || code === 9
}

/** The bytes of quoted-printable text. Invalid escapes stay as they are. */
export function decodeQuotedPrintable(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text[at] ?? 0
    if (code !== 0x3d) {
      bytes[length++] = code
      continue
    }
    const end = softBreakEnd(text, at + 1)
    if (end !== undefined) {
      at = end
      continue
    }
    const high = hexDigit(text[at + 1])
    const low = hexDigit(text[at + 2])
    if (high === undefined || low === undefined) {
      bytes[length++] = code
      continue
    }
    bytes[length++] = high * 16 + low
    at += 2
  }
  return bytes.slice(0, length)
}

/** Blanks that mail programs leave after a soft line break. */
const MOST_BLANKS = 76

/** The position of the line feed that ends a soft line break; undefined where there is none. */
function softBreakEnd(text: Uint8Array, from: number): number | undefined {
  for (let at = from; at < text.length && at - from <= MOST_BLANKS; at++) {
    const code = text[at]
    if (code === 10) return at
    if (code !== 13 && code !== 32 && code !== 9) return undefined
  }
  return undefined
}

function hexDigit(code = 0): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined
}
