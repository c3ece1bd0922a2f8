/** The effect of instructions of 32-bit Arm, A32 and Thumb. */
import { flagsCondition, type Access, type Arithmetic, type Flow, type Meaning } from '../meaning.ts'
import { twoOf, zeroTestOfArm } from './compare.ts'
import { registersOf, type Operand, type Parts } from '../parts.ts'
import type { Register } from '../spelled.ts'

const flows: ReadonlyMap<string, Flow> = new Map([
  ['b', 'jump'], ['bx', 'jump'], ['bxj', 'jump'], ['tbb', 'jump'], ['tbh', 'jump'], ['bl', 'call'], ['blx', 'call'],
  ['cbz', 'branch'], ['cbnz', 'branch'], ['trap', 'trap'], ['udf', 'trap'], ['bkpt', 'trap'],
]) // prettier-ignore

const asRegister = (operand: Operand | undefined): Register | undefined =>
  operand?.kind === 'register' ? operand : undefined

function flowOf({ stem, condition, operands }: Parts): Flow {
  if (stem === 'b' && condition !== undefined) return 'branch'
  if (stem === 'bx' && asRegister(operands[0])?.name === 'lr') return 'return'
  if ((stem === 'pop' || stem.startsWith('ldm')) && registersOf(operands).some(({ name }) => name === 'pc'))
    return 'return'
  return flows.get(stem) ?? 'next'
}

/** Bytes that loads and stores of one register move, by the end of the name: `ldrsh`, `strex`. */
const singles: ReadonlyMap<string, number> = new Map(
  ['ldr', 'str'].flatMap((name) =>
    Object.entries({ '': 4, b: 1, sb: 1, h: 2, sh: 2, d: 8, ex: 4, exb: 1, exh: 2, exd: 8 }).flatMap(
      ([ending, bytes]): [string, number][] => [
        [name + ending, bytes],
        [`${name}${ending}t`, bytes],
      ],
    ),
  ),
)

const several: ReadonlyMap<string, 'ia' | 'ib' | 'da' | 'db'> = new Map(
  ['ldm', 'stm', 'vldm', 'vstm'].flatMap((name) =>
    (['ia', 'ib', 'da', 'db'] as const).flatMap((way): [string, typeof way][] =>
      way === 'ia' ? [[name, way], [name + way, way]] : [[name + way, way]],
    ),
  ),
) // prettier-ignore

function accessOf({ stem, operands }: Parts): Access | undefined {
  const bytes = singles.get(stem)
  if (bytes !== undefined) return singleAccess(operands, bytes, stem.startsWith('ldr'))
  if (stem === 'vldr' || stem === 'vstr')
    return singleAccess(operands, asRegister(operands[0])?.bytes ?? 4, stem === 'vldr')
  const way = several.get(stem)
  if (way) return severalAccess(operands, way, stem.includes('ld'))
  if (['push', 'pop', 'vpush', 'vpop'].includes(stem)) return stackAccess(operands, stem.endsWith('pop'))
  return isStructure(stem) ? structureAccess(operands, stem.startsWith('vld')) : undefined
}

const direction = (isLoad: boolean): Pick<Access, 'reads' | 'writes'> => ({ reads: isLoad, writes: !isLoad })

function singleAccess(operands: readonly Operand[], bytes: number, isLoad: boolean): Access | undefined {
  const place = operands.find((one) => one.kind === 'place')
  if (!place?.base || place.base.name === 'pc' || place.isUnknown) return undefined
  const { base, index, scale, displacement } = place
  return {
    base: base.name,
    ...(index && { index: { register: index.name, scale: BigInt(scale) } }),
    displacement: BigInt(displacement),
    bytes,
    ...direction(isLoad),
  }
}

const bytesOf = (list: readonly Register[]): number => list.reduce((sum, { bytes }) => sum + bytes, 0)

function severalAccess(
  operands: readonly Operand[],
  way: 'ia' | 'ib' | 'da' | 'db',
  isLoad: boolean,
): Access | undefined {
  const [first, list] = operands
  const [base] = first ? registersOf([first]) : []
  // `^` behind the list: registers of another mode.
  if (!base || base.name === 'pc' || list?.kind !== 'group' || !list.text.endsWith('}')) return undefined
  const bytes = bytesOf(registersOf([list]))
  // Whatever the order, the lowest register lies lowest.
  const start = { ia: 0, ib: 4, da: 4 - bytes, db: -bytes }[way]
  return { base: base.name, displacement: BigInt(start), bytes, ...direction(isLoad) }
}

function stackAccess(operands: readonly Operand[], isLoad: boolean): Access {
  const bytes = bytesOf(registersOf(operands))
  return { base: 'sp', displacement: isLoad ? 0n : BigInt(-bytes), bytes, ...direction(isLoad) }
}

const structures = new Set(['1', '2', '3', '4'].flatMap((count) => [`vld${count}`, `vst${count}`]))
const isStructure = (stem: string): boolean => structures.has(stem)

function structureAccess(operands: readonly Operand[], isLoad: boolean): Access | undefined {
  const [list, place] = operands
  if (place?.kind !== 'place' || !place.base || place.base.name === 'pc' || list?.kind !== 'group') return undefined
  // Single lanes: how many bytes is not told, the first one is.
  const bytes = list.text.includes('[') ? undefined : bytesOf(registersOf([list]))
  return { base: place.base.name, displacement: 0n, ...(bytes !== undefined && { bytes }), ...direction(isLoad) }
}

const addition: Arithmetic = { operation: 'addition' }
const subtraction: Arithmetic = { operation: 'subtraction' }
const arithmetic: ReadonlyMap<string, Arithmetic> = new Map([
  ['adds', addition], ['adcs', addition], ['cmn', { ...addition, isComparison: true }],
  ['subs', subtraction], ['sbcs', subtraction], ['cmp', { ...subtraction, isComparison: true }],
]) // prettier-ignore

export const armMeaning: Meaning = {
  flowOf,
  conditionOf({ stem, condition, operands: [first] }) {
    if (stem === 'b') return flagsCondition(condition)
    const register = asRegister(first)
    return register && { kind: 'zero', register, not: stem === 'cbnz' }
  },
  accessOf,
  arithmeticOf: ({ mnemonic, condition }) =>
    condition === undefined ? arithmetic.get(mnemonic.split('.', 1)[0] ?? '') : undefined,
  comparedOf: ({ stem, operands }) => (stem === 'cmp' ? twoOf(operands) : undefined),
  zeroTestOf: zeroTestOfArm,
  // What compilers put for a trap is undefined, and has a name of LLVM's.
  trapOf({ stem, operands: [first] }) {
    if (stem === 'trap') return { kind: 'general' }
    if (stem === 'udf') return { kind: 'undefined' }
    return stem === 'bkpt' && first?.kind === 'immediate' && Number(first.value) === 0
      ? { kind: 'debugger' }
      : undefined
  },
  protectionOf: () => undefined,
  dataOf: () => undefined,
  resultOf: () => undefined,
}
