/** Skips the values of a DIE. A unit can have millions of DIEs when one is wanted, so this works on bare bytes. */
import * as F from '../forms.ts'
import type { UnitShape } from './unit-header.ts'

/** How values of a unit are written. */
export interface UnitForms {
  readonly header: UnitShape
  readonly littleEndian: boolean
}

/** The end of the values that begin at `at`, possibly past the end of the bytes; below 0 for an unknown form. */
export function behindValues(bytes: Uint8Array, at: number, steps: readonly number[], unit: UnitForms): number {
  let next = at
  for (const step of steps) {
    if (step >= 0) next += step
    else {
      next = behindValue(bytes, next, step, unit)
      if (next < 0) return next
    }
  }
  return next
}

function behindValue(bytes: Uint8Array, at: number, size: number, unit: UnitForms): number {
  switch (size) {
    case F.SIZE_LEB:
      return behindLeb(bytes, at)
    case F.SIZE_STRING: {
      const end = bytes.indexOf(0, at)
      return end < 0 ? Infinity : end + 1
    }
    case F.SIZE_BLOCK1:
      return at + 1 + (bytes[at] ?? 0)
    case F.SIZE_BLOCK2:
      return at + 2 + readFixed(bytes, at, 2, unit.littleEndian)
    case F.SIZE_BLOCK4:
      return at + 4 + readFixed(bytes, at, 4, unit.littleEndian)
    case F.SIZE_BLOCK:
      return behindLeb(bytes, at) + readLeb(bytes, at)
    case F.SIZE_INDIRECT:
      return behindIndirect(bytes, at, unit)
    default:
      return -1
  }
}

/** A form that names itself would never end; the constant of the other one has no place here. */
function behindIndirect(bytes: Uint8Array, at: number, unit: UnitForms): number {
  const { version, addressSize, offsetSize } = unit.header
  const form = F.normalForm(readLeb(bytes, at))
  if (form === F.FORM_INDIRECT || form === F.FORM_IMPLICIT_CONST) return -1
  const size = F.sizeOfForm(form, version, addressSize, offsetSize)
  const start = behindLeb(bytes, at)
  return size >= 0 ? start + size : behindValue(bytes, start, size, unit)
}

export function behindLeb(bytes: Uint8Array, at: number): number {
  for (let next = at; next < bytes.length; next++) if ((bytes[next] ?? 0) < 0x80) return next + 1
  return Math.max(at, bytes.length) + 1
}

/** A ULEB128; only roughly right where it does not fit 53 bits. */
export function readLeb(bytes: Uint8Array, at: number): number {
  let value = 0
  let factor = 1
  for (let next = at; next < bytes.length; next++) {
    const byte = bytes[next] ?? 0
    value += (byte & 0x7f) * factor
    if (byte < 0x80) break
    factor *= 128
  }
  return value
}

/** A number of 1 to 8 bytes, exact below 2^53; bytes that are not there are 0. */
export function readFixed(bytes: Uint8Array, at: number, size: number, littleEndian: boolean): number {
  let value = 0
  for (let place = 0; place < Math.min(size, 8); place++)
    value = value * 256 + (bytes[at + (littleEndian ? size - 1 - place : place)] ?? 0)
  return value
}
