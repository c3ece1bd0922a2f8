/** Constants, arithmetic and logic of general registers (Arm A64 instruction set, "Data Processing"). */
import { asm, series, type Register, type Text } from '../spelled.ts'
import { bitMask, isPlainMove, movedConstant } from './immediates.ts'
import { addressAt, conditions, extensions, imm, shifts, signed, wOrSp, wReg, xOrSp, xReg } from './operands.ts'
import type { Field, Row, Spelling } from './pattern.ts'

const general = (field: Field, letter: string): Register => (field('x') ? xReg(field(letter)) : wReg(field(letter)))
const orSp = (field: Field, letter: string): Register => (field('x') ? xOrSp(field(letter)) : wOrSp(field(letter)))
const widthOf = (field: Field): 32 | 64 => (field('x') ? 64 : 32)

const address: Spelling = (field, pc) => {
  const value = BigInt(signed(field('i'), 19)) * 4n + BigInt(field('j'))
  if (field('p') === 0) return asm`adr ${xReg(field('d'))}, ${addressAt(pc + value)}`
  return asm`adrp ${xReg(field('d'))}, ${addressAt((pc & ~0xfffn) + value * 0x1000n)}`
}

/** ADD and SUB with a constant; those that only compare or copy have names of their own. */
const addImmediate: Spelling = (field) => {
  const isSubtract = field('o') === 1
  const setsFlags = field('s') === 1
  const value = field('h') ? asm`${imm(field('i'))}, lsl #12` : imm(field('i'))
  const source = orSp(field, 'n')
  if (setsFlags && field('d') === 31) return asm`${isSubtract ? 'cmp' : 'cmn'} ${source}, ${value}`
  const usesStack = field('d') === 31 || field('n') === 31
  if (!setsFlags && !isSubtract && field('i') === 0 && field('h') === 0 && usesStack)
    return asm`mov ${orSp(field, 'd')}, ${source}`
  const name = `${isSubtract ? 'sub' : 'add'}${setsFlags ? 's' : ''}`
  return asm`${name} ${setsFlags ? general(field, 'd') : orSp(field, 'd')}, ${source}, ${value}`
}

const logicalImmediate: Spelling = (field) => {
  const width = widthOf(field)
  const mask = bitMask(field('b'), field('r'), field('i'), width)
  if (mask === undefined || (width === 32 && field('b') === 1)) return undefined
  const operation = field('o')
  const source = general(field, 'n')
  if (operation === 3 && field('d') === 31) return asm`tst ${source}, ${imm(mask)}`
  if (operation === 1 && field('n') === 31 && !isPlainMove(mask, width))
    return asm`mov ${orSp(field, 'd')}, ${imm(BigInt.asIntN(width, mask))}`
  const name = ['and', 'orr', 'eor', 'ands'][operation] ?? ''
  return asm`${name} ${operation === 3 ? general(field, 'd') : orSp(field, 'd')}, ${source}, ${imm(mask)}`
}

const moveWide: Spelling = (field) => {
  const shift = field('h') * 16
  const width = widthOf(field)
  if (shift >= width || field('o') === 1) return undefined
  const into = general(field, 'd')
  const value = field('o') === 3 ? undefined : movedConstant(field('i'), shift, field('o') === 0, width)
  if (value !== undefined) return asm`mov ${into}, ${value}`
  const name = ['movn', '', 'movz', 'movk'][field('o')] ?? ''
  return asm`${name} ${into}, ${imm(field('i'))}${shift ? `, lsl #${shift}` : ''}`
}

/** SBFM, BFM and UBFM are never written so: each of their uses has a name. */
const bitfield: Spelling = (field) => {
  const width = widthOf(field)
  const [immr, imms, operation] = [field('r'), field('i'), field('o')]
  if (field('x') !== field('b') || operation === 3 || (width === 32 && (immr > 31 || imms > 31))) return undefined
  const into = general(field, 'd')
  const source = general(field, 'n')
  const isInsert = imms < immr
  if (operation === 1) {
    if (field('n') === 31 && (immr === 0 || isInsert)) return asm`bfc ${into}, #${(width - immr) % width}, #${imms + 1}`
    if (isInsert) return asm`bfi ${into}, ${source}, #${width - immr}, #${imms + 1}`
    return asm`bfxil ${into}, ${source}, #${immr}, #${imms - immr + 1}`
  }
  const isSigned = operation === 0
  const letter = isSigned ? 's' : 'u'
  if (immr === 0 && (isSigned || width === 32)) {
    const part = { 7: 'b', 15: 'h', 31: isSigned && width === 64 ? 'w' : undefined }[imms]
    if (part) return asm`${letter}xt${part} ${into}, ${wReg(field('n'))}`
  }
  if (!isSigned && imms !== width - 1 && immr === imms + 1) return asm`lsl ${into}, ${source}, #${width - 1 - imms}`
  if (imms === width - 1) return asm`${isSigned ? 'asr' : 'lsr'} ${into}, ${source}, #${immr}`
  if (isInsert) return asm`${letter}bfiz ${into}, ${source}, #${width - immr}, #${imms + 1}`
  return asm`${letter}bfx ${into}, ${source}, #${immr}, #${imms - immr + 1}`
}

const extract: Spelling = (field) => {
  if (field('x') !== field('b') || (field('x') === 0 && field('i') > 31)) return undefined
  const [into, first, second] = [general(field, 'd'), general(field, 'n'), general(field, 'm')]
  if (first === second) return asm`ror ${into}, ${first}, ${imm(field('i'))}`
  return asm`extr ${into}, ${first}, ${second}, ${imm(field('i'))}`
}

/** A register, shifted; `lsl #0` is not written. */
function shifted(field: Field): Text | undefined {
  if (field('x') === 0 && field('i') > 31) return undefined
  const isPlain = field('h') === 0 && field('i') === 0
  return isPlain ? asm`${general(field, 'm')}` : asm`${general(field, 'm')}, ${shifts[field('h')] ?? ''} #${field('i')}`
}

const logicalShifted: Spelling = (field) => {
  const operand = shifted(field)
  const operation = field('o') * 2 + field('b')
  if (operand === undefined) return undefined
  const source = general(field, 'n')
  const into = general(field, 'd')
  if (operation === 6 && field('d') === 31) return asm`tst ${source}, ${operand}`
  if (operation === 3 && field('n') === 31) return asm`mvn ${into}, ${operand}`
  if (operation === 2 && field('n') === 31 && field('h') === 0 && field('i') === 0) return asm`mov ${into}, ${operand}`
  const name = ['and', 'bic', 'orr', 'orn', 'eor', 'eon', 'ands', 'bics'][operation] ?? ''
  return asm`${name} ${into}, ${source}, ${operand}`
}

const addShifted: Spelling = (field) => {
  const operand = shifted(field)
  if (operand === undefined || field('h') === 3) return undefined
  return arithmetic(field, general(field, 'd'), general(field, 'n'), operand, field('n') === 31)
}

/** ADD, SUB and their kin over registers; `isFromZero` where the first is the zero register. */
function arithmetic(field: Field, into: Register, source: Register, operand: Text, isFromZero: boolean): Text {
  const isSubtract = field('o') === 1
  const flags = field('s') ? 's' : ''
  if (field('s') === 1 && field('d') === 31) return asm`${isSubtract ? 'cmp' : 'cmn'} ${source}, ${operand}`
  if (isSubtract && isFromZero) return asm`neg${flags} ${into}, ${operand}`
  return asm`${isSubtract ? 'sub' : 'add'}${flags} ${into}, ${source}, ${operand}`
}

const addExtended: Spelling = (field) => {
  const option = field('e')
  const amount = field('i')
  if (amount > 4) return undefined
  const isX = field('x') === 1
  const register = isX && (option & 3) === 3 ? xReg(field('m')) : wReg(field('m'))
  const usesStack = field('n') === 31 || (field('d') === 31 && field('s') === 0)
  // With the stack pointer, the plain extension is a shift.
  const isPlain = usesStack && option === (isX ? 3 : 2)
  const extension = isPlain ? (amount ? ', lsl' : '') : `, ${extensions[option] ?? ''}`
  const operand = asm`${register}${extension}${amount ? ` #${amount}` : ''}`
  const into = field('s') ? general(field, 'd') : orSp(field, 'd')
  return arithmetic(field, into, orSp(field, 'n'), operand, false)
}

const conditional: Spelling = (field) => {
  const into = general(field, 'd')
  const condition = field('c')
  const operation = field('o') * 2 + field('b')
  const [first, second] = [field('n'), field('m')]
  const opposite = conditions[condition ^ 1] ?? ''
  const isSame = first === second && condition < 14
  if (isSame && first === 31 && (operation === 1 || operation === 2))
    return asm`${operation === 1 ? 'cset' : 'csetm'} ${into}, ${opposite}`
  if (isSame && operation > 0) {
    const name = ['', 'cinc', 'cinv', 'cneg'][operation] ?? ''
    return asm`${name} ${into}, ${general(field, 'n')}, ${opposite}`
  }
  const name = ['csel', 'csinc', 'csinv', 'csneg'][operation] ?? ''
  return asm`${name} ${into}, ${general(field, 'n')}, ${general(field, 'm')}, ${conditions[condition] ?? ''}`
}

/** MADD and MSUB, those that widen (`s`, `u`) among them; without an addend they are multiplications. */
const multiply =
  (letter: '' | 's' | 'u'): Spelling =>
  (field) => {
    const ending = letter === '' ? '' : 'l'
    const sources = series(['n', 'm'].map((name) => (letter === '' ? general(field, name) : wReg(field(name)))))
    const into = letter === '' ? general(field, 'd') : xReg(field('d'))
    const isMinus = field('b') === 1
    if (field('a') === 31) return asm`${letter}${isMinus ? 'mneg' : 'mul'}${ending} ${into}, ${sources}`
    const addend = letter === '' ? general(field, 'a') : xReg(field('a'))
    return asm`${letter}${isMinus ? 'msub' : 'madd'}${ending} ${into}, ${sources}, ${addend}`
  }

/** The larger or smaller of a register and a constant. */
const limitImmediate: Spelling = (field) => {
  const isSigned = field('o') % 2 === 0
  const value = isSigned ? signed(field('i'), 8) : field('i')
  const name = ['smax', 'umax', 'smin', 'umin'][field('o')] ?? ''
  return asm`${name} ${general(field, 'd')}, ${general(field, 'n')}, ${imm(value)}`
}

const twoSources: Record<number, string> = {
  2: 'udiv', 3: 'sdiv', 8: 'lsl', 9: 'lsr', 10: 'asr', 11: 'ror', 24: 'smax', 25: 'umax', 26: 'smin', 27: 'umin',
} // prettier-ignore

const signing = ['pacia', 'pacib', 'pacda', 'pacdb', 'autia', 'autib', 'autda', 'autdb']

export const baseRows: readonly Row[] = [
  ['pjj10000 iiiiiiiiiiiiiiiiiii ddddd', address],
  ['xos100010h iiiiiiiiiiii nnnnn ddddd', addImmediate],
  ['1001000110 iiiiii.. jjjj nnnnn ddddd', 'addg {XSd}, {XSn}, {#i*16}, {#j}'],
  ['1101000110 iiiiii.. jjjj nnnnn ddddd', 'subg {XSd}, {XSn}, {#i*16}, {#j}'],
  ['x001000111 00oo iiiiiiii nnnnn ddddd', limitImmediate],
  ['xoo100100b rrrrrr iiiiii nnnnn ddddd', logicalImmediate],
  ['xoo100101hh iiiiiiiiiiiiiiii ddddd', moveWide],
  ['xoo100110b rrrrrr iiiiii nnnnn ddddd', bitfield],
  ['x00100111b0 mmmmm iiiiii nnnnn ddddd', extract],
  ['xoo01010hhb mmmmm iiiiii nnnnn ddddd', logicalShifted],
  ['xos01011hh0 mmmmm iiiiii nnnnn ddddd', addShifted],
  ['xos01011001 mmmmm eeeiii nnnnn ddddd', addExtended],
  ['x0011010000 mmmmm 000000 nnnnn ddddd', 'adc {Rd}, {Rn}, {Rm}'],
  ['x0111010000 mmmmm 000000 nnnnn ddddd', 'adcs {Rd}, {Rn}, {Rm}'],
  ['x1011010000 mmmmm 000000 11111 ddddd', 'ngc {Rd}, {Rm}'],
  ['x1111010000 mmmmm 000000 11111 ddddd', 'ngcs {Rd}, {Rm}'],
  ['x1011010000 mmmmm 000000 nnnnn ddddd', 'sbc {Rd}, {Rn}, {Rm}'],
  ['x1111010000 mmmmm 000000 nnnnn ddddd', 'sbcs {Rd}, {Rn}, {Rm}'],
  ['10111010000 iiiiii 00001 nnnnn 0jjjj', 'rmif {Xn}, {#i}, {#j}'],
  ['00111010000 000000 00010 nnnnn 01101', 'setf8 {Wn}'],
  ['00111010000 000000 10010 nnnnn 01101', 'setf16 {Wn}'],
  ['x0111010010 mmmmm cccc00 nnnnn 0iiii', 'ccmn {Rn}, {Rm}, {#i}, {?c}'],
  ['x1111010010 mmmmm cccc00 nnnnn 0iiii', 'ccmp {Rn}, {Rm}, {#i}, {?c}'],
  ['x0111010010 jjjjj cccc10 nnnnn 0iiii', 'ccmn {Rn}, {#j}, {#i}, {?c}'],
  ['x1111010010 jjjjj cccc10 nnnnn 0iiii', 'ccmp {Rn}, {#j}, {#i}, {?c}'],
  ['xo011010100 mmmmm cccc0b nnnnn ddddd', conditional],
  ['10011010110 mmmmm 000000 nnnnn ddddd', 'subp {Xd}, {XSn}, {XSm}'],
  ['10111010110 mmmmm 000000 nnnnn 11111', 'cmpp {XSn}, {XSm}'],
  ['10111010110 mmmmm 000000 nnnnn ddddd', 'subps {Xd}, {XSn}, {XSm}'],
  ['10011010110 11111 000100 nnnnn ddddd', 'irg {XSd}, {XSn}'],
  ['10011010110 mmmmm 000100 nnnnn ddddd', 'irg {XSd}, {XSn}, {Xm}'],
  ['10011010110 mmmmm 000101 nnnnn ddddd', 'gmi {Xd}, {XSn}, {Xm}'],
  ['10011010110 mmmmm 001100 nnnnn ddddd', 'pacga {Xd}, {Xn}, {XSm}'],
  ['00011010110 mmmmm 010oss nnnnn ddddd', (field) => crc(field, 3)],
  ['10011010110 mmmmm 010o11 nnnnn ddddd', (field) => crc(field, 4)],
  [
    'x0011010110 mmmmm oooooo nnnnn ddddd',
    (field) => {
      const name = twoSources[field('o')]
      return name && asm`${name} ${general(field, 'd')}, ${general(field, 'n')}, ${general(field, 'm')}`
    },
  ],
  ['x1011010110 00000 000000 nnnnn ddddd', 'rbit {Rd}, {Rn}'],
  ['x1011010110 00000 000001 nnnnn ddddd', 'rev16 {Rd}, {Rn}'],
  ['01011010110 00000 000010 nnnnn ddddd', 'rev {Wd}, {Wn}'],
  ['11011010110 00000 000010 nnnnn ddddd', 'rev32 {Xd}, {Xn}'],
  ['11011010110 00000 000011 nnnnn ddddd', 'rev {Xd}, {Xn}'],
  ['x1011010110 00000 000100 nnnnn ddddd', 'clz {Rd}, {Rn}'],
  ['x1011010110 00000 000101 nnnnn ddddd', 'cls {Rd}, {Rn}'],
  ['x1011010110 00000 000110 nnnnn ddddd', 'ctz {Rd}, {Rn}'],
  ['x1011010110 00000 000111 nnnnn ddddd', 'cnt {Rd}, {Rn}'],
  ['x1011010110 00000 001000 nnnnn ddddd', 'abs {Rd}, {Rn}'],
  ['11011010110 00001 010000 11111 ddddd', 'xpaci {Xd}'],
  ['11011010110 00001 010001 11111 ddddd', 'xpacd {Xd}'],
  [
    '11011010110 00001 00zooo nnnnn ddddd',
    (field) => {
      const name = signing[field('o')] ?? ''
      if (field('z') === 0) return asm`${name} ${xReg(field('d'))}, ${xOrSp(field('n'))}`
      return field('n') === 31 ? asm`${name.replace(/(?=.$)/, 'z')} ${xReg(field('d'))}` : undefined
    },
  ],
  ['10011011010 mmmmm 0..... nnnnn ddddd', 'smulh {Xd}, {Xn}, {Xm}'],
  ['10011011110 mmmmm 0..... nnnnn ddddd', 'umulh {Xd}, {Xn}, {Xm}'],
  ['x0011011 000 mmmmm baaaaa nnnnn ddddd', multiply('')],
  ['10011011 001 mmmmm baaaaa nnnnn ddddd', multiply('s')],
  ['10011011 101 mmmmm baaaaa nnnnn ddddd', multiply('u')],
]

function crc(field: Field, size: 3 | 4): Text | undefined {
  const letter = size === 4 ? 'x' : ['b', 'h', 'w'][field('s')]
  if (letter === undefined) return undefined
  const last = size === 4 ? xReg(field('m')) : wReg(field('m'))
  return asm`crc32${field('o') ? 'c' : ''}${letter} ${wReg(field('d'))}, ${wReg(field('n'))}, ${last}`
}
