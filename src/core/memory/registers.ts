/**
 * Registers by the numbers that DWARF gives them, for one frame after the other. Numbers from the System V x86-64 ABI
 * (figure 3.36), the i386 ABI, and Arm's DWARF documents for AArch64 and AArch32.
 */
import type { Register } from '../model/report.ts'
import type { ArchFamily } from './architecture.ts'

/** Values of the registers that are known, by DWARF number. */
export type RegisterValues = ReadonlyMap<number, bigint>

/** The registers of a processor that unwinding speaks of. */
export interface RegisterSet {
  /** Names by DWARF number, as debuggers print them. */
  readonly names: readonly string[]
  readonly pc: number
  readonly sp: number
  /** The frame pointer by Apple's convention. */
  readonly fp: number
  /** The link register; absent where calls push the return address. */
  readonly lr?: number
  /** A call leaves these as they were. */
  readonly preserved: readonly number[]
  /** Bytes of a register where it is saved on the stack. */
  readonly bytes: 4 | 8
}

const numbered = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

const arm64: RegisterSet = {
  names: [...numbered('x', 29), 'fp', 'lr', 'sp', 'pc'],
  pc: 32,
  sp: 31,
  fp: 29,
  lr: 30,
  preserved: [19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
  bytes: 8,
}

const sets: Readonly<Record<Exclude<ArchFamily, 'other'>, RegisterSet>> = {
  arm64,
  arm64_32: arm64,
  arm: {
    names: [...numbered('r', 13), 'sp', 'lr', 'pc'],
    pc: 15,
    sp: 13,
    fp: 7,
    lr: 14,
    preserved: [4, 5, 6, 7, 8, 10, 11],
    bytes: 4,
  },
  x86_64: {
    names: 'rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip'.split(' '),
    pc: 16,
    sp: 7,
    fp: 6,
    preserved: [3, 6, 12, 13, 14, 15],
    bytes: 8,
  },
  i386: {
    names: 'eax ecx edx ebx esp ebp esi edi eip'.split(' '),
    pc: 8,
    sp: 4,
    fp: 5,
    preserved: [3, 5, 6, 7],
    bytes: 4,
  },
}

/** The registers of a family; undefined for processors that are not unwound. */
export function registerSet(family: ArchFamily): RegisterSet | undefined {
  return family === 'other' ? undefined : sets[family]
}

const otherNames: Readonly<Record<string, string>> = { x29: 'fp', x30: 'lr', r13: 'sp', r14: 'lr', r15: 'pc' }

/** Registers of a report or dump by DWARF number; those that unwinding does not know are left out. */
export function registerValues(registers: readonly Register[], family: ArchFamily): Map<number, bigint> {
  const values = new Map<number, bigint>()
  const set = registerSet(family)
  if (!set) return values
  const isX86 = family === 'x86_64' || family === 'i386'
  for (const { name, value } of registers) {
    const word = name.toLowerCase()
    const number = set.names.indexOf(isX86 ? word : (otherNames[word] ?? word))
    if (number >= 0 && !values.has(number)) values.set(number, value)
  }
  return values
}

/**
 * The number as the rest of the code counts, of a number in `__eh_frame`: Apple's i386 tables have the stack and the
 * frame pointer the other way round there (`DWARFFlavour::X86_32_DarwinEH` in LLVM).
 */
export function fromEhFrame(register: number, family: ArchFamily): number {
  if (family !== 'i386' || (register !== 4 && register !== 5)) return register
  return register === 4 ? 5 : 4
}
