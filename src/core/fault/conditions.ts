/** Evaluates the condition of a branch with the flags or registers of a report. Arm ARM C1.2.4; Intel SDM volume 1, appendix B. */
import type { BranchCondition, Flags } from '../instructions/meaning.ts'
import type { Register } from '../instructions/spelled.ts'
import type { FlagsLayout } from '../model/architecture-layouts.ts'

type Values = ReadonlyMap<string, bigint>

/** The opposite condition: that of not branching. */
export const opposite = (condition: BranchCondition): BranchCondition => ({ ...condition, not: !condition.not })

/** True if a condition holds; undefined where the report lacks its flags or registers. */
export function isFulfilled(condition: BranchCondition, values: Values, layout: FlagsLayout): boolean | undefined {
  if (condition.kind === 'flags') return flagsFulfil(condition, values, layout)
  const value = valueOf(condition.register, values)
  if (value === undefined) return undefined
  const is = condition.kind === 'zero' ? value === 0n : ((value >> BigInt(condition.bit)) & 1n) === 1n
  return is !== condition.not
}

function flagsFulfil(
  { flags, not }: { readonly flags: Flags; readonly not: boolean },
  values: Values,
  layout: FlagsLayout,
): boolean | undefined {
  const word = layout.registers.map((name) => values.get(name)).find((value) => value !== undefined)
  if (word === undefined) return undefined
  const bit = (at: number): boolean => ((word >> BigInt(at)) & 1n) === 1n
  const [n, z, v] = [bit(layout.negative), bit(layout.zero), bit(layout.overflow)]
  const above = bit(layout.carry) === (layout.borrow === 'clears')
  const is: Record<Flags, boolean> = {
    eq: z,
    hs: above,
    mi: n,
    vs: v,
    hi: above && !z,
    ge: n === v,
    gt: n === v && !z,
  }
  return is[flags] !== not
}

/** The value of a register as an instruction names it, whole or its lower half. */
export function valueOf({ name, whole, bytes }: Register, values: Values): bigint | undefined {
  if (whole === 'xzr') return 0n
  const own = values.get(name)
  if (own !== undefined || bytes < 4) return own
  const value = values.get(whole)
  return value === undefined ? undefined : BigInt.asUintN(bytes * 8, value)
}
