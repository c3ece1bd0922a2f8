/** The effect of x86 instructions. Operands are in the order of AT&T: the destination last. */
import { flagsCondition, type Access, type Arithmetic, type Flow, type Meaning } from '../meaning.ts'
import type { Operand, Parts } from '../parts.ts'
import type { Place, Register } from '../spelled.ts'

const sizes: Readonly<Record<string, number>> = { b: 1, w: 2, l: 4, q: 8 }

/** Names with each letter of a size, and what is known of them. */
const sized = <T>(names: string, what: T, letters = 'bwlq'): readonly (readonly [string, T])[] =>
  names.split(' ').flatMap((name) => [...letters].map((letter) => [name + letter, what] as const))

const flows: ReadonlyMap<string, Flow> = new Map<string, Flow>([
  ...sized<Flow>('call lcall', 'call'), ['call', 'call'], ...sized<Flow>('jmp ljmp', 'jump'), ['jmp', 'jump'],
  ...sized<Flow>('ret lret iret', 'return'), ['ret', 'return'], ['loop', 'branch'], ['loope', 'branch'], ['loopne', 'branch'],
  ['ud2', 'trap'], ...sized<Flow>('ud1', 'trap'), ['int3', 'trap'], ['hlt', 'trap'],
]) // prettier-ignore

/** Conditions of the flags in Arm's words. */
const conditions: ReadonlyMap<string, string> = new Map([
  ['je', 'eq'], ['jne', 'ne'], ['jae', 'hs'], ['jb', 'lo'], ['js', 'mi'], ['jns', 'pl'], ['jo', 'vs'], ['jno', 'vc'],
  ['ja', 'hi'], ['jbe', 'ls'], ['jge', 'ge'], ['jl', 'lt'], ['jg', 'gt'], ['jle', 'le'],
]) // prettier-ignore

const asRegister = (operand: Operand | undefined): Register | undefined =>
  operand?.kind === 'register' ? operand : undefined

const startsWith = (text: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => text.startsWith(beginning))
const words = (text: string): readonly string[] => text.split(' ')

/** Those that only compute an address, or touch nothing. */
const untouched = words('lea nop prefetch clflush invlpg ljmp lcall bnd')
/** Strings: two places, or one by a register that is not the destination's form. */
const strings = [...words('movsb movsw movsl movsq'), ...words('cmps scas stos lods ins outs')]
const comparing = words(
  'cmp test btw btl btq ucomi comi vucomi vcomi push mul div idiv imul fld fild fadd fsub fmul fdiv fcom ldmxcsr',
)
const storing = words('mov vmov set vset pextr vpextr fst vfst fist vfist stmxcsr vstmxcsr pop vpop fnst vfnst')

function accessOf({ mnemonic, prefixes, operands }: Parts, next: bigint): Access | undefined {
  const place = placeIn(operands)
  const implied = prefixes.length === 0 ? impliedAccess(mnemonic, place !== undefined) : undefined
  if (implied) return implied
  const isIndirect = startsWith(mnemonic, ['call', 'jmp'])
  const isString = startsWith(mnemonic, strings) && (place?.isUnknown ?? false)
  if (!place || isString || startsWith(mnemonic, untouched)) return undefined
  // Where a thread's own data begin is not in the report.
  if (place.segment && ['fs', 'gs'].includes(place.segment.name)) return undefined
  const isLast = operands.at(-1) === place
  const comparesOnly = startsWith(mnemonic, comparing) && !mnemonic.startsWith('cmpxchg')
  const writes = isLast && !isIndirect && !comparesOnly
  const reads = !(writes && startsWith(mnemonic, storing))
  const bytes = isIndirect ? 8 : bytesOf(mnemonic, operands)
  const isRelative = place.base?.name === 'rip'
  const { base, index, scale } = place
  return {
    ...(base && !isRelative && { base: base.name }),
    ...(index && { index: { register: index.name, scale: BigInt(scale) } }),
    displacement: BigInt(place.displacement) + (isRelative ? next : 0n),
    ...(bytes !== undefined && { bytes }),
    reads,
    writes,
  }
}

/** The place that is written with brackets. */
const placeIn = (operands: readonly Operand[]): Place | undefined =>
  operands.find((one): one is Place => one.kind === 'place' && (one.base !== undefined || one.index !== undefined))

/** Instructions that touch the stack without saying so. */
function impliedAccess(name: string, isMemory: boolean): Access | undefined {
  if ((name === 'pushq' || name === 'callq') && !isMemory)
    return { base: 'rsp', displacement: -8n, bytes: 8, reads: false, writes: true }
  if (name === 'popq' || name === 'retq')
    return isMemory ? undefined : { base: 'rsp', displacement: 0n, bytes: 8, reads: true, writes: false }
  return name === 'leave' ? { base: 'rbp', displacement: 0n, bytes: 8, reads: true, writes: false } : undefined
}

const conditionNames = words('o no b ae e ne be a s ns p np l ge le g')
const plainSizes: ReadonlyMap<string, number> = new Map(
  Object.entries(sizes).flatMap(([letter, bytes]) =>
    [
      ...words(
        'mov movabs add sub and or xor cmp test inc dec neg not adc sbb xchg xadd cmpxchg imul push pop shl shr sar',
      ),
      ...conditionNames.map((condition) => `cmov${condition}`),
    ].map((name) => [name + letter, bytes] as const),
  ),
)
/** MOVZX and MOVSX: the size that is read stands before the one that is made. */
const extending: ReadonlyMap<string, number> = new Map(
  Object.entries(sizes).flatMap(([from, bytes]) =>
    ['movz', 'movs'].flatMap((name) => sized(name + from, bytes, 'wlq')),
  ),
)
const wholeVectors = new Set(
  ['', 'v'].flatMap((v) => words('movaps movapd movups movupd movdqa movdqu').map((n) => v + n)),
)

function bytesOf(name: string, operands: readonly Operand[]): number | undefined {
  const extended = extending.get(name)
  if (extended !== undefined) return extended
  const has = (kinds: readonly string[]): boolean =>
    operands.some((one) => one.kind === 'register' && startsWith(one.name, kinds))
  if (wholeVectors.has(name)) return has(['ymm']) ? 32 : 16
  const isScalar = name.endsWith('ss') || name.endsWith('sd')
  if (isScalar && has(['xmm'])) return name.endsWith('ss') ? 4 : 8
  return has(['xmm', 'mm']) ? undefined : plainSizes.get(name)
}

const arithmetic: ReadonlyMap<string, Arithmetic> = new Map<string, Arithmetic>([
  ...sized<Arithmetic>('add adc inc', { operation: 'addition' }),
  ...sized<Arithmetic>('neg', { operation: 'negation' }),
  ...sized<Arithmetic>('sub sbb dec', { operation: 'subtraction' }),
  ...sized<Arithmetic>('cmp', { operation: 'subtraction', isComparison: true }),
  ...sized<Arithmetic>('imul', { operation: 'multiplication' }),
  ...sized<Arithmetic>('mul', { operation: 'multiplication', isUnsigned: true }),
  ...sized<Arithmetic>('div idiv', { operation: 'division' }),
])

const comparisons: ReadonlySet<string> = new Set(['cmpl', 'cmpq'])
const tests: ReadonlySet<string> = new Set(['testb', 'testw', 'testl', 'testq'])

export const x86Meaning: Meaning = {
  flowOf: ({ mnemonic }) => flows.get(mnemonic) ?? (mnemonic.startsWith('j') ? 'branch' : 'next'),
  conditionOf: ({ mnemonic }) => flagsCondition(conditions.get(mnemonic)),
  accessOf,
  arithmeticOf: ({ mnemonic }) => arithmetic.get(mnemonic),
  comparedOf({ mnemonic, operands }) {
    const [right, left] = operands
    return left && right && comparisons.has(mnemonic) ? [left, right] : undefined
  },
  zeroTestOf({ mnemonic, operands: [first, second] }) {
    return first?.kind === 'register' && first === second && tests.has(mnemonic) ? first : undefined
  },
  trapOf({ mnemonic, operands: [first, second] }) {
    if (mnemonic === 'ud2') return { kind: 'general' }
    if (mnemonic === 'int3') return { kind: 'debugger' }
    // An undefined instruction whose displacement is the check.
    const isCheck = first?.kind === 'place' && first.base?.name === 'eax' && !first.index && first.displacement >= 0
    return mnemonic === 'ud1l' && isCheck && asRegister(second)?.name === 'eax'
      ? { kind: 'check', number: Number(first.displacement) }
      : undefined
  },
  protectionOf: () => undefined,
  dataOf({ operands }, next) {
    const place = operands.find((one) => one.kind === 'place' && one.base?.name === 'rip')
    return place?.kind === 'place' ? { kind: 'whole', address: next + BigInt(place.displacement) } : undefined
  },
  resultOf: () => undefined,
}
