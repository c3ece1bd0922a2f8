/** How operands of A64 are spelled, as LLVM does with immediates in hex and Apple's names of vectors. */
import { Address, Condition, Immediate, Place, Register, asm, type Part } from '../spelled.ts'
import type { Field } from './pattern.ts'

export { hex } from '../spelled.ts'

export const conditions = 'eq ne hs lo mi pl vs vc hi ls ge lt gt le al nv'
  .split(' ')
  .map((text) => new Condition(text))
export const shifts = ['lsl', 'lsr', 'asr', 'ror']
export const extensions = ['uxtb', 'uxth', 'uxtw', 'uxtx', 'sxtb', 'sxth', 'sxtw', 'sxtx']
const letters = ['b', 'h', 's', 'd']

/** A number of `bits` bits with a sign. */
export const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits)

/** As debuggers name them. */
const wholeNames = [...Array.from({ length: 29 }, (_, number) => `x${number}`), 'fp', 'lr']
/** The general registers of a size that have numbers below 31. */
function numbered(letter: 'x' | 'w'): readonly Register[] {
  const bytes = letter === 'x' ? 8 : 4
  return wholeNames.map((whole, number) => new Register(`${letter}${number}`, `${letter}${number}`, whole, bytes))
}

const [x, w] = [numbered('x'), numbered('w')]
/** Register 31 is zero in most places, the stack pointer in some. */
const banks = {
  x: [...x, new Register('xzr', 'xzr', 'xzr', 8)],
  w: [...w, new Register('wzr', 'wzr', 'xzr', 4)],
  xOrSp: [...x, new Register('sp', 'sp', 'sp', 8)],
  wOrSp: [...w, new Register('wsp', 'wsp', 'sp', 4)],
}

/** Fields have five bits, so that each number is a register. */
const inBank = (registers: readonly Register[], number: number): Register => {
  const register = registers[number]
  if (!register) throw new RangeError(`no register ${number}`)
  return register
}

export const xReg = (number: number): Register => inBank(banks.x, number)
export const wReg = (number: number): Register => inBank(banks.w, number)
export const xOrSp = (number: number): Register => inBank(banks.xOrSp, number)
export const wOrSp = (number: number): Register => inBank(banks.wOrSp, number)

const scalarBytes: Readonly<Record<string, number>> = { b: 1, h: 2, s: 4, d: 8, q: 16 }

/** A register of floating point: `d3`. */
export function scalarReg(letter: string, number: number): Register {
  const name = `${letter}${number}`
  return new Register(name, name, name, scalarBytes[letter] ?? 16)
}

/** A constant. */
export const imm = (value: bigint | number): Immediate => new Immediate(value, '#')

/** Memory at a register and an offset, which is not written where it is nothing. */
export function place(base: Register, offset = 0): Place {
  return new Place({ base, displacement: offset }, offset === 0 ? asm`[${base}]` : asm`[${base}, ${imm(offset)}]`)
}

/** The same where the base moves before the access. */
export const movedPlace = (base: Register, offset: number): Place =>
  new Place({ base, displacement: offset, isMoved: true }, asm`[${base}, ${imm(offset)}]!`)

/** An address that the instruction holds. */
export const addressAt = (value: bigint): Address => new Address(BigInt.asUintN(64, value))

/** Where a branch goes: words from here. */
export const branchTarget = (pc: bigint, words: number): Address => addressAt(pc + BigInt(words) * 4n)

/** Widths in bits of the fields that carry a sign. */
const widths: Readonly<Record<string, number>> = { i: 19, j: 26, k: 14, o: 9, p: 7, g: 10 }

function register(kind: string, letter: string, field: Field): Part | undefined {
  const which = field(letter)
  const isWide = field('x') === 1
  switch (kind) {
    case 'X':
      return xReg(which)
    case 'W':
      return wReg(which)
    case 'R':
      return isWide ? xReg(which) : wReg(which)
    case 'XS':
      return xOrSp(which)
    case 'F': {
      const size = ['s', 'd', undefined, 'h'][field('f')]
      return size === undefined ? undefined : scalarReg(size, which)
    }
    default:
      return scalarReg(kind.toLowerCase(), which)
  }
}

/** The number of lanes and their size: `16b`, `2d`; undefined for a single lane of 64 bits. */
export function arrangement(size: number, isFull: number): string | undefined {
  if (size === 3 && isFull === 0) return undefined
  return `${(8 << isFull) >> size}${letters[size] ?? ''}`
}

/** `i`, `-o*8`: a field, perhaps with a sign, times a number. */
function amount(text: string, field: Field): number {
  const [name = '', factor = '1'] = text.split('*')
  const letter = name.replace('-', '')
  const value = name.startsWith('-') ? signed(field(letter), widths[letter] ?? 32) : field(letter)
  return value * Number(factor)
}

/** An operand by its name in a template; undefined where its bits are reserved. */
export function spell(name: string, field: Field, pc: bigint): Part | undefined {
  const first = name.charAt(0)
  const rest = name.slice(1)
  switch (first) {
    case '#':
      return imm(amount(rest, field))
    // Memory at a register.
    case '@':
      return place(xOrSp(field(rest)))
    case '>':
      return branchTarget(pc, amount(`-${rest}`, field))
    case '?':
      return conditions[field(rest)]
  }
  const [, kind = '', letter = ''] = /^([A-Z]+)([a-z])$/.exec(name) ?? []
  return register(kind, letter, field)
}
