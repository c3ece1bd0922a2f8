/** Floating point of one number at a time. */
import { asm, series, type Register } from '../spelled.ts'
import { smallFloat } from './immediates.ts'
import { conditions, imm, scalarReg, wReg, xReg } from './operands.ts'
import type { Field, Row, Spelling } from './pattern.ts'

/** `s3`, `d3`, `h3`; undefined for the reserved size. */
function scalar(field: Field, letter: string): Register | undefined {
  const size = ['s', 'd', undefined, 'h'][field('f')]
  return size === undefined ? undefined : scalarReg(size, field(letter))
}

const general = (field: Field, letter: string): Register => (field('x') ? xReg(field(letter)) : wReg(field(letter)))

/** Between general registers and floating point. */
const convert: Spelling = (field) => {
  const [mode, operation] = [field('r'), field('o')]
  if (field('f') === 2) {
    if (field('x') === 0 || mode !== 1) return undefined
    if (operation === 6) return asm`fmov.d ${xReg(field('d'))}, v${field('n')}[1]`
    return operation === 7 ? asm`fmov.d v${field('d')}[1], ${xReg(field('n'))}` : undefined
  }
  if (operation < 2) {
    const name = `fcvt${'npmz'.charAt(mode)}${operation ? 'u' : 's'}`
    return asm`${name} ${general(field, 'd')}, ${scalar(field, 'n') ?? ''}`
  }
  if (mode === 3 && operation === 6 && field('f') === 1 && !field('x'))
    return asm`fjcvtzs ${wReg(field('d'))}, d${field('n')}`
  if (mode !== 0) return undefined
  if (operation < 4) return asm`${operation & 1 ? 'u' : 's'}cvtf ${scalar(field, 'd') ?? ''}, ${general(field, 'n')}`
  if (operation < 6) return asm`fcvta${operation & 1 ? 'u' : 's'} ${general(field, 'd')}, ${scalar(field, 'n') ?? ''}`
  if (field('f') !== 3 && field('f') !== field('x')) return undefined
  if (operation === 6) return asm`fmov ${general(field, 'd')}, ${scalar(field, 'n') ?? ''}`
  return asm`fmov ${scalar(field, 'd') ?? ''}, ${general(field, 'n')}`
}

/** The same with the point at a given bit. */
const convertFixed: Spelling = (field) => {
  const key = field('r') * 8 + field('o')
  const bits = 64 - field('i')
  if (field('f') === 2 || (field('x') === 0 && bits > 32)) return undefined
  const [into, from] = [scalar(field, 'd') ?? '', scalar(field, 'n') ?? '']
  switch (key) {
    case 2:
    case 3:
      return asm`${key === 3 ? 'u' : 's'}cvtf ${into}, ${general(field, 'n')}, ${imm(bits)}`
    case 24:
    case 25:
      return asm`fcvtz${key === 25 ? 'u' : 's'} ${general(field, 'd')}, ${from}, ${imm(bits)}`
    default:
      return undefined
  }
}

const single = [
  'fmov', 'fabs', 'fneg', 'fsqrt', '', '', '', '', 'frintn', 'frintp', 'frintm', 'frintz', 'frinta', '', 'frintx',
  'frinti', 'frint32z', 'frint32x', 'frint64z', 'frint64x',
] // prettier-ignore

const oneSource: Spelling = (field) => {
  const operation = field('o')
  const source = scalar(field, 'n')
  if (operation === 6 && field('f') === 1) return asm`bfcvt h${field('d')}, s${field('n')}`
  if (source === undefined) return undefined
  if (operation >= 4 && operation < 8) {
    const size = ['s', 'd', undefined, 'h'][operation - 4]
    return size === undefined || source.name.startsWith(size) ? undefined : asm`fcvt ${size}${field('d')}, ${source}`
  }
  if (operation > 15 && field('f') === 3) return undefined
  const name = single[operation]
  return name ? asm`${name} ${scalar(field, 'd') ?? ''}, ${source}` : undefined
}

const double = ['fmul', 'fdiv', 'fadd', 'fsub', 'fmax', 'fmin', 'fmaxnm', 'fminnm', 'fnmul']

const twoSources: Spelling = (field) => {
  const name = double[field('o')]
  const into = scalar(field, 'd')
  return name && into && asm`${name} ${into}, ${scalar(field, 'n') ?? ''}, ${scalar(field, 'm') ?? ''}`
}

const threeSources: Spelling = (field) => {
  const name = ['fmadd', 'fmsub', 'fnmadd', 'fnmsub'][field('o') * 2 + field('b')] ?? ''
  const into = scalar(field, 'd')
  const sources = series(['n', 'm', 'a'].map((letter) => scalar(field, letter) ?? ''))
  return into && asm`${name} ${into}, ${sources}`
}

const compare: Spelling = (field) => {
  const source = scalar(field, 'n')
  if (source === undefined) return undefined
  const name = asm`fcmp${field('e') ? 'e' : ''} ${source}`
  if (field('b')) return asm`${name}, #0.0`
  return asm`${name}, ${scalar(field, 'm') ?? ''}`
}

const constant: Spelling = (field) => {
  const into = scalar(field, 'd')
  return into && asm`fmov ${into}, ${smallFloat(field('i'))}`
}

const select: Spelling = (field) => {
  const into = scalar(field, 'd')
  const sources = asm`${scalar(field, 'n') ?? ''}, ${scalar(field, 'm') ?? ''}`
  return into && asm`fcsel ${into}, ${sources}, ${conditions[field('c')] ?? ''}`
}

export const floatRows: readonly Row[] = [
  ['x0011110 ff1 rr ooo 000000 nnnnn ddddd', convert],
  ['x0011110 ff0 rr ooo iiiiii nnnnn ddddd', convertFixed],
  ['00011110 ff1 oooooo 10000 nnnnn ddddd', oneSource],
  ['00011110 ff1 mmmmm 001000 nnnnn eb000', compare],
  ['00011110 ff1 iiiiiiii 100 00000 ddddd', constant],
  ['00011110 ff1 mmmmm cccc01 nnnnn 0iiii', 'fccmp {Fn}, {Fm}, {#i}, {?c}'],
  ['00011110 ff1 mmmmm cccc01 nnnnn 1iiii', 'fccmpe {Fn}, {Fm}, {#i}, {?c}'],
  ['00011110 ff1 mmmmm oooo10 nnnnn ddddd', twoSources],
  ['00011110 ff1 mmmmm cccc11 nnnnn ddddd', select],
  ['00011111 ffo mmmmm baaaaa nnnnn ddddd', threeSources],
]
