/** Loads and stores of A64, with the atomic ones. */
import { asm, Place, type Register, type Text } from '../spelled.ts'
import { branchTarget, imm, movedPlace, place, scalarReg, signed, wReg, xOrSp, xReg } from './operands.ts'
import type { Field, Row, Spelling } from './pattern.ts'

/** The data that a load or store of one register moves. */
interface Access {
  readonly name: 'str' | 'ldr' | 'prfm'
  /** `b`, `sh`: the suffix of the name. */
  readonly ending: string
  readonly register: Text | Register
  /** Bytes as a power of two. */
  readonly scale: number
}

const prefetches = ['pldl1keep', 'pldl1strm', 'pldl2keep', 'pldl2strm', 'pldl3keep', 'pldl3strm', 'pldslckeep', 'pldslcstrm'] // prettier-ignore

/** PRFM by its number: the purpose (`pld`, `pli`, `pst`), the level, for how long. */
function prefetch(number: number): Text {
  const name = prefetches[number & 7]
  const kind = ['pld', 'pli', 'pst'][number >> 3]
  return name === undefined || kind === undefined ? asm`${imm(number)}` : name.replace('pld', kind)
}

function accessOf(field: Field): Access | undefined {
  const [size, operation, number] = [field('z'), field('o'), field('d')]
  if (field('v')) {
    const scale = operation > 1 ? 4 : size
    if (operation > 1 && size > 0) return undefined
    return {
      name: operation & 1 ? 'ldr' : 'str',
      ending: '',
      register: scalarReg('bhsdq'.charAt(scale), number),
      scale,
    }
  }
  if (operation > 1) {
    if (size === 3)
      return operation === 2 ? { name: 'prfm', ending: '', register: prefetch(number), scale: 3 } : undefined
    if (size === 2 && operation === 3) return undefined
    const register = operation === 2 ? xReg(number) : wReg(number)
    return { name: 'ldr', ending: `s${'bhw'.charAt(size)}`, register, scale: size }
  }
  const register = size === 3 ? xReg(number) : wReg(number)
  return { name: operation ? 'ldr' : 'str', ending: ['b', 'h', '', ''][size] ?? '', register, scale: size }
}

const scaled: Spelling = (field) => {
  const access = accessOf(field)
  if (!access) return undefined
  return asm`${access.name}${access.ending} ${access.register}, ${place(xOrSp(field('n')), field('i') << access.scale)}`
}

/** Offsets of nine bits: as they are, unprivileged, and those that move the base before or after. */
const unscaled: Spelling = (field) => {
  const access = accessOf(field)
  if (!access) return undefined
  const { name, ending, register } = access
  const base = xOrSp(field('n'))
  const offset = signed(field('i'), 9)
  const [first, last] = [name.slice(0, 2), name.slice(2)]
  switch (field('k')) {
    case 0:
      return asm`${name === 'prfm' ? 'prfum' : asm`${first}u${last}`}${ending} ${register}, ${place(base, offset)}`
    case 2:
      if (field('v') || name === 'prfm') return undefined
      return asm`${first}t${last}${ending} ${register}, ${place(base, offset)}`
    case 1:
      return name === 'prfm' ? undefined : asm`${name}${ending} ${register}, ${place(base)}, ${imm(offset)}`
    default:
      return name === 'prfm' ? undefined : asm`${name}${ending} ${register}, ${movedPlace(base, offset)}`
  }
}

const indexed: Spelling = (field) => {
  const access = accessOf(field)
  const option = field('e')
  if (!access || (option & 2) === 0) return undefined
  const index = option & 1 ? xReg(field('m')) : wReg(field('m'))
  const isShifted = field('s') === 1
  const name = option === 3 ? (isShifted ? ', lsl' : '') : `, ${option & 4 ? 's' : 'u'}xt${option & 1 ? 'x' : 'w'}`
  const base = xOrSp(field('n'))
  const where = new Place(
    {
      base,
      index,
      scale: isShifted ? 1 << access.scale : 1,
      ...((option & 1) === 0 && { extend: option & 4 ? 'sxtw' : 'uxtw' }),
    },
    asm`[${base}, ${index}${name}${isShifted ? ` #${access.scale}` : ''}]`,
  )
  return asm`${access.name}${access.ending} ${access.register}, ${where}`
}

const literal: Spelling = (field, pc) => {
  const target = branchTarget(pc, signed(field('i'), 19))
  const number = field('d')
  if (field('v')) return field('o') > 2 ? undefined : asm`ldr ${scalarReg('sdq'.charAt(field('o')), number)}, ${target}`
  const texts = [
    asm`ldr ${wReg(number)}`,
    asm`ldr ${xReg(number)}`,
    asm`ldrsw ${xReg(number)}`,
    asm`prfm ${prefetch(number)}`,
  ]
  return asm`${texts[field('o')] ?? ''}, ${target}`
}

/** LDP, STP and their kin: `o` is the size, `k` how the base moves. */
const pair: Spelling = (field) => {
  const [size, isLoad, way] = [field('o'), field('l') === 1, field('k')]
  let name = isLoad ? 'ldp' : 'stp'
  let register: (number: number) => Register
  let scale = size === 2 ? 3 : 2
  if (field('v')) {
    if (size === 3) return undefined
    scale = size + 2
    register = (number) => scalarReg('sdq'.charAt(size), number)
  } else {
    if (size === 3 || (size === 1 && way === 0)) return undefined
    if (size === 1 && !isLoad) {
      name = 'stgp'
      scale = 4
    } else if (size === 1) name = 'ldpsw'
    register = size === 0 ? wReg : xReg
  }
  if (way === 0) name = isLoad ? 'ldnp' : 'stnp'
  const offset = signed(field('i'), 7) * 2 ** scale
  const base = xOrSp(field('n'))
  const registers = asm`${name} ${register(field('d'))}, ${register(field('a'))}`
  if (way === 1) return asm`${registers}, ${place(base)}, ${imm(offset)}`
  if (way === 3) return asm`${registers}, ${movedPlace(base, offset)}`
  return asm`${registers}, ${place(base, offset)}`
}

const sized = (field: Field, letter: string): Register => (field('z') === 3 ? xReg(field(letter)) : wReg(field(letter)))
const endingOf = (field: Field): string => ['b', 'h', '', ''][field('z')] ?? ''

/** Loads and stores that lock their place, or order accesses before and after. */
const exclusive: Spelling = (field) => {
  const [isLoad, isOrdered, isPair] = [field('l') === 1, field('r') === 1, field('p') === 1]
  const base = place(xOrSp(field('n')))
  const value = sized(field, 'd')
  if (field('k') === 0) {
    const ending = isPair ? 'p' : 'r'
    const second = isPair ? asm`, ${sized(field, 'a')}` : ''
    if (isPair && field('z') < 2) return comparePair(field, base)
    const suffix = isPair ? '' : endingOf(field)
    if (isLoad) return asm`ld${isOrdered ? 'a' : ''}x${ending}${suffix} ${value}${second}, ${base}`
    return asm`st${isOrdered ? 'l' : ''}x${ending}${suffix} ${wReg(field('m'))}, ${value}${second}, ${base}`
  }
  if (isPair) {
    if (field('a') !== 31) return undefined
    const name = `cas${isLoad ? 'a' : ''}${isOrdered ? 'l' : ''}${endingOf(field)}`
    return asm`${name} ${sized(field, 'm')}, ${value}, ${base}`
  }
  const name = isLoad ? (isOrdered ? 'ldar' : 'ldlar') : isOrdered ? 'stlr' : 'stllr'
  return asm`${name}${endingOf(field)} ${value}, ${base}`
}

/** CASP: two registers that follow each other, compared and swapped. */
function comparePair(field: Field, base: Place): Text | undefined {
  if (field('a') !== 31 || field('m') % 2 === 1 || field('d') % 2 === 1) return undefined
  const name = (number: number): Register => (field('z') === 1 ? xReg(number) : wReg(number))
  const two = (letter: string): Text => asm`${name(field(letter))}, ${name(field(letter) + 1)}`
  const order = `${field('l') ? 'a' : ''}${field('r') ? 'l' : ''}`
  return asm`casp${order} ${two('m')}, ${two('d')}, ${base}`
}

const atomics = ['add', 'clr', 'eor', 'set', 'smax', 'smin', 'umax', 'umin']

/** LDADD and its kin; without a register for the old value and without acquiring, they are stores. */
const atomic: Spelling = (field) => {
  const operation = field('o')
  const [acquires, releases] = [field('a') === 1, field('r') === 1]
  const base = place(xOrSp(field('n')))
  const order = `${acquires ? 'a' : ''}${releases ? 'l' : ''}`
  const ending = endingOf(field)
  if (field('w')) {
    if (operation === 0) return asm`swp${order}${ending} ${sized(field, 'm')}, ${sized(field, 'd')}, ${base}`
    if (operation === 4 && acquires && !releases && field('m') === 31)
      return asm`ldapr${ending} ${sized(field, 'd')}, ${base}`
    return undefined
  }
  const name = atomics[operation] ?? ''
  if (field('d') === 31 && !acquires) return asm`st${name}${releases ? 'l' : ''}${ending} ${sized(field, 'm')}, ${base}`
  return asm`ld${name}${order}${ending} ${sized(field, 'm')}, ${sized(field, 'd')}, ${base}`
}

/** LDAPUR and STLUR: ordered, with an offset. */
const orderedUnscaled: Spelling = (field) => {
  const [size, operation] = [field('z'), field('o')]
  if (size === 3 && operation > 1) return undefined
  if (size === 2 && operation === 3) return undefined
  const where = place(xOrSp(field('n')), signed(field('i'), 9))
  const isWide = size === 3 || operation === 2
  const register = isWide ? xReg(field('d')) : wReg(field('d'))
  if (operation === 0) return asm`stlur${endingOf(field)} ${register}, ${where}`
  const ending = operation === 1 ? endingOf(field) : `s${'bhw'.charAt(size)}`
  return asm`ldapur${ending} ${register}, ${where}`
}

/** The same for floating point. */
const orderedFloat: Spelling = (field) => {
  const [size, operation] = [field('z'), field('o')]
  if (operation > 1 && size > 0) return undefined
  const letter = operation > 1 ? 'q' : 'bhsd'.charAt(size)
  const where = place(xOrSp(field('n')), signed(field('i'), 9))
  return asm`${operation & 1 ? 'ldapur' : 'stlur'} ${scalarReg(letter, field('d'))}, ${where}`
}

/** LDRAA and LDRAB: the base is checked against its signature first. */
const signedLoad: Spelling = (field) => {
  const offset = signed(field('s') * 512 + field('i'), 10) * 8
  const base = xOrSp(field('n'))
  const name = asm`ldra${field('k') ? 'b' : 'a'} ${xReg(field('d'))}`
  return field('w') ? asm`${name}, ${movedPlace(base, offset)}` : asm`${name}, ${place(base, offset)}`
}

/** Tags of memory (MTE). */
const tags: Spelling = (field) => {
  const [kind, way] = [field('o'), field('k')]
  const offset = signed(field('i'), 9) * 16
  const base = xOrSp(field('n'))
  const name = ['stg', 'stzg', 'st2g', 'stz2g'][kind] ?? ''
  if (way === 0) {
    if (kind === 1) return asm`ldg ${xReg(field('d'))}, ${place(base, offset)}`
    if (offset !== 0) return undefined
    return asm`${['stzgm', '', 'stgm', 'ldgm'][kind] ?? ''} ${xReg(field('d'))}, [${base}]`
  }
  const register = xOrSp(field('d'))
  if (way === 1) return asm`${name} ${register}, ${place(base)}, ${imm(offset)}`
  if (way === 3) return asm`${name} ${register}, ${movedPlace(base, offset)}`
  return asm`${name} ${register}, ${place(base, offset)}`
}

export const memoryRows: readonly Row[] = [
  ['oo011v00 iiiiiiiiiiiiiiiiiii ddddd', literal],
  ['oo101v0 kk l iiiiiii aaaaa nnnnn ddddd', pair],
  ['zz001000 k l p mmmmm r aaaaa nnnnn ddddd', exclusive],
  ['zz111000 ar1 mmmmm w ooo 00 nnnnn ddddd', atomic],
  ['zz011001 oo0 iiiiiiiii 00 nnnnn ddddd', orderedUnscaled],
  ['zz011101 oo0 iiiiiiiii 10 nnnnn ddddd', orderedFloat],
  ['11111000 ks1 iiiiiiiii w1 nnnnn ddddd', signedLoad],
  ['11011001 oo1 iiiiiiiii kk nnnnn ddddd', tags],
  ['zz111v01 oo iiiiiiiiiiii nnnnn ddddd', scaled],
  ['zz111v00 oo0 iiiiiiiii kk nnnnn ddddd', unscaled],
  ['zz111v00 oo1 mmmmm eees 10 nnnnn ddddd', indexed],
]
