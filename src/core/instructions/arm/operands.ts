/** How operands of 32-bit Arm are spelled, as LLVM does with immediates in hex. */
import { templateOf, type Field, type Row, type Spelling } from '../arm64/pattern.ts'
import { Address, Condition, Immediate, Place, Register, asm, series, type Part, type Text } from '../spelled.ts'

export { hex } from '../spelled.ts'

/** The last two are "always". */
export const conditions = 'eq ne hs lo mi pl vs vc hi ls ge lt gt le'.split(' ').map((text) => new Condition(text))

export const shifts = ['lsl', 'lsr', 'asr', 'ror']

/** Sixteen, and two that name past them with a pair whose first is the last. */
const general = Array.from({ length: 17 }, (_, number) => {
  const name = ['sp', 'lr', 'pc'][number - 13] ?? `r${number}`
  return new Register(name, name, name, 4)
})

export function reg(number: number): Register {
  const register = general[number]
  if (!register) throw new RangeError(`no register ${number}`)
  return register
}

/** A register of floating point or vectors: `s3`, `d4`. */
export function scalarReg(letter: 's' | 'd' | 'q', number: number): Register {
  const name = `${letter}${number}`
  return new Register(name, name, name, { s: 4, d: 8, q: 16 }[letter])
}

/** A constant. */
export const imm = (value: bigint | number): Immediate => new Immediate(value, '#')

/** The address of a memory operand, as text and as its parts. */
interface PlaceForm {
  readonly base: Register
  /** Below zero it is subtracted; minus zero is written, too. */
  readonly offset?: number
  readonly index?: Register
  readonly isDown?: boolean
  /** Bits by which the index is shifted to the left. */
  readonly shift?: number
  readonly isMoved?: boolean
  /** The index is turned or shifted to the right. */
  readonly isUnknown?: boolean
}

/** Memory; `offset` is what is written behind the base, if anything is. */
export function place(
  { base, offset = 0, index, isDown, shift = 0, isMoved, isUnknown }: PlaceForm,
  written?: Part,
): Place {
  const end = isMoved ? ']!' : ']'
  return new Place(
    {
      base,
      index,
      scale: (isDown ? -1 : 1) * 2 ** shift,
      displacement: offset,
      isMoved: isMoved ?? false,
      isUnknown: isUnknown ?? false,
    },
    written === undefined ? asm`[${base}${end}` : asm`[${base}, ${written}${end}`,
  )
}

/** A constant with the sign of its direction, in hex or, as LLVM writes it in some places, decimal. */
export const offsetOf = (value: number, isUp: boolean, radix: 10 | 16): Immediate =>
  new Immediate(value, isUp ? '#' : '#-', radix)

/** Memory at a register and a constant, which is not written where it is nothing. */
export const near = (base: Register, value: number): Place =>
  value === 0 ? place({ base }) : place({ base, offset: value }, imm(value))

/** The halves of registers, a bit for each: top or bottom. */
export const halves = (field: Field, letters: string): string =>
  [...letters].map((letter) => (field(letter) ? 't' : 'b')).join('')

/** Registers by a mask, the lowest first. */
export function list(mask: number): Text {
  const numbers = Array.from({ length: 16 }, (_, at) => at).filter((at) => (mask >> at) & 1)
  return series(numbers.map(reg), '{', '}')
}

/** Where a branch goes: the program counter is two instructions of 16 bits ahead. */
export const target = (pc: bigint, distance: number): Address =>
  new Address(BigInt.asUintN(32, pc + 4n + BigInt(distance)))

export const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits)

/**
 * A template: `{d}` is a register by a letter, `{#i*4}` a number, `{>i*2}` a branch with a sign in so many bits, `{@n+i*4}` memory at a
 * register and an offset.
 */
export const spelled = (template: string): Spelling => templateOf(template, /\{([^\s{}]+)\}/, operand)

function operand(name: string, field: Field, pc: bigint): Part {
  const [letter = '', factor = '1'] = name.replace(/^[#>]/, '').split('*')
  switch (name.charAt(0)) {
    case '#':
      return imm(field(letter) * Number(factor))
    case '>':
      return target(pc, signed(field(letter), Number(factor)) * 2)
    case '@': {
      const [base = '', offset = ''] = letter.slice(1).split('+')
      return near(base === 'sp' ? reg(13) : reg(field(base)), offset === '' ? 0 : field(offset) * Number(factor))
    }
    default:
      return reg(field(letter) * Number(factor))
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
