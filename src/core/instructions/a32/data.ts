/** Instructions of A32 on registers (Arm ARM, A-profile, "A32", data processing and miscellaneous; multiplications; media). */
import { halves, imm, offsetOf, reg, shifts, wide } from '../arm/operands.ts'
import { asm, series, type Part, type Register, type Text } from '../spelled.ts'
import type { Field, Row, Spelling } from '../arm64/pattern.ts'

const operations = 'and eor sub rsb add adc sbc rsc tst teq cmp cmn orr mov bic mvn'.split(' ')

/** A register with its shift; the register alone where there is no shift. */
export function shifted(from: Register, kind: number, amount: number): Part {
  if (kind === 0 && amount === 0) return from
  if (kind === 3 && amount === 0) return asm`${from}, rrx`
  return asm`${from}, ${shifts[kind] ?? ''} #${kind === 1 || kind === 2 ? amount || 32 : amount}`
}

const turnedLeft = (value: number, by: number): number => ((value << by) | (by === 0 ? 0 : value >>> (32 - by))) >>> 0

/** How far right LLVM turns a byte to make a value. */
function usualTurn(value: number): number {
  const zeros = (of: number): number => (31 - Math.clz32(of & -of)) & ~1
  const fits = (by: number): boolean => turnedLeft(value, (32 - by) & 31) < 256
  if (value < 256) return 0
  const from = zeros(value)
  if (fits(from)) return (32 - from) & 31
  const above = zeros(value & ~63)
  return (32 - (value & 63 && fits(above) ? above : from)) & 31
}

/**
 * A byte rotated right by twice the number before it. Prints both where the same value is usually made in another way.
 */
function turned(field: Field, isUnsigned: boolean): Part {
  const [turn, byte] = [field('r') * 2, field('i')]
  const value = turnedLeft(byte, (32 - turn) & 31)
  if (turn !== usualTurn(value)) return `#${byte}, #${turn}`
  return offsetOf(isUnsigned ? value : value | 0, true, 10)
}

function operation(field: Field, last: Part): Text | undefined {
  const number = field('o')
  const [name = '', into, from] = [operations[number], field('d'), field('n')]
  if (number >= 8 && number < 12) {
    if (!field('s')) return undefined
    return asm`${name}~ ${reg(from)}, ${last}`
  }
  const sets = field('s') ? 's' : ''
  if (number === 13 || number === 15) return asm`${name}${sets}~ ${reg(into)}, ${last}`
  return asm`${name}${sets}~ ${reg(into)}, ${reg(from)}, ${last}`
}

/** Moves of a constant have no first operand; its bits are zeros. */
const constant: Spelling = (field) =>
  (field('o') === 13 || field('o') === 15) && field('n')
    ? undefined
    : operation(field, turned(field, field('o') === 13 && field('d') === 15))

const byRegister: Spelling = (field) => {
  const [kind, amount, from] = [field('t'), field('a'), reg(field('m'))]
  if (field('o') === 13 && field('n')) return undefined
  // A move with a shift goes by the name of the shift.
  if (field('o') === 13 && (kind || amount)) {
    const sets = field('s') ? 's' : ''
    if (kind === 3 && amount === 0) return asm`rrx${sets}~ ${reg(field('d'))}, ${from}`
    return asm`${shifts[kind] ?? ''}${sets}~ ${reg(field('d'))}, ${from}, #${kind === 1 || kind === 2 ? amount || 32 : amount}`
  }
  return operation(field, shifted(from, kind, amount))
}

const byShiftedRegister: Spelling = (field) => {
  const [from, by, kind] = [reg(field('m')), reg(field('a')), shifts[field('t')] ?? '']
  if (field('o') === 13)
    return field('n') ? undefined : asm`${kind}${field('s') ? 's' : ''}~ ${reg(field('d'))}, ${from}, ${by}`
  return operation(field, asm`${from}, ${kind} ${by}`)
}

/** Parts of the status that are written. */
const parts = (field: Field): string => {
  const mask = field('k')
  const letters = ['f', 's', 'x', 'c'].filter((_, at) => (mask >> (3 - at)) & 1).join('')
  if (!field('b') && mask === 8) return 'APSR_nzcvq'
  if (!field('b') && mask === 4) return 'APSR_g'
  if (!field('b') && mask === 12) return 'APSR_nzcvqg'
  return `${field('b') ? 'SPSR' : 'CPSR'}${letters && `_${letters}`}`
}

const hints = ['nop', 'yield', 'wfe', 'wfi', 'sev', 'sevl']

/** Products of halves; `x` and `y` say which. */
const halfProduct =
  (name: string, letters: string, operands: string): Spelling =>
  (field) =>
    asm`${name}${halves(field, letters)}~ ${series([...operands].map((letter) => reg(field(letter))))}`

const registers =
  (name: string, operands: string): Spelling =>
  (field) =>
    asm`${name}~ ${series([...operands].map((letter) => reg(field(letter))))}`

/** Sums that are only made where something is there to add. */
const added =
  (name: (field: Field) => string, without: (field: Field) => string): Spelling =>
  (field) => {
    const sum = field('a') !== 15
    const operands = ['d', 'm', 'n', ...(sum ? ['a'] : [])].map((letter) => reg(field(letter)))
    return asm`${sum ? name(field) : without(field)}~ ${series(operands)}`
  }
const crossed = (name: string) => (field: Field) => `${name}${field('x') ? 'x' : ''}`
const rounded = (name: string) => (field: Field) => `${name}${field('r') ? 'r' : ''}`

const setting =
  (name: string, operands: string): Spelling =>
  (field) =>
    asm`${name}${field('s') ? 's' : ''}~ ${series([...operands].map((letter) => reg(field(letter))))}`

const sides: Readonly<Record<number, string>> = { 1: 's', 2: 'q', 3: 'sh', 5: 'u', 6: 'uq', 7: 'uh' }
const parallels: Readonly<Record<number, string>> = {
  0: 'add16', 1: 'asx', 2: 'sax', 3: 'sub16', 4: 'add8', 7: 'sub8',
} // prettier-ignore

const parallel: Spelling = (field) => {
  const [side, name] = [sides[field('o')], parallels[field('p')]]
  if (side === undefined || name === undefined) return undefined
  return asm`${side}${name}~ ${reg(field('d'))}, ${reg(field('n'))}, ${reg(field('m'))}`
}

const packed: Spelling = (field) => {
  const [amount, isTop] = [field('i'), field('t') === 1]
  const shift = isTop ? asm`, asr #${amount || 32}` : amount ? asm`, lsl #${amount}` : ''
  return asm`pkh${isTop ? 'tb' : 'bt'}~ ${reg(field('d'))}, ${reg(field('n'))}, ${reg(field('m'))}${shift}`
}

const saturated: Spelling = (field) => {
  const [amount, isArithmetic] = [field('i'), field('h') === 1]
  const shift = isArithmetic ? asm`, asr #${amount || 32}` : amount ? asm`, lsl #${amount}` : ''
  const width = asm`${imm(field('w') + (field('u') ? 0 : 1))}`
  return asm`${field('u') ? 'usat' : 'ssat'}~ ${reg(field('d'))}, ${width}, ${reg(field('n'))}${shift}`
}

const saturatedHalves: Spelling = (field) =>
  asm`${field('u') ? 'usat16' : 'ssat16'}~ ${reg(field('d'))}, ${imm(field('w') + (field('u') ? 0 : 1))}, ${reg(field('n'))}`

const extended: Spelling = (field) => {
  const name = ['xtab16', '', 'xtab', 'xtah'][field('o')] ?? ''
  if (name === '') return undefined
  const sign = field('u') ? 'u' : 's'
  const turn = field('r') ? asm`, ror #${field('r') * 8}` : ''
  const [into, base, from] = [reg(field('d')), field('n'), reg(field('m'))]
  if (base === 15) return asm`${sign}${name.replace('xta', 'xt')}~ ${into}, ${from}${turn}`
  return asm`${sign}${name}~ ${into}, ${reg(base)}, ${from}${turn}`
}

const bitField: Spelling = (field) => {
  const [low, high, from] = [field('l'), field('w'), field('n')]
  if (high < low) return undefined
  const width = asm`#${low}, #${high - low + 1}`
  return from === 15 ? asm`bfc~ ${reg(field('d'))}, ${width}` : asm`bfi~ ${reg(field('d'))}, ${reg(from)}, ${width}`
}

const bits: Spelling = (field) =>
  asm`${field('u') ? 'ubfx' : 'sbfx'}~ ${reg(field('d'))}, ${reg(field('n'))}, ${imm(field('l'))}, ${imm(field('w') + 1)}`

export const dataRows: readonly Row[] = [
  // Multiplications and others in the encodings where no shift is possible.
  wide('.... 0000000 s dddd .... mmmm 1001 nnnn', setting('mul', 'dnm')),
  wide('.... 0000001 s dddd aaaa mmmm 1001 nnnn', setting('mla', 'dnma')),
  wide('.... 00000100 dddd aaaa mmmm 1001 nnnn', registers('umaal', 'adnm')),
  wide('.... 00000110 dddd aaaa mmmm 1001 nnnn', registers('mls', 'dnma')),
  wide('.... 0000100 s dddd aaaa mmmm 1001 nnnn', setting('umull', 'adnm')),
  wide('.... 0000101 s dddd aaaa mmmm 1001 nnnn', setting('umlal', 'adnm')),
  wide('.... 0000110 s dddd aaaa mmmm 1001 nnnn', setting('smull', 'adnm')),
  wide('.... 0000111 s dddd aaaa mmmm 1001 nnnn', setting('smlal', 'adnm')),
  wide('.... 00010000 dddd aaaa mmmm 1yx0 nnnn', halfProduct('smla', 'xy', 'dnma')),
  wide('.... 00010010 dddd aaaa mmmm 1y00 nnnn', halfProduct('smlaw', 'y', 'dnma')),
  wide('.... 00010010 dddd .... mmmm 1y10 nnnn', halfProduct('smulw', 'y', 'dnm')),
  wide('.... 00010100 dddd aaaa mmmm 1yx0 nnnn', halfProduct('smlal', 'xy', 'adnm')),
  wide('.... 00010110 dddd .... mmmm 1yx0 nnnn', halfProduct('smul', 'xy', 'dnm')),
  wide('.... 00010000 nnnn dddd .... 0101 mmmm', registers('qadd', 'dmn')),
  wide('.... 00010010 nnnn dddd .... 0101 mmmm', registers('qsub', 'dmn')),
  wide('.... 00010100 nnnn dddd .... 0101 mmmm', registers('qdadd', 'dmn')),
  wide('.... 00010110 nnnn dddd .... 0101 mmmm', registers('qdsub', 'dmn')),
  wide(
    '.... 00010 b 00 .... dddd 0000 0000 0000',
    (field) => asm`mrs~ ${reg(field('d'))}, ${field('b') ? 'spsr' : 'apsr'}`,
  ),
  wide('.... 00010 b 10 kkkk 1111 0000 0000 mmmm', (field) => asm`msr~ ${parts(field)}, ${reg(field('m'))}`),
  wide('.... 00010010 1111 1111 1111 0001 mmmm', 'bx~ {m}'),
  wide('.... 00010010 1111 1111 1111 0010 mmmm', 'bxj~ {m}'),
  wide('.... 00010010 1111 1111 1111 0011 mmmm', 'blx~ {m}'),
  wide('.... 00010110 1111 dddd 1111 0001 mmmm', 'clz~ {d}, {m}'),
  wide('1110 00010010 iiii iiii iiii 0111 jjjj', (field) => asm`bkpt ${imm(field('i') * 16 + field('j'))}`),
  wide('.... 00010110 0000 0000 0000 0111 iiii', 'smc~ {#i}'),
  wide('.... 00110000 hhhh dddd hhhh hhhh hhhh', 'movw~ {d}, {#h}'),
  wide('.... 00110100 hhhh dddd hhhh hhhh hhhh', 'movt~ {d}, {#h}'),
  wide('.... 00110010 0000 1111 0000 1111 iiii', 'dbg~ {#i}'),
  wide('.... 00110010 0000 1111 0000 iiii iiii', (field) => {
    const name = hints[field('i')]
    return name === undefined ? asm`hint~ ${imm(field('i'))}` : asm`${name}~`
  }),
  wide('.... 00110 b 10 kkkk 1111 rrrr iiiiiiii', (field) => asm`msr~ ${parts(field)}, ${turned(field, true)}`),
  wide('.... 001 oooo s nnnn dddd rrrr iiiiiiii', constant),
  wide('.... 000 oooo s nnnn dddd aaaaa tt 0 mmmm', byRegister),
  wide('.... 000 oooo s nnnn dddd aaaa 0 tt 1 mmmm', byShiftedRegister),
  // Media.
  wide('.... 01100 ooo nnnn dddd .... ppp1 mmmm', parallel),
  wide('.... 01101000 nnnn dddd iiiii t01 mmmm', packed),
  wide('.... 01101 u 1 wwwww dddd iiiii h01 nnnn', saturated),
  wide('.... 01101 u 10 wwww dddd 1111 0011 nnnn', saturatedHalves),
  wide('.... 01101 u oo nnnn dddd rr.. 0111 mmmm', extended),
  wide('.... 01101000 nnnn dddd .... 1011 mmmm', 'sel~ {d}, {n}, {m}'),
  wide('.... 01101011 1111 dddd 1111 0011 mmmm', 'rev~ {d}, {m}'),
  wide('.... 01101011 1111 dddd 1111 1011 mmmm', 'rev16~ {d}, {m}'),
  wide('.... 01101111 1111 dddd 1111 0011 mmmm', 'rbit~ {d}, {m}'),
  wide('.... 01101111 1111 dddd 1111 1011 mmmm', 'revsh~ {d}, {m}'),
  wide('.... 01110000 dddd aaaa nnnn 00x1 mmmm', added(crossed('smlad'), crossed('smuad'))),
  wide('.... 01110000 dddd aaaa nnnn 01x1 mmmm', added(crossed('smlsd'), crossed('smusd'))),
  wide('.... 01110001 dddd 1111 mmmm 0001 nnnn', 'sdiv~ {d}, {n}, {m}'),
  wide('.... 01110011 dddd 1111 mmmm 0001 nnnn', 'udiv~ {d}, {n}, {m}'),
  wide('.... 01110100 dddd aaaa mmmm 00x1 nnnn', (field) => registers(crossed('smlald')(field), 'adnm')(field, 0n)),
  wide('.... 01110100 dddd aaaa mmmm 01x1 nnnn', (field) => registers(crossed('smlsld')(field), 'adnm')(field, 0n)),
  wide('.... 01110101 dddd aaaa nnnn 00r1 mmmm', added(rounded('smmla'), rounded('smmul'))),
  wide('.... 01110101 dddd aaaa mmmm 11r1 nnnn', (field) => registers(rounded('smmls')(field), 'dnma')(field, 0n)),
  wide(
    '.... 01111000 dddd aaaa nnnn 0001 mmmm',
    added(
      () => 'usada8',
      () => 'usad8',
    ),
  ),
  wide('.... 01111 u 1 wwwww dddd lllll 101 nnnn', bits),
  wide('.... 0111110 wwwww dddd lllll 001 nnnn', bitField),
  wide('1110 01111111 iiii iiii iiii 1111 jjjj', (field) => {
    const number = field('i') * 16 + field('j')
    return number === 0xfdee ? 'trap' : asm`udf ${imm(number)}`
  }),
]
