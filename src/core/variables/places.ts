/** Places outside of registers and memory: constants, and pointers to values without an address. */
import { ByteCursor } from '../bytes/cursor.ts'
import { unavailable } from '../messages/variables.ts'
import type { DebugInfo } from '../dwarf/reader/debug-info.ts'
import { NoValue, type Place } from '../dwarf/expression/machine.ts'
import type { AttributeValue } from '../dwarf/reader/value.ts'

const MOST_CONSTANT_BYTES = 256

/** An implicit pointer that fills a place from here on, whole or as one of its pieces. */
export function implicitAt(
  place: Place,
  offset: number,
  bits: number,
): (Place & { readonly kind: 'implicit' }) | undefined {
  if (place.kind === 'implicit') return offset === 0 ? place : undefined
  if (place.kind !== 'pieces') return undefined
  let start = 0
  for (const piece of place.pieces) {
    if (start === offset && piece.bits >= bits && piece.place.kind === 'implicit') return piece.place
    start += piece.bits
  }
  return undefined
}

/** Bytes of an implicit pointer as bits. */
export function bitsOf(bytes: bigint): number {
  if (bytes < 0n || bytes > BigInt(1 << 30)) throw new NoValue(unavailable.damaged)
  return Number(bytes) * 8
}

/** A constant of a DIE, which is the same everywhere. */
export function constantPlace(info: DebugInfo, { number, bytes }: AttributeValue): Place {
  if (!bytes) return { kind: 'bits', bits: BigInt.asUintN(64, number), size: 64 }
  const { littleEndian } = info.image
  const few = bytes.subarray(0, MOST_CONSTANT_BYTES)
  const bits = new ByteCursor(few, { file: '', littleEndian }).readUnsigned(few.length)
  return { kind: 'bits', bits, size: few.length * 8 }
}
