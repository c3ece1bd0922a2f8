/** Values of registers by the numbers that DWARF gives them, for one frame after the other. */
import type { RegisterSet } from '../model/architecture-layouts.ts'
import { architectureOf, type ArchFamily } from '../model/architecture.ts'
import type { Register } from '../model/report.ts'

/** Values of the registers that are known, by DWARF number. */
export type RegisterValues = ReadonlyMap<number, bigint>

/** A vector register: its lowest `size` bits. */
export interface VectorValue {
  readonly bits: bigint
  readonly size: number
}

/** Vector registers of a thread, by DWARF number. Calls keep at most their lower halves, so only the innermost frame has them. */
export type VectorValues = ReadonlyMap<number, VectorValue>

/** The registers of a family; undefined for processors that are not unwound. */
export function registerSet(family: ArchFamily): RegisterSet | undefined {
  return architectureOf(family)?.registers
}

/** Registers of a report or dump by DWARF number; those that unwinding does not know are left out. */
export function registerValues(registers: readonly Register[], family: ArchFamily): Map<number, bigint> {
  const values = new Map<number, bigint>()
  const set = registerSet(family)
  if (!set) return values
  for (const { name, value } of registers) {
    const word = name.toLowerCase()
    const number = set.names.indexOf(Object.hasOwn(set.aliases, word) ? (set.aliases[word] ?? word) : word)
    if (number >= 0 && !values.has(number)) values.set(number, value)
  }
  return values
}

/** The number as the rest of the code counts, of a number in `__eh_frame`. */
export function fromEhFrame(register: number, family: ArchFamily): number {
  const set = registerSet(family)
  if (!set?.ehFrameSwapsFrame || (register !== set.sp && register !== set.fp)) return register
  return register === set.sp ? set.fp : set.sp
}
