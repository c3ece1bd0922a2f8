/** Floating point of VFPv3 and VFPv4 (Arm ARM, "Advanced SIMD and floating-point"). Bits are those of T32; A32 has its condition in the uppermost four. */
import type { Field, Row, Spelling } from '../arm64/pattern.ts'
import { asm, series, type Register, type Text } from '../spelled.ts'
import { offsetOf, place, reg, scalarReg, wide } from './operands.ts'
import { smallFloatValue } from '../arm64/immediates.ts'

/** A register of four bits and one more: the lowest of single ones, the highest of double ones. */
const single = (field: Field, letter: string): Register =>
  scalarReg('s', field(letter) * 2 + field(letter.toUpperCase()))
const double = (field: Field, letter: string): Register =>
  scalarReg('d', field(letter.toUpperCase()) * 16 + field(letter))
const sized = (field: Field, letter: string): Register => (field('z') ? double(field, letter) : single(field, letter))
const type = (field: Field): string => (field('z') ? 'f64' : 'f32')

const three =
  (name: string): Spelling =>
  (field) =>
    asm`${name}~.${type(field)} ${sized(field, 'd')}, ${sized(field, 'n')}, ${sized(field, 'm')}`
const two =
  (name: string): Spelling =>
  (field) =>
    asm`${name}~.${type(field)} ${sized(field, 'd')}, ${sized(field, 'm')}`

const move: Spelling = (field) => {
  const distance = field('i') * 4
  const name = asm`v${field('l') ? 'ldr' : 'str'}~ ${sized(field, 'd')}`
  const isUp = field('u')
  const base = reg(field('n'))
  if (distance === 0 && isUp && field('n') !== 15) return asm`${name}, ${place({ base })}`
  const offset = isUp ? distance : -distance
  return asm`${name}, ${place({ base, offset }, offsetOf(distance, isUp === 1, 10))}`
}

/** Several registers; a count that is none, or past the last register, is cut as LLVM cuts it. An odd one of words is the old FLDMX. */
const several: Spelling = (field) => {
  const [count, isUp, isBefore, writes] = [field('i'), field('u'), field('p'), field('w')]
  const [base, isLoad] = [field('n'), field('l')]
  const isDouble = field('z') === 1
  if (isUp === isBefore || (isBefore && !writes)) return undefined
  const first = isDouble ? field('D') * 16 + field('d') : field('d') * 2 + field('D')
  const many = Math.min(Math.max(isDouble ? count >> 1 : count, 1), 32 - first, isDouble ? 16 : 32)
  const letter = isDouble ? 'd' : 's'
  const list = series(
    Array.from({ length: many }, (_, at) => scalarReg(letter, first + at)),
    '{',
    '}',
  )
  const way = isBefore ? 'db' : 'ia'
  const at = asm`${reg(base)}${writes ? '!' : ''}`
  if (isDouble && count & 1) return field('D') ? undefined : asm`f${isLoad ? 'ld' : 'st'}m${way}x~ ${at}, ${list}`
  if (base === 13 && writes && isLoad === isUp) return asm`${isLoad ? 'vpop' : 'vpush'}~ ${list}`
  return asm`v${isLoad ? 'ld' : 'st'}m${way}~ ${at}, ${list}`
}

const fromInteger: Spelling = (field) => {
  const sign = field('o') ? 's' : 'u'
  return asm`vcvt~.${type(field)}.${sign}32 ${sized(field, 'd')}, ${single(field, 'm')}`
}
const toInteger: Spelling = (field) => {
  const sign = field('o') ? 's' : 'u'
  return asm`vcvt${field('t') ? '' : 'r'}~.${sign}32.${type(field)} ${single(field, 'd')}, ${sized(field, 'm')}`
}

/** A constant of eight bits as LLVM prints it here: `#1.500000e+00`. */
export const scientific = (imm8: number): string =>
  `#${smallFloatValue(imm8)
    .toExponential(6)
    .replace(/e([+-])(\d)$/, 'e$10$2')}`

const controls: Readonly<Record<number, string>> = {
  0: 'fpsid', 1: 'fpscr', 6: 'mvfr1', 7: 'mvfr0', 8: 'fpexc', 9: 'fpinst', 10: 'fpinst2',
} // prettier-ignore

/** The unit's own registers; those that describe its features are read-only. */
const system: Spelling = (field) => {
  const number = field('c')
  const name = controls[number]
  if (name === undefined || (!field('l') && (number === 6 || number === 7))) return undefined
  const into = reg(field('t'))
  return field('l') ? asm`vmrs~ ${into}, ${name}` : asm`vmsr~ ${name}, ${into}`
}

/** A lane by four bits: the highest one of 10xx, 0xx1 or 0x00 says how large it is. */
function laneOf(field: Field): { readonly bits: number; readonly text: Text } | undefined {
  const place = field('o') * 4 + field('q')
  const [bits, lane] = place & 8 ? [8, place & 7] : place & 1 ? [16, (place >> 1) & 3] : [32, (place >> 2) & 1]
  return bits === 32 && place & 2 ? undefined : { bits, text: asm`${double(field, 'n')}[${lane}]` }
}

const toLane: Spelling = (field) => {
  const lane = laneOf(field)
  return lane && asm`vmov~.${lane.bits} ${lane.text}, ${reg(field('t'))}`
}

const fromLane: Spelling = (field) => {
  const lane = laneOf(field)
  if (!lane || (lane.bits === 32 && field('u'))) return undefined
  const sign = lane.bits === 32 ? '' : field('u') ? 'u' : 's'
  return asm`vmov~.${sign}${lane.bits} ${reg(field('t'))}, ${lane.text}`
}

const toAllLanes: Spelling = (field) => {
  const number = field('N') * 16 + field('n')
  if ((field('b') && field('e')) || (field('q') && number & 1)) return undefined
  const into = field('q') ? scalarReg('q', number >> 1) : scalarReg('d', number)
  return asm`vdup~.${field('b') ? 8 : field('e') ? 16 : 32} ${into}, ${reg(field('t'))}`
}

/** Numbers with their point elsewhere, in place. */
const fixedPoint: Spelling = (field) => {
  const size = field('x') ? 32 : 16
  const integer = asm`${field('u') ? 'u' : 's'}${size}`
  const into = sized(field, 'd')
  const types = field('o') ? asm`${integer}.${type(field)}` : asm`${type(field)}.${integer}`
  return asm`vcvt~.${types} ${into}, ${into}, #${size - (field('i') * 2 + field('j'))}`
}

/** Halves of a single register hold numbers of 16 bits. */
const half: Spelling = (field) =>
  asm`vcvt${field('t') ? 't' : 'b'}~.${field('o') ? 'f16.f32' : 'f32.f16'} ${single(field, 'd')}, ${single(field, 'm')}`

export const floatRows: readonly Row[] = [
  wide('11101110 0D00 nnnn dddd 101z N0M0 mmmm', three('vmla')),
  wide('11101110 0D00 nnnn dddd 101z N1M0 mmmm', three('vmls')),
  wide('11101110 0D01 nnnn dddd 101z N0M0 mmmm', three('vnmls')),
  wide('11101110 0D01 nnnn dddd 101z N1M0 mmmm', three('vnmla')),
  wide('11101110 0D10 nnnn dddd 101z N0M0 mmmm', three('vmul')),
  wide('11101110 0D10 nnnn dddd 101z N1M0 mmmm', three('vnmul')),
  wide('11101110 0D11 nnnn dddd 101z N0M0 mmmm', three('vadd')),
  wide('11101110 0D11 nnnn dddd 101z N1M0 mmmm', three('vsub')),
  wide('11101110 1D00 nnnn dddd 101z N0M0 mmmm', three('vdiv')),
  wide('11101110 1D10 nnnn dddd 101z N0M0 mmmm', three('vfma')),
  wide('11101110 1D10 nnnn dddd 101z N1M0 mmmm', three('vfms')),
  wide('11101110 1D01 nnnn dddd 101z N0M0 mmmm', three('vfnms')),
  wide('11101110 1D01 nnnn dddd 101z N1M0 mmmm', three('vfnma')),
  wide(
    '11101110 1D11 iiii dddd 101z 0000 jjjj',
    (field) => asm`vmov~.${type(field)} ${sized(field, 'd')}, ${scientific(field('i') * 16 + field('j'))}`,
  ),
  wide('11101110 1D11 0000 dddd 101z 01M0 mmmm', two('vmov')),
  wide('11101110 1D11 0000 dddd 101z 11M0 mmmm', two('vabs')),
  wide('11101110 1D11 0001 dddd 101z 01M0 mmmm', two('vneg')),
  wide('11101110 1D11 0001 dddd 101z 11M0 mmmm', two('vsqrt')),
  wide('11101110 1D11 001o dddd 1010 t1M0 mmmm', half),
  wide('11101110 1D11 1o1u dddd 101z x1j0 iiii', fixedPoint),
  wide('11101110 1D11 0100 dddd 101z 01M0 mmmm', two('vcmp')),
  wide('11101110 1D11 0100 dddd 101z 11M0 mmmm', two('vcmpe')),
  wide('11101110 1D11 0101 dddd 101z 0100 0000', (field) => asm`vcmp~.${type(field)} ${sized(field, 'd')}, #0`),
  wide('11101110 1D11 0101 dddd 101z 1100 0000', (field) => asm`vcmpe~.${type(field)} ${sized(field, 'd')}, #0`),
  wide(
    '11101110 1D11 0111 dddd 1010 11M0 mmmm',
    (field) => asm`vcvt~.f64.f32 ${double(field, 'd')}, ${single(field, 'm')}`,
  ),
  wide(
    '11101110 1D11 0111 dddd 1011 11M0 mmmm',
    (field) => asm`vcvt~.f32.f64 ${single(field, 'd')}, ${double(field, 'm')}`,
  ),
  wide('11101110 1D11 1000 dddd 101z o1M0 mmmm', fromInteger),
  wide('11101110 1D11 110o dddd 101z t1M0 mmmm', toInteger),
  wide('11101110 000l nnnn tttt 1010 N001 0000', (field) =>
    field('l')
      ? asm`vmov~ ${reg(field('t'))}, ${single(field, 'n')}`
      : asm`vmov~ ${single(field, 'n')}, ${reg(field('t'))}`,
  ),
  wide('11101100 010l eeee tttt 1011 00M1 mmmm', (field) => {
    const core = asm`${reg(field('t'))}, ${reg(field('e'))}`
    return field('l') ? asm`vmov~ ${core}, ${double(field, 'm')}` : asm`vmov~ ${double(field, 'm')}, ${core}`
  }),
  wide('11101100 010l eeee tttt 1010 00M1 mmmm', (field) => {
    const first = field('m') * 2 + field('M')
    const core = asm`${reg(field('t'))}, ${reg(field('e'))}`
    if (first === 31) return undefined
    return field('l')
      ? asm`vmov~ ${core}, ${scalarReg('s', first)}, ${scalarReg('s', first + 1)}`
      : asm`vmov~ ${scalarReg('s', first)}, ${scalarReg('s', first + 1)}, ${core}`
  }),
  wide('11101110 1111 0001 1111 1010 ...1 ....', 'vmrs~ APSR_nzcv, fpscr'),
  wide('11101110 111l cccc tttt 1010 ...1 ....', system),
  wide('11101110 uoo1 nnnn tttt 1011 Nqq1 0000', fromLane),
  wide('11101110 0oo0 nnnn tttt 1011 Nqq1 0000', toLane),
  wide('11101110 1bq0 nnnn tttt 1011 N0e1 0000', toAllLanes),
  wide('11101101 uD0l nnnn dddd 101z iiiiiiii', move),
  wide('1110110p uDwl nnnn dddd 101z iiiiiiii', several),
]
