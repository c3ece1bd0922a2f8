/** One number as its type's language writes it. */
import * as D from '../dwarf/constants.ts'
import type { DebugInfo } from '../dwarf/reader/debug-info.ts'
import { numberOf, type Die } from '../dwarf/reader/unit.ts'

/** `bits` are the lowest `size` bits of the value; `children` are those of the type, for enumerations. */
export function scalarText(info: DebugInfo, type: Die, bits: bigint, size: number, children: Iterable<Die>): string {
  if (type.tag === D.TAG_ENUMERATION_TYPE)
    return enumerator(info, children, bits, size) ?? `${BigInt.asIntN(size, bits)}`
  return numberText(numberOf(type, D.AT_ENCODING) ?? 0, bits, size)
}

/** A number of an encoding, `DW_ATE_…`. */
export function numberText(encoding: number, bits: bigint, size: number): string {
  switch (encoding) {
    case D.ATE_BOOLEAN:
      return bits === 0n ? 'false' : bits === 1n ? 'true' : `${bits}`
    case D.ATE_FLOAT:
      return float(bits, size)
    case D.ATE_SIGNED:
      return `${BigInt.asIntN(size, bits)}`
    case D.ATE_SIGNED_CHAR:
      return size === 8 ? character(bits, 0x7en) : `${BigInt.asIntN(size, bits)}`
    case D.ATE_UNSIGNED_CHAR:
      return size === 8 ? character(bits, 0x7en) : `${bits}`
    case D.ATE_UTF:
      return `${size === 16 ? 'u' : size === 32 ? 'U' : 'u8'}${character(bits)}`
    case D.ATE_UNSIGNED:
      return `${bits}`
    default:
      return `0x${bits.toString(16)}`
  }
}

/** Codes above `last` are no characters by themselves. */
function character(code: bigint, last = 0x10ffffn): string {
  const isPlain = code >= 0x20n && code !== 0x7fn && !(code >= 0x80n && code < 0xa0n) && code <= last
  if (!isPlain) return `'\\x${code.toString(16).padStart(2, '0')}'`
  return `'${String.fromCodePoint(Number(code))}'`
}

/** The shortest decimal that is this number, as the width has it. */
function float(bits: bigint, size: number): string {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt.asUintN(64, bits))
  if (size === 64) return `${view.getFloat64(0)}`
  if (size >= 80) return extended(bits)
  if (size !== 32) return `0x${bits.toString(16)}`
  const value = view.getFloat32(4)
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits)
    if (Math.fround(Number(text)) === value) return `${Number(text)}`
  }
  return `${Number(value.toPrecision(9))}`
}

/** Significant digits that distinguish any two numbers with 64 bits of precision. */
const EXTENDED_DIGITS = 21

/** x87's numbers of 80 bits (Intel SDM 1, 4.2.2); memory pads them to 96 or 128. As a double where it is one, else with its digits. */
function extended(bits: bigint): string {
  const sign = ((bits >> 79n) & 1n) === 1n ? '-' : ''
  const exponent = Number((bits >> 64n) & 0x7fffn)
  const mantissa = BigInt.asUintN(64, bits)
  if (exponent === 0x7fff) return BigInt.asUintN(63, mantissa) === 0n ? `${sign}Infinity` : 'NaN'
  if (mantissa === 0n) return `${sign}0`
  const scale = exponent - 16383 - 63
  const near = Number(mantissa) * 2 ** scale
  if (BigInt(Number(mantissa)) === mantissa && Math.abs(scale) < 900) return `${sign}${near}`
  // The number is `over / under`; shifted by a power of ten so that its whole part has the digits.
  const power = EXTENDED_DIGITS - 1 - Math.floor((scale + 63) * Math.log10(2))
  const ten = 10n ** BigInt(Math.abs(power))
  const two = 1n << BigInt(Math.abs(scale))
  const over = mantissa * (scale > 0 ? two : 1n) * (power > 0 ? ten : 1n)
  const under = (scale > 0 ? 1n : two) * (power > 0 ? 1n : ten)
  const digits = `${(over + under / 2n) / under}`
  return `${sign}${digits[0]}.${digits.slice(1).replace(/0+$/, '') || '0'}e${digits.length - 1 - power}`
}

function enumerator(info: DebugInfo, children: Iterable<Die>, bits: bigint, size: number): string | undefined {
  for (const die of children) {
    const value = die.attributes.get(D.AT_CONST_VALUE)
    if (die.tag === D.TAG_ENUMERATOR && value && BigInt.asUintN(size, value.number) === bits)
      return info.text(die, D.AT_NAME)
  }
  return undefined
}
