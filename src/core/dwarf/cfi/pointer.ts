/** Addresses in `__eh_frame` as their encoding byte says: LSB 5.0 core specification, 10.5.1 (`DW_EH_PE_…`). */
import type { ByteCursor } from '../../bytes/cursor.ts'

const omitted = 0xff

/** Base addresses for relative pointer encodings. */
export interface PointerBases {
  /** Address of the section's first byte. */
  readonly section: bigint
  /** Address of the image's header, for addresses that count from the text. */
  readonly textVmaddr: bigint
  /** Start of the function, for addresses that count from it; absent until it is read. */
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
      return cursor.readUleb64()
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
      return cursor.readSleb64()
    case 0xa:
      return BigInt.asIntN(16, BigInt(cursor.readU16()))
    case 0xb:
      return BigInt(cursor.readI32())
    default:
      throw cursor.damage('bad-pointer-encoding', { encoding: format })
  }
}
