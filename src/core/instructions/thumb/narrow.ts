/** Instructions of 16 bits (Arm Architecture Reference Manual, A-profile, "T32", 16-bit). */
import type { Row, Spelling } from '../arm64/pattern.ts'
import { conditions, imm, list, narrow, offsetOf, place, reg, spelled, target } from '../arm/operands.ts'
import { asm, type Text } from '../spelled.ts'

const shiftBy =
  (name: string): Spelling =>
  (field) => {
    const [amount, into, from] = [field('i'), reg(field('d')), reg(field('m'))]
    if (name === 'lsl' && amount === 0) return asm`movs ${into}, ${from}`
    return asm`${name}^~ ${into}, ${from}, ${imm(amount || 32)}`
  }

const twoRegisters: Spelling = (field) => {
  const [into, from] = [reg(field('d')), reg(field('m'))]
  const operation = field('o')
  if (operation === 8 || operation === 10 || operation === 11)
    return asm`${{ 8: 'tst', 10: 'cmp', 11: 'cmn' }[operation]}~ ${into}, ${from}`
  if (operation === 9) return asm`rsb^~ ${into}, ${from}, #0`
  if (operation === 13) return asm`mul^~ ${into}, ${from}, ${into}`
  const names = 'and eor lsl lsr asr adc sbc ror _ _ _ _ orr _ bic mvn'.split(' ')
  return asm`${names[operation] ?? ''}^~ ${into}, ${from}`
}

const anyRegisters =
  (name: string): Spelling =>
  (field) => {
    const [into, from] = [field('D') * 8 + field('d'), field('m')]
    if (name === 'add' && from === 13) return asm`add~ ${reg(into)}, ${reg(13)}, ${reg(into)}`
    return asm`${name}~ ${reg(into)}, ${reg(from)}`
  }

const compareBranch: Spelling = (field, pc) =>
  asm`cb${field('o') ? 'n' : ''}z ${reg(field('n'))}, ${target(pc, field('j') * 64 + field('i') * 2)}`

const block: Spelling = (field) => {
  const [first, mask] = [field('c'), field('k')]
  const count = 4 - Math.log2(mask & -mask)
  if (first > 14 || (first === 14 && count > 1 && mask !== (mask & -mask))) return undefined
  const letters = Array.from({ length: count - 1 }, (_, at) => (((mask >> (3 - at)) & 1) === (first & 1) ? 't' : 'e'))
  return asm`it${letters.join('')} ${first === 14 ? 'al' : (conditions[first] ?? '')}`
}

const conditional: Spelling = (field, pc) => {
  const condition = field('c')
  const distance = (field('i') << 24) >> 23
  if (condition < 14) return asm`b${conditions[condition] ?? ''} ${target(pc, distance)}`
  // LLVM's names of those that compilers put for a trap and a division by zero.
  return { 0xfe: 'trap', 0xf9: '__brkdiv0' }[field('i')] ?? asm`udf ${imm(field('i'))}`
}

const many: Spelling = (field) => {
  const [base, mask] = [field('n'), field('l')]
  if (mask === 0) return undefined
  return asm`ldm~ ${reg(base)}${(mask >> base) & 1 ? '' : '!'}, ${list(mask)}`
}

const orNothing = (mask: number, text: Text): Text | undefined => (mask === 0 ? undefined : text)

const memory = 'str strh strb ldrsb ldr ldrh ldrb ldrsh'.split(' ')

export const narrowRows: readonly Row[] = [
  narrow('00000 iiiii mmm ddd', shiftBy('lsl')),
  narrow('00001 iiiii mmm ddd', shiftBy('lsr')),
  narrow('00010 iiiii mmm ddd', shiftBy('asr')),
  narrow('0001100 mmm nnn ddd', 'add^~ {d}, {n}, {m}'),
  narrow('0001101 mmm nnn ddd', 'sub^~ {d}, {n}, {m}'),
  narrow('0001110 iii nnn ddd', 'add^~ {d}, {n}, {#i}'),
  narrow('0001111 iii nnn ddd', 'sub^~ {d}, {n}, {#i}'),
  narrow('00100 ddd iiiiiiii', 'mov^~ {d}, {#i}'),
  narrow('00101 ddd iiiiiiii', 'cmp~ {d}, {#i}'),
  narrow('00110 ddd iiiiiiii', 'add^~ {d}, {#i}'),
  narrow('00111 ddd iiiiiiii', 'sub^~ {d}, {#i}'),
  narrow('010000 oooo mmm ddd', twoRegisters),
  narrow('01000100 D mmmm ddd', anyRegisters('add')),
  narrow('01000101 D mmmm ddd', anyRegisters('cmp')),
  narrow('01000110 D mmmm ddd', anyRegisters('mov')),
  narrow('01000111 0 mmmm ...', 'bx~ {m}'),
  narrow('01000111 1 mmmm 000', 'blx~ {m}'),
  narrow('01001 ttt iiiiiiii', (field) => {
    const offset = field('i') * 4
    return asm`ldr~ ${reg(field('t'))}, ${place({ base: reg(15), offset }, imm(offset))}`
  }),
  narrow('0101 ooo mmm nnn ttt', (field) => {
    const name = memory[field('o')] ?? ''
    return asm`${name}~ ${reg(field('t'))}, ${place({ base: reg(field('n')), index: reg(field('m')) }, reg(field('m')))}`
  }),
  narrow('01100 iiiii nnn ttt', 'str~ {t}, {@n+i*4}'),
  narrow('01101 iiiii nnn ttt', 'ldr~ {t}, {@n+i*4}'),
  narrow('01110 iiiii nnn ttt', 'strb~ {t}, {@n+i}'),
  narrow('01111 iiiii nnn ttt', 'ldrb~ {t}, {@n+i}'),
  narrow('10000 iiiii nnn ttt', 'strh~ {t}, {@n+i*2}'),
  narrow('10001 iiiii nnn ttt', 'ldrh~ {t}, {@n+i*2}'),
  narrow('10010 ttt iiiiiiii', 'str~ {t}, {@sp+i*4}'),
  narrow('10011 ttt iiiiiiii', 'ldr~ {t}, {@sp+i*4}'),
  narrow('10100 ddd iiiiiiii', (field) => asm`adr~ ${reg(field('d'))}, ${offsetOf(field('i') * 4, true, 10)}`),
  narrow('10101 ddd iiiiiiii', (field) => asm`add~ ${reg(field('d'))}, ${reg(13)}, ${imm(field('i') * 4)}`),
  narrow('101100000 iiiiiii', (field) => asm`add~ ${reg(13)}, ${imm(field('i') * 4)}`),
  narrow('101100001 iiiiiii', (field) => asm`sub~ ${reg(13)}, ${imm(field('i') * 4)}`),
  narrow('1011o0j1 iiiii nnn', compareBranch),
  narrow('1011001000 mmm ddd', 'sxth~ {d}, {m}'),
  narrow('1011001001 mmm ddd', 'sxtb~ {d}, {m}'),
  narrow('1011001010 mmm ddd', 'uxth~ {d}, {m}'),
  narrow('1011001011 mmm ddd', 'uxtb~ {d}, {m}'),
  narrow('1011010 p llllllll', (field) => {
    const mask = field('l') | (field('p') << 14)
    return orNothing(mask, asm`push~ ${list(mask)}`)
  }),
  narrow('1011110 p llllllll', (field) => {
    const mask = field('l') | (field('p') << 15)
    return orNothing(mask, asm`pop~ ${list(mask)}`)
  }),
  narrow('1011101000 mmm ddd', 'rev~ {d}, {m}'),
  narrow('1011101001 mmm ddd', 'rev16~ {d}, {m}'),
  narrow('1011101011 mmm ddd', 'revsh~ {d}, {m}'),
  narrow('10111110 iiiiiiii', 'bkpt {#i}'),
  narrow('10111111 oooo 0000', (field) => {
    const name = ['nop', 'yield', 'wfe', 'wfi', 'sev'][field('o')]
    return name === undefined ? asm`hint~ ${imm(field('o'))}` : asm`${name}~`
  }),
  narrow('10111111 cccc kkkk', block),
  narrow('11000 nnn llllllll', (field) => orNothing(field('l'), asm`stm~ ${reg(field('n'))}!, ${list(field('l'))}`)),
  narrow('11001 nnn llllllll', many),
  narrow('11011111 iiiiiiii', spelled('svc~ {#i}')),
  narrow('1101 cccc iiiiiiii', conditional),
  narrow('11100 iiiiiiiiiii', 'b~ {>i*11}'),
]
