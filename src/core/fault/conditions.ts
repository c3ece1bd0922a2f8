/** Conditions of branches, and whether the flags or registers of a report fulfil them. Arm ARM C1.2.4; Intel SDM volume 1, appendix B. */

/** What a branch asks. `zero` and `set` ask a register, the others the flags. */
export interface Condition {
  readonly kind: 'flags' | 'zero' | 'set'
  /** In the words of arm64. */
  readonly flags?: Flags
  readonly register?: string
  readonly bit?: number
  /** The opposite is asked. */
  readonly not: boolean
}

type Flags = 'eq' | 'hs' | 'mi' | 'vs' | 'hi' | 'ge' | 'gt'
type Values = ReadonlyMap<string, bigint>

const armFlags: Readonly<Record<string, readonly [Flags, boolean]>> = {
  eq: ['eq', false], ne: ['eq', true], hs: ['hs', false], lo: ['hs', true], mi: ['mi', false], pl: ['mi', true],
  vs: ['vs', false], vc: ['vs', true], hi: ['hi', false], ls: ['hi', true], ge: ['ge', false], lt: ['ge', true],
  gt: ['gt', false], le: ['gt', true],
} // prettier-ignore

const x86Flags: Readonly<Record<string, readonly [Flags, boolean]>> = {
  je: ['eq', false], jne: ['eq', true], jae: ['hs', false], jb: ['hs', true], js: ['mi', false], jns: ['mi', true],
  jo: ['vs', false], jno: ['vs', true], ja: ['hi', false], jbe: ['hi', true], jge: ['ge', false], jl: ['ge', true],
  jg: ['gt', false], jle: ['gt', true],
} // prettier-ignore

/** The condition of a branch; undefined for what is none, or branches always. */
export function conditionOf(text: string, isArm: boolean): Condition | undefined {
  if (!isArm) {
    const named = x86Flags[/^(j[a-z]+) /.exec(text)?.[1] ?? '']
    return named && { kind: 'flags', flags: named[0], not: named[1] }
  }
  const named = armFlags[/^bc?\.([a-z]{2}) /.exec(text)?.[1] ?? '']
  if (named) return { kind: 'flags', flags: named[0], not: named[1] }
  const zero = /^cb(n?)z (\w+), /.exec(text)
  if (zero?.[2] !== undefined) return { kind: 'zero', register: zero[2], not: zero[1] === 'n' }
  const bit = /^tb(n?)z (\w+), #(0x[\da-f]+), /.exec(text)
  if (bit?.[2] === undefined) return undefined
  return { kind: 'set', register: bit[2], bit: Number(bit[3]), not: bit[1] === '' }
}

/** The opposite condition: that of not branching. */
export const opposite = (condition: Condition): Condition => ({ ...condition, not: !condition.not })

/** A condition in one word of arm64: `hs`, `lo`; undefined where it asks a register. */
export function flagsOf({ flags, not }: Condition): string | undefined {
  return Object.entries(armFlags).find(([, [name, negated]]) => name === flags && negated === not)?.[0]
}

/** Whether a condition is fulfilled; undefined where the report does not have what it asks. */
export function isFulfilled(condition: Condition, values: Values, isArm: boolean): boolean | undefined {
  const { kind, register = '', bit = 0, not } = condition
  if (kind === 'flags') return flagsFulfil(condition, values, isArm)
  const value = valueOf(register, values)
  if (value === undefined) return undefined
  return (kind === 'zero' ? value === 0n : ((value >> BigInt(bit)) & 1n) === 1n) !== not
}

function flagsFulfil({ flags, not }: Condition, values: Values, isArm: boolean): boolean | undefined {
  const word = isArm ? values.get('cpsr') : (values.get('rflags') ?? values.get('rfl') ?? values.get('eflags'))
  if (word === undefined) return undefined
  const bit = (at: bigint): boolean => ((word >> at) & 1n) === 1n
  const n = bit(isArm ? 31n : 7n)
  const z = bit(isArm ? 30n : 6n)
  // Arm sets the carry where a difference needs no borrow; "above or equal" is the same of both.
  const above = isArm ? bit(29n) : !bit(0n)
  const v = bit(isArm ? 28n : 11n)
  const is: Record<Flags, boolean> = {
    eq: z,
    hs: above,
    mi: n,
    vs: v,
    hi: above && !z,
    ge: n === v,
    gt: n === v && !z,
  }
  return flags === undefined ? undefined : is[flags] !== not
}

const x86Low: Readonly<Record<string, string>> = {
  eax: 'rax', ebx: 'rbx', ecx: 'rcx', edx: 'rdx', esi: 'rsi', edi: 'rdi', ebp: 'rbp', esp: 'rsp',
} // prettier-ignore

/** The value of a register as an instruction names it, whole or its lower half. */
export function valueOf(name: string, values: Values): bigint | undefined {
  if (/^[wx]zr$/.test(name)) return 0n
  const half = /^w\d+$/.test(name) ? name.replace('w', 'x') : (x86Low[name] ?? /^(r\d+)d$/.exec(name)?.[1])
  const own = values.get(name)
  if (half === undefined || own !== undefined) return own
  const whole = values.get(half)
  return whole === undefined ? undefined : BigInt.asUintN(32, whole)
}
