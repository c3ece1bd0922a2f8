/** Text in Windows-1251, the encoding of older systems in Russian, Ukrainian, Bulgarian and Serbian. */

/** Bytes that are looked at. */
const LOOKED = 262_144
/** Fewer letters than these prove nothing. */
const FEWEST = 8

/**
 * Decodes bytes as Windows-1251; undefined if they are UTF-8 or another encoding. `utf8` is the same text decoded as UTF-8. A Cyrillic word
 * has any number of bytes. Chinese signs are pairs of bytes, and letters of Latin-1 stand alone in words of ASCII.
 */
export function decodeCyrillic(bytes: Uint8Array, utf8: string): string | undefined {
  if (!utf8.includes('\ufffd') || !isCyrillic(bytes.subarray(0, LOOKED))) return undefined
  try {
    return new TextDecoder('windows-1251').decode(bytes)
  } catch {
    // A build of the platform without this encoding.
    return undefined
  }
}

const isLetter = (byte: number): boolean => byte >= 0xc0 || byte === 0xa8 || byte === 0xb8
const isLatin = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

function isCyrillic(bytes: Uint8Array): boolean {
  let [high, letters, small, runs, odd, joined] = [0, 0, 0, 0, 0, 0]
  let length = 0
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80) {
      high++
      length++
      if (isLetter(byte)) letters++
      if (byte >= 0xe0) small++
      continue
    }
    if (length === 0) continue
    runs++
    odd += length % 2
    if (isLatin(byte) || isLatin(bytes[at - length - 1] ?? 0)) joined++
    length = 0
  }
  const isMostly = letters >= FEWEST && letters * 10 >= high * 9 && small * 2 >= letters
  return isMostly && high >= runs * 3 && odd * 5 >= runs && joined * 5 <= runs
}
