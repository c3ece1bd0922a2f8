/** How a program came to a trap: the branches that lead there, and which of them the flags and registers of the report fulfil. */
import { faultFacts } from '../messages/en/fault.ts'
import { say } from '../messages/message.ts'
import { formatHex } from '../model/address.ts'
import type { FaultFact } from '../model/fault.ts'
import { conditionOf, flagsOf, isFulfilled, opposite, valueOf, type Condition } from './conditions.ts'
import { branchTarget, type Listed } from './notes.ts'

type Values = ReadonlyMap<string, bigint>

/** Code before and behind a trap. */
export interface Surroundings {
  /** In the order of memory. */
  readonly listed: readonly Listed[]
  /** All of the function is there: nothing else leads to the trap. */
  readonly isWhole: boolean
}

/** A branch that leads to the trap, or one that would have gone past it. */
interface Arrival {
  readonly at: number
  readonly branch: string
  readonly condition: Condition
}

/** What the one way to a trap says. Empty where several may have been taken, or what is needed is not in the report. */
export function toldOfArrival(
  { listed, isWhole }: Surroundings,
  trap: bigint,
  values: Values,
  isArm: boolean,
): readonly FaultFact[] {
  const ways = waysTo(listed, trap, isArm)
  const taken = ways?.filter(({ condition }) => isFulfilled(condition, values, isArm) !== false) ?? []
  const [way] = taken
  if (!way || taken.length > 1 || isFulfilled(way.condition, values, isArm) === undefined) return []
  const facts = factsOf(listed, way, values, isArm)
  return isWhole ? facts : facts.map((fact) => ({ ...fact, grade: fact.grade ?? 'likely' }))
}

/** Undefined where the program may come to the trap by something else than a branch that asks. */
function waysTo(listed: readonly Listed[], trap: bigint, isArm: boolean): readonly Arrival[] | undefined {
  const ways: Arrival[] = []
  for (const [at, { text = '', address, bytes }] of listed.entries()) {
    const target = branchTarget(text, isArm)
    const condition = conditionOf(text, isArm)
    const isBefore = address + BigInt(bytes.length) === trap
    if (target === trap && !condition) return undefined
    if (condition && target === trap) ways.push({ at, branch: text, condition })
    else if (condition && isBefore) ways.push({ at, branch: text, condition: opposite(condition) })
    else if (isBefore && !endsFlow(text, isArm)) return undefined
  }
  return ways
}

/** What never goes on to the next instruction. */
const endsFlow = (text: string, isArm: boolean): boolean =>
  (isArm ? /^(b|br\w*|ret\w*|brk|udf|hlt|trap|bx|pop.*pc.*)( |$)/ : /^(jmp\w*|ret\w*|ud2|ud1l|int3|hlt)( |$)/).test(
    text,
  )

function factsOf(listed: readonly Listed[], way: Arrival, values: Values, isArm: boolean): readonly FaultFact[] {
  const { branch, at, condition } = way
  const place = { branch, at: formatHex(listed[at]?.address ?? 0n) }
  const before = [1, 2, 3].map((distance) => listed[at - distance]?.text ?? '')
  const sum = sumOf(before, condition, isArm)
  if (sum) return [say(faultFacts, 'overflow', { ...place, ...sum }).message]
  if (condition.kind === 'set' && condition.register !== undefined) {
    const params = { ...place, register: condition.register, bit: condition.bit ?? 0, isSet: !condition.not }
    return [say(faultFacts, 'arrival-bit', params).message]
  }
  const zero = zeroOf(before[0] ?? '', condition, isArm)
  if (zero !== undefined) return [say(faultFacts, 'arrival-zero', { ...place, register: zero }).message]
  return comparison(before[0] ?? '', place, condition, values, isArm)
}

type Operation = 'addition' | 'subtraction' | 'multiplication' | 'negation'
interface Sum {
  readonly operation?: Operation
  readonly isUnsigned?: true
}

/** The sum whose flags a branch asks, where it asks whether it fits. */
function sumOf([last = '', ...earlier]: readonly string[], condition: Condition, isArm: boolean): Sum | undefined {
  const flags = flagsOf(condition)
  const operation = operationOf(last)
  if (flags === 'vs')
    return { ...(operation && { operation }), ...(/^mul/.test(last) && { isUnsigned: true as const }) }
  if (!isArm) {
    // The carry of x86 is set where an addition does not fit, and where a difference is below zero.
    const isKnown = flags === 'lo' && (operation === 'addition' || operation === 'subtraction') && !/^cmp/.test(last)
    return isKnown && operation ? { operation, isUnsigned: true } : undefined
  }
  if (flags === 'hs' && operation === 'addition') return { operation, isUnsigned: true }
  if (flags === 'lo' && operation === 'subtraction' && /^subs /.test(last)) return { operation, isUnsigned: true }
  const high = earlier.map((text) => /^([su]m)ulh (x\d+), /.exec(text)).find((match) => match)
  if (!isMultiplied([last, ...earlier], condition, high?.[2])) return undefined
  return { operation: 'multiplication', ...(high?.[1] === 'um' && { isUnsigned: true as const }) }
}

/** A product is checked by its upper half: it is all sign, or zero. */
function isMultiplied(
  [last = '', ...earlier]: readonly string[],
  condition: Condition,
  high: string | undefined,
): boolean {
  if (condition.kind === 'zero') return condition.not && high !== undefined && condition.register === high
  if (flagsOf(condition) !== 'ne') return false
  if (high !== undefined && (last.startsWith(`cmp ${high}, `) || /^cmp xzr, (x\d+)$/.exec(last)?.[1] === high))
    return true
  const narrow = /^cmp (x\d+), w\d+, sxtw$/.exec(last)?.[1]
  return narrow !== undefined && earlier.some((text) => text.startsWith(`smull ${narrow}, `))
}

function operationOf(text: string): Operation | undefined {
  if (/^(adds|adcs|add[bwlq]|adc[bwlq]|inc[bwlq]|cmn) /.test(text)) return 'addition'
  if (/^(negs|neg[bwlq]) /.test(text)) return 'negation'
  if (/^(subs|sbcs|cmp|sub[bwlq]|sbb[bwlq]|dec[bwlq]|cmp[bwlq]) /.test(text)) return 'subtraction'
  return /^i?mul[bwlq] /.test(text) ? 'multiplication' : undefined
}

/** The register that was zero. */
function zeroOf(last: string, condition: Condition, isArm: boolean): string | undefined {
  if (condition.kind === 'zero') return condition.not ? undefined : condition.register
  if (flagsOf(condition) !== 'eq') return undefined
  const own = (isArm ? /^(?:cmp (\w+), #0x0|tst (\w+), \2)$/ : /^test[bwlq] (%\w+), (\1)$/).exec(last)
  return (own?.[1] ?? own?.[2])?.replace('%', '')
}

/** A comparison of two values that are both known and agree with the way taken. */
function comparison(
  test: string,
  place: { readonly branch: string; readonly at: string },
  condition: Condition,
  values: Values,
  isArm: boolean,
): readonly FaultFact[] {
  const operands = (isArm ? /^cmp (\w+), (#0x[\da-f]+|\w+)$/ : /^cmp[lq] (\$0x[\da-f]+|%\w+), (%\w+)$/).exec(test)
  const [first = '', second = ''] = operands ? (isArm ? operands.slice(1) : operands.slice(1).reverse()) : []
  const left = known(first, values)
  const right = known(second, values)
  const flags = flagsOf(condition)
  if (!left || !right || flags === undefined) return []
  const isUnsigned = ['hs', 'lo', 'hi', 'ls'].includes(flags)
  if (isUnsigned && agrees[flags]?.(left.value, right.value) !== true) return []
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

function known(operand: string, values: Values): { readonly value: bigint; readonly text: string } | undefined {
  const constant = /^[#$](0x[\da-f]+)$/.exec(operand)?.[1]
  if (constant !== undefined) return { value: BigInt(constant), text: '' }
  const name = operand.replace('%', '')
  const value = name === '' ? undefined : valueOf(name, values)
  return value === undefined ? undefined : { value, text: `${name} is ${formatHex(value)}` }
}
