/**
 * DWARF expressions as call frame information uses them: DWARF 5, sections 2.5.1 and 6.4.2 (which leaves out everything
 * that needs a unit or an object). They run over registers and memory; a damaged one ends without a value.
 */
import { ByteCursor } from '../../bytes/cursor.ts'
import { runtimeAddress } from '../../model/address.ts'
import { FormatError } from '../../model/problem.ts'
import type { MemoryReading } from '../memory-read.ts'
import { deepestStack, mostOperations } from './limits.ts'
import { readWideSleb, readWideUleb } from './pointer.ts'

/** What an expression runs on. */
export interface ExpressionInput {
  readonly bytes: Uint8Array
  readonly addressBytes: 4 | 8
  /** The value of a register by its DWARF number; undefined where it is lost. */
  readonly register: (number: number) => bigint | undefined
  /** What lies on the stack at the start: the CFA for registers, nothing for the CFA itself. */
  readonly initial?: bigint
  /** What link addresses need to become runtime addresses. */
  readonly slide?: bigint
}

/** The value on top of the stack at the end; undefined where the expression needs what is lost, loops or is damaged. */
export function* evaluateExpression(input: ExpressionInput): MemoryReading<bigint | undefined> {
  const machine = new StackMachine(input)
  try {
    let request = machine.step()
    // eslint-disable-next-line unslide/bounded-loops -- the machine counts its steps
    while (request !== 'done') {
      if (typeof request === 'object') {
        const bytes = yield { address: runtimeAddress(request.address), size: request.size }
        if (bytes?.length !== request.size) return undefined
        machine.push(littleEndian(bytes))
      }
      request = machine.step()
    }
    return machine.top()
  } catch (thrown) {
    if (thrown instanceof FormatError) return undefined
    throw thrown
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

interface Dereference {
  readonly address: bigint
  readonly size: number
}

class StackMachine {
  readonly #input: ExpressionInput
  readonly #cursor: ByteCursor
  readonly #stack: bigint[] = []
  readonly #bits: number
  #steps = 0

  constructor(input: ExpressionInput) {
    this.#input = input
    this.#cursor = new ByteCursor(input.bytes, { file: '' })
    this.#bits = input.addressBytes * 8
    if (input.initial !== undefined) this.push(input.initial)
  }

  push(value: bigint): void {
    if (this.#stack.length >= deepestStack) throw this.#error()
    this.#stack.push(BigInt.asUintN(this.#bits, value))
  }

  top(): bigint | undefined {
    return this.#stack.at(-1)
  }

  #error(): FormatError {
    return this.#cursor.damage('bad-expression', {})
  }

  #pop(): bigint {
    const value = this.#stack.pop()
    if (value === undefined) throw this.#error()
    return value
  }

  #signed(): bigint {
    return BigInt.asIntN(this.#bits, this.#pop())
  }

  #pick(depth: number): bigint {
    const value = this.#stack.at(-1 - depth)
    if (value === undefined) throw this.#error()
    return value
  }

  #register(number: number): bigint {
    const value = this.#input.register(number)
    if (value === undefined) throw this.#error()
    return value
  }

  /** Runs one operation; gives the memory that it wants to read, or `done` at the end. */
  step(): Dereference | 'done' | undefined {
    const cursor = this.#cursor
    if (cursor.done) return 'done'
    if (++this.#steps > mostOperations) throw this.#error()
    const op = cursor.readU8()
    if (op >= 0x30 && op <= 0x4f)
      this.push(BigInt(op - 0x30)) // DW_OP_lit0 to lit31
    else if (op >= 0x70 && op <= 0x8f)
      this.push(this.#register(op - 0x70) + readWideSleb(cursor)) // DW_OP_breg0 to breg31
    else if (op >= 0x08 && op <= 0x11) this.push(this.#constant(op))
    else if (op >= 0x19 && op <= 0x27) this.#arithmetic(op)
    else if (op >= 0x29 && op <= 0x2e) this.#compare(op)
    else return this.#other(op)
    return undefined
  }

  /** DW_OP_const1u to DW_OP_consts. */
  #constant(op: number): bigint {
    const cursor = this.#cursor
    switch (op) {
      case 0x08:
        return BigInt(cursor.readU8())
      case 0x09:
        return BigInt.asIntN(8, BigInt(cursor.readU8()))
      case 0x0a:
        return BigInt(cursor.readU16())
      case 0x0b:
        return BigInt.asIntN(16, BigInt(cursor.readU16()))
      case 0x0c:
        return BigInt(cursor.readU32())
      case 0x0d:
        return BigInt(cursor.readI32())
      case 0x0e:
        return cursor.readU64()
      case 0x0f:
        return BigInt.asIntN(64, cursor.readU64())
      case 0x10:
        return readWideUleb(cursor)
      default:
        return readWideSleb(cursor)
    }
  }

  #arithmetic(op: number): void {
    switch (op) {
      case 0x19: {
        const value = this.#signed()
        return this.push(value < 0n ? -value : value) // DW_OP_abs
      }
      case 0x1f:
        return this.push(-this.#signed()) // DW_OP_neg
      case 0x20:
        return this.push(~this.#pop()) // DW_OP_not
      case 0x23:
        return this.push(this.#pop() + readWideUleb(this.#cursor)) // DW_OP_plus_uconst
    }
    if (op === 0x1b) {
      const [divisor, value] = [this.#signed(), this.#signed()]
      if (divisor === 0n) throw this.#error()
      return this.push(value / divisor) // DW_OP_div
    }
    if (op === 0x26) {
      const [count, value] = [this.#pop(), this.#signed()]
      return this.push(value >> this.#shift(count)) // DW_OP_shra
    }
    const [second, first] = [this.#pop(), this.#pop()]
    this.push(this.#binary(op, first, second))
  }

  #binary(op: number, first: bigint, second: bigint): bigint {
    switch (op) {
      case 0x1a:
        return first & second
      case 0x1c:
        return first - second
      case 0x1d:
        if (second === 0n) throw this.#error()
        return first % second
      case 0x1e:
        return first * second
      case 0x21:
        return first | second
      case 0x22:
        return first + second
      case 0x24:
        return first << this.#shift(second)
      case 0x25:
        return first >> this.#shift(second)
      default:
        return first ^ second // 0x27, DW_OP_xor
    }
  }

  /** A shift by more than the width leaves nothing, and must not make a number of that many bits. */
  #shift(count: bigint): bigint {
    return count > BigInt(this.#bits) ? BigInt(this.#bits) : count
  }

  #compare(op: number): void {
    const [second, first] = [this.#signed(), this.#signed()]
    const holds = [first === second, first >= second, first > second, first <= second, first < second, first !== second]
    this.push(holds[op - 0x29] === true ? 1n : 0n)
  }

  #other(op: number): Dereference | undefined {
    const cursor = this.#cursor
    const { addressBytes, slide = 0n } = this.#input
    switch (op) {
      case 0x03: // DW_OP_addr
        this.push(cursor.readPointer(addressBytes) + slide)
        return undefined
      case 0x06: // DW_OP_deref
        return { address: this.#pop(), size: addressBytes }
      case 0x94: {
        // DW_OP_deref_size
        const size = cursor.readU8()
        if (size < 1 || size > addressBytes) throw this.#error()
        return { address: this.#pop(), size }
      }
      case 0x12: // DW_OP_dup
        this.push(this.#pick(0))
        return undefined
      case 0x13: // DW_OP_drop
        this.#pop()
        return undefined
      case 0x14: // DW_OP_over
        this.push(this.#pick(1))
        return undefined
      case 0x15: // DW_OP_pick
        this.push(this.#pick(cursor.readU8()))
        return undefined
      case 0x16: {
        // DW_OP_swap
        const [second, first] = [this.#pop(), this.#pop()]
        this.push(second)
        this.push(first)
        return undefined
      }
      case 0x17: {
        // DW_OP_rot: the top becomes the third
        const [third, second, first] = [this.#pop(), this.#pop(), this.#pop()]
        for (const value of [third, first, second]) this.push(value)
        return undefined
      }
      case 0x28: // DW_OP_bra
        this.#jump(BigInt.asIntN(16, BigInt(cursor.readU16())), this.#pop() !== 0n)
        return undefined
      case 0x2f: // DW_OP_skip
        this.#jump(BigInt.asIntN(16, BigInt(cursor.readU16())), true)
        return undefined
      case 0x92: // DW_OP_bregx
        this.push(this.#register(cursor.readUleb()) + readWideSleb(cursor))
        return undefined
      case 0x96: // DW_OP_nop
      case 0x9f: // DW_OP_stack_value: what is on the stack is the value, as here it always is
        return undefined
      default:
        throw this.#error()
    }
  }

  #jump(distance: bigint, taken: boolean): void {
    if (!taken) return
    const to = this.#cursor.at + Number(distance)
    if (to < 0 || to > this.#cursor.bytes.length) throw this.#error()
    this.#cursor.at = to
  }
}
