/** CRC-32 (polynomial of ISO 3309, as in zip, PKWARE APPNOTE 4.4.7): of entries that are not inflated, and of packs. */
import { openRange } from './blob.ts'

/** Bytes read at a time. */
const STEP_BYTES = 4 << 20

/** Eight tables of 256: the effect of a byte on the checksum at each distance from the end of a group of eight. */
const table = makeTable()

function makeTable(): Uint32Array {
  const all = new Uint32Array(8 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = (value & 1) !== 0 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    all[byte] = value
  }
  for (let at = 256; at < all.length; at++) all[at] = shifted(all, all[at - 256] ?? 0)
  return all
}

/** The state one zero byte further. */
function shifted(all: Uint32Array, state: number): number {
  return (state >>> 8) ^ (all[state & 255] ?? 0)
}

/** The CRC-32 of bytes. */
export function crc32(bytes: Uint8Array): number {
  return ~advance(-1, bytes) >>> 0
}

/** The CRC-32 of all bytes of a Blob. */
export async function crc32Of(blob: Blob): Promise<number> {
  let state = -1
  for (let at = 0; at < blob.size; at += STEP_BYTES) state = advance(state, await openRange(blob, at, at + STEP_BYTES))
  return ~state >>> 0
}

function advance(before: number, bytes: Uint8Array): number {
  const byte = (at: number): number => bytes[at] ?? 0
  const after = (distance: number, value: number): number => table[distance * 256 + (value & 255)] ?? 0
  let state = before
  let at = 0
  for (; at + 8 <= bytes.length; at += 8) {
    const low = state ^ (byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24))
    state =
      after(7, low) ^
      after(6, low >>> 8) ^
      after(5, low >>> 16) ^
      after(4, low >>> 24) ^
      after(3, byte(at + 4)) ^
      after(2, byte(at + 5)) ^
      after(1, byte(at + 6)) ^
      after(0, byte(at + 7))
  }
  for (; at < bytes.length; at++) state = shifted(table, state ^ byte(at))
  return state
}
