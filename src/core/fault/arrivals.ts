/** How a program came to a trap: the branches that lead there, and which of them the flags and registers of the report fulfil. */
import { faultFacts } from '../messages/fault.ts'
import { say } from '../messages/message.ts'
import { formatHex } from '../model/address.ts'
import type { FaultFact } from '../model/fault.ts'
import type { Instruction } from '../instructions/instruction.ts'
import { wordOf, type Arithmetic, type BranchCondition } from '../instructions/meaning.ts'
import type { Operand } from '../instructions/parts.ts'
import type { FlagsLayout } from '../model/architecture-layouts.ts'
import { isFulfilled, opposite, valueOf } from './conditions.ts'

type Values = ReadonlyMap<string, bigint>

/** Code before and behind a trap. */
export interface Surroundings {
  /** In the order of memory. */
  readonly listed: readonly Instruction[]
  /** All of the function is there: nothing else leads to the trap. */
  readonly isWhole: boolean
}

/** A branch that leads to the trap, or one that would have gone past it. */
interface Arrival {
  readonly branch: Instruction
  /** The instructions before it, the last first. */
  readonly before: readonly Instruction[]
  readonly condition: BranchCondition
}

/** Sentences on the only way to a trap. Empty where there are several ways, or the report lacks the values. */
export function toldOfArrival(
  { listed, isWhole }: Surroundings,
  trap: bigint,
  values: Values,
  flags: FlagsLayout,
): readonly FaultFact[] {
  const ways = waysTo(listed, trap)
  const taken = ways?.filter(({ condition }) => isFulfilled(condition, values, flags) !== false) ?? []
  const [way] = taken
  if (!way || taken.length > 1 || isFulfilled(way.condition, values, flags) === undefined) return []
  const facts = factsOf(way, values, flags)
  return isWhole ? facts : facts.map((fact) => ({ ...fact, grade: fact.grade ?? 'likely' }))
}

/** Undefined where the program may reach the trap other than by a conditional branch. */
function waysTo(listed: readonly Instruction[], trap: bigint): readonly Arrival[] | undefined {
  const ways: Arrival[] = []
  for (const [at, branch] of listed.entries()) {
    const { branchCondition: condition, next, target } = branch
    const arrive = (asked: BranchCondition): void => {
      const before = [1, 2, 3].map((distance) => listed[at - distance]).filter((one) => one !== undefined)
      ways.push({ branch, before, condition: asked })
    }
    if (target === trap && !condition) return undefined
    if (condition && target === trap) arrive(condition)
    else if (condition && next === trap) arrive(opposite(condition))
    else if (next === trap && !branch.endsFlow) return undefined
  }
  return ways
}

function factsOf({ branch, before, condition }: Arrival, values: Values, flags: FlagsLayout): readonly FaultFact[] {
  const place = { branch: branch.text ?? '', at: formatHex(branch.address) }
  const [last] = before
  const sum = sumOf(before, condition, flags)
  if (sum) return [say(faultFacts, 'overflow', { ...place, ...sum }).message]
  if (condition.kind === 'set') {
    const params = { ...place, register: condition.register.name, bit: condition.bit, isSet: !condition.not }
    return [say(faultFacts, 'arrival-bit', params).message]
  }
  const zero = zeroOf(last, condition)
  if (zero !== undefined) return [say(faultFacts, 'arrival-zero', { ...place, register: zero }).message]
  return last ? comparison(last, place, condition, values) : []
}

type Operation = Exclude<Arithmetic['operation'], 'division'>
interface Sum {
  readonly operation?: Operation
  readonly isUnsigned?: true
}

/** The sum whose overflow a branch tests. */
function sumOf(before: readonly Instruction[], condition: BranchCondition, flags: FlagsLayout): Sum | undefined {
  const [last] = before
  const asked = wordOf(condition)
  const { operation, isUnsigned, isComparison, product } = last?.arithmetic ?? {}
  const isSum = operation === 'addition' || operation === 'subtraction'
  if (asked === 'vs' && operation !== 'division')
    return { ...(operation && !product && { operation }), ...(isUnsigned && !product && { isUnsigned }) }
  // The carry of an addition; all processors have the same flag for negative results.
  const carried = operation === 'addition' && flags.borrow === 'clears' ? 'hs' : 'lo'
  const isUnused = isComparison && operation === 'subtraction'
  if (isSum && asked === carried && !isUnused) return { operation, isUnsigned: true }
  const upper = before.slice(1).find((one) => one.arithmetic?.product?.part === 'upper')?.arithmetic
  if (!isMultiplied(before, condition, upper)) return undefined
  return { operation: 'multiplication', ...(upper?.isUnsigned && { isUnsigned: true }) }
}

/** A product is checked by its upper half: it is all sign, or zero. */
function isMultiplied(
  [last, ...earlier]: readonly Instruction[],
  condition: BranchCondition,
  upper: Arithmetic | undefined,
): boolean {
  const high = upper?.product?.into
  if (condition.kind === 'zero') return condition.not && high !== undefined && condition.register === high
  if (wordOf(condition) !== 'ne' || !last?.arithmetic?.isComparison || last.arithmetic.operation !== 'subtraction')
    return false
  const [first, second, third] = last.operands
  if (high !== undefined && (first === high || (first?.text === 'xzr' && second === high))) return true
  const isWidened = third?.text === 'sxtw' && second?.kind === 'register' && second.bytes === 4
  return (
    isWidened &&
    earlier.some(({ arithmetic }) => arithmetic?.product?.part === 'whole' && arithmetic.product.into === first)
  )
}

/** The register that was zero. */
function zeroOf(last: Instruction | undefined, condition: BranchCondition): string | undefined {
  if (condition.kind === 'zero') return condition.not ? undefined : condition.register.name
  return wordOf(condition) === 'eq' ? last?.zeroTest?.name : undefined
}

/** A comparison of two values that are both known and agree with the way taken. */
function comparison(
  instruction: Instruction,
  place: { readonly branch: string; readonly at: string },
  condition: BranchCondition,
  values: Values,
): readonly FaultFact[] {
  const [first, second] = instruction.compared ?? []
  const left = first?.kind === 'register' ? known(first, values) : undefined
  const right = second && known(second, values)
  const flags = wordOf(condition)
  if (!left || !right || flags === undefined) return []
  const isUnsigned = ['hs', 'lo', 'hi', 'ls'].includes(flags)
  if (isUnsigned && agrees[flags]?.(left.value, right.value) !== true) return []
  const test = instruction.text ?? ''
  const told = say(faultFacts, 'arrival-compare', {
    ...place,
    test,
    values: [left.text, right.text].filter((text) => text !== ''),
  })
  const index: FaultFact = { ...say(faultFacts, 'index-check', { test }).message, grade: 'possible' }
  return isUnsigned ? [told.message, index] : [told.message]
}

const agrees: Readonly<Record<string, (left: bigint, right: bigint) => boolean>> = {
  hs: (left, right) => left >= right,
  lo: (left, right) => left < right,
  hi: (left, right) => left > right,
  ls: (left, right) => left <= right,
}

function known(operand: Operand, values: Values): { readonly value: bigint; readonly text: string } | undefined {
  if (operand.kind === 'immediate') return operand.value < 0 ? undefined : { value: BigInt(operand.value), text: '' }
  const value = operand.kind === 'register' ? valueOf(operand, values) : undefined
  return operand.kind !== 'register' || value === undefined
    ? undefined
    : { value, text: `${operand.name} is ${formatHex(value)}` }
}
