/** Addresses in `__eh_frame` as their encoding byte says: LSB 5.0 core specification, 10.5.1 (`DW_EH_PE_…`). */
import type { ByteCursor } from '../../bytes/cursor.ts'
import * as D from '../constants.ts'

/** Bits of an encoding: how the number is written, and what it counts from. */
export const FORMAT = 0x0f
export const APPLICATION = 0x70

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
  if (encoding === D.EH_PE_OMIT) return undefined
  const bits = bases.addressBytes * 8
  if (encoding === D.EH_PE_ALIGNED)
    cursor.at += (bases.addressBytes - (cursor.at % bases.addressBytes)) % bases.addressBytes
  const at = cursor.at
  const value = readValue(cursor, encoding & FORMAT, bases.addressBytes)
  return BigInt.asUintN(bits, value + baseOf(cursor, encoding & APPLICATION, at, bases))
}

function baseOf(cursor: ByteCursor, application: number, at: number, bases: PointerBases): bigint {
  switch (application) {
    case D.EH_PE_ABSPTR:
    case D.EH_PE_ALIGNED:
      return 0n
    case D.EH_PE_PCREL:
      return bases.section + BigInt(at)
    case D.EH_PE_TEXTREL:
      return bases.textVmaddr
    case D.EH_PE_FUNCREL:
      if (bases.function !== undefined) return bases.function
  }
  throw cursor.damage('bad-pointer-encoding', { encoding: application }, at)
}

function readValue(cursor: ByteCursor, format: number, addressBytes: 4 | 8): bigint {
  switch (format) {
    case D.EH_PE_ABSPTR:
      return cursor.readPointer(addressBytes)
    case D.EH_PE_ULEB128:
      return cursor.readUleb64()
    case D.EH_PE_UDATA2:
      return BigInt(cursor.readU16())
    case D.EH_PE_UDATA4:
      return BigInt(cursor.readU32())
    case D.EH_PE_UDATA8:
    case D.EH_PE_SDATA8:
      return cursor.readU64()
    case D.EH_PE_SIGNED:
      return BigInt.asIntN(addressBytes * 8, cursor.readPointer(addressBytes))
    case D.EH_PE_SLEB128:
      return cursor.readSleb64()
    case D.EH_PE_SDATA2:
      return BigInt.asIntN(16, BigInt(cursor.readU16()))
    case D.EH_PE_SDATA4:
      return BigInt(cursor.readI32())
    default:
      throw cursor.damage('bad-pointer-encoding', { encoding: format })
  }
}
