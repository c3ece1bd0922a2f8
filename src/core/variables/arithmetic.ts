/** Operations that only change the stack: DWARF 5, sections 2.5.1.3 and 2.5.1.4. */

export function isCalculation(code: number): boolean {
  return (code >= 0x12 && code <= 0x17) || (code >= 0x19 && code <= 0x27) || (code >= 0x29 && code <= 0x2e)
}

const inputs: Readonly<Record<number, number>> = { 0x12: 1, 0x13: 1, 0x17: 3, 0x19: 1, 0x1f: 1, 0x20: 1, 0x23: 1 }

/** Applies an operation; false where the stack does not hold what it takes, and for a division by zero. */
export function calculate(code: number, stack: bigint[], bits: number, operand: bigint): boolean {
  if (code === 0x15) {
    const picked = stack.at(-1 - Number(operand)) // DW_OP_pick
    if (picked !== undefined) stack.push(picked)
    return picked !== undefined
  }
  const count = inputs[code] ?? 2
  if (stack.length < count) return false
  const taken = stack.splice(stack.length - count)
  const results = compute(code, taken, bits, operand)
  for (const value of results ?? []) stack.push(BigInt.asUintN(64, value))
  return results !== undefined
}

function compute(code: number, taken: readonly bigint[], bits: number, operand: bigint): readonly bigint[] | undefined {
  const [first = 0n, second = 0n, third = 0n] = taken
  const signed = (value: bigint): bigint => BigInt.asIntN(bits, value)
  // A shift by more than the width leaves nothing, and must not make a number of that many bits.
  const shift = second > 64n ? 64n : second
  switch (code) {
    case 0x12: // DW_OP_dup
      return [first, first]
    case 0x13: // DW_OP_drop
      return []
    case 0x14: // DW_OP_over
      return [first, second, first]
    case 0x16: // DW_OP_swap
      return [second, first]
    case 0x17: // DW_OP_rot: the top becomes the third
      return [third, first, second]
    case 0x19: // DW_OP_abs
      return [signed(first) < 0n ? -signed(first) : first]
    case 0x1a: // DW_OP_and
      return [first & second]
    case 0x1b: // DW_OP_div
      return signed(second) === 0n ? undefined : [signed(first) / signed(second)]
    case 0x1c: // DW_OP_minus
      return [first - second]
    case 0x1d: // DW_OP_mod
      return second === 0n ? undefined : [first % second]
    case 0x1e: // DW_OP_mul
      return [first * second]
    case 0x1f: // DW_OP_neg
      return [-first]
    case 0x20: // DW_OP_not
      return [~first]
    case 0x21: // DW_OP_or
      return [first | second]
    case 0x22: // DW_OP_plus
      return [first + second]
    case 0x23: // DW_OP_plus_uconst
      return [first + operand]
    case 0x24: // DW_OP_shl
      return [first << shift]
    case 0x25: // DW_OP_shr
      return [BigInt.asUintN(bits, first) >> shift]
    case 0x26: // DW_OP_shra
      return [signed(first) >> shift]
    case 0x27: // DW_OP_xor
      return [first ^ second]
    default: {
      const [one, other] = [signed(first), signed(second)]
      const holds = [one === other, one >= other, one > other, one <= other, one < other, one !== other][code - 0x29]
      return [holds ? 1n : 0n]
    }
  }
}
