/** Comparisons as all processors of Arm write them: CMP, and TST of a register with itself. */
import type { Operand, Parts } from '../parts.ts'
import type { Register } from '../spelled.ts'

/** The operands, if there are two; a third is a shift. */
export function twoOf(operands: readonly Operand[]): readonly [left: Operand, right: Operand] | undefined {
  const [left, right] = operands
  return left && right && operands.length === 2 ? [left, right] : undefined
}

/** The register that an instruction compares with zero. */
export function zeroTestOfArm({ stem, operands }: Parts): Register | undefined {
  const [left, right] = twoOf(operands) ?? []
  if (left?.kind !== 'register' || !right) return undefined
  const isZero = stem === 'cmp' && right.kind === 'immediate' && Number(right.value) === 0
  return isZero || (stem === 'tst' && right === left) ? left : undefined
}
