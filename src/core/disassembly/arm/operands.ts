/** How operands of 32-bit Arm are spelled, as LLVM does with immediates in hex. */
import { hex } from '../arm64/operands.ts'
import type { Field, Row, Spelling } from '../arm64/pattern.ts'

export { hex }

export const conditions = 'eq ne hs lo mi pl vs vc hi ls ge lt gt le  '.split(' ')
export const shifts = ['lsl', 'lsr', 'asr', 'ror']

export const reg = (number: number): string => ['sp', 'lr', 'pc'][number - 13] ?? `r${number}`

/** The halves of registers, a bit for each: top or bottom. */
export const halves = (field: Field, letters: string): string =>
  [...letters].map((letter) => (field(letter) ? 't' : 'b')).join('')

/** Registers by a mask, the lowest first. */
export function list(mask: number): string {
  return `{${Array.from({ length: 16 }, (_, at) => at)
    .filter((at) => (mask >> at) & 1)
    .map(reg)
    .join(', ')}}`
}

/** Where a branch goes: the program counter is two instructions of 16 bits ahead. */
export const target = (pc: bigint, distance: number): string => hex(BigInt.asUintN(32, pc + 4n + BigInt(distance)))

export const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits)

/** A template: `{d}` is a register by a letter, `{#i*4}` a number, `{>i*2}` a branch with a sign in so many bits. */
export function spelled(template: string): Spelling {
  const parts = template.split(/\{([^\s{}]+)\}/)
  return (field, pc) => parts.map((part, at) => (at % 2 === 0 ? part : operand(part, field, pc))).join('')
}

function operand(name: string, field: Field, pc: bigint): string {
  const [letter = '', factor = '1'] = name.replace(/^[#>,]/, '').split('*')
  const value = field(letter) * Number(factor)
  switch (name.charAt(0)) {
    case '#':
      return `#${hex(value)}`
    // An offset that is not written where it is nothing.
    case ',':
      return value === 0 ? '' : `, #${hex(value)}`
    case '>':
      return target(pc, signed(field(letter), Number(factor)) * 2)
    default:
      return reg(value)
  }
}

/** A row of 16 bits: the other half is not looked at. */
export const narrow = (bits: string, text: string | Spelling): Row => [
  `${bits} ${'.'.repeat(16)}`,
  typeof text === 'string' ? spelled(text) : text,
]

/** A row of 32 bits. */
export const wide = (bits: string, text: string | Spelling): Row => [
  bits,
  typeof text === 'string' ? spelled(text) : text,
]
