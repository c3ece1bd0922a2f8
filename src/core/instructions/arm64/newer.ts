/**
 * Separate groups of A64 from Armv8.8 and later: memory copied and set, words of 128 bits, checked pointers, fetches,
 * and SM3.
 */
import { asm, Place, type Register, type Text } from '../spelled.ts'
import { addressAt, arrangement, imm, place, wReg, xOrSp, xReg } from './operands.ts'
import type { Field, Row, Spelling } from './pattern.ts'

const stages = ['p', 'm', 'e']

/** Memory whose register moves on. */
const stepped = (base: Register): Place => new Place({ base, isMoved: true }, asm`[${base}]!`)

/** MOPS: four bits, for reading and writing, say how each side is accessed. */
const copy: Spelling = (field) => {
  const stage = stages[field('s')]
  const [to, from, count] = [field('d'), field('m'), field('n')]
  if (stage === undefined || to === 31 || from === 31 || to === from || to === count || from === count) return undefined
  const user = ['', 'wt', 'rt', 't'][field('u')] ?? ''
  const plain = ['', 'wn', 'rn', 'n'][field('v')] ?? ''
  const ending = `${user}${plain}`
  return asm`cpy${field('f') ? '' : 'f'}${stage}${ending} ${stepped(xReg(to))}, ${stepped(xReg(from))}, ${xReg(count)}!`
}

const fill: Spelling = (field) => {
  const stage = stages[field('s')]
  const [to, value, count] = [field('d'), field('m'), field('n')]
  if (stage === undefined || to === 31 || to === count || to === value || count === value) return undefined
  const ending = ['', 't', 'n', 'tn'][field('u')] ?? ''
  return asm`set${field('g') ? 'g' : ''}${stage}${ending} ${stepped(xReg(to))}, ${xReg(count)}!, ${xReg(value)}`
}

/** A register of the system by its five numbers. */
const systemRegister = (field: Field): string =>
  `S${field('z')}_${field('i')}_C${field('n')}_C${field('m')}_${field('j')}`

/** Whole registers of 128 bits, in pairs that begin with an even one. */
const systemPair: Spelling = (field) => {
  const first = field('t')
  if (first & 1) return undefined
  const pair = asm`${xReg(first)}, ${first === 30 ? 'xzr' : xReg(first + 1)}`
  return field('l') ? asm`mrrs ${pair}, ${systemRegister(field)}` : asm`msrr ${systemRegister(field)}, ${pair}`
}

const systemPairCall: Spelling = (field) => {
  const first = field('t')
  if (first & 1 && first !== 31) return undefined
  const pair = first === 31 ? '' : asm`, ${xReg(first)}, ${first === 30 ? 'xzr' : xReg(first + 1)}`
  return asm`sysp ${imm(field('i'))}, c${field('n')}, c${field('m')}, ${imm(field('j'))}${pair}`
}

const checkedSum: Spelling = (field) => {
  const shift = field('i') ? `, lsl #${field('i')}` : ''
  return asm`${field('s') ? 'subpt' : 'addpt'} ${xOrSp(field('d'))}, ${xOrSp(field('n'))}, ${xReg(field('m'))}${shift}`
}

/** Acquire and release, as atomics have them. */
const order = (field: Field): string => `${field('a') ? 'a' : ''}${field('r') ? 'l' : ''}`

const operations128: Readonly<Record<number, string>> = { 1: 'clr', 3: 'set', 8: 'swp' }

/** LSE128 and, of page tables, THE: two registers exchanged with 16 bytes. */
const pairAtomic: Spelling = (field) => {
  const [operation, first, second] = [field('o'), field('t'), field('m')]
  if (first === 31 || second === 31) return undefined
  const table: Readonly<Record<number, string>> = { 9: 'rcwclrp', 10: 'rcwswpp', 11: 'rcwsetp' }
  const plain = operations128[operation]
  const named =
    plain === undefined
      ? table[operation]?.replace('rcw', field('s') ? 'rcws' : 'rcw')
      : plain === 'swp'
        ? 'swpp'
        : `ld${plain}p`
  if (named === undefined || (plain !== undefined && field('s'))) return undefined
  return asm`${named}${order(field)} ${xReg(first)}, ${xReg(second)}, ${place(xOrSp(field('n')))}`
}

const tableAtomic: Spelling = (field) => {
  const operation = { 1: 'clr', 2: 'swp', 3: 'set' }[field('o')]
  if (operation === undefined) return undefined
  const name = `rcw${field('s') ? 's' : ''}${operation}${order(field)}`
  return asm`${name} ${xReg(field('m'))}, ${xReg(field('t'))}, ${place(xOrSp(field('n')))}`
}

const tableCompare: Spelling = (field) => {
  const [from, into] = [field('m'), field('t')]
  const name = `rcw${field('s') ? 's' : ''}cas${field('p') ? 'p' : ''}${order(field)}`
  const at = place(xOrSp(field('n')))
  if (!field('p')) return asm`${name} ${xReg(from)}, ${xReg(into)}, ${at}`
  if (from & 1 || into & 1) return undefined
  const pair = (number: number): Text => asm`${xReg(number)}, ${number === 30 ? 'xzr' : xReg(number + 1)}`
  return asm`${name} ${pair(from)}, ${pair(into)}, ${at}`
}

/** RCPC3: pairs, ordered; the form with a step says it itself. */
const orderedPair: Spelling = (field) => {
  const reg = field('x') ? xReg : wReg
  const bytes = field('x') ? 16 : 8
  const [pair, base] = [asm`${reg(field('t'))}, ${reg(field('m'))}`, xOrSp(field('n'))]
  if (field('l')) return asm`ldiapp ${pair}, ${place(base)}${field('o') ? '' : `, #${bytes}`}`
  const moved = new Place({ base, displacement: -bytes, isMoved: true }, asm`[${base}, #-${bytes}]!`)
  return asm`stilp ${pair}, ${field('o') ? place(base) : moved}`
}

const vectors = (field: Field): string => `v${field('d')}, v${field('n')}, v${field('m')}`

/** Products of matrices of bytes. */
const product =
  (name: string): Spelling =>
  (field) =>
    field('q') ? asm`${name}.4s ${vectors(field)}` : undefined

const extreme: Spelling = (field) => {
  const lanes = arrangement(2 + field('z'), field('q'))
  return lanes && asm`fam${field('u') ? 'in' : 'ax'}.${lanes} ${vectors(field)}`
}

/** Eight registers at once, the first of them even. */
const eight =
  (name: string): Spelling =>
  (field) =>
    field('t') & 1 || field('t') > 22 ? undefined : asm`${name} ${xReg(field('t'))}, ${place(xOrSp(field('n')))}`

const shift3 = ['sm3tt1a', 'sm3tt1b', 'sm3tt2a', 'sm3tt2b']

export const newerRows: readonly Row[] = [
  ['00011 f 01 ss0 mmmmm vvuu 01 nnnnn ddddd', copy],
  ['00011 g 01 110 mmmmm ssuu 01 nnnnn ddddd', fill],
  ['1101010101 001 iii nnnn mmmm jjj ttttt', systemPairCall],
  ['1101010101 l zz iii nnnn mmmm jjj ttttt', systemPair],
  ['10011011011 mmmmm 0 aaaaa nnnnn ddddd', 'maddpt {Xd}, {Xn}, {Xm}, {Xa}'],
  ['10011011011 mmmmm 1 aaaaa nnnnn ddddd', 'msubpt {Xd}, {Xn}, {Xm}, {Xa}'],
  ['1s011010000 mmmmm 001 iii nnnnn ddddd', checkedSum],
  ['0s011001 a r 1 mmmmm oooo 00 nnnnn ttttt', pairAtomic],
  ['0s111000 a r 1 mmmmm 10oo 00 nnnnn ttttt', tableAtomic],
  ['0s011001 a r 1 mmmmm 0000 1 p nnnnn ttttt', tableCompare],
  ['1x011001 0 l 0 mmmmm 000o 10 nnnnn ttttt', orderedPair],
  [
    '0q001101 0 l 000001 100001 nnnnn ttttt',
    (field) => asm`${field('l') ? 'ldap1' : 'stl1'} { v${field('t')}.d }[${field('q')}], ${place(xOrSp(field('n')))}`,
  ],
  [
    '11001110010 mmmmm 10 ii oo nnnnn ddddd',
    (field) => asm`${shift3[field('o')] ?? ''}.4s v${field('d')}, v${field('n')}, v${field('m')}[${field('i')}]`,
  ],
  [
    '11001110011 mmmmm 11000 z nnnnn ddddd',
    (field) => asm`sm3partw${field('z') + 1}.4s v${field('d')}, v${field('n')}, v${field('m')}`,
  ],
  ['11001110011 mmmmm 110010 nnnnn ddddd', (field) => asm`sm4ekey.4s ${vectors(field)}`],
  ['0q001110 100 mmmmm 101001 nnnnn ddddd', product('smmla')],
  ['0q101110 100 mmmmm 101001 nnnnn ddddd', product('ummla')],
  ['0q001110 100 mmmmm 101011 nnnnn ddddd', product('usmmla')],
  ['0q101110 010 mmmmm 111111 nnnnn ddddd', (field) => asm`bfdot.${field('q') ? 4 : 2}s ${vectors(field)}`],
  ['0q101110 110 mmmmm 111111 nnnnn ddddd', (field) => asm`bfmlal${field('q') ? 't' : 'b'}.4s ${vectors(field)}`],
  [
    '0q001111 11 h mmmmm 1111 i 0 nnnnn ddddd',
    (field) => {
      const [number, high] = [field('m'), field('h')]
      const lane = field('i') * 4 + high * 2 + (number >> 4)
      return asm`bfmlal${field('q') ? 't' : 'b'}.4s v${field('d')}, v${field('n')}, v${number & 15}[${lane}]`
    },
  ],
  [
    '0q101111 01 h mmmmm 0rr1 i 0 nnnnn ddddd',
    (field) => {
      const lane = field('i') * 2 + field('h')
      if (!field('q') && field('i')) return undefined
      return asm`fcmla.${field('q') ? 8 : 4}h v${field('d')}, v${field('n')}, v${field('m')}[${lane}], #${field('r') * 90}`
    },
  ],
  [
    '01101111 100 mmmmm 0rr1 i 0 nnnnn ddddd',
    (field) => asm`fcmla.4s ${vectors(field)}[${field('i')}], #${field('r') * 90}`,
  ],
  [
    '01111110 ss0 mmmmm 1000 o1 nnnnn ddddd',
    (field) => {
      const letter = ['', 'h', 's'][field('s')]
      const name = field('o') ? 'sqrdmlsh' : 'sqrdmlah'
      return letter && asm`${name} ${letter}${field('d')}, ${letter}${field('n')}, ${letter}${field('m')}`
    },
  ],
  ['0qu01110 1z1 mmmmm 110111 nnnnn ddddd', extreme],
  [
    '0qu01110 110 mmmmm 000111 nnnnn ddddd',
    (field) => asm`fam${field('u') ? 'in' : 'ax'}.${field('q') ? 8 : 4}h ${vectors(field)}`,
  ],
  ['1111100000111111 1101 00 nnnnn ttttt', eight('ld64b')],
  ['1111100000111111 1001 00 nnnnn ttttt', eight('st64b')],
  ['11111000 001 mmmmm 1011 00 nnnnn ttttt', 'st64bv {Xm}, {Xt}, {@n}'],
  ['11111000 001 mmmmm 1010 00 nnnnn ttttt', 'st64bv0 {Xm}, {Xt}, {@n}'],
  [
    '1101010100 l zz iii nnnn mmmm jjj ttttt',
    (field) => {
      if (field('l')) return asm`mrs ${xReg(field('t'))}, ${systemRegister(field)}`
      // Hints and parts of the state have numbers in these places.
      return field('t') === 31 && field('z') === 0 ? undefined : asm`msr ${systemRegister(field)}, ${xReg(field('t'))}`
    },
  ],
  [
    '1111001110 i hhhhhhhhhhhhhhhh 11111',
    (field, pc) => asm`auti${field('i') ? 'b' : 'a'}sppc ${addressAt(pc - BigInt(field('h') * 4))}`,
  ],
  [
    '0101010100 i hhhhhhhhhhhhhhhh 11111',
    (field, pc) => {
      const from = addressAt(pc - BigInt(field('h') * 4))
      return asm`reta${field('i') ? 'b' : 'a'}sppc ${from}`
    },
  ],
]
