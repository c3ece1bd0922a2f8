/** Vector registers from thread states and minidump contexts; `model/vector-layouts.ts` has their positions. */
import { architectureOf, type ArchFamily } from '../model/architecture.ts'
import type { VectorBank } from '../model/vector-layouts.ts'
import type { VectorValue, VectorValues } from './registers.ts'

/** The registers of a state in LC_THREAD; undefined for flavors that hold none, and where the state is cut short. */
export function vectorsOfState(state: Uint8Array, flavor: number, family: ArchFamily): VectorValues | undefined {
  const found = architectureOf(family)?.vectors.states.find(({ flavors }) => flavors.includes(flavor))
  return found && readBanks(state, found.banks)
}

/** The registers of a minidump's thread context; undefined where its flags say that it has none. */
export function vectorsOfContext(context: Uint8Array, family: ArchFamily): VectorValues | undefined {
  const found = architectureOf(family)?.vectors.contexts.find(({ flagsAt, mask, flags }) => {
    if (flagsAt + 4 > context.length) return false
    return (Number(littleEndian(context, flagsAt, 4)) & mask) >>> 0 === flags
  })
  return found && readBanks(context, found.banks)
}

/** All or none: a state without its last registers is not the one that its flavor names. */
function readBanks(bytes: Uint8Array, banks: readonly VectorBank[]): VectorValues | undefined {
  const values = new Map<number, VectorValue>()
  for (const { first, count, at, bytes: width, upperAt } of banks) {
    if (Math.max(at, upperAt ?? 0) + count * width > bytes.length) return undefined
    for (const [index, number] of Array.from({ length: count }, (_, one) => first + one).entries()) {
      const lower = littleEndian(bytes, at + index * width, width)
      const upper = upperAt === undefined ? 0n : littleEndian(bytes, upperAt + index * width, width)
      const size = width * 8
      values.set(number, { bits: (upper << BigInt(size)) | lower, size: upperAt === undefined ? size : 2 * size })
    }
  }
  return values
}

function littleEndian(bytes: Uint8Array, at: number, size: number): bigint {
  return bytes.subarray(at, at + size).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}
