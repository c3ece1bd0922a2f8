/** Masks of AVX-512, `%k0` to `%k7`. Their instructions use VEX (Intel SDM volume 2, KADD to KXOR). */
import { asm, type Register, type Text } from '../spelled.ts'
import type { Reader } from './reader.ts'
import { general, memoryPlace, readOperand, special } from './operands.ts'

/** Of three masks, by opcode. */
const three: Readonly<Record<number, string>> = {
  0x41: 'kand', 0x42: 'kandn', 0x45: 'kor', 0x46: 'kxnor', 0x47: 'kxor', 0x4a: 'kadd', 0x4b: 'kunpck',
} // prettier-ignore
const two: Readonly<Record<number, string>> = { 0x44: 'knot', 0x98: 'kortest', 0x99: 'ktest' }
const shifts: Readonly<Record<number, string>> = { 0x30: 'kshiftr', 0x32: 'kshiftl' }

const mask = (number: number): Register => special(`%k${number}`)

/** How many bits: by W, and whether there is the prefix 66. */
const sizeOf = ({ w, operandSize }: Reader): string => (w ? (operandSize ? 'd' : 'q') : operandSize ? 'b' : 'w')

/** The text of an instruction of masks; undefined for others. */
export function readMask(reader: Reader): Text | undefined {
  const { map, opcode, vex, repeat } = reader
  if (!vex) return undefined
  if (map === 3) return readShift(reader)
  if (map !== 1) return undefined
  if (opcode >= 0x90 && opcode <= 0x93) return readMove(reader)
  const isThree = three[opcode] !== undefined
  const name = three[opcode] ?? two[opcode]
  if (name === undefined || repeat !== 0 || reader.mode !== 3 || vex.is256 !== isThree || reader.reg > 7)
    return undefined
  const [into, from] = [mask(reader.group), mask(reader.modRm & 7)]
  if (!isThree) return asm`${name}${sizeOf(reader)} ${from}, ${into}`
  if (vex.register > 7) return undefined
  reader.usedThird = true
  const size = sizeOf(reader)
  const ending = name === 'kunpck' ? { b: 'bw', w: 'wd', q: 'dq' }[size] : size
  return ending && asm`${name}${ending} ${from}, ${mask(vex.register)}, ${into}`
}

/** KMOV: between masks, and from and to memory or general registers. */
function readMove(reader: Reader): Text | undefined {
  const { opcode, vex, repeat, operandSize, w } = reader
  if (vex?.is256 !== false || repeat === 0xf3) return undefined
  const isRegister = reader.mode === 3
  if (opcode <= 0x91) {
    if (repeat !== 0 || (opcode === 0x91 && isRegister) || reader.reg > 7) return undefined
    const other = isRegister ? mask(reader.modRm & 7) : memoryPlace(reader)
    const name = `kmov${sizeOf(reader)}`
    return opcode === 0x90 ? asm`${name} ${other}, ${mask(reader.group)}` : asm`${name} ${mask(reader.group)}, ${other}`
  }
  if (!isRegister || (w && repeat === 0) || (w && operandSize)) return undefined
  const name = `kmov${repeat === 0 ? sizeOf(reader) : w ? 'q' : 'd'}`
  const bytes = w ? 8 : 4
  if (opcode === 0x92)
    return reader.reg > 7
      ? undefined
      : asm`${name} ${general(reader.rm, bytes, true, reader.word)}, ${mask(reader.group)}`
  return asm`${name} ${mask(reader.modRm & 7)}, ${general(reader.reg, bytes, true, reader.word)}`
}

function readShift(reader: Reader): Text | undefined {
  const { opcode, vex, operandSize, w, repeat } = reader
  const name = shifts[opcode & ~1]
  if (name === undefined || vex?.is256 !== false || !operandSize || repeat || reader.mode !== 3) return undefined
  if (reader.reg > 7) return undefined
  const size = opcode & 1 ? (w ? 'q' : 'd') : w ? 'w' : 'b'
  const masks = asm`${mask(reader.modRm & 7)}, ${mask(reader.group)}`
  return asm`${name}${size} ${readOperand('Iu', reader) ?? ''}, ${masks}`
}
