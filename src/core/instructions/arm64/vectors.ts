/** Advanced SIMD over whole vectors, and its forms for one number; lanes are written after the name. */
import { asm } from '../spelled.ts'
import { byteMask, smallFloat } from './immediates.ts'
import { arrangement, hex, xReg, wReg } from './operands.ts'
import type { Field, Row, Spelling } from './pattern.ts'
import { vectorList } from './structures.ts'

const letters = 'bhsdq'

/** Names by opcode, first without then with the bit U; then the sizes they take. */
type Names = Readonly<Record<number, readonly [plain: string, other: string, sizes: string]>>

const threeSame: Names = {
  0: ['shadd', 'uhadd', 'bhs'], 1: ['sqadd', 'uqadd', 'bhsd'], 2: ['srhadd', 'urhadd', 'bhs'],
  4: ['shsub', 'uhsub', 'bhs'], 5: ['sqsub', 'uqsub', 'bhsd'], 6: ['cmgt', 'cmhi', 'bhsd'], 7: ['cmge', 'cmhs', 'bhsd'],
  8: ['sshl', 'ushl', 'bhsd'], 9: ['sqshl', 'uqshl', 'bhsd'], 10: ['srshl', 'urshl', 'bhsd'],
  11: ['sqrshl', 'uqrshl', 'bhsd'], 12: ['smax', 'umax', 'bhs'], 13: ['smin', 'umin', 'bhs'], 14: ['sabd', 'uabd', 'bhs'],
  15: ['saba', 'uaba', 'bhs'], 16: ['add', 'sub', 'bhsd'], 17: ['cmtst', 'cmeq', 'bhsd'], 18: ['mla', 'mls', 'bhs'],
  19: ['mul', '', 'bhs'], 20: ['smaxp', 'umaxp', 'bhs'], 21: ['sminp', 'uminp', 'bhs'], 22: ['sqdmulh', 'sqrdmulh', 'hs'],
  23: ['addp', '', 'bhsd'],
} // prettier-ignore

/** Operations that also exist for one number, with its sizes. */
const scalarSizes: Readonly<Record<number, string>> = {
  1: 'bhsd', 5: 'bhsd', 6: 'd', 7: 'd', 8: 'd', 9: 'bhsd', 10: 'd', 11: 'bhsd', 16: 'd', 17: 'd', 22: 'hs',
} // prettier-ignore

/** Floating point by U, the upper bit of the size, and the last three bits of the opcode. */
const floatSame: readonly (readonly string[])[] = [
  ['fmaxnm', 'fmla', 'fadd', 'fmulx', 'fcmeq', '', 'fmax', 'frecps'],
  ['fminnm', 'fmls', 'fsub', '', '', '', 'fmin', 'frsqrts'],
  ['fmaxnmp', '', 'faddp', 'fmul', 'fcmge', 'facge', 'fmaxp', 'fdiv'],
  ['fminnmp', '', 'fabd', '', 'fcmgt', 'facgt', 'fminp', ''],
]
const scalarFloatSame = new Set(['fmulx', 'fcmeq', 'fcmge', 'fcmgt', 'facge', 'facgt', 'frecps', 'frsqrts', 'fabd'])

const logic = ['and', 'bic', 'orr', 'orn', 'eor', 'bsl', 'bit', 'bif']

const vectorsOf = (field: Field): string => `v${field('d')}, v${field('n')}, v${field('m')}`

const same: Spelling = (field) => {
  const [operation, u, size, q] = [field('o'), field('u'), field('z'), field('q')]
  const lanes = arrangement(size, q)
  if (operation === 3) {
    const name = logic[u * 4 + size] ?? ''
    const bytes = arrangement(0, q) ?? ''
    if (name === 'orr' && field('n') === field('m')) return `mov.${bytes} v${field('d')}, v${field('n')}`
    return `${name}.${bytes} ${vectorsOf(field)}`
  }
  if (operation >= 24) {
    const name = floatSame[u * 2 + (size >> 1)]?.[operation - 24]
    if (name) {
      const shape = arrangement(2 + (size & 1), q)
      return shape && `${name}.${shape} ${vectorsOf(field)}`
    }
    const half = ['fmlal', 'fmlsl'][size >> 1] ?? ''
    const isHalf = (size & 1) === 0 && operation === (u ? 25 : 29)
    return isHalf ? `${half}${u ? '2' : ''}.${q ? '4' : '2'}s ${vectorsOf(field)}` : undefined
  }
  if (operation === 19 && u === 1) return size === 0 ? `pmul.${lanes ?? ''} ${vectorsOf(field)}` : undefined
  const entry = threeSame[operation]
  const name = entry?.[u ? 1 : 0]
  return name && lanes && entry[2].includes(letters.charAt(size)) ? `${name}.${lanes} ${vectorsOf(field)}` : undefined
}

const scalars = (letter: string, field: Field): string =>
  `${letter}${field('d')}, ${letter}${field('n')}, ${letter}${field('m')}`

const sameScalar: Spelling = (field) => {
  const [operation, u, size] = [field('o'), field('u'), field('z')]
  if (operation >= 24) {
    const name = floatSame[u * 2 + (size >> 1)]?.[operation - 24] ?? ''
    return scalarFloatSame.has(name) ? `${name} ${scalars(size & 1 ? 'd' : 's', field)}` : undefined
  }
  const letter = letters.charAt(size)
  if (!scalarSizes[operation]?.includes(letter)) return undefined
  return `${threeSame[operation]?.[u ? 1 : 0] ?? ''} ${scalars(letter, field)}`
}

/** Half precision: one bit says which half of the table. */
const sameHalf =
  (isScalar: boolean): Spelling =>
  (field) => {
    const name = floatSame[field('u') * 2 + field('a')]?.[field('o')] ?? ''
    if (isScalar) return scalarFloatSame.has(name) ? `${name} ${scalars('h', field)}` : undefined
    return name && `${name}.${arrangement(1, field('q')) ?? ''} ${vectorsOf(field)}`
  }

const threeDifferent: Names = {
  0: ['saddl', 'uaddl', 'l'], 1: ['saddw', 'uaddw', 'l'], 2: ['ssubl', 'usubl', 'l'], 3: ['ssubw', 'usubw', 'l'],
  4: ['addhn', 'raddhn', 'n'], 5: ['sabal', 'uabal', 'l'], 6: ['subhn', 'rsubhn', 'n'], 7: ['sabdl', 'uabdl', 'l'],
  8: ['smlal', 'umlal', 'l'], 9: ['sqdmlal', '', 'd'], 10: ['smlsl', 'umlsl', 'l'], 11: ['sqdmlsl', '', 'd'],
  12: ['smull', 'umull', 'l'], 13: ['sqdmull', '', 'd'],
} // prettier-ignore

const different: Spelling = (field) => {
  const [operation, u, size, q] = [field('o'), field('u'), field('z'), field('q')]
  const upper = q ? '2' : ''
  if (operation === 14) {
    const lanes = u ? undefined : { 0: '8h', 3: '1q' }[size]
    return lanes && `pmull${upper}.${lanes} ${vectorsOf(field)}`
  }
  const entry = threeDifferent[operation]
  const name = entry?.[u ? 1 : 0]
  if (!name || size === 3 || (entry[2] === 'd' && size === 0)) return undefined
  const lanes = entry[2] === 'n' ? arrangement(size, q) : arrangement(size + 1, 1)
  return `${name}${upper}.${lanes ?? ''} ${vectorsOf(field)}`
}

const differentScalar: Spelling = (field) => {
  const name = threeDifferent[field('o')]
  const size = field('z')
  if (name?.[2] !== 'd' || size === 0 || size === 3) return undefined
  const narrow = letters.charAt(size)
  return `${name[0]} ${letters.charAt(size + 1)}${field('d')}, ${narrow}${field('n')}, ${narrow}${field('m')}`
}

/** A lane by the lowest set bit of five: its size and number. */
export function laneOf(bits: number): { readonly size: number; readonly index: number } | undefined {
  const size = [1, 2, 4, 8].findIndex((bit) => bits & bit)
  return size < 0 ? undefined : { size, index: bits >> (size + 1) }
}

const copy: Spelling = (field) => {
  const lane = laneOf(field('i'))
  if (!lane) return undefined
  const { size, index } = lane
  const [operation, q, d, n] = [field('o'), field('q'), field('d'), field('n')]
  const letter = letters.charAt(size)
  const lanes = arrangement(size, q)
  const general = size === 3 ? xReg : wReg
  switch (operation) {
    case 0:
      return lanes && `dup.${lanes} v${d}, v${n}[${index}]`
    case 1:
      return lanes && asm`dup.${lanes} v${d}, ${general(n)}`
    case 3:
      return q ? asm`mov.${letter} v${d}[${index}], ${general(n)}` : undefined
    case 5:
      return size > (q ? 2 : 1) ? undefined : asm`smov.${letter} ${(q ? xReg : wReg)(d)}, v${n}[${index}]`
    case 7:
      if (q ? size !== 3 : size === 3) return undefined
      return asm`${size > 1 ? 'mov' : 'umov'}.${letter} ${general(d)}, v${n}[${index}]`
    default:
      return undefined
  }
}

const insert: Spelling = (field) => {
  const lane = laneOf(field('i'))
  if (!lane) return undefined
  const from = field('j') >> lane.size
  return `mov.${letters.charAt(lane.size)} v${field('d')}[${lane.index}], v${field('n')}[${from}]`
}

const copyScalar: Spelling = (field) => {
  const lane = laneOf(field('i'))
  const letter = letters.charAt(lane?.size ?? 0)
  return lane && `mov ${letter}${field('d')}, v${field('n')}[${lane.index}]`
}

/** MOVI, MVNI, ORR, BIC and FMOV of a constant. */
const constant: Spelling = (field) => {
  const [mode, q, isOther] = [field('c'), field('q'), field('u') === 1]
  const imm = field('i') * 32 + field('j')
  const into = `v${field('d')}`
  if (field('h')) return mode === 15 && !isOther ? `fmov.${q ? '8' : '4'}h ${into}, ${smallFloat(imm)}` : undefined
  const value = `#${hex(imm)}`
  if (mode < 12) {
    const lanes = mode < 8 ? arrangement(2, q) : arrangement(1, q)
    const shift = (mode < 8 ? mode >> 1 : (mode >> 1) & 1) * 8
    const name = mode & 1 ? (isOther ? 'bic' : 'orr') : isOther ? 'mvni' : 'movi'
    return `${name}.${lanes ?? ''} ${into}, ${value}${shift ? `, lsl #${shift}` : ''}`
  }
  if (mode < 14)
    return `${isOther ? 'mvni' : 'movi'}.${arrangement(2, q) ?? ''} ${into}, ${value}, msl #${mode & 1 ? 16 : 8}`
  if (mode === 14) {
    if (!isOther) return `movi.${arrangement(0, q) ?? ''} ${into}, ${value}`
    return q ? `movi.2d ${into}, #${byteText(imm)}` : `movi d${field('d')}, #${byteText(imm)}`
  }
  if (isOther) return q ? `fmov.2d ${into}, ${smallFloat(imm)}` : undefined
  return `fmov.${arrangement(2, q) ?? ''} ${into}, ${smallFloat(imm)}`
}

/** LLVM writes the bytes of nothing as sixteen zeros and others in hex. */
const byteText = (imm: number): string => (imm === 0 ? byteMask(0) : hex(BigInt(`0x${byteMask(imm)}`)))

const permutes = ['', 'uzp1', 'trn1', 'zip1', '', 'uzp2', 'trn2', 'zip2']

const permute: Spelling = (field) => {
  const name = permutes[field('o')]
  const lanes = arrangement(field('z'), field('q'))
  return name && lanes && `${name}.${lanes} ${vectorsOf(field)}`
}

const table: Spelling = (field) => {
  const list = vectorList(field('n'), field('l') + 1)
  return asm`${field('o') ? 'tbx' : 'tbl'}.${arrangement(0, field('q')) ?? ''} v${field('d')}, ${list}, v${field('m')}`
}

const hashes = ['sha1c', 'sha1p', 'sha1m', 'sha1su0', 'sha256h', 'sha256h2', 'sha256su1']

const hash: Spelling = (field) => {
  const operation = field('o')
  const name = hashes[operation]
  const kinds = operation < 3 ? 'qs' : operation === 4 || operation === 5 ? 'qq' : 'vv'
  return name && `${name}.4s ${kinds.charAt(0)}${field('d')}, ${kinds.charAt(1)}${field('n')}, v${field('m')}`
}

export const vectorRows: readonly Row[] = [
  ['0qu01110 zz1 mmmmm ooooo1 nnnnn ddddd', same],
  ['01u11110 zz1 mmmmm ooooo1 nnnnn ddddd', sameScalar],
  ['0qu01110 a10 mmmmm 00ooo1 nnnnn ddddd', sameHalf(false)],
  ['01u11110 a10 mmmmm 00ooo1 nnnnn ddddd', sameHalf(true)],
  ['0qu01110 zz1 mmmmm oooo00 nnnnn ddddd', different],
  ['01011110 zz1 mmmmm oooo00 nnnnn ddddd', differentScalar],
  ['0q001110 000 iiiii 0oooo1 nnnnn ddddd', copy],
  ['01101110 000 iiiii 0jjjj1 nnnnn ddddd', insert],
  ['01011110 000 iiiii 000001 nnnnn ddddd', copyScalar],
  ['0qu01111 00000 iii cccc h1 jjjjj ddddd', constant],
  ['0q001110 zz0 mmmmm 0ooo10 nnnnn ddddd', permute],
  ['00101110 000 mmmmm 00iii0 nnnnn ddddd', 'ext.8b {Vd}, {Vn}, {Vm}, {#i}'],
  ['01101110 000 mmmmm 0iiii0 nnnnn ddddd', 'ext.16b {Vd}, {Vn}, {Vm}, {#i}'],
  ['0q001110 000 mmmmm 0llo00 nnnnn ddddd', table],
  ['0100111000101000 0100 10 nnnnn ddddd', 'aese.16b {Vd}, {Vn}'],
  ['0100111000101000 0101 10 nnnnn ddddd', 'aesd.16b {Vd}, {Vn}'],
  ['0100111000101000 0110 10 nnnnn ddddd', 'aesmc.16b {Vd}, {Vn}'],
  ['0100111000101000 0111 10 nnnnn ddddd', 'aesimc.16b {Vd}, {Vn}'],
  ['01011110000 mmmmm 0ooo00 nnnnn ddddd', hash],
  ['0101111000101000 0000 10 nnnnn ddddd', 'sha1h {Sd}, {Sn}'],
  ['0101111000101000 0001 10 nnnnn ddddd', 'sha1su1.4s {Vd}, {Vn}'],
  ['0101111000101000 0010 10 nnnnn ddddd', 'sha256su0.4s {Vd}, {Vn}'],
  ['11001110000 mmmmm 0aaaaa nnnnn ddddd', 'eor3.16b {Vd}, {Vn}, {Vm}, {Va}'],
  ['11001110001 mmmmm 0aaaaa nnnnn ddddd', 'bcax.16b {Vd}, {Vn}, {Vm}, {Va}'],
  ['11001110010 mmmmm 0aaaaa nnnnn ddddd', 'sm3ss1.4s {Vd}, {Vn}, {Vm}, {Va}'],
  ['11001110100 mmmmm iiiiii nnnnn ddddd', 'xar.2d {Vd}, {Vn}, {Vm}, {#i}'],
  ['11001110011 mmmmm 100011 nnnnn ddddd', 'rax1.2d {Vd}, {Vn}, {Vm}'],
  ['11001110011 mmmmm 100000 nnnnn ddddd', 'sha512h.2d {Qd}, {Qn}, {Vm}'],
  ['11001110011 mmmmm 100001 nnnnn ddddd', 'sha512h2.2d {Qd}, {Qn}, {Vm}'],
  ['11001110011 mmmmm 100010 nnnnn ddddd', 'sha512su1.2d {Vd}, {Vn}, {Vm}'],
  ['1100111011000000 100000 nnnnn ddddd', 'sha512su0.2d {Vd}, {Vn}'],
]
