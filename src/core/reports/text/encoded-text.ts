/** Text that a crash reporter wrote in an encoding that is safe to write while crashing. */
import { decodeUtf8 } from '../../bytes/cursor.ts'

/** UTF-8 as hex digits; text that is not that is given back as it is. */
export function decodeHexText(text: string | undefined): string | undefined {
  if (text === undefined || text.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(text)) return text
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(text.slice(at * 2, at * 2 + 2), 16)
  return decodeUtf8(bytes)
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** UTF-8 as base64; text that is not that is given back as it is. */
export function decodeBase64Text(text: string | undefined): string | undefined {
  const bytes = decodeBase64(text)
  return bytes ? decodeUtf8(bytes) : text
}

/** Bytes as base64 (RFC 4648); undefined for text that is not that. */
export function decodeBase64(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const digits = text.replace(/=+$/, '')
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (const digit of digits) {
    bits = ((bits << 6) | BASE64.indexOf(digit)) & 0xffffff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes[at++] = (bits >> held) & 0xff
    }
  }
  return bytes
}

/** Text in which `mark` and two hexadecimal digits stand for a byte of UTF-8. */
export function decodeBytes(text: string, mark: '=' | '%'): string {
  const run = mark === '=' ? /(?:=[0-9A-F]{2})+/gi : /(?:%[0-9A-F]{2})+/gi
  return text.replace(run, (bytes) =>
    new TextDecoder().decode(Uint8Array.from(bytes.slice(1).split(mark), (byte) => parseInt(byte, 16))),
  )
}
