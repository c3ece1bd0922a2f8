/** MD5 of source files, to compare with those of a line table. Nothing is trusted to it but that a file was not changed by its author. */
import { md5 } from '@noble/hashes/legacy.js'
import { hexOf } from '../model/hex.ts'

/** 32 digits in lower case. */
export function md5Of(bytes: Uint8Array): string {
  return hexOf(md5(bytes))
}

const LF = 0x0a
const CR = 0x0d

/** True if bytes have an MD5, as they are or with other line ends, which version control changes on some systems. */
export function hasMd5(bytes: Uint8Array, wanted: string): boolean {
  if (md5Of(bytes) === wanted) return true
  return md5Of(bytes.includes(CR) ? withoutReturns(bytes) : withReturns(bytes)) === wanted
}

/** `\r\n` as `\n`. */
function withoutReturns(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => byte !== CR || bytes[at + 1] !== LF)
}

/** `\n` as `\r\n`. */
function withReturns(bytes: Uint8Array): Uint8Array {
  const ends = bytes.reduce((count, byte) => (byte === LF ? count + 1 : count), 0)
  const longer = new Uint8Array(bytes.length + ends)
  let to = 0
  for (const byte of bytes) {
    if (byte === LF) longer[to++] = CR
    longer[to++] = byte
  }
  return longer
}
