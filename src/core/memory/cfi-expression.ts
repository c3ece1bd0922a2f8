/** Expressions of call frame information, over registers and memory. DWARF 5, section 6.4.2. */
import { ExpressionMachine, NoValue } from '../dwarf/expression/machine.ts'
import { unavailable } from '../messages/variables.ts'
import { runtimeAddress } from '../model/address.ts'
import { FormatError } from '../model/problem.ts'
import type { MemoryReading } from './memory-read.ts'

export interface ExpressionInput {
  readonly bytes: Uint8Array
  readonly addressBytes: 4 | 8
  /** The value of a register by its DWARF number; undefined where it is lost. */
  readonly register: (number: number) => bigint | undefined
  /** The stack's first value: the CFA in rules of registers. */
  readonly initial?: bigint
}

/** The value of an expression; undefined where it needs a lost value, loops or is damaged. */
export function* evaluateExpression(input: ExpressionInput): MemoryReading<bigint | undefined> {
  const { bytes, addressBytes, initial } = input
  try {
    const machine = new ExpressionMachine(
      {
        bytes,
        shape: { version: 5, addressSize: addressBytes, offsetSize: 4 },
        littleEndian: true,
        stackBits: addressBytes * 8,
        ...(initial !== undefined && { initial: [initial] }),
      },
      {
        register: (number) => {
          const value = input.register(number)
          if (value === undefined) throw new NoValue(unavailable.noRegister({ register: String(number) }))
          return value
        },
      },
    )
    // eslint-disable-next-line unslide/bounded-loops -- the machine counts its steps
    for (let request = machine.step(); request !== 'done'; request = machine.step()) {
      if (!request) continue
      const read = yield { address: runtimeAddress(request.address), size: request.size }
      if (read?.length !== request.size) return undefined
      machine.push(littleEndian(read))
    }
    const place = machine.place()
    if (place.kind === 'memory') return place.address
    return place.kind === 'bits' ? place.bits : undefined
  } catch (thrown) {
    if (thrown instanceof FormatError || thrown instanceof NoValue) return undefined
    throw thrown
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}
