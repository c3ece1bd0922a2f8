/** Vectors of armv7 to and from memory (Arm ARM, "Advanced SIMD element or structure load/store"). Bits are those of T32. */
import type { Field, Row, Spelling } from '../arm64/pattern.ts'
import { asm, Place, series, type Text } from '../spelled.ts'
import { reg, scalarReg, wide } from './operands.ts'

/** The address with its alignment in bits, and how the base moves on. */
function place(field: Field, align: number): Text {
  const base = reg(field('n'))
  const isMoved = field('m') === 13
  const at = new Place({ base, isMoved }, asm`[${base}${align ? `:${align}` : ''}]${isMoved ? '!' : ''}`)
  return isMoved || field('m') === 15 ? asm`${at}` : asm`${at}, ${reg(field('m'))}`
}

/** So many registers, each or every other one; nothing past the last. */
function registers(field: Field, count: number, step: number, lane = ''): Text | undefined {
  const first = field('D') * 16 + field('d')
  if (first + (count - 1) * step > 31) return undefined
  return series(
    Array.from({ length: count }, (_, at) => asm`${scalarReg('d', first + at * step)}${lane}`),
    '{',
    '}',
  )
}

/** Elements in a structure, registers, and from one to the next, by the type of whole vectors. */
const kinds: Readonly<Record<number, readonly [elements: number, count: number, step: number]>> = {
  0: [4, 4, 1], 1: [4, 4, 2], 2: [1, 4, 1], 3: [2, 4, 1], 4: [3, 3, 1], 5: [3, 3, 2], 6: [1, 3, 1], 7: [1, 1, 1],
  8: [2, 2, 1], 9: [2, 2, 2], 10: [1, 2, 1],
} // prettier-ignore

const name = (field: Field, elements: number, size: number): string =>
  `v${field('l') ? 'ld' : 'st'}${elements}~.${8 << size}`

const whole: Spelling = (field) => {
  const [size, align] = [field('e'), field('a')]
  const [elements, count, step] = kinds[field('k')] ?? [0, 0, 0]
  if (elements === 0 || (elements > 1 && size === 3)) return undefined
  if ((count % 2 === 1 && align > 1) || (count === 2 && align === 3)) return undefined
  const list = registers(field, count, step)
  return list && asm`${name(field, elements, size)} ${list}, ${place(field, align ? 32 << align : 0)}`
}

/** One lane of each register; the bits below its number say how far apart registers are, and the alignment. */
const single: Spelling = (field) => {
  const [elements, size, bits] = [field('c') + 1, field('e'), field('i')]
  if (size === 3) return undefined
  const lane = bits >> (size + 1)
  const step = elements > 1 && size > 0 ? ((bits >> size) & 1) + 1 : 1
  const low = bits & ((1 << size) - 1 || 1)
  const align = laneAlignment(elements, size, bits, low)
  if (align === undefined) return undefined
  const list = registers(field, elements, step, `[${lane}]`)
  return list && asm`${name(field, elements, size)} ${list}, ${place(field, align)}`
}

function laneAlignment(elements: number, size: number, bits: number, low: number): number | undefined {
  const width = 8 << size
  if (elements === 1) {
    if (size === 0) return bits & 1 ? undefined : 0
    if (size === 1) return bits & 2 ? undefined : bits & 1 ? 16 : 0
    return bits & 4 || (low !== 0 && low !== 3) ? undefined : low === 3 ? 32 : 0
  }
  if (elements === 3) return low ? undefined : 0
  if (elements === 2) return low > 1 ? undefined : low ? width * 2 : 0
  return size === 2 ? (low === 3 ? undefined : low ? 32 << low : 0) : low ? width * 4 : 0
}

/** One element into all lanes. */
const repeated: Spelling = (field) => {
  const [elements, size, isWide, aligned] = [field('c') + 1, field('e'), field('t'), field('a')]
  if (size === 3 && !(elements === 4 && aligned)) return undefined
  if ((elements === 3 && aligned) || (elements === 1 && size === 0 && aligned)) return undefined
  const list = elements === 1 ? registers(field, isWide + 1, 1, '[]') : registers(field, elements, isWide + 1, '[]')
  const width = size === 3 ? 32 : 8 << size
  const align = !aligned ? 0 : size === 3 ? 128 : elements === 4 && size === 2 ? 64 : width * elements
  return list && asm`vld${elements}~.${width} ${list}, ${place(field, align)}`
}

export const vectorMemoryRows: readonly Row[] = [
  wide('11111001 0Dl0 nnnn dddd kkkk eeaa mmmm', whole),
  wide('11111001 1D10 nnnn dddd 11cc eeta mmmm', repeated),
  wide('11111001 1Dl0 nnnn dddd eecc iiii mmmm', single),
]
