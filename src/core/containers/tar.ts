/** tar archives: how one is known. Its files are read by `tar-entries.ts`, which few drops need. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { blobSource } from './byte-source.ts'
import type { Container } from './container.ts'

export const BLOCK = 512

export const tarContainer: Container = {
  id: 'tar',
  label: 'tar archive',
  sniff: sniffTar,
  async *entries(file) {
    const { tarEntries } = await import('./tar-entries.ts')
    yield* tarEntries(blobSource(file.blob), file.path)
  },
}

/** True when the first block is a tar header: its checksum holds. Old archives have no magic. */
export function sniffTar(head: Uint8Array): boolean {
  return head.length >= BLOCK && head[0] !== 0 && checksumHolds(head.subarray(0, BLOCK))
}

/** True if a header has its checksum: the sum of all header bytes, the checksum's own eight counted as blanks; some old writers summed signed bytes. */
export function checksumHolds(header: Uint8Array): boolean {
  const stated = parseOctal(header.subarray(148, 156))
  let unsigned = 0
  let signed = 0
  header.forEach((byte, index) => {
    const value = index >= 148 && index < 156 ? 0x20 : byte
    unsigned += value
    signed += value > 127 ? value - 256 : value
  })
  return stated === unsigned || stated === signed
}

/** A number in octal digits; NaN for other text. */
export function parseOctal(field: Uint8Array): number {
  const text = decodeUtf8(field).replace(/\0.*$/s, '').trim()
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : text === '' ? 0 : Number.NaN
}
