/** Masks of AVX-512, `%k0` to `%k7`. Their instructions use VEX (Intel SDM volume 2, KADD to KXOR). */
import type { Instruction } from './instruction.ts'
import { general, memoryText, operandText } from './operands.ts'

/** Of three masks, by opcode. */
const three: Readonly<Record<number, string>> = {
  0x41: 'kand', 0x42: 'kandn', 0x45: 'kor', 0x46: 'kxnor', 0x47: 'kxor', 0x4a: 'kadd', 0x4b: 'kunpck',
} // prettier-ignore
const two: Readonly<Record<number, string>> = { 0x44: 'knot', 0x98: 'kortest', 0x99: 'ktest' }
const shifts: Readonly<Record<number, string>> = { 0x30: 'kshiftr', 0x32: 'kshiftl' }

/** How many bits: by W, and whether there is the prefix 66. */
const sizeOf = ({ w, operandSize }: Instruction): string => (w ? (operandSize ? 'd' : 'q') : operandSize ? 'b' : 'w')

/** The text of an instruction of masks; undefined for others. */
export function maskText(instruction: Instruction): string | undefined {
  const { map, opcode, vex, repeat } = instruction
  if (!vex) return undefined
  if (map === 3) return shiftText(instruction)
  if (map !== 1) return undefined
  if (opcode >= 0x90 && opcode <= 0x93) return moveText(instruction)
  const isThree = three[opcode] !== undefined
  const name = three[opcode] ?? two[opcode]
  if (name === undefined || repeat !== 0 || instruction.mode !== 3 || vex.is256 !== isThree || instruction.reg > 7)
    return undefined
  const [into, from] = [`%k${instruction.group}`, `%k${instruction.modRm & 7}`]
  if (!isThree) return `${name}${sizeOf(instruction)} ${from}, ${into}`
  if (vex.register > 7) return undefined
  instruction.usedThird = true
  const size = sizeOf(instruction)
  const ending = name === 'kunpck' ? { b: 'bw', w: 'wd', q: 'dq' }[size] : size
  return ending && `${name}${ending} ${from}, %k${vex.register}, ${into}`
}

/** KMOV: between masks, and from and to memory or general registers. */
function moveText(instruction: Instruction): string | undefined {
  const { opcode, vex, repeat, operandSize, w } = instruction
  if (vex?.is256 !== false || repeat === 0xf3) return undefined
  const isRegister = instruction.mode === 3
  if (opcode <= 0x91) {
    if (repeat !== 0 || (opcode === 0x91 && isRegister) || instruction.reg > 7) return undefined
    const other = isRegister ? `%k${instruction.modRm & 7}` : memoryText(instruction)
    const name = `kmov${sizeOf(instruction)}`
    return opcode === 0x90 ? `${name} ${other}, %k${instruction.group}` : `${name} %k${instruction.group}, ${other}`
  }
  if (!isRegister || (w && repeat === 0) || (w && operandSize)) return undefined
  const name = `kmov${repeat === 0 ? sizeOf(instruction) : w ? 'q' : 'd'}`
  const bytes = w ? 8 : 4
  if (opcode === 0x92)
    return instruction.reg > 7 ? undefined : `${name} ${general(instruction.rm, bytes, true)}, %k${instruction.group}`
  return `${name} %k${instruction.modRm & 7}, ${general(instruction.reg, bytes, true)}`
}

function shiftText(instruction: Instruction): string | undefined {
  const { opcode, vex, operandSize, w, repeat } = instruction
  const name = shifts[opcode & ~1]
  if (name === undefined || vex?.is256 !== false || !operandSize || repeat || instruction.mode !== 3) return undefined
  if (instruction.reg > 7) return undefined
  const size = opcode & 1 ? (w ? 'q' : 'd') : w ? 'w' : 'b'
  const masks = `%k${instruction.modRm & 7}, %k${instruction.group}`
  return `${name}${size} ${operandText('Iu', instruction) ?? ''}, ${masks}`
}
