/** Operations that only change the stack: DWARF 5, sections 2.5.1.3 and 2.5.1.4. */
import * as O from './operations.ts'

export function isCalculation(code: number): boolean {
  return (
    (code >= O.OP_DUP && code <= O.OP_ROT) ||
    (code >= O.OP_ABS && code <= O.OP_XOR) ||
    (code >= O.OP_EQ && code <= O.OP_NE)
  )
}

/** Values that an operation takes from the stack, where they are not two. */
const inputs: Readonly<Record<number, number>> = {
  [O.OP_DUP]: 1,
  [O.OP_DROP]: 1,
  [O.OP_ROT]: 3,
  [O.OP_ABS]: 1,
  [O.OP_NEG]: 1,
  [O.OP_NOT]: 1,
  [O.OP_PLUS_UCONST]: 1,
}

/** Widths in bits: signed operations take operands of `address` bits, the stack keeps results of `stack` bits. */
export interface Widths {
  readonly address: number
  readonly stack: number
}

/** Applies an operation; false where the stack has too few values, and for a division by zero. */
export function calculate(code: number, stack: bigint[], widths: Widths, operand: bigint): boolean {
  if (code === O.OP_PICK) {
    const picked = stack.at(-1 - Number(operand))
    if (picked !== undefined) stack.push(picked)
    return picked !== undefined
  }
  const count = inputs[code] ?? 2
  if (stack.length < count) return false
  const taken = stack.splice(stack.length - count)
  const results = compute(code, taken, widths.address, operand)
  for (const value of results ?? []) stack.push(BigInt.asUintN(widths.stack, value))
  return results !== undefined
}

function compute(code: number, taken: readonly bigint[], bits: number, operand: bigint): readonly bigint[] | undefined {
  const [first = 0n, second = 0n, third = 0n] = taken
  const signed = (value: bigint): bigint => BigInt.asIntN(bits, value)
  // A shift by more than the width leaves nothing, and must not make a number of that many bits.
  const shift = second > 64n ? 64n : second
  switch (code) {
    case O.OP_DUP:
      return [first, first]
    case O.OP_DROP:
      return []
    case O.OP_OVER:
      return [first, second, first]
    case O.OP_SWAP:
      return [second, first]
    case O.OP_ROT: // the top becomes the third
      return [third, first, second]
    case O.OP_ABS:
      return [signed(first) < 0n ? -signed(first) : first]
    case O.OP_AND:
      return [first & second]
    case O.OP_DIV:
      return signed(second) === 0n ? undefined : [signed(first) / signed(second)]
    case O.OP_MINUS:
      return [first - second]
    case O.OP_MOD:
      return second === 0n ? undefined : [first % second]
    case O.OP_MUL:
      return [first * second]
    case O.OP_NEG:
      return [-first]
    case O.OP_NOT:
      return [~first]
    case O.OP_OR:
      return [first | second]
    case O.OP_PLUS:
      return [first + second]
    case O.OP_PLUS_UCONST:
      return [first + operand]
    case O.OP_SHL:
      return [first << shift]
    case O.OP_SHR:
      return [BigInt.asUintN(bits, first) >> shift]
    case O.OP_SHRA:
      return [signed(first) >> shift]
    case O.OP_XOR:
      return [first ^ second]
    case O.OP_EQ:
      return [truth(signed(first) === signed(second))]
    case O.OP_GE:
      return [truth(signed(first) >= signed(second))]
    case O.OP_GT:
      return [truth(signed(first) > signed(second))]
    case O.OP_LE:
      return [truth(signed(first) <= signed(second))]
    case O.OP_LT:
      return [truth(signed(first) < signed(second))]
    case O.OP_NE:
      return [truth(signed(first) !== signed(second))]
    default:
      return undefined
  }
}

const truth = (holds: boolean): bigint => (holds ? 1n : 0n)
