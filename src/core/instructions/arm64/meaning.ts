/** The effect of A64 instructions. */
import { twoOf, zeroTestOfArm } from '../arm/compare.ts'
import {
  flagsCondition,
  type Access,
  type Arithmetic,
  type BranchCondition,
  type Flow,
  type Meaning,
  type Protection,
} from '../meaning.ts'
import type { Operand, Parts } from '../parts.ts'
import type { Place, Register } from '../spelled.ts'

const flows: ReadonlyMap<string, Flow> = new Map([
  ['b', 'jump'], ['bc', 'jump'], ['br', 'jump'], ['braa', 'jump'], ['brab', 'jump'], ['braaz', 'jump'], ['brabz', 'jump'],
  ['bl', 'call'], ['blr', 'call'], ['blraa', 'call'], ['blrab', 'call'], ['blraaz', 'call'], ['blrabz', 'call'],
  ['ret', 'return'], ['retaa', 'return'], ['retab', 'return'], ['retaasppc', 'return'], ['retabsppc', 'return'],
  ['eret', 'return'], ['eretaa', 'return'], ['eretab', 'return'],
  ['cbz', 'branch'], ['cbnz', 'branch'], ['tbz', 'branch'], ['tbnz', 'branch'],
  ['brk', 'trap'], ['hlt', 'trap'], ['udf', 'trap'],
]) // prettier-ignore

/** `al` and `nv` are always fulfilled. */
const flowOf = ({ stem, condition }: Parts): Flow =>
  flagsCondition(condition) && (stem === 'b' || stem === 'bc') ? 'branch' : (flows.get(stem) ?? 'next')

const asRegister = (operand: Operand | undefined): Register | undefined =>
  operand?.kind === 'register' ? operand : undefined
const asPlace = (operand: Operand): Place | undefined => (operand.kind === 'place' ? operand : undefined)

function conditionOf({ stem, condition, operands: [first, second] }: Parts): BranchCondition | undefined {
  if (stem === 'b' || stem === 'bc') return flagsCondition(condition)
  const register = asRegister(first)
  if (!register) return undefined
  if (stem === 'cbz' || stem === 'cbnz') return { kind: 'zero', register, not: stem === 'cbnz' }
  if ((stem !== 'tbz' && stem !== 'tbnz') || second?.kind !== 'immediate') return undefined
  return { kind: 'set', register, bit: Number(second.value), not: stem === 'tbz' }
}

const startsWith = (text: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => text.startsWith(beginning))

/** Those that touch no data of the program: fetches, caches, tags, and loads that check a signature first. */
const untouched = ['prf', 'dc', 'ic', 'stg', 'stz', 'st2g', 'ldg', 'ldra']
const operations = ['add', 'clr', 'eor', 'set', 'smax', 'smin', 'umax', 'umin']
const atomic = ['cas', 'swp', ...operations.flatMap((name) => [`ld${name}`, `st${name}`])]

function accessOf({ stem, operands }: Parts): Access | undefined {
  const place = operands.map(asPlace).find((one) => one !== undefined)
  if (!place?.base || place.isUnknown || startsWith(stem, untouched)) return undefined
  const isAtomic = startsWith(stem, atomic)
  const reads = stem.startsWith('ld') || isAtomic
  const writes = stem.startsWith('st') || isAtomic
  if (!reads && !writes) return undefined
  const { base, index, scale, extend, displacement } = place
  const bytes = bytesOf(stem, operands, isAtomic)
  return {
    base: base.whole,
    ...(index &&
      index.whole !== 'xzr' && {
        index: { register: index.whole, scale: BigInt(scale), ...(index.bytes === 4 && { extend: extend ?? 'uxtw' }) },
      }),
    displacement: BigInt(displacement),
    ...(bytes !== undefined && { bytes }),
    reads,
    writes,
  }
}

const pairs = ['ldp', 'stp', 'ldnp', 'stnp', 'ldxp', 'stxp', 'ldaxp', 'stlxp', 'ldlxp', 'casp']

/** Bytes of the registers named before the place, unless the name says fewer. */
function bytesOf(stem: string, operands: readonly Operand[], isAtomic: boolean): number | undefined {
  if (stem === 'ldpsw') return 8
  const isPair = startsWith(stem, pairs)
  const narrow = isPair || !startsWith(stem, ['ld', 'st', 'cas', 'swp']) ? undefined : endingBytes(stem)
  if (narrow !== undefined) return narrow
  const registers = operands
    .slice(
      0,
      operands.findIndex(({ kind }) => kind === 'place'),
    )
    .map(asRegister)
    .filter((one) => one !== undefined && 'wxbhsdq'.includes(one.name.charAt(0)) && one.name !== 'sp')
  const bytes = (isAtomic ? registers[0] : registers.at(-1))?.bytes
  return bytes === undefined ? undefined : bytes * (isPair ? 2 : 1)
}

/** What the end of a name says: `ldrb`, `ldrsh`, `ldursw`. */
function endingBytes(stem: string): number | undefined {
  if (stem.endsWith('b')) return 1
  if (stem.endsWith('h')) return 2
  return stem.endsWith('sw') ? 4 : undefined
}

const addition: Arithmetic = { operation: 'addition' }
const subtraction: Arithmetic = { operation: 'subtraction' }
const plain: ReadonlyMap<string, Arithmetic> = new Map([
  ['adds', addition], ['adcs', addition], ['cmn', { ...addition, isComparison: true }],
  ['subs', subtraction], ['sbcs', subtraction], ['cmp', { ...subtraction, isComparison: true }],
  ['negs', { operation: 'negation' }],
]) // prettier-ignore

function arithmeticOf({ stem, operands: [first] }: Parts): Arithmetic | undefined {
  const known = plain.get(stem)
  const into = asRegister(first)
  if (known || !into) return known
  const isUnsigned = stem.startsWith('u') && { isUnsigned: true as const }
  if (stem === 'smulh' || stem === 'umulh')
    return { operation: 'multiplication', ...isUnsigned, product: { part: 'upper', into } }
  return stem === 'smull' ? { operation: 'multiplication', product: { part: 'whole', into } } : undefined
}

const protections: readonly (readonly [beginning: string, kind: Protection])[] = [
  ['pac', 'sign'], ['aut', 'authenticate'], ['xpac', 'strip'], ['blraa', 'branch'], ['blrab', 'branch'], ['braa', 'branch'],
  ['brab', 'branch'], ['retaa', 'branch'], ['retab', 'branch'], ['eretaa', 'branch'], ['eretab', 'branch'],
  ['ldraa', 'load'], ['ldrab', 'load'], ['bti', 'target'],
] // prettier-ignore

/** What was in memory goes to the second register. */
const fetching = ['swp', ...operations.map((name) => `ld${name}`)]
/** Stores, comparisons and ways to elsewhere only read their registers. */
const reading = ['st', 'cmp', 'cmn', 'ccm', 'tst', 'cb', 'tb', 'br', 'blr', 'ret']

export const arm64Meaning: Meaning = {
  flowOf,
  conditionOf,
  accessOf,
  arithmeticOf,
  comparedOf: ({ stem, operands }) => (stem === 'cmp' ? twoOf(operands) : undefined),
  zeroTestOf: zeroTestOfArm,
  trapOf({ stem, operands: [first] }) {
    if (stem === 'udf') return { kind: 'undefined' }
    return stem === 'brk' && first?.kind === 'immediate' ? { kind: 'number', number: Number(first.value) } : undefined
  },
  protectionOf: ({ stem }) => protections.find(([beginning]) => stem.startsWith(beginning))?.[1],
  dataOf({ stem, operands }) {
    const [first, second, third] = operands
    const into = asRegister(first)
    if (!into) return undefined
    if (second?.kind === 'address' && (stem === 'adr' || stem === 'ldr' || stem === 'ldrsw'))
      return { kind: 'whole', address: second.value }
    if (second?.kind === 'address' && stem === 'adrp') return { kind: 'page', address: second.value, into }
    if (stem === 'add' && operands.length === 3 && second?.kind === 'register' && third?.kind === 'immediate')
      return { kind: 'offset', page: second, bytes: BigInt(third.value) }
    const isAccess = stem.startsWith('ld') || stem.startsWith('st')
    if (!isAccess || operands.length !== 2 || second?.kind !== 'place' || !second.base || second.index) return undefined
    const isOther = second.isMoved || second.isUnknown || second.displacement < 0
    return isOther ? undefined : { kind: 'offset', page: second.base, bytes: BigInt(second.displacement) }
  },
  resultOf({ stem, operands: [first, second] }) {
    const into = asRegister(startsWith(stem, fetching) ? second : first)
    return into && !startsWith(stem, reading) && 'wx'.includes(into.name.charAt(0)) ? into : undefined
  },
}
