/** LC_FUNCTION_STARTS: function starts as ULEB128 differences from `__TEXT`, ended by a zero. */

import { openRange } from '../bytes/blob.ts'
import { imageOffset, type ImageOffset } from '../model/address.ts'
import { archFamily } from '../model/architecture.ts'
import type { MachOImage } from './image.ts'

/** Starts taken of one image; the largest known apps have about two million. */
export const mostStarts = 8_000_000

/** Number of starts in a payload. Padding after the zero does not count. */
export function countFunctionStarts(bytes: Uint8Array): number {
  let count = 0
  let value = 0
  for (const byte of bytes) {
    value |= byte & 0x7f
    if (byte >= 0x80) continue
    if (value === 0) break
    count++
    value = 0
  }
  return count
}

/** The starts themselves. Bit 0 marks Thumb code. */
export function parseFunctionStarts(bytes: Uint8Array): readonly ImageOffset[] {
  const starts: ImageOffset[] = []
  let at = 0
  let distance = 0
  let factor = 1
  for (const byte of bytes) {
    distance += (byte & 0x7f) * factor
    // Beyond any number that is meant; without this it would become none.
    if (factor < 2 ** 63) factor *= 128
    if (byte >= 0x80) continue
    if (distance === 0 || distance > Number.MAX_SAFE_INTEGER - at || starts.length >= mostStarts) break
    at += distance
    starts.push(imageOffset(at))
    distance = 0
    factor = 1
  }
  return starts
}

/** Function starts of an image, without the bit for Thumb code. */
export async function openFunctionStarts(image: MachOImage): Promise<readonly ImageOffset[]> {
  const range = image.functionStarts
  if (!range) return []
  const starts = parseFunctionStarts(await openRange(image.blob, range.offset, range.offset + range.size))
  return archFamily(image.arch) === 'arm' ? starts.map((start) => imageOffset(start - (start % 2))) : starts
}
