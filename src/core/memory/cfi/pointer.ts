/** Addresses in `__eh_frame` as their encoding byte says: LSB 5.0 core specification, 10.5.1 (`DW_EH_PE_…`). */
import type { ByteCursor } from '../../bytes/cursor.ts'

const omitted = 0xff

/** What encoded addresses count from. */
export interface PointerBases {
  /** Address of the section's first byte. */
  readonly section: bigint
  /** Address of the image's header, for addresses that count from the text. */
  readonly textVmaddr: bigint
  /** Start of the function, for addresses that count from it; only in what follows it. */
  readonly function?: bigint
  readonly addressBytes: 4 | 8
}

/** Reads an address; undefined where it is left out. `indirect` ones give the place that holds the address. */
export function readEncodedPointer(cursor: ByteCursor, encoding: number, bases: PointerBases): bigint | undefined {
  if (encoding === omitted) return undefined
  const bits = bases.addressBytes * 8
  if (encoding === 0x50) cursor.at += (bases.addressBytes - (cursor.at % bases.addressBytes)) % bases.addressBytes
  const at = cursor.at
  const value = readValue(cursor, encoding & 0x0f, bases.addressBytes)
  return BigInt.asUintN(bits, value + baseOf(cursor, encoding & 0x70, at, bases))
}

function baseOf(cursor: ByteCursor, application: number, at: number, bases: PointerBases): bigint {
  switch (application) {
    case 0x00:
    case 0x50:
      return 0n
    case 0x10:
      return bases.section + BigInt(at)
    case 0x20:
      return bases.textVmaddr
    case 0x40:
      if (bases.function !== undefined) return bases.function
  }
  throw cursor.damage('bad-pointer-encoding', { encoding: application }, at)
}

function readValue(cursor: ByteCursor, format: number, addressBytes: 4 | 8): bigint {
  switch (format) {
    case 0x0:
      return cursor.readPointer(addressBytes)
    case 0x1:
      return readWideUleb(cursor)
    case 0x2:
      return BigInt(cursor.readU16())
    case 0x3:
      return BigInt(cursor.readU32())
    case 0x4:
    case 0xc:
      return cursor.readU64()
    case 0x8:
      return BigInt.asIntN(addressBytes * 8, cursor.readPointer(addressBytes))
    case 0x9:
      return readWideSleb(cursor)
    case 0xa:
      return BigInt.asIntN(16, BigInt(cursor.readU16()))
    case 0xb:
      return BigInt(cursor.readI32())
    default:
      throw cursor.damage('bad-pointer-encoding', { encoding: format })
  }
}

/** ULEB128 of up to 64 bits; what lies above is cut off. */
export function readWideUleb(cursor: ByteCursor): bigint {
  return BigInt.asUintN(64, readLeb(cursor).value)
}

/** SLEB128 of up to 64 bits; what lies above is cut off. */
export function readWideSleb(cursor: ByteCursor): bigint {
  const { value, bits, negative } = readLeb(cursor)
  return negative ? BigInt.asIntN(64, value - (1n << BigInt(bits))) : BigInt.asIntN(64, value)
}

/** SLEB128 as a number; values that no offset can have are a `bad-sleb` FormatError. */
export function readSleb(cursor: ByteCursor): number {
  const at = cursor.at
  const value = Number(readWideSleb(cursor))
  if (!Number.isSafeInteger(value)) throw cursor.damage('bad-sleb.large', {}, at)
  return value
}

function readLeb(cursor: ByteCursor): { readonly value: bigint; readonly bits: number; readonly negative: boolean } {
  const start = cursor.at
  let value = 0n
  for (let bits = 0; ;) {
    const byte = cursor.readU8()
    value |= BigInt(byte & 0x7f) << BigInt(bits)
    bits += 7
    if (byte < 0x80) return { value, bits, negative: (byte & 0x40) !== 0 }
    if (cursor.at - start >= 16) throw cursor.damage('bad-uleb', {}, start)
  }
}
