/** How operands of A64 are spelled, as LLVM does with immediates in hex and Apple's names of vectors. */
import type { Field } from './pattern.ts'

/** An operand in a template, by its name between braces. */
export interface Operand {
  readonly name: string
}

export const conditions = 'eq ne hs lo mi pl vs vc hi ls ge lt gt le al nv'.split(' ')
export const shifts = ['lsl', 'lsr', 'asr', 'ror']
export const extensions = ['uxtb', 'uxth', 'uxtw', 'uxtx', 'sxtb', 'sxth', 'sxtw', 'sxtx']
const letters = ['b', 'h', 's', 'd']

/** `0x1f`, `-0x8`. */
export const hex = (value: bigint | number): string =>
  value < 0 ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`

/** A number of `bits` bits with a sign. */
export const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits)

/** Register 31 is zero in most places, the stack pointer in some. */
export const xReg = (number: number): string => (number === 31 ? 'xzr' : `x${number}`)
export const wReg = (number: number): string => (number === 31 ? 'wzr' : `w${number}`)
export const xOrSp = (number: number): string => (number === 31 ? 'sp' : `x${number}`)
export const wOrSp = (number: number): string => (number === 31 ? 'wsp' : `w${number}`)

/** Where a branch goes: words from here. */
export const branchTarget = (pc: bigint, words: number): string => hex(BigInt.asUintN(64, pc + BigInt(words) * 4n))

/** Widths in bits of the fields that carry a sign. */
const widths: Readonly<Record<string, number>> = { i: 19, j: 26, k: 14, o: 9, p: 7, g: 10 }

function register(kind: string, letter: string, field: Field): string | undefined {
  const number = field(letter)
  const isWide = field('x') === 1
  switch (kind) {
    case 'X':
      return xReg(number)
    case 'W':
      return wReg(number)
    case 'R':
      return isWide ? xReg(number) : wReg(number)
    case 'XS':
      return xOrSp(number)
    case 'WS':
      return wOrSp(number)
    case 'RS':
      return isWide ? xOrSp(number) : wOrSp(number)
    case 'F': {
      const size = ['s', 'd', undefined, 'h'][field('f')]
      return size === undefined ? undefined : `${size}${number}`
    }
    // One of two sizes of scalars, and one of four.
    case 'E':
      return `${letters[field('z')] ?? ''}${number}`
    case 'EE':
      return field('z') > 2 ? undefined : `${letters[field('z') + 1] ?? ''}${number}`
    case 'SD':
      return `${field('z') === 0 ? 's' : 'd'}${number}`
    default:
      return `${kind.toLowerCase()}${number}`
  }
}

/** The number of lanes and their size: `16b`, `2d`; undefined for a single lane of 64 bits. */
export function arrangement(size: number, isFull: number): string | undefined {
  if (size === 3 && isFull === 0) return undefined
  return `${(8 << isFull) >> size}${letters[size] ?? ''}`
}

function vectorShape(name: string, field: Field): string | undefined {
  const [shape = '', only] = name.split(':')
  const size = field('z')
  if (only !== undefined && !only.includes(letters[size] ?? '-')) return undefined
  switch (shape) {
    case 't':
      return arrangement(size, field('q'))
    case 't+':
      return size > 2 ? undefined : arrangement(size + 1, 1)
    // Lanes of floating point: one bit says 32 or 64.
    case 'tf':
      return arrangement(2 + size, field('q'))
    case 'th':
      return arrangement(1, field('q'))
    case 'tb':
      return arrangement(0, field('q'))
    case 'ts':
      return arrangement(2, field('q'))
    // Pairs of lanes become one that is twice as wide.
    case 'tl':
      return size > 2 ? undefined : `${(4 << field('q')) >> size}${letters[size + 1] ?? ''}`
    case 'e':
      return letters[size]
    case '2':
      return field('q') === 1 ? '2' : ''
    default:
      return undefined
  }
}

/** `i`, `-o*8`: a field, perhaps with a sign, times a number. */
function amount(text: string, field: Field): number {
  const [name = '', factor = '1'] = text.split('*')
  const letter = name.replace('-', '')
  const value = name.startsWith('-') ? signed(field(letter), widths[letter] ?? 32) : field(letter)
  return value * Number(factor)
}

/** The text of an operand; undefined where its bits are reserved. */
export function spell(name: string, field: Field, pc: bigint): string | undefined {
  const first = name.charAt(0)
  const rest = name.slice(1)
  switch (first) {
    case '#':
      return `#${hex(amount(rest, field))}`
    // An offset that is not written where it is nothing.
    case ',': {
      const value = amount(rest, field)
      return value === 0 ? '' : `, #${hex(value)}`
    }
    case '>':
      return branchTarget(pc, amount(`-${rest}`, field))
    case '!':
      return conditions[field(rest) ^ 1]
    case '?':
      return conditions[field(rest)]
  }
  const match = /^([A-Z]+)([a-z])$/.exec(name)
  if (match) return register(match[1] ?? '', match[2] ?? '', field)
  return vectorShape(name, field)
}
