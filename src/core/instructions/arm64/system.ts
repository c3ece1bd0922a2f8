/** Branches, exceptions, hints and system registers of A64. */
import { asm, type Text } from '../spelled.ts'
import { imm, xReg } from './operands.ts'
import type { Row, Spelling } from './pattern.ts'

/** HINT by its number; the rest is `hint #n`. */
const hints: Readonly<Record<number, string>> = {
  0: 'nop', 1: 'yield', 2: 'wfe', 3: 'wfi', 4: 'sev', 5: 'sevl', 6: 'dgh', 7: 'xpaclri', 8: 'pacia1716', 10: 'pacib1716',
  12: 'autia1716', 14: 'autib1716', 16: 'esb', 17: 'psb csync', 18: 'tsb csync', 19: 'gcsb dsync', 20: 'csdb',
  22: 'clrbhb', 24: 'paciaz', 25: 'paciasp', 26: 'pacibz', 27: 'pacibsp', 28: 'autiaz', 29: 'autiasp', 30: 'autibz',
  31: 'autibsp', 32: 'bti', 34: 'bti c', 36: 'bti j', 38: 'bti jc',
} // prettier-ignore

const barriers: Readonly<Record<number, string>> = {
  1: 'oshld', 2: 'oshst', 3: 'osh', 5: 'nshld', 6: 'nshst', 7: 'nsh', 9: 'ishld', 10: 'ishst', 11: 'ish', 13: 'ld',
  14: 'st', 15: 'sy',
} // prettier-ignore

/** System registers that programs read, by op0, op1, CRn, CRm, op2. Others are written by those numbers. */
const systemRegisters: Readonly<Record<string, string>> = {
  '3_3_4_2_0': 'NZCV', '3_3_4_2_1': 'DAIF', '3_3_4_2_5': 'DIT', '3_3_4_2_6': 'SSBS', '3_3_4_4_0': 'FPCR',
  '3_3_4_4_1': 'FPSR', '3_3_13_0_2': 'TPIDR_EL0', '3_3_13_0_3': 'TPIDRRO_EL0', '3_0_13_0_4': 'TPIDR_EL1',
  '3_3_14_0_0': 'CNTFRQ_EL0', '3_3_14_0_1': 'CNTPCT_EL0', '3_3_14_0_2': 'CNTVCT_EL0', '3_3_14_0_5': 'CNTPCTSS_EL0',
  '3_3_14_0_6': 'CNTVCTSS_EL0', '3_3_0_0_1': 'CTR_EL0', '3_3_0_0_7': 'DCZID_EL0', '3_0_0_0_0': 'MIDR_EL1',
  '3_0_0_0_5': 'MPIDR_EL1', '3_0_4_2_2': 'CurrentEL', '3_3_2_4_0': 'RNDR', '3_3_2_4_1': 'RNDRRS',
  '3_0_0_4_0': 'ID_AA64PFR0_EL1', '3_0_0_6_0': 'ID_AA64ISAR0_EL1', '3_0_0_6_1': 'ID_AA64ISAR1_EL1',
  '3_3_9_13_0': 'PMCCNTR_EL0', '3_3_13_0_5': 'TPIDR2_EL0', '3_3_4_2_7': 'TCO', '3_3_13_0_7': 'SCXTNUM_EL0',
  '3_3_4_2_2': 'SVCR', '3_1_0_0_6': 'SMIDR_EL1', '3_0_0_4_1': 'ID_AA64PFR1_EL1', '3_0_0_4_5': 'ID_AA64SMFR0_EL1',
  '3_0_0_6_2': 'ID_AA64ISAR2_EL1', '3_0_0_7_0': 'ID_AA64MMFR0_EL1', '3_0_0_7_1': 'ID_AA64MMFR1_EL1',
} // prettier-ignore

/** DC and IC by op1, CRm, op2. */
const caches: Readonly<Record<string, string>> = {
  '3_4_1': 'dc zva', '3_10_1': 'dc cvac', '3_11_1': 'dc cvau', '3_12_1': 'dc cvap', '3_13_1': 'dc cvadp',
  '3_14_1': 'dc civac', '0_6_1': 'dc ivac', '0_6_2': 'dc isw', '0_10_2': 'dc csw', '0_14_2': 'dc cisw',
  '3_4_3': 'dc gva', '3_4_4': 'dc gzva', '3_5_1': 'ic ivau',
} // prettier-ignore

const registerName = (numbers: readonly number[]): string =>
  systemRegisters[numbers.join('_')] ??
  `S${numbers[0] ?? 0}_${numbers[1] ?? 0}_C${numbers[2] ?? 0}_C${numbers[3] ?? 0}_${numbers[4] ?? 0}`

const moveSystem: Spelling = (field) => {
  const name = registerName([2 + field('o'), field('p'), field('n'), field('m'), field('q')])
  return field('l') ? asm`mrs ${xReg(field('d'))}, ${name}` : asm`msr ${name}, ${xReg(field('d'))}`
}

const systemCall: Spelling = (field) => {
  const name = field('n') === 7 && caches[`${field('p')}_${field('m')}_${field('q')}`]
  if (name && !field('l')) return asm`${name}, ${xReg(field('d'))}`
  const isWhole = field('n') === 7 && field('p') === 0 && field('q') === 0 && field('d') === 31 && !field('l')
  if (isWhole && field('m') === 5) return 'ic iallu'
  if (isWhole && field('m') === 1) return 'ic ialluis'
  const numbers = asm`${imm(field('p'))}, c${field('n')}, c${field('m')}, ${imm(field('q'))}`
  if (field('l')) return asm`sysl ${xReg(field('d'))}, ${numbers}`
  return asm`sys ${numbers}${field('d') === 31 ? '' : asm`, ${xReg(field('d'))}`}`
}

/** BR, BLR, RET and ERET that check a signature: by key A or B, of zero or a register. */
const signedBranch: Spelling = (field) => {
  const key = field('k') ? 'b' : 'a'
  const [operation, n, m] = [field('o'), field('n'), field('m')]
  const name = ['br', 'blr'][operation]
  if (name === undefined) {
    if (field('z') || n !== 31 || m !== 31) return undefined
    return operation === 2 ? asm`reta${key}` : operation === 4 ? asm`ereta${key}` : undefined
  }
  if (field('z')) return asm`${name}a${key} ${xReg(n)}, ${m === 31 ? 'sp' : xReg(m)}`
  return m === 31 ? asm`${name}a${key}z ${xReg(n)}` : undefined
}

const barrier =
  (name: string, isPlain: string): Spelling =>
  (field) => {
    const kind = barriers[field('m')]
    if (name === 'isb' && field('m') === 15) return isPlain
    if (name === 'dsb' && field('m') === 0) return 'ssbb'
    if (name === 'dsb' && field('m') === 4) return 'pssbb'
    return asm`${name} ${name === 'isb' || kind === undefined ? asm`${imm(field('m'))}` : kind}`
  }

export const systemRows: readonly Row[] = [
  ['000101 jjjjjjjjjjjjjjjjjjjjjjjjjj', 'b {>j}'],
  ['100101 jjjjjjjjjjjjjjjjjjjjjjjjjj', 'bl {>j}'],
  ['01010100 iiiiiiiiiiiiiiiiiii 0cccc', 'b.{?c} {>i}'],
  ['01010100 iiiiiiiiiiiiiiiiiii 1cccc', 'bc.{?c} {>i}'],
  ['x0110100 iiiiiiiiiiiiiiiiiii ddddd', 'cbz {Rd}, {>i}'],
  ['x0110101 iiiiiiiiiiiiiiiiiii ddddd', 'cbnz {Rd}, {>i}'],
  ['00110110 bbbbb kkkkkkkkkkkkkk ddddd', 'tbz {Wd}, {#b}, {>k}'],
  ['00110111 bbbbb kkkkkkkkkkkkkk ddddd', 'tbnz {Wd}, {#b}, {>k}'],
  ['b0110110 bbbbb kkkkkkkkkkkkkk ddddd', 'tbz {Xd}, {#b}, {>k}'],
  ['b0110111 bbbbb kkkkkkkkkkkkkk ddddd', 'tbnz {Xd}, {#b}, {>k}'],
  ['1101011 0000 11111 000000 nnnnn 00000', 'br {Xn}'],
  ['1101011 0001 11111 000000 nnnnn 00000', 'blr {Xn}'],
  ['1101011 0010 11111 000000 11110 00000', 'ret'],
  ['1101011 0010 11111 000000 nnnnn 00000', 'ret {Xn}'],
  ['1101011 0100 11111 000000 11111 00000', 'eret'],
  ['1101011 0101 11111 000000 11111 00000', 'drps'],
  ['1101011 zooo 11111 00001k nnnnn mmmmm', signedBranch],
  ['11010100 000 iiiiiiiiiiiiiiii 00001', 'svc {#i}'],
  ['11010100 000 iiiiiiiiiiiiiiii 00010', 'hvc {#i}'],
  ['11010100 000 iiiiiiiiiiiiiiii 00011', 'smc {#i}'],
  ['11010100 001 iiiiiiiiiiiiiiii 00000', 'brk {#i}'],
  ['11010100 010 iiiiiiiiiiiiiiii 00000', 'hlt {#i}'],
  ['11010100 011 iiiiiiiiiiiiiiii 00000', 'tcancel {#i}'],
  ['11010100 101 0000000000000000 00001', 'dcps1'],
  ['11010100 101 0000000000000000 00010', 'dcps2'],
  ['11010100 101 0000000000000000 00011', 'dcps3'],
  ['11010100 101 iiiiiiiiiiiiiiii 00001', 'dcps1 {#i}'],
  ['11010100 101 iiiiiiiiiiiiiiii 00010', 'dcps2 {#i}'],
  ['11010100 101 iiiiiiiiiiiiiiii 00011', 'dcps3 {#i}'],
  ['0000000000000000 iiiiiiiiiiiiiiii', 'udf {#i}'],
  ['11010101000000110010 0101000 11111', () => asm`chkfeat ${xReg(16)}`],
  ['11010101000000110010 iiiiiii 11111', (field) => hints[field('i')] ?? asm`hint ${imm(field('i'))}`],
  ['11010101000000110001 0000000 ddddd', 'wfet {Xd}'],
  ['11010101000000110001 0000001 ddddd', 'wfit {Xd}'],
  ['11010101000000110011 1111 010 11111', 'clrex'],
  ['11010101000000110011 mmmm 010 11111', 'clrex {#m}'],
  ['11010101000000110011 mmmm 100 11111', barrier('dsb', '')],
  ['11010101000000110011 mmmm 101 11111', barrier('dmb', '')],
  ['11010101000000110011 mmmm 110 11111', barrier('isb', 'isb')],
  ['11010101000000110011 0000 111 11111', 'sb'],
  ['11010101000000000100 0000 000 11111', 'cfinv'],
  ['11010101000000000100 0000 001 11111', 'xaflag'],
  ['11010101000000000100 0000 010 11111', 'axflag'],
  ['1101010100 000 ppp 0100 iiii qqq 11111', (field) => moveState(field('p') * 8 + field('q'), field('i'))],
  ['1101010100 l01 ppp nnnn mmmm qqq ddddd', systemCall],
  ['1101010100 l1o ppp nnnn mmmm qqq ddddd', moveSystem],
]

/** Bits of the processor's state that MSR sets from a constant. */
const states: Readonly<Record<number, string>> = {
  3: 'UAO', 4: 'PAN', 5: 'SPSel', 25: 'SSBS', 26: 'DIT', 28: 'TCO', 30: 'DAIFSet', 31: 'DAIFClr',
} // prettier-ignore

function moveState(which: number, value: number): Text | undefined {
  const name = states[which]
  return name === undefined ? undefined : asm`msr ${name}, ${imm(value)}`
}
