/**
 * Location expressions run over the registers and the memory of a frame: DWARF 5, sections 2.5 and 2.6. What cannot be known ends in a
 * `NoValue` with its reason; nothing is guessed.
 */
import { ByteCursor } from '../bytes/cursor.ts'
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/en/variables.ts'
import { deepestStack, mostOperations } from '../memory/cfi/limits.ts'
import { FormatError } from '../model/problem.ts'
import { calculate, isCalculation } from './arithmetic.ts'
import type { DebugInfo } from './debug-info.ts'
import * as O from './operations.ts'
import { registerSet, type VectorValue } from '../memory/registers.ts'
import { archFamily } from '../model/architecture.ts'
import { registerName } from './register-names.ts'
import { numberOf, readNumber, type Unit } from './unit.ts'

/** Why there is no value. */
export class NoValue extends Error {}

/** A frame as expressions see it. */
export interface FrameView {
  /** By DWARF number; undefined where it is not known. */
  register(number: number): bigint | undefined
  /** All that is known of a vector register, by DWARF number; calls keep at most its lower half, which is `register`. */
  vector?(number: number): VectorValue | undefined
  /** All bytes of a range, or undefined. */
  memory(address: bigint, size: number): Uint8Array | undefined
  /** Where an address of the file lies at run time; throws `NoValue` where that is not known. */
  runtime(address: bigint): bigint
  /** The address in the frame's function, as linked: location lists are read at it. */
  readonly pc: bigint
  /** What all values of the frame may still cost: operations, DIEs, letters. Hostile types lead to as many of them as they like. */
  readonly work: { left: number }
  readonly cfa: bigint | undefined
  /** What `DW_OP_fbreg` counts from. */
  frameBase(): bigint
  /** What an expression gave where the function was entered. */
  atEntry(expression: Uint8Array): bigint
}

/** Where a value is, or what it is. */
export type Place =
  | { readonly kind: 'memory'; readonly address: bigint }
  /** The lowest `size` bits; what lies beyond them is not known. */
  | { readonly kind: 'bits'; readonly bits: bigint; readonly size: number }
  | { readonly kind: 'lost'; readonly reason: string }
  /** A pointer to what has a value and no address: `offset` bytes into what the DIE describes. DWARF 5, section 2.6.1.1.4. */
  | { readonly kind: 'implicit'; readonly target: number; readonly offset: bigint }
  | { readonly kind: 'pieces'; readonly pieces: readonly { readonly place: Place; readonly bits: number }[] }

/** Takes from what a frame's values may cost; throws `NoValue` where nothing is left. */
export function spend({ work }: FrameView, cost = 1): void {
  if ((work.left -= cost) < 0) throw new NoValue(unavailable.tooLarge)
}

const MOST_PIECES = 256
const LARGEST_PIECE = 1 << 20

/** Runs an expression to its end. */
export function evaluate(info: DebugInfo, unit: Unit, expression: Uint8Array, frame: FrameView): Place {
  try {
    return new Machine(info, unit, expression, frame).run()
  } catch (thrown) {
    if (thrown instanceof NoValue) return { kind: 'lost', reason: thrown.message }
    if (thrown instanceof FormatError) return { kind: 'lost', reason: unavailable.damaged }
    throw thrown
  }
}

class Machine {
  readonly #info: DebugInfo
  readonly #unit: Unit
  readonly #cursor: ByteCursor
  readonly #frame: FrameView
  readonly #bits: number
  readonly #stack: bigint[] = []
  /** Set once the operations so far describe a whole place. */
  #place: Place | undefined
  readonly #pieces: { place: Place; bits: number }[] = []

  constructor(info: DebugInfo, unit: Unit, expression: Uint8Array, frame: FrameView) {
    const { file, littleEndian } = info.image
    this.#info = info
    this.#unit = unit
    this.#frame = frame
    this.#bits = unit.header.addressSize * 8
    this.#cursor = new ByteCursor(expression, { file, littleEndian })
  }

  run(): Place {
    for (let steps = 0; !this.#cursor.done; steps++) {
      spend(this.#frame)
      if (steps >= mostOperations) throw new NoValue(unavailable.endless)
      const operation = O.readOperation(this.#cursor, this.#unit)
      if (!operation) throw new NoValue(unavailable.damaged)
      this.#step(operation)
    }
    if (this.#pieces.length > 0) return { kind: 'pieces', pieces: this.#pieces }
    return this.#end()
  }

  /** What the operations since the last piece describe. */
  #end(): Place {
    const place = this.#place
    const top = this.#stack.pop()
    this.#place = undefined
    if (place) return place
    return top === undefined ? { kind: 'lost', reason: unavailable.optimisedOut } : { kind: 'memory', address: top }
  }

  #push(value: bigint): void {
    if (this.#stack.length >= deepestStack) throw new NoValue(unavailable.endless)
    this.#stack.push(BigInt.asUintN(64, value))
  }

  #pop(): bigint {
    const value = this.#stack.pop()
    if (value === undefined) throw new NoValue(unavailable.damaged)
    return value
  }

  #register(number: number): bigint {
    const value = this.#frame.register(number)
    if (value !== undefined) return value
    const register = registerName(this.#info.image.arch, number) ?? String(number)
    throw new NoValue(unavailable.noRegister({ register }))
  }

  /** A register as a place: in pieces, one that is lost takes no other with it. */
  #inRegister(number: number): Place {
    const vector = this.#frame.vector?.(number)
    if (vector) return { kind: 'bits', ...vector }
    try {
      // Registers may be wider than addresses: those of arm64_32 are.
      const size = (registerSet(archFamily(this.#info.image.arch))?.bytes ?? 0) * 8 || this.#bits
      return { kind: 'bits', bits: this.#register(number), size }
    } catch (thrown) {
      if (thrown instanceof NoValue) return { kind: 'lost', reason: thrown.message }
      throw thrown
    }
  }

  #piece(bits: bigint): void {
    if (bits > BigInt(LARGEST_PIECE) || this.#pieces.length >= MOST_PIECES) throw new NoValue(unavailable.damaged)
    this.#pieces.push({ place: this.#end(), bits: Number(bits) })
  }

  #read(size: number): bigint {
    const bytes = this.#frame.memory(this.#pop(), size)
    if (!bytes) throw new NoValue(unavailable.noMemory)
    return readNumber(new ByteCursor(bytes, { file: '' }), size)
  }

  #jump(distance: bigint): void {
    const to = this.#cursor.at + Number(distance)
    if (to < 0 || to > this.#cursor.bytes.length) throw new NoValue(unavailable.damaged)
    this.#cursor.at = to
  }

  #step({ code, name, operands }: O.Operation): void {
    const [first, second] = operands
    const one = first?.value ?? 0n
    if (code >= 0x30 && code < O.OP_REG0) return this.#push(BigInt(code - 0x30))
    if (code >= O.OP_REG0 && code < O.OP_BREG0) return this.#set(this.#inRegister(code - O.OP_REG0))
    if (code >= O.OP_BREG0 && code < O.OP_REGX) return this.#push(this.#register(code - O.OP_BREG0) + one)
    if (code >= 0x08 && code <= 0x11) return this.#push(one)
    if (isCalculation(code)) {
      if (!calculate(code, this.#stack, this.#bits, one)) throw new NoValue(unavailable.damaged)
      return undefined
    }
    switch (code) {
      case O.OP_ADDR:
        return this.#push(this.#frame.runtime(one))
      case O.OP_ADDRX:
      case O.OP_CONSTX: {
        const found = this.#info.indexedAddress(this.#unit, one)
        if (found === undefined) throw new NoValue(unavailable.damaged)
        return this.#push(code === O.OP_ADDRX ? this.#frame.runtime(found) : found)
      }
      case O.OP_DEREF:
        return this.#push(this.#read(this.#unit.header.addressSize))
      case O.OP_DEREF_SIZE:
        return this.#dereferenceSized(one)
      case O.OP_DEREF_TYPE:
        return this.#dereferenceSized(one)
      case O.OP_REGX:
        return this.#set(this.#inRegister(Number(one)))
      case O.OP_BREGX:
        return this.#push(this.#register(Number(one)) + (second?.value ?? 0n))
      case O.OP_REGVAL_TYPE:
        return this.#push(this.#register(Number(one)))
      case O.OP_FBREG:
        return this.#push(this.#frame.frameBase() + one)
      case O.OP_CALL_FRAME_CFA:
        if (this.#frame.cfa === undefined) throw new NoValue(unavailable.noFrameBase)
        return this.#push(this.#frame.cfa)
      case O.OP_STACK_VALUE:
        return this.#set({ kind: 'bits', bits: this.#pop(), size: 64 })
      case O.OP_IMPLICIT_VALUE:
      case O.OP_CONST_TYPE: {
        const bytes = (first?.bytes ?? second?.bytes ?? new Uint8Array()).subarray(0, 64)
        const { littleEndian } = this.#info.image
        const bits = readNumber(new ByteCursor(bytes, { file: '', littleEndian }), bytes.length)
        return code === O.OP_CONST_TYPE ? this.#push(bits) : this.#set({ kind: 'bits', bits, size: bytes.length * 8 })
      }
      case O.OP_IMPLICIT_POINTER:
      case O.OP_GNU_IMPLICIT_POINTER:
        if (one > BigInt(Number.MAX_SAFE_INTEGER)) throw new NoValue(unavailable.damaged)
        return this.#set({ kind: 'implicit', target: Number(one), offset: second?.value ?? 0n })
      case O.OP_PIECE:
        return this.#piece(one * 8n)
      case O.OP_BIT_PIECE:
        if (second && second.value > 0n) throw new NoValue(unavailable.unsupported({ operation: name }))
        return this.#piece(one)
      case O.OP_ENTRY_VALUE:
      case O.OP_GNU_ENTRY_VALUE:
        return this.#push(this.#frame.atEntry(first?.bytes ?? new Uint8Array()))
      case O.OP_CONVERT:
      case O.OP_GNU_CONVERT:
      case O.OP_REINTERPRET:
        return this.#convert(one, name)
      case O.OP_NOP:
        return undefined
      case 0x28: // DW_OP_bra
        return this.#pop() === 0n ? undefined : this.#jump(one)
      case 0x2f: // DW_OP_skip
        return this.#jump(one)
      case O.OP_FORM_TLS_ADDRESS:
      case O.OP_GNU_PUSH_TLS_ADDRESS:
        throw new NoValue(unavailable.threadLocal)
      default:
        throw new NoValue(unavailable.unsupported({ operation: name }))
    }
  }

  #set(place: Place): void {
    this.#place = place
  }

  /** The stack has 64 bits: of a spilled vector register, which LLVM reads with a size of 16, the lowest ones. */
  #dereferenceSized(size: bigint): void {
    if (size < 1n || size > 64n) throw new NoValue(unavailable.unsupported({ operation: `DW_OP_deref_size ${size}` }))
    this.#push(this.#read(Math.min(Number(size), 8)))
  }

  /** To an integer type: its low bits, with its sign. Types that are no integers are not converted. */
  #convert(offset: bigint, operation: string): void {
    if (offset === 0n) return
    const at = this.#unit.start + Number(offset)
    const type = this.#unit.holds(at) ? this.#unit.die(at) : undefined
    const bits =
      type &&
      (numberOf(type, D.AT_BIT_SIZE) ?? bitsByName(this.#info, type) ?? (numberOf(type, D.AT_BYTE_SIZE) ?? 0) * 8)
    const encoding = type && numberOf(type, D.AT_ENCODING)
    if (!bits || bits > 64 || (encoding !== D.ATE_SIGNED && encoding !== D.ATE_UNSIGNED))
      throw new NoValue(unavailable.unsupported({ operation }))
    const value = this.#pop()
    this.#push(encoding === D.ATE_SIGNED ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value))
  }
}

/** LLVM makes types of any width for conversions, and gives them whole bytes: the width is in the name alone. */
function bitsByName(info: DebugInfo, type: Parameters<DebugInfo['text']>[0]): number | undefined {
  const digits = /^DW_ATE_(?:un)?signed_(\d+)$/.exec(info.text(type, D.AT_NAME) ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
