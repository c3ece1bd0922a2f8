/** Immediates that A64 packs: masks of logical instructions, floating point in eight bits, and moves of constants. */
import type { Immediate } from '../spelled.ts'
import { imm as constant } from './operands.ts'

const ones = (bits: number): bigint => (1n << BigInt(bits)) - 1n

/** The mask of AND, ORR, EOR with an immediate (DecodeBitMasks in the Arm manual); undefined where it is reserved. */
export function bitMask(n: number, immr: number, imms: number, width: 32 | 64): bigint | undefined {
  const length = 31 - Math.clz32((n << 6) | (~imms & 0x3f))
  if (length < 1) return undefined
  const size = 1 << length
  if (size > width) return undefined
  const count = imms & (size - 1)
  const turn = immr & (size - 1)
  if (count === size - 1) return undefined
  const run = ones(count + 1)
  const element = ((run >> BigInt(turn)) | (run << BigInt(size - turn))) & ones(size)
  let mask = 0n
  for (let at = 0; at < width; at += size) mask |= element << BigInt(at)
  return mask
}

/** Floating point in eight bits: sign, exponent, four bits of fraction. */
export function smallFloatValue(imm8: number): number {
  const exponent = ((imm8 >> 4) & 7) ^ 4
  const value = (1 + (imm8 & 15) / 16) * 2 ** (exponent - 3)
  return imm8 & 0x80 ? -value : value
}

/** The same as LLVM prints it for A64. */
export const smallFloat = (imm8: number): string => `#${smallFloatValue(imm8).toFixed(8)}`

/** Each bit a byte of ones or zeros, as `movi` of 64 bits has it. */
export function byteMask(imm8: number): string {
  let text = ''
  for (let bit = 7; bit >= 0; bit--) text += (imm8 >> bit) & 1 ? 'ff' : '00'
  return text
}

const fitsMovz = (value: bigint, width: 32 | 64): boolean => {
  for (let shift = 0n; shift < BigInt(width); shift += 16n) if ((value & ~(0xffffn << shift)) === 0n) return true
  return false
}

/** True if MOVZ or MOVN can make it: then ORR is not written as `mov`. */
export const isPlainMove = (value: bigint, width: 32 | 64): boolean =>
  fitsMovz(value, width) || fitsMovz(~value & ones(width), width)

/** The value that MOVZ or MOVN makes, as `mov` has it; undefined where the instruction is written by its own name. */
export function movedConstant(imm: number, shift: number, isNot: boolean, width: 32 | 64): Immediate | undefined {
  if (imm === 0 && shift !== 0) return undefined
  const placed = BigInt(imm) << BigInt(shift)
  const value = isNot ? ~placed & ones(width) : placed
  if (isNot && fitsMovz(value, width)) return undefined
  return constant(BigInt.asIntN(width, value))
}
