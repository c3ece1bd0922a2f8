/** The bytes of an x86 instruction, as they are read: prefixes, ModRM, displacement, immediates (Intel SDM volume 2, chapter 2). */

export type Word = 4 | 8

/** The opcode maps: one byte, 0F, 0F 38, 0F 3A. */
export type OpcodeMap = 0 | 1 | 2 | 3

/** VEX, which says a third operand and how wide vectors are. */
export interface Vex {
  readonly register: number
  /** The prefix names one, also where code of 32 bits has no such register. */
  readonly isSet: boolean
  readonly is256: boolean
}

/** A memory operand: the parts of its address. */
export interface Memory {
  /** `none`: the displacement is all there is. */
  readonly base: number | 'rip' | 'none'
  readonly index: number | 'none'
  /** An index of none was written where none was needed. */
  readonly isSpelledOut: boolean
  readonly scale: number
  readonly displacement: bigint
}

const longest = 15

/** An instruction while it is read. Reading past the end, or past 15 bytes, marks it as none. */
export class Reader {
  at: number
  failed = false
  operandSize = false
  addressSize = false
  lock = false
  /** 0xf2, 0xf3 or 0, the last one given. */
  repeat = 0
  segment = ''
  rex = 0
  vex: Vex | undefined
  map: OpcodeMap = 0
  opcode = 0
  /** The name of a prefix after REX, where none is allowed. */
  prefixAlone: string | undefined
  /** The prefix was taken to choose the instruction. */
  usedRepeat = false
  usedOperandSize = false
  usedAddressSize = false
  /** The operand that VEX adds was named. */
  usedThird = false
  /** The unit of a displacement of one byte, in bytes. */
  displacementScale = 1
  /** The index of an address is a vector; `high` is the fifth bit of its number. */
  vectorIndex: { readonly name: string; readonly high: number } | undefined
  private modRmByte: number | undefined
  private memoryOperand: Memory | undefined

  readonly code: Uint8Array
  readonly start: number
  readonly word: Word
  readonly pc: bigint

  constructor(code: Uint8Array, start: number, word: Word, pc: bigint) {
    this.code = code
    this.start = start
    this.word = word
    this.pc = pc
    this.at = start
  }

  byte(): number {
    const value = this.code[this.at]
    if (value === undefined || this.at - this.start >= longest) {
      this.failed = true
      return 0
    }
    this.at++
    return value
  }

  /** A little-endian number; `signed` gives it a sign. */
  number(bytes: number, signed: boolean): bigint {
    let value = 0n
    for (let at = 0; at < bytes; at++) value |= BigInt(this.byte()) << BigInt(at * 8)
    return signed ? BigInt.asIntN(bytes * 8, value) : value
  }

  get w(): boolean {
    return (this.rex & 8) !== 0
  }

  get modRm(): number {
    this.modRmByte ??= this.byte()
    return this.modRmByte
  }

  /** Code of 32 bits has eight registers, whatever a prefix says. */
  get lastRegister(): 7 | 15 {
    return this.word === 8 ? 15 : 7
  }

  get hasModRm(): boolean {
    return this.modRmByte !== undefined
  }

  get mode(): number {
    return this.modRm >> 6
  }

  /** The middle bits, which choose among the instructions of a group. */
  get group(): number {
    return (this.modRm >> 3) & 7
  }

  get reg(): number {
    return this.group | ((this.rex & 4) << 1)
  }

  get rm(): number {
    return (this.modRm & 7) | ((this.rex & 1) << 3)
  }

  /** True if an address has a byte of its own for base and index. */
  get hasIndexByte(): boolean {
    return this.mode !== 3 && (this.modRm & 7) === 4
  }

  /** Bytes of a general operand: 2, 4 or 8 by the prefixes. */
  get size(): 2 | 4 | 8 {
    return this.w ? 8 : this.operandSize ? 2 : 4
  }

  /** Bytes of addresses in memory operands. */
  get addressBytes(): 2 | 4 | 8 {
    this.usedAddressSize = true
    if (this.word === 8) return this.addressSize ? 4 : 8
    return this.addressSize ? 2 : 4
  }

  /** Reads SIB and displacement, once. */
  memory(): Memory {
    this.memoryOperand ??= this.addressBytes === 2 ? this.readShortMemory() : this.readMemory()
    return this.memoryOperand
  }

  /** Takes the bytes of the address, so that the immediates after it are found. */
  finishAddress(): void {
    if (this.hasModRm && this.mode !== 3) this.memory()
  }

  private readMemory(): Memory {
    const { mode } = this
    const low = this.modRm & 7
    const isSib = low === 4
    const sib = isSib ? this.byte() : 0
    const baseBits = isSib ? sib & 7 : low
    const baseNumber = baseBits | ((this.rex & 1) << 3)
    const indexNumber = ((sib >> 3) & 7) | ((this.rex & 2) << 2)
    const hasIndex = isSib && (indexNumber !== 4 || this.vectorIndex !== undefined)
    const hasNoBase = mode === 0 && baseBits === 5
    const bytes = mode === 1 ? 1 : mode === 2 || hasNoBase ? 4 : 0
    const displacement = this.number(bytes, true) * BigInt(bytes === 1 ? this.displacementScale : 1)
    const base = !hasNoBase ? baseNumber : !isSib && this.word === 8 ? 'rip' : 'none'
    const isSpelledOut = isSib && !hasIndex && (sib >> 6 !== 0 || (base !== 'none' && baseBits !== 4))
    return {
      base,
      index: hasIndex ? indexNumber | (this.vectorIndex?.high ?? 0) : 'none',
      isSpelledOut,
      scale: 1 << (sib >> 6),
      displacement,
    }
  }

  /** Addresses of 16 bits: pairs of BX, BP, SI and DI. */
  private readShortMemory(): Memory {
    const { mode } = this
    const low = this.modRm & 7
    const isPlain = mode === 0 && low === 6
    const displacement = this.number(mode === 1 ? 1 : mode === 2 || isPlain ? 2 : 0, true)
    const [base, index] = [[3, 6], [3, 7], [5, 6], [5, 7], [6, -1], [7, -1], [5, -1], [3, -1]][low] ?? [0, -1] // prettier-ignore
    return {
      base: isPlain ? 'none' : (base ?? 0),
      index: index === undefined || index < 0 ? 'none' : index,
      isSpelledOut: false,
      scale: 1,
      displacement,
    }
  }
}
