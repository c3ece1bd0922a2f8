/** One number as its type's language writes it. */
import * as D from '../dwarf/constants.ts'
import { childrenOf } from './children.ts'
import type { DebugInfo } from './debug-info.ts'
import { numberOf, type Die } from './unit.ts'

/** `bits` are the lowest `size` bits of the value. */
export function scalarText(info: DebugInfo, type: Die, bits: bigint, size: number): string {
  if (type.tag === D.TAG_ENUMERATION_TYPE) return enumerator(info, type, bits, size) ?? `${BigInt.asIntN(size, bits)}`
  switch (numberOf(type, D.AT_ENCODING) ?? 0) {
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
  if (size !== 32) return `0x${bits.toString(16)}`
  const value = view.getFloat32(4)
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits)
    if (Math.fround(Number(text)) === value) return `${Number(text)}`
  }
  return `${Number(value.toPrecision(9))}`
}

function enumerator(info: DebugInfo, type: Die, bits: bigint, size: number): string | undefined {
  for (const die of childrenOf(type)) {
    const value = die.attributes.get(D.AT_CONST_VALUE)
    if (die.tag === D.TAG_ENUMERATOR && value && BigInt.asUintN(size, value.number) === bits)
      return info.text(die, D.AT_NAME)
  }
  return undefined
}
