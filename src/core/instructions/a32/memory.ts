/** Instructions of A32 that touch memory, branches, and those without a condition (Arm ARM, A-profile, "A32"). */
import { imm, list, offsetOf, place, reg, signed, wide } from '../arm/operands.ts'
import { Address, asm, type Part, type Register, type Text } from '../spelled.ts'
import type { Field, Row, Spelling } from '../arm64/pattern.ts'
import { shifted } from './data.ts'

/** The offset from the base, as a value and as text. */
interface Offset {
  readonly number?: number
  readonly index?: Register
  readonly shift?: number
  readonly isUnknown?: boolean
  readonly isNothing?: boolean
  readonly written: Part
}

/** How an offset is applied: before or after, and whether the base keeps the sum. */
function address(field: Field, { number = 0, isNothing, written, ...offset }: Offset): Text {
  const [isBefore, isMoved, base] = [field('p'), field('w') === 1, reg(field('n'))]
  if (!isBefore) return asm`${place({ base })}, ${written}`
  if (!isMoved && isNothing) return asm`${place({ base })}`
  const isDown = field('u') === 0
  return asm`${place({ base, offset: isDown ? -number : number, isMoved, isDown, ...offset }, written)}`
}

const sign = (field: Field): string => (field('u') ? '' : '-')

/** A register that is shifted and added, or subtracted. */
function byIndex(field: Field): Offset {
  const [index, kind, amount] = [reg(field('m')), field('k'), field('a')]
  return {
    index,
    shift: kind === 0 ? amount : 0,
    isUnknown: kind !== 0 || false,
    written: asm`${sign(field)}${shifted(index, kind, amount)}`,
  }
}

/** A word or a byte; `t` for an unprivileged access (LDRT, STRT). */
const name = (field: Field): Text => {
  const user = !field('p') && field('w') ? 't' : ''
  return asm`${field('l') ? 'ldr' : 'str'}${field('b') ? 'b' : ''}${user}~ ${reg(field('t'))}`
}

const byNumber: Spelling = (field) => {
  const [number, isUp] = [field('i'), field('u') === 1]
  // An offset of nothing behind the base is written without a radix.
  const written = offsetOf(number, isUp, field('p') ? 16 : 10)
  return asm`${name(field)}, ${address(field, { number, written, isNothing: number === 0 && isUp && field('n') !== 15 })}`
}

const byRegister: Spelling = (field) => asm`${name(field)}, ${address(field, byIndex(field))}`

const halves: Readonly<Record<number, string>> = { 1: 'strh', 2: 'ldrd', 3: 'strd', 5: 'ldrh', 6: 'ldrsb', 7: 'ldrsh' }

/** Halves, bytes with a sign, and pairs of registers. */
const short =
  (isNumber: boolean): Spelling =>
  (field) => {
    const kind = halves[field('l') * 4 + field('h')]
    if (kind === undefined) return undefined
    const isUser = !field('p') && field('w')
    const isPair = kind.endsWith('d')
    if (isUser && (isPair || (!isNumber && field('i') && !field('l')))) return undefined
    const into = field('t')
    if (isPair && into === 15) return undefined
    const value = field('i') * 16 + field('m')
    const both = isPair ? asm`${reg(into)}, ${reg(into + 1)}` : reg(into)
    const offset: Offset = isNumber
      ? { number: value, written: offsetOf(value, field('u') === 1, 10), isNothing: value === 0 && field('u') === 1 }
      : { index: reg(field('m')), written: asm`${sign(field)}${reg(field('m'))}` }
    return asm`${kind}${isUser ? 't' : ''}~ ${both}, ${address(field, offset)}`
  }

const ways = ['da', '', 'db', 'ib']

const several: Spelling = (field) => {
  const [mask, way, base, isLoad] = [field('m'), field('p') * 2 + field('u'), field('n'), field('l')]
  const other = field('x') ? ' ^' : ''
  if (mask === 0) return undefined
  const isStack = base === 13 && field('w') && !field('x') && (mask & (mask - 1)) !== 0
  if (isStack && isLoad && way === 1) return asm`pop~ ${list(mask)}`
  if (isStack && !isLoad && way === 2) return asm`push~ ${list(mask)}`
  return asm`${isLoad ? 'ldm' : 'stm'}${ways[way] ?? ''}~ ${reg(base)}${field('w') ? '!' : ''}, ${list(mask)}${other}`
}

const exclusive: Spelling = (field) => {
  const size = ['', 'd', 'b', 'h'][field('z')] ?? ''
  const [into, at] = [field('t'), place({ base: reg(field('n')) })]
  const both = (number: number): Part => (size === 'd' ? asm`${reg(number)}, ${reg(number + 1)}` : reg(number))
  if (field('l'))
    return field('m') === 15 && !(size === 'd' && into & 1) ? asm`ldrex${size}~ ${both(into)}, ${at}` : undefined
  const from = field('m')
  if (size === 'd' && from & 1) return undefined
  return asm`strex${size}~ ${reg(into)}, ${both(from)}, ${at}`
}

/** The program counter is two instructions ahead. */
const target = (pc: bigint, distance: number): Address => new Address(BigInt.asUintN(32, pc + 8n + BigInt(distance)))

const branch: Spelling = (field, pc) => asm`${field('l') ? 'bl' : 'b'}~ ${target(pc, signed(field('i'), 24) * 4)}`

export const memoryRows: readonly Row[] = [
  wide(
    '.... 00010 b 00 nnnn tttt .... 1001 mmmm',
    (field) =>
      asm`swp${field('b') ? 'b' : ''}~ ${reg(field('t'))}, ${reg(field('m'))}, ${place({ base: reg(field('n')) })}`,
  ),
  wide('.... 00011 zz l nnnn tttt 1111 1001 mmmm', exclusive),
  wide('.... 000 p u 1 w l nnnn tttt iiii 1 hh 1 mmmm', short(true)),
  wide('.... 000 p u 0 w l nnnn tttt iiii 1 hh 1 mmmm', short(false)),
  wide('.... 010 p u b w l nnnn tttt iiiiiiiiiiii', byNumber),
  wide('.... 011 p u b w l nnnn tttt aaaaa kk 0 mmmm', byRegister),
  wide('.... 100 p u x w l nnnn mmmmmmmmmmmmmmmm', several),
  wide('.... 101 l iiiiiiiiiiiiiiiiiiiiiiii', branch),
  wide('.... 1111 iiiiiiiiiiiiiiiiiiiiiiii', 'svc~ {#i}'),
]

const barriers: Readonly<Record<number, string>> = {
  15: 'sy', 14: 'st', 11: 'ish', 10: 'ishst', 7: 'nsh', 6: 'nshst', 3: 'osh', 2: 'oshst',
} // prettier-ignore

const barrier: Spelling = (field) => {
  const [operation, option] = [field('o'), field('i')]
  if (operation === 1) return option === 15 ? 'clrex' : undefined
  const called = { 4: 'dsb', 5: 'dmb', 6: 'isb' }[operation]
  const kind = operation === 6 ? (option === 15 ? 'sy' : undefined) : barriers[option]
  return called && asm`${called} ${kind ?? imm(option)}`
}

const fetch =
  (isNumber: boolean): Spelling =>
  (field) => {
    const kind = field('o') * 2 + field('r')
    const called = { 1: 'pli', 2: 'pldw', 3: 'pld' }[kind]
    if (called === undefined) return undefined
    const base = reg(field('n'))
    const [value, isUp] = [field('i'), field('u') === 1]
    if (!isNumber) {
      const { written, ...offset } = byIndex(field)
      return asm`${called} ${place({ base, isDown: !isUp, ...offset }, written)}`
    }
    if (value === 0 && isUp) return asm`${called} ${place({ base })}`
    return asm`${called} ${place({ base, offset: isUp ? value : -value }, offsetOf(value, isUp, 16))}`
  }

const modes: Spelling = (field) => {
  const [change, flags, mode] = [field('e'), field('f'), field('i')]
  const name = { 2: 'cpsie', 3: 'cpsid', 0: 'cps' }[change]
  if (name === undefined || (change === 0 && (!field('w') || flags)) || (change !== 0 && !flags)) return undefined
  if (!field('w') && mode) return undefined
  const letters = ['a', 'i', 'f'].filter((_, at) => (flags >> (2 - at)) & 1).join('')
  const to = imm(mode)
  return change === 0 ? asm`cps ${to}` : asm`${name} ${letters}${field('w') ? asm`, ${to}` : ''}`
}

/** Instructions in the space of condition 15, which is no condition. */
export const unconditionalRows: readonly Row[] = [
  wide('1111 00010000 ee w 0 0000000 fff 0 iiiii', modes),
  wide('1111 00010000 0001 0000 00 e 0 0000 0000', (field) => asm`setend ${field('e') ? 'be' : 'le'}`),
  wide('1111 01010111 1111 1111 0000 oooo iiii', barrier),
  wide('1111 010 o u r 01 nnnn 1111 iiiiiiiiiiii', fetch(true)),
  wide('1111 011 o u r 01 nnnn 1111 aaaaa kk 0 mmmm', fetch(false)),
  wide(
    '1111 101 h iiiiiiiiiiiiiiiiiiiiiiii',
    (field, pc) => asm`blx ${target(pc, signed(field('i'), 24) * 4 + field('h') * 2)}`,
  ),
  wide(
    '1111 100 p u 1 w 0 1101 0000 0101 000 iiiii',
    (field) => asm`srs${ways[field('p') * 2 + field('u')] || 'ia'} sp${field('w') ? '!' : ''}, ${imm(field('i'))}`,
  ),
  wide(
    '1111 100 p u 0 w 1 nnnn 0000 1010 0000 0000',
    (field) => asm`rfe${ways[field('p') * 2 + field('u')] || 'ia'} ${reg(field('n'))}${field('w') ? '!' : ''}`,
  ),
]
