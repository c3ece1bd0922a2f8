/**
 * Coprocessors of armv7 (Arm ARM, "System register access, floating-point"). Bits are those of T32; `x` makes a name
 * end in 2.
 */
import type { Field, Row, Spelling } from '../arm64/pattern.ts'
import { asm, type Place } from '../spelled.ts'
import { imm, offsetOf, place, reg, wide } from './operands.ts'

/** Floating point is coprocessors 10 and 11, with instructions of its own. */
const isTaken = (field: Field): boolean => (field('p') & 14) === 10

/** A name, which ends in 2 and has no condition in the second space. */
const named = (field: Field, name: string, ending = ''): string =>
  field('x') ? `${name}2${ending}` : `${name}${ending}~`

const operation: Spelling = (field) =>
  isTaken(field)
    ? undefined
    : asm`${named(field, 'cdp')} p${field('p')}, ${imm(field('o'))}, c${field('d')}, c${field('n')}, c${field('m')}, ${imm(field('q'))}`

const move: Spelling = (field) => {
  if (isTaken(field)) return undefined
  const into = field('l') && field('t') === 15 ? 'apsr_nzcv' : reg(field('t'))
  const places = asm`c${field('n')}, c${field('m')}, ${imm(field('q'))}`
  return asm`${named(field, field('l') ? 'mrc' : 'mcr')} p${field('p')}, ${imm(field('o'))}, ${into}, ${places}`
}

const moveTwo: Spelling = (field) =>
  isTaken(field)
    ? undefined
    : asm`${named(field, field('l') ? 'mrrc' : 'mcrr')} p${field('p')}, ${imm(field('o'))}, ${reg(field('t'))}, ${reg(field('e'))}, c${field('m')}`

const memory: Spelling = (field) => {
  const [isBefore, isUp, writes] = [field('b'), field('u'), field('w')]
  if (isTaken(field) || (!isBefore && !isUp && !writes)) return undefined
  const name = named(field, field('l') ? 'ldc' : 'stc', field('L') ? 'l' : '')
  const value = field('i') * 4
  const distance = offsetOf(value, isUp === 1, 10)
  const base = reg(field('n'))
  const moved = (isMoved: boolean): Place => place({ base, offset: isUp ? value : -value, isMoved }, distance)
  const head = `${name} p${field('p')}, c${field('d')}`
  if (isBefore) {
    const isPlain = !writes && isUp && value === 0
    return asm`${head}, ${isPlain ? place({ base }) : moved(writes === 1)}`
  }
  return asm`${head}, ${place({ base })}, ${writes ? distance : `{${field('i')}}`}`
}

export const coprocessorRows: readonly Row[] = [
  wide('111x1100 010l eeee tttt pppp oooo mmmm', moveTwo),
  wide('111x110b uLwl nnnn dddd pppp iiiiiiii', memory),
  wide('111x1110 oooo nnnn dddd pppp qqq 0 mmmm', operation),
  wide('111x1110 ooo l nnnn tttt pppp qqq 1 mmmm', move),
]
