/** Location expressions over the registers and the memory of a frame: DWARF 5, sections 2.5 and 2.6. */
import { ByteCursor } from '../bytes/cursor.ts'
import * as D from '../dwarf/constants.ts'
import { ExpressionMachine, NoValue, type ExpressionHost, type Place } from '../dwarf/expression/machine.ts'
import type { DebugInfo } from '../dwarf/reader/debug-info.ts'
import { numberOf, type Unit } from '../dwarf/reader/unit.ts'
import { registerName } from '../dwarf/register-names.ts'
import { registerSet, type VectorValue } from '../memory/registers.ts'
import { unavailable } from '../messages/variables.ts'
import { archFamily } from '../model/architecture.ts'
import { FormatError } from '../model/problem.ts'

/** A frame as expressions see it. */
export interface FrameView {
  /** By DWARF number; undefined where it is not known. */
  register(number: number): bigint | undefined
  /** The known bits of a vector register, by DWARF number; calls keep at most its lower half, which is `register`. */
  vector?(number: number): VectorValue | undefined
  /** All bytes of a range, or undefined. */
  memory(address: bigint, size: number): Uint8Array | undefined
  /** The runtime address of a link address; throws `NoValue` where it is not known. */
  runtime(address: bigint): bigint
  /** The address in the frame's function, as linked: location lists are read at it. */
  readonly pc: bigint
  /** The rest of the frame's budget, in operations, DIEs and letters. Hostile types lead to any number of them. */
  readonly work: { left: number }
  readonly cfa: bigint | undefined
  /** The base of `DW_OP_fbreg`. */
  frameBase(): bigint
  /** The value of an expression where the function was entered. */
  atEntry(expression: Uint8Array): bigint
}

/** Takes from the frame's budget; throws `NoValue` where nothing is left. */
export function spend({ work }: FrameView, cost = 1): void {
  if ((work.left -= cost) < 0) throw new NoValue(unavailable.tooLarge)
}

/** Bits of a stack value. Values of debug information have 64 bits on processors with shorter addresses, too. */
const STACK_BITS = 64

/** Runs an expression to its end. */
export function evaluate(info: DebugInfo, unit: Unit, bytes: Uint8Array, frame: FrameView): Place {
  const { littleEndian } = info.image
  const machine = new ExpressionMachine(
    { bytes, shape: unit.header, littleEndian, stackBits: STACK_BITS },
    hostOf(info, unit, frame),
  )
  try {
    for (let request = machine.step(); request !== 'done'; request = machine.step()) {
      if (!request) continue
      const read = frame.memory(request.address, request.size)
      if (!read) throw new NoValue(unavailable.noMemory)
      machine.push(new ByteCursor(read, { file: '' }).readUnsigned(request.size))
    }
    return machine.place()
  } catch (thrown) {
    if (thrown instanceof NoValue) return { kind: 'lost', reason: thrown.message }
    if (thrown instanceof FormatError) return { kind: 'lost', reason: unavailable.damaged }
    throw thrown
  }
}

function hostOf(info: DebugInfo, unit: Unit, frame: FrameView): ExpressionHost {
  const { arch } = info.image
  const register = (number: number): bigint => {
    const value = frame.register(number)
    if (value !== undefined) return value
    throw new NoValue(unavailable.noRegister({ register: registerName(arch, number) ?? String(number) }))
  }
  return {
    register,
    spend: () => {
      spend(frame)
    },
    // One lost register among pieces leaves the other pieces known.
    inRegister: (number) => {
      const vector = frame.vector?.(number)
      if (vector) return { kind: 'bits', ...vector }
      try {
        // Registers may be wider than addresses: those of arm64_32 are.
        const size = (registerSet(archFamily(arch))?.bytes ?? 0) * 8 || unit.header.addressSize * 8
        return { kind: 'bits', bits: register(number), size }
      } catch (thrown) {
        if (thrown instanceof NoValue) return { kind: 'lost', reason: thrown.message }
        throw thrown
      }
    },
    runtime: (address) => frame.runtime(address),
    indexedAddress: (index) => info.indexedAddress(unit, index),
    frameBase: () => frame.frameBase(),
    callFrameAddress: () => {
      if (frame.cfa === undefined) throw new NoValue(unavailable.noFrameBase)
      return frame.cfa
    },
    atEntry: (expression) => frame.atEntry(expression),
    integerType: (offset) => integerType(info, unit, offset),
  }
}

function integerType(
  info: DebugInfo,
  unit: Unit,
  offset: bigint,
): { readonly bits: number; readonly isSigned: boolean } | undefined {
  const at = unit.start + Number(offset)
  const type = unit.holds(at) ? unit.die(at) : undefined
  if (!type) return undefined
  const bits = numberOf(type, D.AT_BIT_SIZE) ?? bitsByName(info, type) ?? (numberOf(type, D.AT_BYTE_SIZE) ?? 0) * 8
  const encoding = numberOf(type, D.AT_ENCODING)
  if (!bits || bits > 64 || (encoding !== D.ATE_SIGNED && encoding !== D.ATE_UNSIGNED)) return undefined
  return { bits, isSigned: encoding === D.ATE_SIGNED }
}

/** LLVM makes types of any width for conversions and gives them whole bytes: only the name has the width. */
function bitsByName(info: DebugInfo, type: Parameters<DebugInfo['text']>[0]): number | undefined {
  const digits = /^DW_ATE_(?:un)?signed_(\d+)$/.exec(info.text(type, D.AT_NAME) ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
