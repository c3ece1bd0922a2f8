/** Integer instructions of 32 bits (Arm Architecture Reference Manual, A-profile, "T32", 32-bit). */
import type { Field, Row, Spelling } from '../arm64/pattern.ts'
import {
  conditions,
  halves,
  imm,
  list,
  near,
  offsetOf,
  place,
  reg,
  shifts,
  signed,
  spelled,
  target,
  wide,
} from '../arm/operands.ts'
import { asm, type Place, type Register, type Text } from '../spelled.ts'

/** Operations on two registers, or a register and a constant; `.w` marks them where a namesake has 16 bits. */
const operations: Readonly<Record<number, string>> = {
  0: 'and', 1: 'bic', 2: 'orr', 3: 'orn', 4: 'eor', 8: 'add', 10: 'adc', 11: 'sbc', 13: 'sub', 14: 'rsb',
} // prettier-ignore
const tests: Readonly<Record<number, string>> = { 0: 'tst', 4: 'teq', 8: 'cmn', 13: 'cmp' }

/** Constants of twelve bits: a byte repeated, or one turned (ThumbExpandImm). */
export function expanded(imm: number): number {
  const byte = imm & 0xff
  if (imm >> 10 === 0) {
    const pattern = [byte, byte * 0x10001, byte * 0x1000100, byte * 0x1010101][(imm >> 8) & 3] ?? 0
    return pattern >>> 0
  }
  const turn = imm >> 7
  const value = 0x80 | (imm & 0x7f)
  return ((value >>> turn) | (value << (32 - turn))) >>> 0
}

/** An operation whose last operand is `last`, a constant or a register. */
function joined(field: Field, isConstant: boolean, last: Text): Text | undefined {
  const [operation, source, into] = [field('o'), field('n'), field('d')]
  const sets = field('s') ? 's' : ''
  if (into === 15 && sets !== '' && tests[operation]) return asm`${tests[operation]}~.w ${reg(source)}, ${last}`
  if (source === 15 && operation === 2) return isConstant ? asm`mov${sets}~.w ${reg(into)}, ${last}` : undefined
  if (source === 15 && operation === 3) return asm`mvn${sets}~${isConstant ? '' : '.w'} ${reg(into)}, ${last}`
  const name = operations[operation]
  if (name === undefined) return undefined
  const isLong = isConstant ? operation === 8 || operation > 12 : operation !== 3 && operation !== 14
  const ending = isLong ? '.w' : ''
  return asm`${name}${sets}~${ending} ${reg(into)}, ${reg(source)}, ${last}`
}

const constant: Spelling = (field) => joined(field, true, asm`${imm(expanded(field('i')))}`)

const shiftedRegister: Spelling = (field) => {
  const [kind, amount] = [field('t'), field('i')]
  const from = reg(field('m'))
  if (field('o') === 2 && field('z')) return undefined
  const isTurn = kind === 3 && amount === 0
  if (field('o') === 2 && field('n') === 15) {
    const into = reg(field('d'))
    const sets = field('s') ? 's' : ''
    if (isTurn) return asm`rrx${sets}~ ${into}, ${from}`
    if (kind === 0 && amount === 0) return asm`mov${sets}~.w ${into}, ${from}`
    return asm`${shifts[kind] ?? ''}${sets}~.w ${into}, ${from}, ${imm(kind === 1 || kind === 2 ? amount || 32 : amount)}`
  }
  if (field('o') === 6) {
    if (field('s') || kind & 1) return undefined
    const shift = kind === 0 ? (amount ? `, lsl #${amount}` : '') : `, asr #${amount || 32}`
    return asm`pkh${kind ? 'tb' : 'bt'}~ ${reg(field('d'))}, ${reg(field('n'))}, ${from}${shift}`
  }
  const isPlain = kind === 0 && amount === 0
  const shift = isPlain ? '' : isTurn ? ', rrx' : `, ${shifts[kind] ?? ''} #${kind === 0 ? amount : amount || 32}`
  return joined(field, false, asm`${from}${shift}`)
}

const plainAdd =
  (name: string): Spelling =>
  (field) => {
    if (field('n') === 15) return asm`adr~.w ${reg(field('d'))}, ${offsetOf(field('i'), name !== 'subw', 10)}`
    return asm`${name}~ ${reg(field('d'))}, ${reg(field('n'))}, ${imm(field('i'))}`
  }

const bits =
  (name: string): Spelling =>
  (field) => {
    const [low, last] = [field('i'), field('w')]
    const into = reg(field('d'))
    if (name !== 'bfi') {
      return asm`${name}~ ${into}, ${reg(field('n'))}, ${imm(low)}, ${imm(last + 1)}`
    }
    if (last < low) return undefined
    const width = last - low + 1
    if (field('n') === 15) return asm`bfc~ ${into}, #${low}, #${width}`
    return asm`bfi~ ${into}, ${reg(field('n'))}, #${low}, #${width}`
  }

const saturated: Spelling = (field) => {
  const [amount, isArithmetic] = [field('i'), field('h') === 1]
  if (isArithmetic && amount === 0) return undefined
  const shift = amount === 0 ? '' : `, ${isArithmetic ? 'asr' : 'lsl'} #${amount}`
  const isUnsigned = field('u') === 1
  const width = imm(field('w') + (isUnsigned ? 0 : 1))
  return asm`${isUnsigned ? 'usat' : 'ssat'}~ ${reg(field('d'))}, ${width}, ${reg(field('n'))}${shift}`
}

/** The sign and two bits that are encoded as "not the sign, unless". */
function farDistance(field: Field): number {
  const sign = field('s')
  const bit = (letter: string): number => (field(letter) ^ sign ^ 1) & 1
  return signed((sign << 24) | (bit('j') << 23) | (bit('k') << 22) | (field('h') << 12) | (field('l') << 1), 25)
}

const farBranch =
  (name: string): Spelling =>
  (field, pc) =>
    asm`${name} ${target(pc, farDistance(field))}`

const toArm: Spelling = (field, pc) => {
  if (field('l') & 1) return undefined
  return asm`blx~ ${target(pc & ~3n, farDistance(field))}`
}

const farConditional: Spelling = (field, pc) => {
  const sign = field('s')
  const distance = (sign << 20) | (field('k') << 19) | (field('j') << 18) | (field('h') << 12) | (field('l') << 1)
  const condition = field('c')
  return condition > 13 ? undefined : asm`b${conditions[condition] ?? ''}.w ${target(pc, signed(distance, 21))}`
}

const sizes = ['b', 'h', '']

function memoryName(field: Field): string | undefined {
  const size = sizes[field('z')]
  if (size === undefined || (field('g') === 1 && (size === '' || field('l') === 0))) return undefined
  return field('l') ? `ldr${field('g') ? 's' : ''}${size}` : `str${size}`
}

/** Memory at a distance from this instruction. */
function fromHere(field: Field): Place {
  const [value, isUp] = [field('i'), field('u') === 1]
  return place({ base: reg(15), offset: isUp ? value : -value }, offsetOf(value, isUp, 16))
}

/** Memory at the sum of two registers, the second of which is shifted to the left. */
const shiftedPlace = (base: Register, index: Register, shift: number): Place =>
  place({ base, index, shift }, shift ? asm`${index}, lsl #${shift}` : index)

/** One register and memory. */
const access =
  (form: 'long' | 'short' | 'register' | 'literal'): Spelling =>
  (field) => {
    const name = memoryName(field)
    const [value, base, into] = [field('i'), field('n'), reg(field('t'))]
    if (name === undefined || base === 15 || (form === 'literal' && !field('l'))) return undefined
    if (name === 'ldrsh' && field('t') === 15) return undefined
    const at = reg(base)
    const plain = place({ base: at })
    switch (form) {
      case 'long':
        return asm`${name}~.w ${into}, ${near(at, value)}`
      case 'literal':
        return asm`${name}~.w ${into}, ${fromHere(field)}`
      case 'register': {
        if (field('m') === 15 || field('m') === 13) return undefined
        return asm`${name}~.w ${into}, ${shiftedPlace(at, reg(field('m')), value)}`
      }
      case 'short': {
        const [isBefore, isUp, writes] = [field('p'), field('u'), field('w')]
        const distance = offsetOf(value, isUp === 1, 10)
        const offset = isUp ? value : -value
        if (isBefore && isUp && !writes)
          return asm`${name}t~ ${into}, ${value ? place({ base: at, offset }, distance) : plain}`
        if (!isBefore && !writes) return undefined
        if (!isBefore) return asm`${name}~ ${into}, ${plain}, ${distance}`
        return asm`${name}~ ${into}, ${place({ base: at, offset, isMoved: writes === 1 }, distance)}`
      }
    }
  }

const pair: Spelling = (field) => {
  const [isBefore, isUp, writes] = [field('p'), field('u'), field('w')]
  if (!isBefore && !writes) return undefined
  const name = asm`${field('l') ? 'ldr' : 'str'}d~ ${reg(field('t'))}, ${reg(field('e'))}`
  const value = field('i') * 4
  const at = reg(field('n'))
  const distance = offsetOf(value, isUp === 1, 10)
  const plain = place({ base: at })
  if (!isBefore) return asm`${name}, ${plain}, ${distance}`
  if (value === 0 && isUp && !writes) return asm`${name}, ${plain}`
  return asm`${name}, ${place({ base: at, offset: isUp ? value : -value, isMoved: writes === 1 }, distance)}`
}

/** Several registers at once, upwards from the base, or down to it. */
const several =
  (isDown: boolean): Spelling =>
  (field) => {
    const [base, mask, isLoad] = [field('n'), field('m'), field('l') === 1]
    if ((mask & (mask - 1)) === 0 || (!isLoad && mask & 0xa000) || base === 15) return undefined
    if (base === 13 && field('w') && isLoad !== isDown) return asm`${isLoad ? 'pop' : 'push'}~.w ${list(mask)}`
    const name = asm`${isLoad ? 'ldm' : 'stm'}${isDown ? 'db~' : '~.w'}`
    return asm`${name} ${reg(base)}${field('w') ? '!' : ''}, ${list(mask)}`
  }

const extended: Spelling = (field) => {
  const name = ['sxth', 'uxth', 'sxtb16', 'uxtb16', 'sxtb', 'uxtb'][field('o')]
  if (name === undefined) return undefined
  const turn = field('r') ? `, ror #${field('r') * 8}` : ''
  const [into, from, base] = [reg(field('d')), reg(field('m')), field('n')]
  if (base === 15) return asm`${name}~${name.endsWith('16') ? '' : '.w'} ${into}, ${from}${turn}`
  return asm`${name.replace('xt', 'xta')}~ ${into}, ${reg(base)}, ${from}${turn}`
}

const oneRegister: Spelling = (field) => {
  if (field('n') !== field('m')) return undefined
  const name = { 4: 'rev~.w', 5: 'rev16~.w', 6: 'rbit~', 7: 'revsh~.w', 12: 'clz~' }[field('o') * 4 + field('q')]
  return name && asm`${name} ${reg(field('d'))}, ${reg(field('m'))}`
}

const three = (name: string): string => `${name}~ {d}, {n}, {m}`
const four = (name: string): string => `${name}~ {t}, {d}, {n}, {m}`

/** A product that is added to a fourth register, if there is one. */
const added =
  (name: string, without: string): Spelling =>
  (field) => {
    const sum = field('a')
    const product = asm`${reg(field('d'))}, ${reg(field('n'))}, ${reg(field('m'))}`
    return sum === 15 ? asm`${without}~ ${product}` : asm`${name}~ ${product}, ${reg(sum)}`
  }
const halfProduct =
  (name: string, without: string, letters: string): Spelling =>
  (field, pc) => {
    const ending = halves(field, letters)
    return added(`${name}${ending}`, `${without}${ending}`)(field, pc)
  }
const ended =
  (letter: string) =>
  (name: string, without: string): Spelling =>
  (field, pc) => {
    const ending = field(letter) ? letter : ''
    return added(`${name}${ending}`, `${without}${ending}`)(field, pc)
  }
const crossed = ended('x')
const rounded = ended('r')

const parallelNames: Readonly<Record<number, string>> = {
  0: 'add8',
  1: 'add16',
  2: 'asx',
  4: 'sub8',
  5: 'sub16',
  6: 'sax',
}
const sides: Readonly<Record<number, string>> = { 0: 's', 1: 'q', 2: 'sh', 4: 'u', 5: 'uq', 6: 'uh' }

const parallel: Spelling = (field) => {
  const [name, side] = [parallelNames[field('o')], sides[field('p')]]
  return name && side && asm`${side}${name}~ ${reg(field('d'))}, ${reg(field('n'))}, ${reg(field('m'))}`
}

/** Hints to fetch: data, data to write, code. */
const fetches: Readonly<Record<number, string>> = { 0: 'pld', 1: 'pldw', 2: 'pli' }

/** Loads of bytes and halves into the program counter. */
const fetch =
  (form: 'long' | 'short' | 'register' | 'literal'): Spelling =>
  (field) => {
    const name = fetches[field('g') * 2 + field('h')]
    const [base, value] = [reg(field('n')), field('i')]
    if (name === undefined) return undefined
    if (form === 'literal') return field('h') ? undefined : asm`${name} ${fromHere(field)}`
    if (field('n') === 15) return undefined
    if (form === 'register') return asm`${name} ${shiftedPlace(base, reg(field('m')), value)}`
    if (form === 'short') return asm`${name} ${place({ base, offset: -value }, offsetOf(value, false, 16))}`
    return asm`${name} ${near(base, value)}`
  }

export const wideRows: readonly Row[] = [
  wide('1110101 oooo s nnnn z iii dddd ii tt mmmm', shiftedRegister),
  wide('11110 i 10000 0 nnnn 0 iii dddd iiiiiiii', plainAdd('addw')),
  wide('11110 i 10101 0 nnnn 0 iii dddd iiiiiiii', plainAdd('subw')),
  wide(
    '11110 i 10010 0 hhhh 0 iii dddd iiiiiiii',
    (field) => asm`movw~ ${reg(field('d'))}, ${imm((field('h') << 12) | field('i'))}`,
  ),
  wide(
    '11110 i 10110 0 hhhh 0 iii dddd iiiiiiii',
    (field) => asm`movt~ ${reg(field('d'))}, ${imm((field('h') << 12) | field('i'))}`,
  ),
  wide('11110 . 11010 0 nnnn 0 iii dddd ii . wwwww', bits('sbfx')),
  wide('11110 0 11011 0 nnnn 0 iii dddd ii 0 wwwww', bits('bfi')),
  wide('11110 . 11110 0 nnnn 0 iii dddd ii . wwwww', bits('ubfx')),
  wide('11110 0 11 u 010 nnnn 0 000 dddd 0000 wwww', (field) => {
    const width = imm(field('w') + (field('u') ? 0 : 1))
    return asm`${field('u') ? 'usat16' : 'ssat16'}~ ${reg(field('d'))}, ${width}, ${reg(field('n'))}`
  }),
  wide('11110 0 11 u 0 h 0 nnnn 0 iii dddd ii 0 wwwww', saturated),
  wide('11110 i 0 oooo s nnnn 0 iii dddd iiiiiiii', constant),
  wide('111100111010 1111 10000000 0000 oooo', (field) => {
    const name = ['nop', 'yield', 'wfe', 'wfi', 'sev'][field('o')]
    return name && asm`${name}~.w`
  }),
  wide('111100111011 1111 10001111 oooo iiii', (field) => {
    const [operation, option] = [field('o'), field('i')]
    if (operation === 2) return option === 15 ? 'clrex~' : undefined
    const name = { 4: 'dsb', 5: 'dmb', 6: 'isb' }[operation]
    const kind: Readonly<Record<number, string>> = operation === 6 ? { 15: 'sy' } : { 15: 'sy', 14: 'st', 11: 'ish', 10: 'ishst', 7: 'nsh', 6: 'nshst', 3: 'osh', 2: 'oshst' } // prettier-ignore
    return name && asm`${name}~ ${kind[option] ?? imm(option)}`
  }),
  wide('111101111111 iiii 1010 iiiiiiiiiiii', (field) => asm`udf.w ${imm(field('i'))}`),
  wide('11110 s cccc hhhhhh 10 j 0 k lllllllllll', farConditional),
  wide('11110 s hhhhhhhhhh 10 j 1 k lllllllllll', farBranch('b~.w')),
  wide('11110 s hhhhhhhhhh 11 j 1 k lllllllllll', farBranch('bl~')),
  wide('11110 s hhhhhhhhhh 11 j 0 k lllllllllll', toArm),
  wide('1111100 g u 0h 1 1111 1111 iiiiiiiiiiii', fetch('literal')),
  wide('1111100 g 1 0h 1 nnnn 1111 iiiiiiiiiiii', fetch('long')),
  wide('1111100 g 0 0h 1 nnnn 1111 1100 iiiiiiii', fetch('short')),
  wide('1111100 g 0 0h 1 nnnn 1111 000000 ii mmmm', fetch('register')),
  wide('1111100 g u zz l 1111 tttt iiiiiiiiiiii', access('literal')),
  wide('1111100 g 1 zz l nnnn tttt iiiiiiiiiiii', access('long')),
  wide('1111100 g 0 zz l nnnn tttt 1puw iiiiiiii', access('short')),
  wide('1111100 g 0 zz l nnnn tttt 000000 ii mmmm', access('register')),
  wide('111010001101 nnnn 11110000 000h mmmm', (field) => {
    return asm`tb${field('h') ? 'h' : 'b'}~ ${shiftedPlace(reg(field('n')), reg(field('m')), field('h'))}`
  }),
  wide('111010000100 nnnn tttt dddd iiiiiiii', (field) => {
    const value = field('i') * 4
    return asm`strex~ ${reg(field('d'))}, ${reg(field('t'))}, ${near(reg(field('n')), value)}`
  }),
  wide('111010000101 nnnn tttt 1111 iiiiiiii', (field) => {
    const value = field('i') * 4
    return asm`ldrex~ ${reg(field('t'))}, ${near(reg(field('n')), value)}`
  }),
  wide('111010001100 nnnn tttt 1111 0100 dddd', 'strexb~ {d}, {t}, {@n}'),
  wide('111010001100 nnnn tttt 1111 0101 dddd', 'strexh~ {d}, {t}, {@n}'),
  wide('111010001100 nnnn tttt eeee 0111 dddd', 'strexd~ {d}, {t}, {e}, {@n}'),
  wide('111010001101 nnnn tttt 1111 0100 1111', 'ldrexb~ {t}, {@n}'),
  wide('111010001101 nnnn tttt 1111 0101 1111', 'ldrexh~ {t}, {@n}'),
  wide('111010001101 nnnn tttt eeee 0111 1111', 'ldrexd~ {t}, {e}, {@n}'),
  wide('1110100 0 1 0 w l nnnn mmmmmmmmmmmmmmmm', several(false)),
  wide('1110100 1 0 0 w l nnnn mmmmmmmmmmmmmmmm', several(true)),
  wide('1110100 p u 1 w l nnnn tttt eeee iiiiiiii', pair),
  wide(
    '11111010 0 tt s nnnn 1111 dddd 0000 mmmm',
    (field) =>
      asm`${shifts[field('t')] ?? ''}${field('s') ? 's' : ''}~.w ${reg(field('d'))}, ${reg(field('n'))}, ${reg(field('m'))}`,
  ),
  wide('11111010 0 ooo nnnn 1111 dddd 10 rr mmmm', extended),
  wide('11111010 1 ooo nnnn 1111 dddd 10 qq mmmm', oneRegister),
  wide('111110101 ooo nnnn 1111 dddd 0 ppp mmmm', parallel),
  wide('111110101000 nnnn 1111 dddd 10 qq mmmm', (field) => {
    const name = ['qadd', 'qdadd', 'qsub', 'qdsub'][field('q')] ?? ''
    return asm`${name}~ ${reg(field('d'))}, ${reg(field('m'))}, ${reg(field('n'))}`
  }),
  wide('111110101010 nnnn 1111 dddd 1000 mmmm', three('sel')),
  wide('111110110000 nnnn aaaa dddd 0000 mmmm', added('mla', 'mul')),
  wide('111110110000 nnnn aaaa dddd 0001 mmmm', `${three('mls')}, {a}`),
  wide('111110110001 nnnn aaaa dddd 00xy mmmm', halfProduct('smla', 'smul', 'xy')),
  wide('111110110010 nnnn aaaa dddd 000x mmmm', crossed('smlad', 'smuad')),
  wide('111110110011 nnnn aaaa dddd 000y mmmm', halfProduct('smlaw', 'smulw', 'y')),
  wide('111110110100 nnnn aaaa dddd 000x mmmm', crossed('smlsd', 'smusd')),
  wide('111110110101 nnnn aaaa dddd 000r mmmm', rounded('smmla', 'smmul')),
  wide('111110110110 nnnn aaaa dddd 000r mmmm', rounded('smmls', 'smmls')),
  wide('111110110111 nnnn aaaa dddd 0000 mmmm', added('usada8', 'usad8')),
  wide('111110111100 nnnn tttt dddd 10xy mmmm', (field, pc) => spelled(four(`smlal${halves(field, 'xy')}`))(field, pc)),
  wide('111110111100 nnnn tttt dddd 110x mmmm', (field, pc) =>
    spelled(four(`smlald${field('x') ? 'x' : ''}`))(field, pc),
  ),
  wide('111110111101 nnnn tttt dddd 110x mmmm', (field, pc) =>
    spelled(four(`smlsld${field('x') ? 'x' : ''}`))(field, pc),
  ),
  wide('111110111001 nnnn 1111 dddd 1111 mmmm', three('sdiv')),
  wide('111110111011 nnnn 1111 dddd 1111 mmmm', three('udiv')),
  wide('111110111000 nnnn tttt dddd 0000 mmmm', four('smull')),
  wide('111110111010 nnnn tttt dddd 0000 mmmm', four('umull')),
  wide('111110111100 nnnn tttt dddd 0000 mmmm', four('smlal')),
  wide('111110111110 nnnn tttt dddd 0000 mmmm', four('umlal')),
  wide('111110111110 nnnn tttt dddd 0110 mmmm', four('umaal')),
]
