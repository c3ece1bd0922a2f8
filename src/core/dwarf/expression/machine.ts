/**
 * The stack machine of DWARF expressions: DWARF 5, sections 2.5 and 2.6. The host supplies registers and memory. For
 * expressions of debug information it also supplies the unit's data. A value that cannot be known ends in a `NoValue`
 * with its reason; nothing is guessed.
 */
import { ByteCursor } from '../../bytes/cursor.ts'
import { unavailable } from '../../messages/variables.ts'
import { calculate, isCalculation, type Widths } from './calculate.ts'
import * as O from './operations.ts'
import type { UnitShape } from '../reader/unit-header.ts'

/** Operations of one expression, loops counted each time round. */
export const MOST_OPERATIONS = 4_000
/** Values on the stack of one expression. */
export const DEEPEST_STACK = 256
const MOST_PIECES = 256
/** Bits. */
const LARGEST_PIECE = 1 << 20
/** Bytes of a constant. */
const LARGEST_CONSTANT = 64

/** Why there is no value. */
export class NoValue extends Error {}

/** The result of an expression: the place of a value, or the value itself. */
export type Place =
  | { readonly kind: 'memory'; readonly address: bigint }
  /** The lowest `size` bits; higher bits are unknown. */
  | { readonly kind: 'bits'; readonly bits: bigint; readonly size: number }
  | { readonly kind: 'lost'; readonly reason: string }
  /** A pointer to a value without an address: `offset` bytes into the object of the DIE `target`. DWARF 5, section 2.6.1.1.4. */
  | { readonly kind: 'implicit'; readonly target: number; readonly offset: bigint }
  | { readonly kind: 'pieces'; readonly pieces: readonly { readonly place: Place; readonly bits: number }[] }

/**
 * The environment of an expression. Every method may throw `NoValue`; an operation whose method is missing is not
 * supported.
 */
export interface ExpressionHost {
  /** The value of a register by its DWARF number. */
  register(number: number): bigint
  /** Called before each operation: a host may bound the work of many expressions together. */
  spend?(): void
  /** A register as a place. */
  inRegister?(number: number): Place
  /** The runtime address of a link address. */
  runtime?(address: bigint): bigint
  /** An entry of `.debug_addr`. */
  indexedAddress?(index: bigint): bigint | undefined
  /** The base of `DW_OP_fbreg`. */
  frameBase?(): bigint
  callFrameAddress?(): bigint
  /** The value of an expression at the function's entry. */
  atEntry?(expression: Uint8Array): bigint
  /** An integer type of the unit by its offset; undefined for other types. */
  integerType?(offset: bigint): { readonly bits: number; readonly isSigned: boolean } | undefined
}

export interface Expression {
  readonly bytes: Uint8Array
  readonly shape: UnitShape
  readonly littleEndian: boolean
  /** Width of a stack value in bits. */
  readonly stackBits: number
  /** The stack at the start, bottom first. */
  readonly initial?: readonly bigint[]
}

/** Memory that an operation reads; the caller pushes its value. */
export interface MemoryRequest {
  readonly address: bigint
  /** Bytes, 1 to 8. */
  readonly size: number
}

/** Runs one expression step by step, so that memory may come from anywhere. */
export class ExpressionMachine {
  readonly #host: ExpressionHost
  readonly #expression: Expression
  readonly #cursor: ByteCursor
  readonly #widths: Widths
  readonly #stack: bigint[] = []
  /** Set once the operations since the last piece describe a whole place. */
  #place: Place | undefined
  readonly #pieces: { readonly place: Place; readonly bits: number }[] = []
  #steps = 0

  constructor(expression: Expression, host: ExpressionHost) {
    this.#host = host
    this.#expression = expression
    this.#widths = { address: expression.shape.addressSize * 8, stack: expression.stackBits }
    this.#cursor = new ByteCursor(expression.bytes, { file: '', littleEndian: expression.littleEndian })
    for (const value of expression.initial ?? []) this.push(value)
  }

  push(value: bigint): void {
    if (this.#stack.length >= DEEPEST_STACK) throw new NoValue(unavailable.endless)
    this.#stack.push(BigInt.asUintN(this.#expression.stackBits, value))
  }

  /** Runs one operation. Gives the memory it wants to read, or `done` at the end. A damaged operand is a `FormatError`. */
  step(): MemoryRequest | 'done' | undefined {
    if (this.#cursor.done) return 'done'
    this.#host.spend?.()
    if (this.#steps++ >= MOST_OPERATIONS) throw new NoValue(unavailable.endless)
    const operation = O.readOperation(this.#cursor, this.#expression.shape)
    if (!operation) throw new NoValue(unavailable.damaged)
    return this.#run(operation)
  }

  /** The place that the whole expression describes; meant for the end. */
  place(): Place {
    return this.#pieces.length > 0 ? { kind: 'pieces', pieces: this.#pieces } : this.#takePlace()
  }

  #takePlace(): Place {
    const place = this.#place
    const top = this.#stack.pop()
    this.#place = undefined
    if (place) return place
    return top === undefined ? { kind: 'lost', reason: unavailable.optimisedOut } : { kind: 'memory', address: top }
  }

  #pop(): bigint {
    const value = this.#stack.pop()
    if (value === undefined) throw new NoValue(unavailable.damaged)
    return value
  }

  #setPlace(place: Place): void {
    this.#place = place
  }

  #piece(bits: bigint): void {
    if (bits > BigInt(LARGEST_PIECE) || this.#pieces.length >= MOST_PIECES) throw new NoValue(unavailable.damaged)
    this.#pieces.push({ place: this.#takePlace(), bits: Number(bits) })
  }

  #jump(distance: bigint): void {
    const to = this.#cursor.at + Number(distance)
    if (to < 0 || to > this.#cursor.bytes.length) throw new NoValue(unavailable.damaged)
    this.#cursor.at = to
  }

  /** A spilled vector register may be read with a size of 16: the stack takes its lowest bytes. */
  #dereference(size: bigint): MemoryRequest {
    if (size < 1n || size > 64n) throw new NoValue(unavailable.unsupported({ operation: `DW_OP_deref_size ${size}` }))
    return { address: this.#pop(), size: Math.min(Number(size), this.#expression.stackBits / 8) }
  }

  #run(operation: O.Operation): MemoryRequest | undefined {
    const { code, operands } = operation
    const [first, second] = operands
    const one = first?.value ?? 0n
    if (isCalculation(code)) {
      if (!calculate(code, this.#stack, this.#widths, one)) throw new NoValue(unavailable.damaged)
      return undefined
    }
    switch (code) {
      case O.OP_DEREF:
        return this.#dereference(BigInt(this.#expression.shape.addressSize))
      case O.OP_DEREF_SIZE:
      case O.OP_DEREF_TYPE:
        return this.#dereference(one)
      case O.OP_BRA:
        if (this.#pop() !== 0n) this.#jump(one)
        return undefined
      case O.OP_SKIP:
        this.#jump(one)
        return undefined
      case O.OP_NOP:
        return undefined
      case O.OP_STACK_VALUE:
        this.#setPlace({ kind: 'bits', bits: this.#pop(), size: this.#expression.stackBits })
        return undefined
      case O.OP_PIECE:
        this.#piece(one * 8n)
        return undefined
      case O.OP_BIT_PIECE:
        if (second && second.value > 0n) throw unsupported(operation)
        this.#piece(one)
        return undefined
      case O.OP_IMPLICIT_POINTER:
      case O.OP_GNU_IMPLICIT_POINTER:
        if (one > BigInt(Number.MAX_SAFE_INTEGER)) throw new NoValue(unavailable.damaged)
        this.#setPlace({ kind: 'implicit', target: Number(one), offset: second?.value ?? 0n })
        return undefined
      case O.OP_IMPLICIT_VALUE: {
        const bytes = first?.bytes?.subarray(0, LARGEST_CONSTANT) ?? new Uint8Array()
        this.#setPlace({ kind: 'bits', bits: this.#constant(bytes), size: bytes.length * 8 })
        return undefined
      }
      case O.OP_CONVERT:
      case O.OP_GNU_CONVERT:
      case O.OP_REINTERPRET:
        this.#convert(operation)
        return undefined
    }
    const register = code - O.OP_REG0
    if (code === O.OP_REGX || (register >= 0 && code < O.OP_BREG0)) {
      if (!this.#host.inRegister) throw unsupported(operation)
      this.#setPlace(this.#host.inRegister(code === O.OP_REGX ? Number(one) : register))
      return undefined
    }
    this.push(this.#value(operation))
    return undefined
  }

  /** The value that an operation pushes without taking any. */
  #value(operation: O.Operation): bigint {
    const { code, operands } = operation
    const [first, second] = operands
    const one = first?.value ?? 0n
    const host = this.#host
    if (code >= O.OP_LIT0 && code < O.OP_REG0) return BigInt(code - O.OP_LIT0)
    if (code >= O.OP_BREG0 && code < O.OP_REGX) return host.register(code - O.OP_BREG0) + one
    if (code >= O.OP_CONST1U && code <= O.OP_CONSTS) return one
    let value: bigint | undefined
    switch (code) {
      case O.OP_BREGX:
        return host.register(Number(one)) + (second?.value ?? 0n)
      case O.OP_REGVAL_TYPE:
        return host.register(Number(one))
      case O.OP_CONST_TYPE:
        return this.#constant(second?.bytes?.subarray(0, LARGEST_CONSTANT) ?? new Uint8Array())
      case O.OP_ADDR:
        value = host.runtime?.(one)
        break
      case O.OP_ADDRX:
      case O.OP_CONSTX:
        value = this.#indexed(operation, one)
        break
      case O.OP_FBREG: {
        const base = host.frameBase?.()
        value = base === undefined ? undefined : base + one
        break
      }
      case O.OP_CALL_FRAME_CFA:
        value = host.callFrameAddress?.()
        break
      case O.OP_ENTRY_VALUE:
      case O.OP_GNU_ENTRY_VALUE:
        value = host.atEntry?.(first?.bytes ?? new Uint8Array())
        break
      case O.OP_FORM_TLS_ADDRESS:
      case O.OP_GNU_PUSH_TLS_ADDRESS:
        throw new NoValue(unavailable.threadLocal)
    }
    if (value === undefined) throw unsupported(operation)
    return value
  }

  /** An entry of `.debug_addr`: an address for `DW_OP_addrx`, a constant for `DW_OP_constx`. */
  #indexed(operation: O.Operation, index: bigint): bigint | undefined {
    if (!this.#host.indexedAddress) throw unsupported(operation)
    const found = this.#host.indexedAddress(index)
    if (found === undefined) throw new NoValue(unavailable.damaged)
    return operation.code === O.OP_ADDRX ? this.#host.runtime?.(found) : found
  }

  #constant(bytes: Uint8Array): bigint {
    return new ByteCursor(bytes, { file: '', littleEndian: this.#expression.littleEndian }).readUnsigned(bytes.length)
  }

  /** To an integer type: its low bits, with its sign. Type 0 is the generic type: the value stays. */
  #convert(operation: O.Operation): void {
    const offset = operation.operands[0]?.value ?? 0n
    if (offset === 0n) return
    const type = this.#host.integerType?.(offset)
    if (!type) throw unsupported(operation)
    const value = this.#pop()
    this.push(type.isSigned ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value))
  }
}

const unsupported = ({ name }: O.Operation): NoValue => new NoValue(unavailable.unsupported({ operation: name }))
