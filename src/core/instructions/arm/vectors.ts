/** Advanced SIMD of armv7 over registers (Arm ARM, "Advanced SIMD data-processing"). Bits are those of T32; A32 differs in the first eight. */
import type { Field, Row, Spelling } from '../arm64/pattern.ts'
import { scientific } from './float.ts'
import { hex, wide } from './operands.ts'

/** Registers of eight bytes by number; of sixteen by half of it, which must be whole. */
const double = (field: Field, letter: string): number => field(letter.toUpperCase()) * 16 + field(letter)
const d = (field: Field, letter: string): string => `d${double(field, letter)}`
const q = (field: Field, letter: string): string | undefined => {
  const number = double(field, letter)
  return number & 1 ? undefined : `q${number >> 1}`
}
const sized = (field: Field, letter: string): string | undefined => (field('q') ? q(field, letter) : d(field, letter))

/** Joins a name and its operands; nothing where a type or a register is none. */
function joined(name: string, type: string | undefined, operands: readonly (string | undefined)[]): string | undefined {
  if (type === undefined || operands.includes(undefined)) return undefined
  return `${name}~${type} ${operands.join(', ')}`
}

/**
 * The type of elements from a kind: `s` has a sign unless `u` is set, `S` signs always, `i` has none, `n` is a bare
 * size. A number after it counts the doublings; `*` allows elements of 64 bits. Any other text is the type itself.
 */
function typeOf(kind: string, field: Field): string | undefined {
  const match = /^([sSin])(\d?)(\*?)$/.exec(kind)
  if (!match) return kind
  const [, letter = '', doubled, all] = match
  const size = field('e')
  if (size === 3 && all === '') return undefined
  const sign = letter === 'n' ? '' : letter === 's' ? (field('u') ? 'u' : 's') : letter.toLowerCase()
  return `.${sign}${8 << (size + Number(doubled === '' ? 0 : doubled))}`
}

const same =
  (name: string, kind: string, order = 'dnm'): Spelling =>
  (field) =>
    joined(
      name,
      typeOf(kind, field),
      [...order].map((letter) => sized(field, letter)),
    )

/** Sizes of registers differ: each is `d` or `q` by a letter of `shapes`. */
const shaped =
  (name: string, kind: string, shapes: string, letters = 'dnm'): Spelling =>
  (field) =>
    joined(
      name,
      typeOf(kind, field),
      [...letters].map((letter, at) => (shapes.charAt(at) === 'q' ? q : d)(field, letter)),
    )

/** Only elements of 16 and 32 bits. */
const wider =
  (inner: Spelling): Spelling =>
  (field, pc) =>
    field('e') === 0 ? undefined : inner(field, pc)

/** A bitwise operation: without a type. One with itself is a move, which LLVM leaves as it is. */
const bitwise = (name: string): Spelling => same(name, '')

const threeSame: readonly (readonly [first: string, rest: string, spelling: Spelling])[] = [
  ['u', 'ee 0000 0', same('vhadd', 's')],
  ['u', 'ee 0000 1', same('vqadd', 's*')],
  ['u', 'ee 0001 0', same('vrhadd', 's')],
  ['0', '00 0001 1', bitwise('vand')],
  ['0', '01 0001 1', bitwise('vbic')],
  ['0', '10 0001 1', bitwise('vorr')],
  ['0', '11 0001 1', bitwise('vorn')],
  ['1', '00 0001 1', bitwise('veor')],
  ['1', '01 0001 1', bitwise('vbsl')],
  ['1', '10 0001 1', bitwise('vbit')],
  ['1', '11 0001 1', bitwise('vbif')],
  ['u', 'ee 0010 0', same('vhsub', 's')],
  ['u', 'ee 0010 1', same('vqsub', 's*')],
  ['u', 'ee 0011 0', same('vcgt', 's')],
  ['u', 'ee 0011 1', same('vcge', 's')],
  ['u', 'ee 0100 0', same('vshl', 's*', 'dmn')],
  ['u', 'ee 0100 1', same('vqshl', 's*', 'dmn')],
  ['u', 'ee 0101 0', same('vrshl', 's*', 'dmn')],
  ['u', 'ee 0101 1', same('vqrshl', 's*', 'dmn')],
  ['u', 'ee 0110 0', same('vmax', 's')],
  ['u', 'ee 0110 1', same('vmin', 's')],
  ['u', 'ee 0111 0', same('vabd', 's')],
  ['u', 'ee 0111 1', same('vaba', 's')],
  ['0', 'ee 1000 0', same('vadd', 'i*')],
  ['1', 'ee 1000 0', same('vsub', 'i*')],
  ['0', 'ee 1000 1', same('vtst', 'n')],
  ['1', 'ee 1000 1', same('vceq', 'i')],
  ['0', 'ee 1001 0', same('vmla', 'i')],
  ['1', 'ee 1001 0', same('vmls', 'i')],
  ['0', 'ee 1001 1', same('vmul', 'i')],
  ['1', '00 1001 1', same('vmul', '.p8')],
  ['0', 'ee 1011 0', wider(same('vqdmulh', 'S'))],
  ['1', 'ee 1011 0', wider(same('vqrdmulh', 'S'))],
  ['0', '00 1100 1', same('vfma', '.f32')],
  ['0', '10 1100 1', same('vfms', '.f32')],
  ['0', '00 1101 0', same('vadd', '.f32')],
  ['0', '10 1101 0', same('vsub', '.f32')],
  ['1', '10 1101 0', same('vabd', '.f32')],
  ['0', '00 1101 1', same('vmla', '.f32')],
  ['0', '10 1101 1', same('vmls', '.f32')],
  ['1', '00 1101 1', same('vmul', '.f32')],
  ['0', '00 1110 0', same('vceq', '.f32')],
  ['1', '00 1110 0', same('vcge', '.f32')],
  ['1', '10 1110 0', same('vcgt', '.f32')],
  ['1', '00 1110 1', same('vacge', '.f32')],
  ['1', '10 1110 1', same('vacgt', '.f32')],
  ['0', '00 1111 0', same('vmax', '.f32')],
  ['0', '10 1111 0', same('vmin', '.f32')],
  ['0', '00 1111 1', same('vrecps', '.f32')],
  ['0', '10 1111 1', same('vrsqrts', '.f32')],
]

/** Of neighbours in pairs: over registers of eight bytes alone. */
const pairs: readonly (readonly [first: string, rest: string, spelling: Spelling])[] = [
  ['u', 'ee 1010 0', same('vpmax', 's')],
  ['u', 'ee 1010 1', same('vpmin', 's')],
  ['0', 'ee 1011 1', same('vpadd', 'i')],
  ['1', '00 1101 0', same('vpadd', '.f32')],
  ['1', '00 1111 0', same('vpmax', '.f32')],
  ['1', '10 1111 0', same('vpmin', '.f32')],
]

const threeRows = (rows: typeof threeSame, quad: string): readonly Row[] =>
  rows.map(([first, rest, spelling]) => {
    const [size = '', operation = '', last = ''] = rest.split(' ')
    return wide(`111${first}1111 0D ${size} nnnn dddd ${operation} N${quad}M${last} mmmm`, spelling)
  })

/** Results of twice the width, or of half of it. */
const longs: readonly (readonly [first: string, operation: string, spelling: Spelling])[] = [
  ['u', '0000', shaped('vaddl', 's', 'qdd')],
  ['u', '0001', shaped('vaddw', 's', 'qqd')],
  ['u', '0010', shaped('vsubl', 's', 'qdd')],
  ['u', '0011', shaped('vsubw', 's', 'qqd')],
  ['0', '0100', shaped('vaddhn', 'i1', 'dqq')],
  ['1', '0100', shaped('vraddhn', 'i1', 'dqq')],
  ['u', '0101', shaped('vabal', 's', 'qdd')],
  ['0', '0110', shaped('vsubhn', 'i1', 'dqq')],
  ['1', '0110', shaped('vrsubhn', 'i1', 'dqq')],
  ['u', '0111', shaped('vabdl', 's', 'qdd')],
  ['u', '1000', shaped('vmlal', 's', 'qdd')],
  ['0', '1001', wider(shaped('vqdmlal', 'S', 'qdd'))],
  ['u', '1010', shaped('vmlsl', 's', 'qdd')],
  ['0', '1011', wider(shaped('vqdmlsl', 'S', 'qdd'))],
  ['u', '1100', shaped('vmull', 's', 'qdd')],
  ['0', '1101', wider(shaped('vqdmull', 'S', 'qdd'))],
]

/** One element of a vector: short ones have fewer registers to choose from. */
function lane(field: Field): string | undefined {
  const [size, low, high] = [field('e'), field('m'), field('M')]
  if (size === 1) return `d${low & 7}[${high * 2 + (low >> 3)}]`
  return size === 2 ? `d${low}[${high}]` : undefined
}

const byLane =
  (name: string, kind: string): Spelling =>
  (field) =>
    kind === '.f32' && field('e') !== 2
      ? undefined
      : joined(name, typeOf(kind, field), [sized(field, 'd'), sized(field, 'n'), lane(field)])
const longByLane =
  (name: string, kind: string): Spelling =>
  (field) =>
    joined(name, typeOf(kind, field), [q(field, 'd'), d(field, 'n'), lane(field)])

const lanes: readonly (readonly [first: string, operation: string, spelling: Spelling])[] = [
  ['q', '0000', byLane('vmla', 'i')],
  ['q', '0001', byLane('vmla', '.f32')],
  ['q', '0100', byLane('vmls', 'i')],
  ['q', '0101', byLane('vmls', '.f32')],
  ['q', '1000', byLane('vmul', 'i')],
  ['q', '1001', byLane('vmul', '.f32')],
  ['q', '1100', byLane('vqdmulh', 'S')],
  ['q', '1101', byLane('vqrdmulh', 'S')],
  ['u', '0010', longByLane('vmlal', 's')],
  ['u', '0110', longByLane('vmlsl', 's')],
  ['u', '1010', longByLane('vmull', 's')],
  ['0', '0011', longByLane('vqdmlal', 'S')],
  ['0', '0111', longByLane('vqdmlsl', 'S')],
  ['0', '1011', longByLane('vqdmull', 'S')],
]

/** Sizes and amounts of shifts by a constant: the highest bit set of seven says how wide elements are. */
function shiftOf(field: Field): { readonly bits: number; readonly above: number } | undefined {
  const amount = field('l') * 64 + field('i')
  if (amount < 8) return undefined
  const bits = amount >= 64 ? 64 : amount >= 32 ? 32 : amount >= 16 ? 16 : 8
  return { bits, above: amount - bits }
}

const shift =
  (name: string, kind: 'u' | 'i' | 's' | 'n', isLeft: boolean): Spelling =>
  (field) => {
    const found = shiftOf(field)
    if (!found) return undefined
    const { bits, above } = found
    const sign = kind === 'u' ? (field('u') ? 'u' : 's') : kind === 'n' ? '' : kind
    const amount = isLeft ? above : bits - above
    return joined(name, `.${sign}${bits}`, [sized(field, 'd'), sized(field, 'm'), `#${hex(amount)}`])
  }

/** Halves of the elements, shifted. */
const narrowing =
  (name: string, kind: 'u' | 'i' | 's'): Spelling =>
  (field) => {
    const found = field('l') ? undefined : shiftOf(field)
    if (!found) return undefined
    const sign = kind === 'u' ? (field('u') ? 'u' : 's') : kind
    const amount = `#${hex(found.bits - found.above)}`
    return joined(name, `.${sign}${found.bits * 2}`, [d(field, 'd'), q(field, 'm'), amount])
  }

const widening: Spelling = (field) => {
  const found = field('l') ? undefined : shiftOf(field)
  if (!found) return undefined
  const type = `.${field('u') ? 'u' : 's'}${found.bits}`
  const operands = [q(field, 'd'), d(field, 'm')]
  return found.above === 0
    ? joined('vmovl', type, operands)
    : joined('vshll', type, [...operands, `#${hex(found.above)}`])
}

const fixedPoint: Spelling = (field) => {
  const [amount, integer] = [field('i'), field('u') ? 'u32' : 's32']
  if (field('l') || amount < 32) return undefined
  const type = field('o') ? `.${integer}.f32` : `.f32.${integer}`
  return joined('vcvt', type, [sized(field, 'd'), sized(field, 'm'), `#${hex(64 - amount)}`])
}

const shifts: readonly (readonly [first: string, operation: string, spelling: Spelling])[] = [
  ['u', '0000 lq', shift('vshr', 'u', false)],
  ['u', '0001 lq', shift('vsra', 'u', false)],
  ['u', '0010 lq', shift('vrshr', 'u', false)],
  ['u', '0011 lq', shift('vrsra', 'u', false)],
  ['1', '0100 lq', shift('vsri', 'n', false)],
  ['0', '0101 lq', shift('vshl', 'i', true)],
  ['1', '0101 lq', shift('vsli', 'n', true)],
  ['1', '0110 lq', shift('vqshlu', 's', true)],
  ['u', '0111 lq', shift('vqshl', 'u', true)],
  ['0', '1000 l0', narrowing('vshrn', 'i')],
  ['1', '1000 l0', narrowing('vqshrun', 's')],
  ['0', '1000 l1', narrowing('vrshrn', 'i')],
  ['1', '1000 l1', narrowing('vqrshrun', 's')],
  ['u', '1001 l0', narrowing('vqshrn', 'u')],
  ['u', '1001 l1', narrowing('vqrshrn', 'u')],
  ['u', '1010 l0', widening],
  ['u', '111o lq', fixedPoint],
]

const eightBytes = (imm8: number): string => {
  let value = 0n
  for (let bit = 7; bit >= 0; bit--) value = (value << 8n) | ((imm8 >> bit) & 1 ? 0xffn : 0n)
  return hex(value)
}

/** Constants of eight bits that are spread over a vector (AdvSIMDExpandImm). */
const constant: Spelling = (field) => {
  const [mode, isInverse, value, into] = [field('c'), field('o') === 1, field('i'), sized(field, 'd')]
  const text = (name: string, size: number, number: number): string | undefined =>
    joined(name, `.i${size}`, [into, `#${hex(number >>> 0)}`])
  if (mode === 15) return isInverse ? undefined : joined('vmov', '.f32', [into, scientific(value)])
  if (mode === 14) return isInverse ? joined('vmov', '.i64', [into, `#${eightBytes(value)}`]) : text('vmov', 8, value)
  const move = isInverse ? 'vmvn' : 'vmov'
  if (mode >= 12) return text(move, 32, mode === 12 ? (value << 8) | 0xff : (value << 16) | 0xffff)
  const name = mode & 1 ? (isInverse ? 'vbic' : 'vorr') : move
  return mode < 8 ? text(name, 32, value << ((mode >> 1) * 8)) : text(name, 16, value << (((mode >> 1) & 1) * 8))
}

const againstZero =
  (name: string, kind: string): Spelling =>
  (field) =>
    joined(name, typeOf(kind, field), [sized(field, 'd'), sized(field, 'm'), '#0'])
const two = (name: string, kind: string): Spelling => same(name, kind, 'dm')
const pairwise = (name: string): Spelling => two(name, 's')
const narrow = (name: string, kind: string): Spelling => shaped(name, kind, 'dq', 'dm')
const shiftedWhole: Spelling = (field) =>
  joined('vshll', typeOf('i', field), [q(field, 'd'), d(field, 'm'), `#${hex(8 << field('e'))}`])

/** Rows of two registers: size of elements, two bits, five bits and whether the registers are large. */
const twoRegisters: readonly (readonly [bits: string, spelling: Spelling])[] = [
  ['ee 00 0000 q', two('vrev64', 'n')],
  ['0E 00 0001 q', (field) => joined('vrev32', `.${8 << field('E')}`, [sized(field, 'd'), sized(field, 'm')])],
  ['00 00 0010 q', two('vrev16', '.8')],
  ['ee 00 010u q', pairwise('vpaddl')],
  ['ee 00 1000 q', two('vcls', 'S')],
  ['ee 00 1001 q', two('vclz', 'i')],
  ['00 00 1010 q', two('vcnt', '.8')],
  ['00 00 1011 q', two('vmvn', '')],
  ['ee 00 110u q', pairwise('vpadal')],
  ['ee 00 1110 q', two('vqabs', 'S')],
  ['ee 00 1111 q', two('vqneg', 'S')],
  ...['vcgt', 'vcge', 'vceq', 'vcle', 'vclt'].flatMap((name, at): [string, Spelling][] => [
    [`ee 01 0${at.toString(2).padStart(3, '0')} q`, againstZero(name, name === 'vceq' ? 'i' : 'S')],
    [`10 01 1${at.toString(2).padStart(3, '0')} q`, againstZero(name, '.f32')],
  ]),
  ['ee 01 0110 q', two('vabs', 'S')],
  ['ee 01 0111 q', two('vneg', 'S')],
  ['10 01 1110 q', two('vabs', '.f32')],
  ['10 01 1111 q', two('vneg', '.f32')],
  ['00 10 0000 q', two('vswp', '')],
  ['ee 10 0001 q', two('vtrn', 'n')],
  ['ee 10 0010 q', (field, pc) => (field('q') || field('e') < 2 ? two('vuzp', 'n')(field, pc) : undefined)],
  ['ee 10 0011 q', (field, pc) => (field('q') || field('e') < 2 ? two('vzip', 'n')(field, pc) : undefined)],
  ['ee 10 0100 0', narrow('vmovn', 'i1')],
  ['ee 10 0100 1', narrow('vqmovun', 'S1')],
  ['ee 10 0101 u', narrow('vqmovn', 's1')],
  ['ee 10 0110 0', shiftedWhole],
  ['01 10 1100 0', narrow('vcvt', '.f16.f32')],
  ['01 10 1110 0', shaped('vcvt', '.f32.f16', 'qd', 'dm')],
  ['10 11 1000 q', two('vrecpe', '.u32')],
  ['10 11 1001 q', two('vrsqrte', '.u32')],
  ['10 11 1010 q', two('vrecpe', '.f32')],
  ['10 11 1011 q', two('vrsqrte', '.f32')],
  ['10 11 1100 q', two('vcvt', '.f32.s32')],
  ['10 11 1101 q', two('vcvt', '.f32.u32')],
  ['10 11 1110 q', two('vcvt', '.s32.f32')],
  ['10 11 1111 q', two('vcvt', '.u32.f32')],
]

/** Bytes chosen by numbers from one to four registers. */
const lookUp: Spelling = (field) => {
  const first = double(field, 'n')
  const names = Array.from({ length: field('l') + 1 }, (_, at) => first + at)
  if (names.some((number) => number > 31)) return undefined
  const list = names.map((number) => `d${number}`).join(', ')
  return joined(field('o') ? 'vtbx' : 'vtbl', '.8', [d(field, 'd'), `{${list}}`, d(field, 'm')])
}

const spread: Spelling = (field) => {
  const place = field('i')
  const size = place & 1 ? 0 : place & 2 ? 1 : place & 4 ? 2 : undefined
  if (size === undefined) return undefined
  return joined('vdup', `.${8 << size}`, [sized(field, 'd'), `${d(field, 'm')}[${place >> (size + 1)}]`])
}

/** Two vectors as one row of bytes, from one on; printed with the widest elements that the place allows. */
const extract: Spelling = (field) => {
  const place = field('i')
  if (!field('q') && place > 7) return undefined
  const size = place & 1 ? 0 : place & 2 ? 1 : place & 4 || !field('q') ? 2 : 3
  const names = ['d', 'n', 'm'].map((letter) => sized(field, letter))
  return joined('vext', `.${8 << size}`, [...names, `#${hex(place >> size)}`])
}

export const vectorRows: readonly Row[] = [
  ...threeRows(threeSame, 'q'),
  ...threeRows(pairs, '0'),
  wide('11101111 1D11 nnnn dddd iiii NqM0 mmmm', extract),
  wide('11111111 1D11 nnnn dddd 10ll NoM0 mmmm', lookUp),
  wide('11111111 1D11 iiii dddd 1100 0qM0 mmmm', spread),
  ...twoRegisters.map(([bits, spelling]) => {
    const [size = '', group = '', operation = '', quad = ''] = bits.split(' ')
    const [last = '', ...rest] = [...operation].reverse()
    return wide(`11111111 1D11 ${size}${group} dddd 0${rest.reverse().join('')} ${last}${quad}M0 mmmm`, spelling)
  }),
  ...longs.map(([first, operation, spelling]) =>
    wide(`111${first}1111 1Dee nnnn dddd ${operation} N0M0 mmmm`, spelling),
  ),
  wide('11101111 1D00 nnnn dddd 1110 N0M0 mmmm', shaped('vmull', '.p8', 'qdd')),
  ...lanes.map(([first, operation, spelling]) =>
    wide(`111${first}1111 1Dee nnnn dddd ${operation} N1M0 mmmm`, spelling),
  ),
  wide('111i1111 1D00 0iii dddd cccc 0qo1 iiii', constant),
  ...shifts.map(([first, operation, spelling]) => wide(`111${first}1111 1Diiiiii dddd ${operation}M1 mmmm`, spelling)),
]
