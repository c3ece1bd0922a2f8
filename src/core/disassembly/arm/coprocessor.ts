/**
 * Coprocessors of armv7 (Arm ARM, "System register access, floating-point"). Bits are those of T32; `x` makes a name
 * end in 2.
 */
import type { Field, Row, Spelling } from '../arm64/pattern.ts'
import { hex, reg, wide } from './operands.ts'

/** Floating point is coprocessors 10 and 11, with instructions of its own. */
const isTaken = (field: Field): boolean => (field('p') & 14) === 10

/** A name, which ends in 2 and has no condition in the second space. */
const named = (field: Field, name: string, ending = ''): string =>
  field('x') ? `${name}2${ending}` : `${name}${ending}~`

const operation: Spelling = (field) =>
  isTaken(field)
    ? undefined
    : `${named(field, 'cdp')} p${field('p')}, #${hex(field('o'))}, c${field('d')}, c${field('n')}, c${field('m')}, #${hex(field('q'))}`

const move: Spelling = (field) => {
  if (isTaken(field)) return undefined
  const into = field('l') && field('t') === 15 ? 'apsr_nzcv' : reg(field('t'))
  const places = `c${field('n')}, c${field('m')}, #${hex(field('q'))}`
  return `${named(field, field('l') ? 'mrc' : 'mcr')} p${field('p')}, #${hex(field('o'))}, ${into}, ${places}`
}

const moveTwo: Spelling = (field) =>
  isTaken(field)
    ? undefined
    : `${named(field, field('l') ? 'mrrc' : 'mcrr')} p${field('p')}, #${hex(field('o'))}, ${reg(field('t'))}, ${reg(field('e'))}, c${field('m')}`

const memory: Spelling = (field) => {
  const [isBefore, isUp, writes] = [field('b'), field('u'), field('w')]
  if (isTaken(field) || (!isBefore && !isUp && !writes)) return undefined
  const name = named(field, field('l') ? 'ldc' : 'stc', field('L') ? 'l' : '')
  const distance = `#${isUp ? '' : '-'}${field('i') * 4}`
  const at = reg(field('n'))
  const head = `${name} p${field('p')}, c${field('d')}, `
  if (isBefore) {
    if (writes) return `${head}[${at}, ${distance}]!`
    return distance === '#0' ? `${head}[${at}]` : `${head}[${at}, ${distance}]`
  }
  return writes ? `${head}[${at}], ${distance}` : `${head}[${at}], {${field('i')}}`
}

export const coprocessorRows: readonly Row[] = [
  wide('111x1100 010l eeee tttt pppp oooo mmmm', moveTwo),
  wide('111x110b uLwl nnnn dddd pppp iiiiiiii', memory),
  wide('111x1110 oooo nnnn dddd pppp qqq 0 mmmm', operation),
  wide('111x1110 ooo l nnnn tttt pppp qqq 1 mmmm', move),
]
