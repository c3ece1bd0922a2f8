/**
 * A report's id in addresses. The same text gives the same id, so a link works in every tab that has the report open.
 */
import type { Report } from '../../core/model/report.ts'
import type { InputFile } from '../../core/ports.ts'

/** Characters of the text's start and end that are looked at: reports differ in their headers. */
const LOOKED_AT = 65_536

/** Id of the report at this position of a file. Letters, digits and a point alone. */
export function reportId({ path, blob }: InputFile, position: number, { text, threads }: Report): string {
  const told = text === '' ? `${path} ${threads.length}` : `${text.slice(0, LOOKED_AT)}${text.slice(-LOOKED_AT)}`
  const id = hashOf(`${text === '' ? blob.size : text.length} ${told}`)
  return position === 0 ? id : `${id}.${position}`
}

/** 52 bits of two multiplicative hashes (FNV-1a's steps with two primes), as text. Against chance, not against forgers. */
function hashOf(text: string): string {
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
    high ^= high >>> 13
  }
  return ((high & 0xfffff) * 0x1_0000_0000 + (low >>> 0)).toString(36)
}
