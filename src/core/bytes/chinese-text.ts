/** Text in GB18030, the encoding of Chinese systems, and so in GBK and GB2312, which it holds. */

/** The decoder’s replacement for bytes that are no UTF-8. */
const LOST = /\ufffd/g
const NOT_ASCII = /[^\0-\x7f]/g

/**
 * Bytes as GB18030, if they are that rather than UTF-8; `utf8` is what they are as UTF-8. Undefined otherwise. Most pairs of its bytes
 * must be of the common signs (GB 2312), so that a few letters of Latin-1 are not taken for it.
 */
export function decodeChinese(bytes: Uint8Array, utf8: string): string | undefined {
  const lost = utf8.match(LOST)?.length ?? 0
  if (lost === 0) return undefined
  const kept = (utf8.match(NOT_ASCII)?.length ?? 0) - lost
  if (lost <= kept || !arePairs(bytes)) return undefined
  try {
    return new TextDecoder('gb18030').decode(bytes)
  } catch {
    // A build of the platform without this encoding.
    return undefined
  }
}

/** True if more of the bytes above ASCII are in pairs of GB 2312 than not. */
function arePairs(bytes: Uint8Array): boolean {
  let [common, others] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]]
    if (lead < 0x80) continue
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1 && trail <= 0xfe) common++
    else others++
    at++
  }
  return common > others
}
