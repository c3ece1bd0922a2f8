/** The effect of instructions, in the same terms for all processors. Each set of instructions has one `Meaning`. */
import type { Operand, Parts } from './parts.ts'
import type { Register } from './spelled.ts'

/** Where the program goes: on, to a function and back, elsewhere always, elsewhere perhaps, back, or nowhere. */
export type Flow = 'next' | 'call' | 'jump' | 'branch' | 'return' | 'trap'

export type Flags = 'eq' | 'hs' | 'mi' | 'vs' | 'hi' | 'ge' | 'gt'

/** The condition of a branch: on flags, on a register that is zero, or on a bit. */
export type BranchCondition =
  /** In the words of Arm. `not`: the opposite is asked. */
  | { readonly kind: 'flags'; readonly flags: Flags; readonly not: boolean }
  | { readonly kind: 'zero'; readonly register: Register; readonly not: boolean }
  | { readonly kind: 'set'; readonly register: Register; readonly bit: number; readonly not: boolean }

/** The memory that an instruction touches: a base, an index, a displacement. */
export interface Access {
  /** Registers as reports name them: `x8`, `rax`. */
  readonly base?: string
  readonly index?: { readonly register: string; readonly scale: bigint; readonly extend?: 'uxtw' | 'sxtw' }
  readonly displacement: bigint
  /** Size of the access in bytes, where the instruction's name or registers give it. */
  readonly bytes?: number
  readonly reads: boolean
  readonly writes: boolean
}

/** Arithmetic whose result may not fit. */
export interface Arithmetic {
  readonly operation: 'addition' | 'subtraction' | 'multiplication' | 'negation' | 'division'
  readonly isUnsigned?: true
  /** Only flags come of it: a comparison. */
  readonly isComparison?: true
  /** The part of a product that it makes. */
  readonly product?: { readonly part: 'upper' | 'whole'; readonly into: Register }
}

/** A trap by its purpose. `number` is a constant of the instruction, `check` that of a check of UBSan. */
export type Trap =
  | { readonly kind: 'number' | 'check'; readonly number: number }
  | { readonly kind: 'general' | 'undefined' | 'debugger' }

/** Purpose of an instruction of pointer authentication or branch targets. */
export type Protection = 'sign' | 'authenticate' | 'strip' | 'branch' | 'load' | 'target'

/** The address of data that an instruction forms: all of it, a page to which others add, or what is added to one. */
export type DataAddress =
  | { readonly kind: 'whole'; readonly address: bigint }
  | { readonly kind: 'page'; readonly address: bigint; readonly into: Register }
  | { readonly kind: 'offset'; readonly page: Register; readonly bytes: bigint }

export interface Meaning {
  readonly flowOf: (parts: Parts) => Flow
  /** Only for branches; undefined for other conditions. */
  readonly conditionOf: (parts: Parts) => BranchCondition | undefined
  /** Undefined where it touches nothing, or more than one place. `next` is the address behind the instruction. */
  readonly accessOf: (parts: Parts, next: bigint) => Access | undefined
  readonly arithmeticOf: (parts: Parts) => Arithmetic | undefined
  /** The two operands of a comparison. */
  readonly comparedOf: (parts: Parts) => readonly [left: Operand, right: Operand] | undefined
  /** The register that it compares with zero. */
  readonly zeroTestOf: (parts: Parts) => Register | undefined
  readonly trapOf: (parts: Parts) => Trap | undefined
  readonly protectionOf: (parts: Parts) => Protection | undefined
  readonly dataOf: (parts: Parts, next: bigint) => DataAddress | undefined
  /** The register that a general result goes to, if it goes to one. */
  readonly resultOf: (parts: Parts) => Register | undefined
}

/** Conditions as Arm writes them, each with its condition and whether it is negated. */
const conditions: ReadonlyMap<string, readonly [flags: Flags, not: boolean]> = new Map([
  ['eq', ['eq', false]], ['ne', ['eq', true]], ['hs', ['hs', false]], ['lo', ['hs', true]],
  ['mi', ['mi', false]], ['pl', ['mi', true]], ['vs', ['vs', false]], ['vc', ['vs', true]],
  ['hi', ['hi', false]], ['ls', ['hi', true]], ['ge', ['ge', false]], ['lt', ['ge', true]],
  ['gt', ['gt', false]], ['le', ['gt', true]],
]) // prettier-ignore

/** A condition of the flags by Arm's word for it; undefined for "always". */
export function flagsCondition(word: string | undefined): BranchCondition | undefined {
  const found = word === undefined ? undefined : conditions.get(word)
  return found && { kind: 'flags', flags: found[0], not: found[1] }
}

/** Arm's word for a condition: `hs`, `lo`; undefined where it asks a register. */
export function wordOf(condition: BranchCondition): string | undefined {
  if (condition.kind !== 'flags') return undefined
  return [...conditions].find(([, [flags, not]]) => flags === condition.flags && not === condition.not)?.[0]
}
