/** Advanced SIMD with one operand, with a shift by a constant, across lanes, and by one lane of another vector. */
import { arrangement, hex } from './operands.ts'
import type { Field, Row, Spelling } from './pattern.ts'

const letters = 'bhsdq'

/** By opcode: names without and with the bit U, and the sizes of lanes. */
const misc: Readonly<Record<number, readonly [plain: string, other: string, sizes: string, otherSizes?: string]>> = {
  0: ['rev64', 'rev32', 'bhs', 'bh'], 1: ['rev16', '', 'b'], 2: ['saddlp', 'uaddlp', 'bhs'], 3: ['suqadd', 'usqadd', 'bhsd'],
  4: ['cls', 'clz', 'bhs'], 5: ['cnt', '', 'b'], 6: ['sadalp', 'uadalp', 'bhs'], 7: ['sqabs', 'sqneg', 'bhsd'],
  8: ['cmgt', 'cmge', 'bhsd'], 9: ['cmeq', 'cmle', 'bhsd'], 10: ['cmlt', '', 'bhsd'], 11: ['abs', 'neg', 'bhsd'],
  18: ['xtn', 'sqxtun', 'bhs'], 20: ['sqxtn', 'uqxtn', 'bhs'],
} // prettier-ignore

/** Floating point by U and the upper bit of the size, from opcode 12 on. */
const floatMisc: readonly Readonly<Record<number, string>>[] = [
  { 24: 'frintn', 25: 'frintm', 26: 'fcvtns', 27: 'fcvtms', 28: 'fcvtas', 29: 'scvtf', 30: 'frint32z', 31: 'frint64z' },
  {
    12: 'fcmgt', 13: 'fcmeq', 14: 'fcmlt', 15: 'fabs', 24: 'frintp', 25: 'frintz', 26: 'fcvtps', 27: 'fcvtzs',
    28: 'urecpe', 29: 'frecpe', 31: 'frecpx',
  },
  { 24: 'frinta', 25: 'frintx', 26: 'fcvtnu', 27: 'fcvtmu', 28: 'fcvtau', 29: 'ucvtf', 30: 'frint32x', 31: 'frint64x' },
  {
    12: 'fcmge', 13: 'fcmle', 15: 'fneg', 25: 'frinti', 26: 'fcvtpu', 27: 'fcvtzu', 28: 'ursqrte', 29: 'frsqrte',
    31: 'fsqrt',
  },
] // prettier-ignore

const scalarMisc = new Set([3, 7, 8, 9, 10, 11, 18, 20])
const scalarFloatMisc = /^(fcm|fcvt[npmza][su]|[su]cvtf|frecp|frsqrte)/

const zeroOf = (name: string): string => (name.startsWith('fcm') ? ', #0.0' : name.startsWith('cm') ? ', #0' : '')

const oneOperand: Spelling = (field) => {
  const [operation, u, size, q] = [field('o'), field('u'), field('z'), field('q')]
  const [d, n] = [`v${field('d')}`, `v${field('n')}`]
  const upper = q ? '2' : ''
  const lanes = arrangement(size, q)
  if (operation === 5 && u) {
    return size > 1 ? undefined : `${size ? 'rbit' : 'mvn'}.${arrangement(0, q) ?? ''} ${d}, ${n}`
  }
  if (operation === 19)
    return u && size < 3 ? `shll${upper}.${arrangement(size + 1, 1) ?? ''} ${d}, ${n}, #${8 << size}` : undefined
  if (operation === 22 || operation === 23) return changeWidth(field, upper)
  const entry = misc[operation]
  if (entry) {
    const name = entry[u]
    const sizes = u ? (entry[3] ?? entry[2]) : entry[2]
    if (!name || lanes === undefined || !sizes.includes(letters.charAt(size))) return undefined
    if (operation === 2 || operation === 6) return `${name}.${(4 << q) >> size}${letters.charAt(size + 1)} ${d}, ${n}`
    return `${name}${operation >= 18 ? upper : ''}.${lanes} ${d}, ${n}${zeroOf(name)}`
  }
  const name = floatMisc[u * 2 + (size >> 1)]?.[operation]
  if (!name || name === 'frecpx' || (/^ur/.test(name) && size & 1)) return undefined
  const shape = arrangement(2 + (size & 1), q)
  return shape && `${name}.${shape} ${d}, ${n}${zeroOf(name)}`
}

/** FCVTN, FCVTL and FCVTXN name both sides. */
function changeWidth(field: Field, upper: string): string | undefined {
  const [operation, u, size, q] = [field('o'), field('u'), field('z'), field('q')]
  const [d, n] = [`v${field('d')}`, `v${field('n')}`]
  const narrow = size & 1 ? arrangement(2, q) : arrangement(1, q)
  const wide = size & 1 ? '2d' : '4s'
  if (operation === 22 && size === 2 && !u) return `bfcvtn${upper}.${arrangement(1, q) ?? ''} ${d}, ${n}`
  if (size > 1) return undefined
  if (operation === 23) return u ? undefined : `fcvtl${upper} ${d}.${wide}, ${n}.${narrow ?? ''}`
  if (!u) return `fcvtn${upper} ${d}.${narrow ?? ''}, ${n}.${wide}`
  return size === 1 ? `fcvtxn${upper} ${d}.${narrow ?? ''}, ${n}.2d` : undefined
}

const oneScalar: Spelling = (field) => {
  const [operation, u, size] = [field('o'), field('u'), field('z')]
  const letter = letters.charAt(size)
  if (operation === 22) return u && size === 1 ? `fcvtxn s${field('d')}, d${field('n')}` : undefined
  const entry = misc[operation]
  if (entry) {
    const name = entry[u]
    if (!name || !scalarMisc.has(operation) || name === 'xtn') return undefined
    if (operation >= 18)
      return size > 2 ? undefined : `${name} ${letter}${field('d')}, ${letters.charAt(size + 1)}${field('n')}`
    if (operation > 7 && size !== 3) return undefined
    return `${name} ${letter}${field('d')}, ${letter}${field('n')}${zeroOf(name)}`
  }
  return floatScalar(field, size & 1 ? 'd' : 's', size >> 1)
}

function floatScalar(field: Field, letter: string, half: number): string | undefined {
  const name = floatMisc[field('u') * 2 + half]?.[field('o')] ?? ''
  if (!scalarFloatMisc.test(name)) return undefined
  return `${name} ${letter}${field('d')}, ${letter}${field('n')}${zeroOf(name)}`
}

const halfOperand: Spelling = (field) => {
  const name = floatMisc[field('u') * 2 + field('a')]?.[field('o')] ?? ''
  if (name === '' || /^ur|frecpx|frint[36]/.test(name)) return undefined
  return `${name}.${arrangement(1, field('q')) ?? ''} v${field('d')}, v${field('n')}${zeroOf(name)}`
}

const halfScalar: Spelling = (field) => floatScalar(field, 'h', field('a'))

const across: Readonly<Record<number, readonly [plain: string, other: string]>> = {
  3: ['saddlv', 'uaddlv'], 10: ['smaxv', 'umaxv'], 26: ['sminv', 'uminv'], 27: ['addv', ''],
} // prettier-ignore

const acrossLanes: Spelling = (field) => {
  const [operation, u, size, q] = [field('o'), field('u'), field('z'), field('q')]
  const lanes = arrangement(size, q)
  const n = `v${field('n')}`
  const float = { 12: ['fmaxnmv', 'fminnmv'], 15: ['fmaxv', 'fminv'] }[operation]
  if (float) {
    const name = float[size >> 1] ?? ''
    if (u) return q && !(size & 1) ? `${name}.4s s${field('d')}, ${n}` : undefined
    return size & 1 ? undefined : `${name}.${arrangement(1, q) ?? ''} h${field('d')}, ${n}`
  }
  const name = across[operation]?.[u ? 1 : 0]
  if (!name || size === 3 || (size === 2 && !q)) return undefined
  const letter = letters.charAt(operation === 3 ? size + 1 : size)
  return `${name}.${lanes ?? ''} ${letter}${field('d')}, ${n}`
}

const pairwise: Spelling = (field) => {
  const [operation, u, size] = [field('o'), field('u'), field('z')]
  if (operation === 27) return u || size !== 3 ? undefined : `addp.2d d${field('d')}, v${field('n')}`
  const name = { 12: ['fmaxnmp', 'fminnmp'], 13: ['faddp', ''], 15: ['fmaxp', 'fminp'] }[operation]?.[size >> 1]
  if (!name) return undefined
  const letter = u ? (size & 1 ? 'd' : 's') : size & 1 ? undefined : 'h'
  return letter && `${name}.2${letter} ${letter}${field('d')}, v${field('n')}`
}

const shiftNames: Readonly<Record<number, readonly [plain: string, other: string, kind: 'right' | 'left' | 'narrow' | 'long' | 'fixed']>> = {
  0: ['sshr', 'ushr', 'right'], 2: ['ssra', 'usra', 'right'], 4: ['srshr', 'urshr', 'right'], 6: ['srsra', 'ursra', 'right'],
  8: ['', 'sri', 'right'], 10: ['shl', 'sli', 'left'], 12: ['', 'sqshlu', 'left'], 14: ['sqshl', 'uqshl', 'left'],
  16: ['shrn', 'sqshrun', 'narrow'], 17: ['rshrn', 'sqrshrun', 'narrow'], 18: ['sqshrn', 'uqshrn', 'narrow'],
  19: ['sqrshrn', 'uqrshrn', 'narrow'], 20: ['sshll', 'ushll', 'long'], 28: ['scvtf', 'ucvtf', 'fixed'],
  31: ['fcvtzs', 'fcvtzu', 'fixed'],
} // prettier-ignore

const shift =
  (isScalar: boolean): Spelling =>
  (field) => {
    const entry = shiftNames[field('o')]
    const name = entry?.[field('u') ? 1 : 0]
    const bits = field('h')
    if (!name || bits === 0) return undefined
    const size = 31 - Math.clz32(bits)
    const place = bits * 8 + field('i')
    const width = 8 << size
    const kind = entry[2]
    const q = field('q')
    const left = place - width
    const right = 2 * width - place
    const [d, n] = [field('d'), field('n')]
    if (isScalar) {
      const letter = letters.charAt(size)
      if (kind === 'long') return undefined
      if (kind === 'narrow') {
        if (size === 3 || (field('o') < 18 && !field('u'))) return undefined
        return `${name} ${letter}${d}, ${letters.charAt(size + 1)}${n}, #${hex(right)}`
      }
      if (kind === 'fixed') return size === 0 ? undefined : `${name} ${letter}${d}, ${letter}${n}, #${hex(right)}`
      const takesAll = field('o') === 12 || field('o') === 14
      if (!takesAll && size !== 3) return undefined
      return `${name} ${letter}${d}, ${letter}${n}, #${hex(kind === 'left' ? left : right)}`
    }
    const lanes = arrangement(size, q)
    if (kind === 'narrow' || kind === 'long') {
      if (size === 3) return undefined
      const shape = kind === 'long' ? arrangement(size + 1, 1) : lanes
      return `${name}${q ? '2' : ''}.${shape ?? ''} v${d}, v${n}, #${hex(kind === 'long' ? left : right)}`
    }
    if (lanes === undefined || (kind === 'fixed' && size === 0)) return undefined
    return `${name}.${lanes} v${d}, v${n}, #${hex(kind === 'left' ? left : right)}`
  }

/** By opcode: names, whether lanes grow (`l`), are integers (`i`), saturate (`s`, no bytes), or floating point (`f`). */
const byLane: Readonly<Record<number, readonly [plain: string, other: string, kind: 'l' | 's' | 'i' | 'f']>> = {
  0: ['', 'mla', 'i'], 1: ['fmla', '', 'f'], 2: ['smlal', 'umlal', 'l'], 3: ['sqdmlal', '', 'l'], 4: ['', 'mls', 'i'],
  5: ['fmls', '', 'f'], 6: ['smlsl', 'umlsl', 'l'], 7: ['sqdmlsl', '', 'l'], 8: ['mul', '', 'i'], 9: ['fmul', 'fmulx', 'f'],
  10: ['smull', 'umull', 'l'], 11: ['sqdmull', '', 'l'], 12: ['sqdmulh', '', 's'], 13: ['sqrdmulh', 'sqrdmlah', 's'],
  15: ['', 'sqrdmlsh', 's'],
} // prettier-ignore

const element =
  (isScalar: boolean): Spelling =>
  (field) => {
    const [operation, u, size, q] = [field('o'), field('u'), field('z'), field('q')]
    const entry = byLane[operation]
    const name = entry?.[u ? 1 : 0]
    if (!name) return isScalar ? undefined : dotByLane(field)
    const kind = entry[2]
    const laneSize = kind === 'f' ? (size === 0 ? 1 : size) : size
    if (kind === 'f' ? size === 1 : size !== 1 && size !== 2) return undefined
    const [l, m, h] = [field('l'), field('k'), field('h')]
    if (laneSize === 3 && l) return undefined
    const index = laneSize === 1 ? h * 4 + l * 2 + m : laneSize === 2 ? h * 2 + l : h
    const register = `v${laneSize === 1 ? field('m') : field('m') + m * 16}[${index}]`
    const letter = letters.charAt(laneSize)
    if (isScalar) {
      if (kind === 'i' || (kind === 'l' && !name.startsWith('sqd'))) return undefined
      const into = kind === 'l' ? letters.charAt(laneSize + 1) : letter
      return `${name}.${letter} ${into}${field('d')}, ${letter}${field('n')}, ${register}`
    }
    const lanes = kind === 'l' ? arrangement(laneSize + 1, 1) : arrangement(laneSize, q)
    return lanes && `${name}${kind === 'l' && q ? '2' : ''}.${lanes} v${field('d')}, v${field('n')}, ${register}`
  }

/** Dot products by four bytes of another vector, and long products of halves: LLVM writes these without lanes. */
function dotByLane(field: Field): string | undefined {
  const [operation, u, size] = [field('o'), field('u'), field('z')]
  const registers = `v${field('d')}, v${field('n')}`
  const isLong = size === 2 && (u ? operation === 8 || operation === 12 : operation === 0 || operation === 4)
  if (isLong) {
    const name = `${operation === 0 || operation === 8 ? 'fmlal' : 'fmlsl'}${u ? '2' : ''}`
    return `${name} ${registers}, v${field('m')}[${field('h') * 4 + field('l') * 2 + field('k')}]`
  }
  const name = operation === 14 && size === 2 ? (u ? 'udot' : 'sdot') : !u && operation === 15 && dots[size]
  if (!name) return undefined
  return `${name} ${registers}, v${field('m') + field('k') * 16}[${field('h') * 2 + field('l')}]`
}

const dots = ['sudot', 'bfdot', 'usdot']

function dot(name: string, field: Field): string {
  return `${name}.${arrangement(2, field('q')) ?? ''} v${field('d')}, v${field('n')}, v${field('m')}`
}

const extra: Spelling = (field) => {
  const [operation, u, size, q] = [field('o'), field('u'), field('z'), field('q')]
  const registers = `v${field('d')}, v${field('n')}, v${field('m')}`
  const lanes = arrangement(size, q)
  if (operation === 2 && size === 2) return dot(u ? 'udot' : 'sdot', field)
  if (operation === 3 && size === 2 && !u) return dot('usdot', field)
  if (!u || lanes === undefined) return undefined
  if (operation < 2 && (size === 1 || size === 2)) return `sqrdml${operation ? 's' : 'a'}h.${lanes} ${registers}`
  if (size === 0) return undefined
  if (operation >= 8 && operation < 12) return `fcmla.${lanes} ${registers}, #${(operation & 3) * 90}`
  if (operation === 12 || operation === 14) return `fcadd.${lanes} ${registers}, #${operation === 12 ? 90 : 270}`
  return undefined
}

export const indexedRows: readonly Row[] = [
  ['0qu01110 zz 10000 ooooo 10 nnnnn ddddd', oneOperand],
  ['01u11110 zz 10000 ooooo 10 nnnnn ddddd', oneScalar],
  ['0qu01110 a1 11100 ooooo 10 nnnnn ddddd', halfOperand],
  ['01u11110 a1 11100 ooooo 10 nnnnn ddddd', halfScalar],
  ['0qu01110 zz 11000 ooooo 10 nnnnn ddddd', acrossLanes],
  ['01u11110 zz 11000 ooooo 10 nnnnn ddddd', pairwise],
  ['0qu011110 hhhh iii ooooo 1 nnnnn ddddd', shift(false)],
  ['01u111110 hhhh iii ooooo 1 nnnnn ddddd', shift(true)],
  ['0qu01111 zz l k mmmm oooo h0 nnnnn ddddd', element(false)],
  ['01u11111 zz l k mmmm oooo h0 nnnnn ddddd', element(true)],
  ['0qu01110 zz0 mmmmm 1oooo1 nnnnn ddddd', extra],
]
