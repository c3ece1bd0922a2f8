/** How operands of x86 are spelled in AT&T syntax, as LLVM does with immediates in hex. */
import { Address, asm, Immediate, Place, Register, type Part } from '../spelled.ts'
import type { Reader, Word } from './reader.ts'

const wide = ['ax', 'cx', 'dx', 'bx', 'sp', 'bp', 'si', 'di']
const bytesOld = ['al', 'cl', 'dl', 'bl', 'ah', 'ch', 'dh', 'bh']
const bytesNew = ['al', 'cl', 'dl', 'bl', 'spl', 'bpl', 'sil', 'dil']
const segments = ['es', 'cs', 'ss', 'ds', 'fs', 'gs']

function generalName(number: number, bytes: number, hasRex: boolean): string {
  if (number >= 8) return `r${number}${{ 1: 'b', 2: 'w', 4: 'd' }[bytes] ?? ''}`
  if (bytes === 1) return (hasRex ? bytesNew : bytesOld)[number] ?? ''
  return `${{ 4: 'e', 8: 'r' }[bytes] ?? ''}${wide[number] ?? ''}`
}

const generalRegisters = new Map<number, Register>()

/** A general register of so many bytes. */
export function general(number: number, bytes: number, hasRex: boolean, word: Word): Register {
  const key = number * 64 + bytes * 4 + (hasRex ? 2 : 0) + (word === 8 ? 1 : 0)
  const known = generalRegisters.get(key)
  if (known) return known
  const name = generalName(number, bytes, hasRex)
  // `ah` and its like are the second byte.
  const at = bytes === 1 && !hasRex ? number & 3 : number
  const register = new Register(`%${name}`, name, generalName(at, word, false), bytes)
  generalRegisters.set(key, register)
  return register
}

const otherRegisters = new Map<string, Register>()

/** Any other register by its text: `%xmm0`, `%fs`. */
export function special(text: string, bytes = 8): Register {
  const known = otherRegisters.get(text)
  if (known) return known
  const register = new Register(text, text.slice(1), text.slice(1), bytes)
  otherRegisters.set(text, register)
  return register
}

/** `%cl` in a table: a part of a general register. */
function named(code: string, word: Word): Part {
  for (const [bytes, names] of [
    [1, bytesOld],
    [2, wide],
  ] as const) {
    const number = names.indexOf(code.slice(1))
    if (number >= 0) return general(number, bytes, false, word)
  }
  return special(code)
}

const segmentOf = (reader: Reader): Register | undefined =>
  reader.segment === '' ? undefined : special(`%${reader.segment}`)

/** `0x18(%rax,%rcx,8)`, with its segment. */
export function memoryPlace(reader: Reader): Place {
  const { base, index, scale, displacement, isSpelledOut } = reader.memory()
  const bytes = reader.addressBytes
  const segment = segmentOf(reader)
  const name = (number: number): Register => general(number, bytes, true, reader.word)
  const baseRegister =
    base === 'none' ? undefined : base === 'rip' ? special(bytes === 4 ? '%eip' : '%rip') : name(base)
  const vector = reader.vectorIndex
  const indexRegister = index === 'none' ? undefined : vector ? special(`${vector.name}${index}`, 16) : name(index)
  const noIndex = isSpelledOut ? (bytes === 8 ? '%riz' : '%eiz') : ''
  const isBare = !baseRegister && !indexRegister && noIndex === ''
  const offset = displacement !== 0n || isBare ? displacement : undefined
  const factor = scale === 1 ? '' : `,${scale}`
  const indexed = indexRegister || noIndex ? asm`,${indexRegister ?? noIndex}${factor}` : ''
  return new Place(
    { base: baseRegister, index: indexRegister, scale, displacement, segment, isUnknown: vector !== undefined },
    spelledPlace(segment, offset, isBare ? undefined : asm`(${baseRegister ?? ''}${indexed})`),
  )
}

/** `%fs:0x18(%rax)`: what stands in brackets may be nothing. */
function spelledPlace(segment: Register | undefined, offset: bigint | undefined, inside: Part | undefined): Part {
  const before = segment ? asm`${segment}:` : ''
  return asm`${before}${offset === undefined ? '' : new Immediate(offset, '')}${inside ?? ''}`
}

/** Bytes of an operand by the letter after its kind. */
export function bytesOf(letter: string, reader: Reader): number {
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
      return reader.size === 2 ? 2 : 4
    case 'y':
      return reader.w && reader.word === 8 ? 8 : 4
    // A word of the machine, whatever the prefixes say.
    case 'm':
      return reader.word
    // A word of the machine: pushes, returns.
    case 's':
      return reader.operandSize && !reader.w ? 2 : reader.word
    default:
      return reader.size
  }
}

const branch = (reader: Reader, bytes: number): Address => {
  const offset = reader.number(bytes, true)
  const next = reader.pc + BigInt(reader.at - reader.start)
  return new Address(BigInt.asUintN(reader.word * 8, next + offset))
}

const vector = (number: number, reader: Reader, letter: string): Register =>
  reader.vex?.is256 && letter !== 'x' ? special(`%ymm${number}`, 32) : special(`%xmm${number}`, 16)

/** An operand by its code in the tables; undefined where its bits are no operand of that kind. */
export function readOperand(code: string, reader: Reader): Part | undefined {
  if (code.startsWith('*')) {
    const target = readOperand(code.slice(1), reader)
    return target === undefined ? undefined : indirect(target)
  }
  const kind = code.charAt(0)
  const letter = code.charAt(1)
  const hasRex = reader.rex !== 0
  const isRegister = (): boolean => reader.mode === 3
  switch (kind) {
    case 'E':
      return isRegister() ? general(reader.rm, bytesOf(letter, reader), hasRex, reader.word) : memoryPlace(reader)
    case 'R':
      return isRegister() ? general(reader.rm, bytesOf(letter, reader), hasRex, reader.word) : undefined
    case 'M':
      return isRegister() ? undefined : memoryPlace(reader)
    case 'G':
      return general(reader.reg, bytesOf(letter, reader), hasRex, reader.word)
    // The register in the opcode.
    case 'Z':
      return general((reader.opcode & 7) | ((reader.rex & 1) << 3), bytesOf(letter, reader), hasRex, reader.word)
    case 'A':
      return general(0, bytesOf(letter, reader), false, reader.word)
    case 'B':
      reader.usedThird = true
      return general(reader.vex?.register ?? 0, bytesOf(letter, reader), true, reader.word)
    case 'I':
      return new Immediate(readImmediate(letter, reader), '$')
    case 'J':
      return branch(reader, letter === 'b' ? 1 : letter === 'z' && reader.operandSize ? 2 : 4)
    case 'O': {
      const segment = segmentOf(reader)
      const displacement = reader.number(reader.addressBytes, reader.addressBytes === 8)
      return new Place({ segment, displacement }, spelledPlace(segment, displacement, undefined))
    }
    case 'S':
      return segments[reader.group] && special(`%${segments[reader.group] ?? ''}`)
    case 'C':
      return special(`%cr${reader.reg}`)
    case 'D':
      return special(`%dr${reader.reg}`)
    case 'V':
      return vector(reader.reg, reader, letter)
    case 'H':
      reader.usedThird = true
      return reader.vex ? vector(reader.vex.register, reader, letter) : ''
    case 'W':
      return isRegister() ? vector(reader.rm, reader, letter) : memoryPlace(reader)
    case 'U':
      return isRegister() ? vector(reader.rm, reader, letter) : undefined
    case 'L':
      return vector((reader.byte() >> 4) & reader.lastRegister, reader, letter)
    case 'P':
      return special(`%mm${reader.group}`)
    case 'Q':
      return isRegister() ? special(`%mm${reader.modRm & 7}`) : memoryPlace(reader)
    case 'N':
      return isRegister() ? special(`%mm${reader.modRm & 7}`) : undefined
    case 'X':
      return stringPlace(6, segmentOf(reader), reader)
    case 'Y':
      return stringPlace(7, special('%es'), reader)
    // Anything else is written as it is: `%cl`, `$1`.
    default:
      return code.startsWith('%') ? named(code, reader.word) : code
  }
}

/** Memory at one of the registers of string instructions. */
function stringPlace(number: number, segment: Register | undefined, reader: Reader): Place {
  const base = general(number, reader.addressBytes, false, reader.word)
  return new Place({ base, segment, isUnknown: true }, spelledPlace(segment, undefined, asm`(${base})`))
}

/** A target that a register or memory holds. */
function indirect(target: Part): Part {
  if (typeof target !== 'object') return `*${target}`
  if (target.kind === 'register') return new Register(`*${target.text}`, target.name, target.whole, target.bytes)
  return target.kind === 'place' ? new Place(target, asm`*${target}`) : asm`*${target}`
}

/** LLVM gives a sign to immediates that are widened, and none to those of the operand's own size. */
function readImmediate(letter: string, reader: Reader): bigint {
  switch (letter) {
    case 'b':
      return reader.number(1, true)
    case 'u':
      return reader.number(1, false)
    case 'w':
      return reader.number(2, true)
    case 'h':
      return reader.number(2, !reader.operandSize)
    case 's':
      return reader.number(reader.operandSize ? 2 : 4, reader.word === 8 && !reader.operandSize)
    case 'v':
      return reader.w ? reader.number(8, true) : reader.number(reader.size, false)
    default:
      if (reader.w) return reader.number(4, true)
      return reader.number(reader.size === 2 ? 2 : 4, false)
  }
}
