/** How operands of x86 are spelled in AT&T syntax, as LLVM does with immediates in hex. */
import type { Instruction } from './instruction.ts'

const wide = ['ax', 'cx', 'dx', 'bx', 'sp', 'bp', 'si', 'di']
const bytesOld = ['al', 'cl', 'dl', 'bl', 'ah', 'ch', 'dh', 'bh']
const bytesNew = ['al', 'cl', 'dl', 'bl', 'spl', 'bpl', 'sil', 'dil']
export const segments = ['es', 'cs', 'ss', 'ds', 'fs', 'gs']

export const hex = (value: bigint): string => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`)

/** A general register of so many bytes. */
export function general(number: number, bytes: number, hasRex: boolean): string {
  if (number >= 8) return `%r${number}${{ 1: 'b', 2: 'w', 4: 'd' }[bytes] ?? ''}`
  if (bytes === 1) return `%${(hasRex ? bytesNew : bytesOld)[number] ?? ''}`
  return `%${{ 4: 'e', 8: 'r' }[bytes] ?? ''}${wide[number] ?? ''}`
}

/** `0x18(%rax,%rcx,8)`, with its segment. */
export function memoryText(instruction: Instruction): string {
  const { base, index, scale, displacement, isSpelledOut } = instruction.memory()
  const bytes = instruction.addressBytes
  const segment = instruction.segment === '' ? '' : `%${instruction.segment}:`
  const name = (number: number): string => general(number, bytes, true)
  const baseText = base === 'none' ? '' : base === 'rip' ? (bytes === 4 ? '%eip' : '%rip') : name(base)
  const none = isSpelledOut || (index === 'none' && base === 'none' && instruction.word === 8)
  const indexed = (number: number): string =>
    instruction.vectorIndex ? `${instruction.vectorIndex.name}${number}` : name(number)
  const indexText = index !== 'none' ? indexed(index) : none && isSpelledOut ? (bytes === 8 ? '%riz' : '%eiz') : ''
  const isBare = baseText === '' && indexText === ''
  const offset = displacement !== 0n || isBare ? hex(displacement) : ''
  if (isBare) return `${segment}${offset}`
  const tail = indexText === '' ? '' : `,${indexText}${scale === 1 ? '' : `,${scale}`}`
  return `${segment}${offset}(${baseText}${tail})`
}

/** Bytes of an operand by the letter after its kind. */
export function bytesOf(letter: string, instruction: Instruction): number {
  switch (letter) {
    case 'b':
      return 1
    case 'w':
      return 2
    case 'd':
      return 4
    case 'q':
      return 8
    case 'z':
      return instruction.size === 2 ? 2 : 4
    case 'y':
      return instruction.w ? 8 : 4
    // A word of the machine, whatever the prefixes say.
    case 'm':
      return instruction.word
    // A word of the machine: pushes, returns.
    case 's':
      return instruction.operandSize && !instruction.w ? 2 : instruction.word
    default:
      return instruction.size
  }
}

const branch = (instruction: Instruction, bytes: number): string => {
  const offset = instruction.number(bytes, true)
  const next = instruction.pc + BigInt(instruction.at - instruction.start)
  return hex(BigInt.asUintN(instruction.word * 8, next + offset))
}

const vector = (number: number, instruction: Instruction, letter: string): string =>
  `%${instruction.vex?.is256 && letter !== 'x' ? 'ymm' : 'xmm'}${number}`

/** An operand by its code in the tables; undefined where its bits are no operand of that kind. */
export function operandText(code: string, instruction: Instruction): string | undefined {
  if (code.startsWith('*')) {
    const target = operandText(code.slice(1), instruction)
    return target === undefined ? undefined : `*${target}`
  }
  const kind = code.charAt(0)
  const letter = code.charAt(1)
  const hasRex = instruction.rex !== 0
  const isRegister = (): boolean => instruction.mode === 3
  switch (kind) {
    case 'E':
      return isRegister() ? general(instruction.rm, bytesOf(letter, instruction), hasRex) : memoryText(instruction)
    case 'R':
      return isRegister() ? general(instruction.rm, bytesOf(letter, instruction), hasRex) : undefined
    case 'M':
      return isRegister() ? undefined : memoryText(instruction)
    case 'G':
      return general(instruction.reg, bytesOf(letter, instruction), hasRex)
    // The register in the opcode.
    case 'Z':
      return general((instruction.opcode & 7) | ((instruction.rex & 1) << 3), bytesOf(letter, instruction), hasRex)
    case 'A':
      return general(0, bytesOf(letter, instruction), false)
    case 'B':
      instruction.usedThird = true
      return general(instruction.vex?.register ?? 0, bytesOf(letter, instruction), true)
    case 'I':
      return `$${immediateText(letter, instruction)}`
    case 'J':
      return branch(instruction, letter === 'b' ? 1 : letter === 'z' && instruction.operandSize ? 2 : 4)
    case 'O': {
      const segment = instruction.segment === '' ? '' : `%${instruction.segment}:`
      return `${segment}${hex(instruction.number(instruction.addressBytes, instruction.word === 8))}`
    }
    case 'S':
      return segments[instruction.group] && `%${segments[instruction.group] ?? ''}`
    case 'C':
      return `%cr${instruction.reg}`
    case 'D':
      return `%dr${instruction.reg}`
    case 'V':
      return vector(instruction.reg, instruction, letter)
    case 'H':
      instruction.usedThird = true
      return instruction.vex ? vector(instruction.vex.register, instruction, letter) : ''
    case 'W':
      return isRegister() ? vector(instruction.rm, instruction, letter) : memoryText(instruction)
    case 'U':
      return isRegister() ? vector(instruction.rm, instruction, letter) : undefined
    case 'L':
      return vector(instruction.byte() >> 4, instruction, letter)
    case 'P':
      return `%mm${instruction.group}`
    case 'Q':
      return isRegister() ? `%mm${instruction.modRm & 7}` : memoryText(instruction)
    case 'N':
      return isRegister() ? `%mm${instruction.modRm & 7}` : undefined
    case 'X':
      return `${instruction.segment === '' ? '' : `%${instruction.segment}:`}(${general(6, instruction.addressBytes, false)})`
    case 'Y':
      return `%es:(${general(7, instruction.addressBytes, false)})`
    // Anything else is written as it is: `%cl`, `$1`.
    default:
      return code
  }
}

/** LLVM gives a sign to immediates that are widened, and none to those of the operand's own size. */
function immediateText(letter: string, instruction: Instruction): string {
  switch (letter) {
    case 'b':
      return hex(instruction.number(1, true))
    case 'u':
      return hex(instruction.number(1, false))
    case 'w':
      return hex(instruction.number(2, true))
    case 'h':
      return hex(instruction.number(2, !instruction.operandSize))
    case 's':
      return hex(
        instruction.number(instruction.operandSize ? 2 : 4, instruction.word === 8 && !instruction.operandSize),
      )
    case 'v':
      return instruction.w ? hex(instruction.number(8, true)) : hex(instruction.number(instruction.size, false))
    default:
      if (instruction.w) return hex(instruction.number(4, true))
      return hex(instruction.number(instruction.size === 2 ? 2 : 4, false))
  }
}
