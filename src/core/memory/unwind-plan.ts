/** From one frame to its caller: every method of unwinding ends in a plan, and plans are applied here. */
import { runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import type { FoundBy } from '../model/report.ts'
import { architectureOf, type ArchFamily } from '../model/architecture.ts'
import { evaluateExpression } from './cfi-expression.ts'
import type { CfaRule, RegisterRule } from '../dwarf/cfi/row.ts'
import { readPointer, type MemoryReading } from './memory-read.ts'
import { registerSet, type RegisterValues } from './registers.ts'

/** Where a frame's caller and its registers are. */
export interface UnwindPlan {
  readonly foundBy: FoundBy
  readonly cfa: CfaRule
  /** By DWARF number. Registers that a call preserves and that are not here are taken as unchanged. */
  readonly registers: ReadonlyMap<number, RegisterRule>
  /** Registers outside the plan are lost, because nothing shows if the function saved them. */
  readonly losesOthers?: true
  /** The register whose rule gives the return address. */
  readonly returnRegister: number
  /** The caller did not call: it was interrupted. */
  readonly isSignalFrame?: boolean
}

/** The caller that a plan produced. */
export type AppliedPlan =
  | {
      readonly kind: 'caller'
      readonly pc: bigint
      readonly cfa: RuntimeAddress
      readonly registers: RegisterValues
    }
  /** The plan says that nobody called this function. */
  | { readonly kind: 'outermost' }

/** The plan of a function whose frame record the frame pointer points to. */
export function framePlan(
  family: ArchFamily,
  foundBy: FoundBy,
  saved?: ReadonlyMap<number, RegisterRule>,
): UnwindPlan | undefined {
  const set = registerSet(family)
  if (!set) return undefined
  const { fp, bytes } = set
  const returnRegister = set.lr ?? set.pc
  // A frame pointer alone shows no saved registers.
  const losesOthers = foundBy === 'frame-pointer' || set.savesUnread
  return {
    foundBy,
    ...(losesOthers && { losesOthers }),
    cfa: { kind: 'register', register: fp, offset: 2 * bytes },
    registers: new Map<number, RegisterRule>([
      ...(saved ?? []),
      [fp, { kind: 'saved', offset: -2 * bytes }],
      [returnRegister, { kind: 'saved', offset: -bytes }],
    ]),
    returnRegister,
  }
}

/** Applies a plan to the registers of a frame; undefined where a register or memory that it needs is not known. */
export function* applyPlan(
  plan: UnwindPlan,
  registers: RegisterValues,
  family: ArchFamily,
): MemoryReading<AppliedPlan | undefined> {
  const set = registerSet(family)
  if (!set) return undefined
  const register = (number: number): bigint | undefined => registers.get(number)
  const cfa = yield* findCfa(plan.cfa, register, set.bytes)
  if (cfa === undefined) return undefined
  const before = new Map<number, bigint>()
  const kept = plan.losesOthers ? [] : [...set.preserved, ...(architectureOf(family)?.vectors.preserved ?? [])]
  for (const number of kept) {
    const value = registers.get(number)
    if (value !== undefined) before.set(number, value)
  }
  before.set(set.sp, cfa)
  for (const [number, rule] of plan.registers) {
    const value = yield* findRegister(rule, number, cfa, register, set.bytes)
    if (value === undefined) before.delete(number)
    else before.set(number, value)
  }
  const rule = plan.registers.get(plan.returnRegister)
  if (rule?.kind === 'undefined') return { kind: 'outermost' }
  // Where the return address is in a register and no rule says more, it is still there.
  const pc = rule ? before.get(plan.returnRegister) : registers.get(plan.returnRegister)
  if (pc === undefined) return undefined
  before.set(set.pc, pc)
  // What the link register held at the call, the call has overwritten.
  if (set.lr !== undefined && plan.isSignalFrame !== true) before.delete(set.lr)
  return { kind: 'caller', pc, cfa: runtimeAddress(cfa), registers: before }
}

type Register = (number: number) => bigint | undefined

function* findCfa(rule: CfaRule, register: Register, addressBytes: 4 | 8): MemoryReading<bigint | undefined> {
  if (rule.kind === 'expression') return yield* evaluateExpression({ bytes: rule.bytes, addressBytes, register })
  const value = register(rule.register)
  return value === undefined ? undefined : BigInt.asUintN(addressBytes * 8, value + BigInt(rule.offset))
}

function* findRegister(
  rule: RegisterRule,
  number: number,
  cfa: bigint,
  register: Register,
  addressBytes: 4 | 8,
): MemoryReading<bigint | undefined> {
  const place = (offset: number): RuntimeAddress => runtimeAddress(cfa + BigInt(offset))
  switch (rule.kind) {
    case 'undefined':
      return undefined
    case 'same':
      return register(number)
    case 'saved':
      return yield* readPointer(place(rule.offset), addressBytes)
    case 'value':
      return place(rule.offset)
    case 'register':
      return register(rule.register)
    case 'saved-expression':
    case 'value-expression': {
      const value = yield* evaluateExpression({ bytes: rule.bytes, addressBytes, register, initial: cfa })
      if (value === undefined || rule.kind === 'value-expression') return value
      return yield* readPointer(runtimeAddress(value), addressBytes)
    }
  }
}
