/** LD1 to LD4 and ST1 to ST4: several vectors, one lane of several, or one element for all lanes. */
import { asm, series, type Text } from '../spelled.ts'
import { arrangement, place, scalarReg, xOrSp, xReg } from './operands.ts'
import type { Field, Row, Spelling } from './pattern.ts'

/** `{ v0, v1 }`; numbers go round after 31. */
export function vectorList(first: number, count: number): Text {
  return series(
    Array.from({ length: count }, (_, at) => scalarReg('v', (first + at) % 32)),
    '{ ',
    ' }',
  )
}

/** The text after the brackets where the base moves: a register, or the number of bytes moved. */
function moved(field: Field, bytes: number): Text {
  if (!field('p')) return ''
  return field('m') === 31 ? `, #${bytes}` : asm`, ${xReg(field('m'))}`
}

const way = (field: Field): string => (field('l') ? 'ld' : 'st')

/** By the opcode: how many elements belong together, and how many registers. */
const multiples: Readonly<Record<number, readonly [elements: number, registers: number]>> = {
  0: [4, 4], 2: [1, 4], 4: [3, 3], 6: [1, 3], 7: [1, 1], 8: [2, 2], 10: [1, 2],
} // prettier-ignore

const multiple: Spelling = (field) => {
  const shape = multiples[field('o')]
  if (!shape || (!field('p') && field('m') !== 0)) return undefined
  const [elements, registers] = shape
  const size = field('z')
  const lanes = arrangement(size, field('q')) ?? (elements === 1 ? '1d' : undefined)
  if (lanes === undefined) return undefined
  const bytes = registers * (field('q') ? 16 : 8)
  return asm`${way(field)}${elements}.${lanes} ${vectorList(field('d'), registers)}, ${place(xOrSp(field('n')))}${moved(field, bytes)}`
}

const single: Spelling = (field) => {
  if (!field('p') && field('m') !== 0) return undefined
  const opcode = field('o')
  const count = 1 + (opcode & 1) * 2 + field('r')
  const [size, s, q] = [field('z'), field('s'), field('q')]
  const base = place(xOrSp(field('n')))
  const list = vectorList(field('d'), count)
  if (opcode >> 1 === 3) {
    const lanes = arrangement(size, q) ?? '1d'
    if (!field('l') || s) return undefined
    return asm`ld${count}r.${lanes} ${list}, ${base}${moved(field, count << size)}`
  }
  const found = lane(opcode >> 1, size, s, q)
  if (!found) return undefined
  const [letter, index, bytes] = found
  return asm`${way(field)}${count}.${letter} ${list}[${index}], ${base}${moved(field, count * bytes)}`
}

/** The lane and its size; undefined where the bits are reserved. */
function lane(
  scale: number,
  size: number,
  s: number,
  q: number,
): [letter: string, index: number, bytes: number] | undefined {
  if (scale === 0) return ['b', q * 8 + s * 4 + size, 1]
  if (scale === 1) return size & 1 ? undefined : ['h', q * 4 + s * 2 + (size >> 1), 2]
  if (size === 0) return ['s', q * 2 + s, 4]
  return size === 1 && s === 0 ? ['d', q, 8] : undefined
}

export const structureRows: readonly Row[] = [
  ['0q001100 p l 0 mmmmm oooo zz nnnnn ddddd', multiple],
  ['0q001101 p l r mmmmm ooo s zz nnnnn ddddd', single],
]
