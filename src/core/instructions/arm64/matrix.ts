/** The matrix of SME (Arm ARM, "SME encodings"): outer products, slices to and from memory and vectors, and the streaming length. */
import { asm, Place, type Text } from '../spelled.ts'
import { imm, place, signed, wReg, xOrSp, xReg } from './operands.ts'
import type { Field, Row, Spelling } from './pattern.ts'

const letters = ['b', 'h', 's', 'd', 'q']

/** Sum of products into a tile: elements of `into` from elements of `from`; `s` subtracts. */
const outer =
  (name: string, into: 's' | 'd', from: string): Spelling =>
  (field) => {
    const masks = `p${field('n')}/m, p${field('m')}/m`
    const way = field('s') ? 'mops' : 'mopa'
    return asm`${name}${way} za${field('d')}.${into}, ${masks}, z${field('a')}.${from}, z${field('b')}.${from}`
  }

/** Both sizes of tiles: one has three bits for its number. */
const outerRows = (bits: string, name: string, into: 's' | 'd', from: string): Row => [
  `${bits} bbbbb mmm nnn aaaaa s ${into === 's' ? '00 dd' : '0 ddd'}`,
  outer(name, into, from),
]

/** A row or column of a tile: the larger the elements, the more tiles and the fewer rows. */
function slice(field: Field, size: number): Text {
  const number = field('o') >> (4 - size)
  const row = field('o') & ((1 << (4 - size)) - 1)
  return asm`za${number}${field('v') ? 'v' : 'h'}.${letters[size] ?? ''}[${wReg(12 + field('r'))}, ${row}]`
}

const memory: Spelling = (field) => {
  const size = field('q') ? 4 : field('z')
  if (field('q') && field('z') !== 3) return undefined
  const name = `${field('w') ? 'st' : 'ld'}1${['b', 'h', 'w', 'd', 'q'][size] ?? ''}`
  const mask = `p${field('p')}${field('w') ? '' : '/z'}`
  const [base, index] = [xOrSp(field('n')), xReg(field('m'))]
  const where =
    field('m') === 31
      ? place(base)
      : new Place({ base, index, scale: 1 << size }, asm`[${base}, ${index}${size ? `, lsl #${size}` : ''}]`)
  return asm`${name} {${slice(field, size)}}, ${mask}, ${where}`
}

const whole: Spelling = (field) => {
  const step = field('i')
  const base = xOrSp(field('n'))
  // The offset counts vectors, whose length the instruction does not say.
  const where = step ? new Place({ base, isUnknown: true }, asm`[${base}, ${imm(step)}, mul vl]`) : place(base)
  return asm`${field('w') ? 'str' : 'ldr'} za[${wReg(12 + field('r'))}, ${step}], ${where}`
}

const moved: Spelling = (field) => {
  const size = field('q') ? 4 : field('z')
  if (field('q') && field('z') !== 3) return undefined
  const [vector, mask, part] = [`z${field('d')}.${letters[size] ?? ''}`, `p${field('p')}/m`, slice(field, size)]
  return field('t') ? asm`mov ${vector}, ${mask}, ${part}` : asm`mov ${part}, ${mask}, ${vector}`
}

/** Tiles that become zero, from the mask of the eight 64-bit tiles; printed as the largest tiles that they make up. */
const cleared: Spelling = (field) => {
  let left = field('i')
  if (left === 255) return 'zero {za}'
  const names: string[] = []
  for (const [letter, count, mask] of [
    ['h', 2, 0x55],
    ['s', 4, 0x11],
    ['d', 8, 0x01],
  ] as const)
    // prettier-ignore
    for (let tile = 0; tile < count; tile++) {
      if ((left & (mask << tile)) !== mask << tile) continue
      left &= ~(mask << tile)
      names.push(`za${tile}.${letter}`)
    }
  return `zero {${names.join(',')}}`
}

/** Sums with the length of vectors. */
const lengths: Spelling = (field) => {
  const kind = `${field('s') ? 's' : ''}${field('p') ? 'pl' : 'vl'}`
  return asm`add${kind} ${xOrSp(field('d'))}, ${xOrSp(field('n'))}, ${imm(signed(field('i'), 6))}`
}

/** Into and out of the mode with long vectors, that with the matrix, or both. */
const mode: Spelling = (field) => {
  const what = [undefined, ' sm', ' za', ''][field('z') * 2 + field('o')]
  return what === undefined ? undefined : `sm${field('i') ? 'start' : 'stop'}${what}`
}

export const matrixRows: readonly Row[] = [
  outerRows('10000000100', 'f', 's', 's'),
  outerRows('10000000110', 'f', 'd', 'd'),
  outerRows('10000001100', 'bf', 's', 'h'),
  outerRows('10000001101', 'f', 's', 'h'),
  outerRows('10100000100', 's', 's', 'b'),
  outerRows('10100000101', 'su', 's', 'b'),
  outerRows('10100001100', 'us', 's', 'b'),
  outerRows('10100001101', 'u', 's', 'b'),
  outerRows('10100000110', 's', 'd', 'h'),
  outerRows('10100000111', 'su', 'd', 'h'),
  outerRows('10100001110', 'us', 'd', 'h'),
  outerRows('10100001111', 'u', 'd', 'h'),
  ['1110000 q zz w mmmmm v rr ppp nnnnn 0 oooo', memory],
  ['1110000100 w 00000 0 rr 000 nnnnn 0 iiii', whole],
  [
    '11000000 zz 00000 q v rr ppp ddddd 0 oooo',
    (field, pc) => moved((letter) => (letter === 't' ? 0 : field(letter)), pc),
  ],
  [
    '11000000 zz 00001 q v rr ppp 0 oooo ddddd',
    (field, pc) => moved((letter) => (letter === 't' ? 1 : field(letter)), pc),
  ],
  ['11000000 00001000 00000000 iiiiiiii', cleared],
  ['110101010000 0011 0100 0zo i 011 11111', mode],
  ['00000100 0 p 1 nnnnn 0101 s iiiiii ddddd', lengths],
  [
    '00000100 10111111 0101 s iiiiii ddddd',
    (field) => asm`rd${field('s') ? 's' : ''}vl ${xReg(field('d'))}, ${imm(signed(field('i'), 6))}`,
  ],
]
