/**
 * Registers of a thread as the kernel writes them into LC_THREAD: flavor, count of 32-bit words, words. Layouts from
 * Apple's `mach/i386/_structs.h`, `mach/arm/_structs.h` and the flavor numbers of `mach/i386/thread_status.h` and `mach/arm/thread_status.h`.
 */
import { ByteCursor } from '../bytes/cursor.ts'
import { runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import type { Register } from '../model/report.ts'
import type { FieldPlace, ThreadStateLayout } from '../model/architecture-layouts.ts'
import { architectureOf, type ArchFamily } from '../model/architecture.ts'
import { registerSet, registerValues, type VectorValues } from './registers.ts'
import { vectorsOfState } from './vector-registers.ts'

/** Program counter, stack pointer and the other registers for a walk, and all registers for display. */
export interface ThreadState {
  readonly pc: RuntimeAddress
  readonly sp: RuntimeAddress
  readonly fp: RuntimeAddress
  /** The link register; absent on x86. */
  readonly lr?: RuntimeAddress
  readonly registers: readonly Register[]
  /** Kept for values of variables; reports do not list them. */
  readonly vectors?: VectorValues
  /** The processor's description of a fault. */
  readonly fault?: { readonly address: RuntimeAddress; readonly code: number }
}

/** All states of one LC_THREAD body. Undefined when it has no general registers of this family. */
export function parseThreadState(cursor: ByteCursor, family: ArchFamily): ThreadState | undefined {
  const layout = architectureOf(family)?.threadState
  let registers: readonly Register[] | undefined
  let fault: ThreadState['fault']
  let vectors: VectorValues | undefined
  while (layout && cursor.remaining >= 8) {
    const flavor = cursor.readU32()
    const words = cursor.readU32()
    if (words * 4 > cursor.remaining) break
    const start = cursor.fileOffset + cursor.at
    const body = new ByteCursor(cursor.readBytes(words * 4), { file: cursor.file, fileOffset: start })
    if (layout.general.includes(flavor)) {
      registers ??= readGeneral(body, layout)
      continue
    }
    const isWrapper = layout.wrappers.includes(flavor) && body.remaining >= 8
    const inner = isWrapper ? body.readU32() : flavor
    if (isWrapper) body.skip(4)
    if (inner === layout.exception) fault ??= readFault(body, layout.fault)
    else vectors ??= vectorsOfState(body.bytes.subarray(body.at), inner, family)
  }
  return registers && stateOf(registers, family, { ...(fault && { fault }), ...(vectors && { vectors }) })
}

function readGeneral(body: ByteCursor, layout: ThreadStateLayout): readonly Register[] | undefined {
  const size = layout.names.length * layout.bytes + layout.narrow.length * 4
  // The unified flavors (x86_THREAD_STATE, ARM_THREAD_STATE on arm64) wrap a state in a flavor and a count of its own.
  if (body.remaining >= size + 8 && isWrapped(body.bytes, layout)) body.skip(8)
  if (body.remaining < size) return undefined
  return [
    ...layout.names.map((name) => ({ name, value: body.readPointer(layout.bytes) })),
    ...layout.narrow.map((name) => ({ name, value: body.readPointer(4) })),
  ]
}

function isWrapped(bytes: Uint8Array, { general }: ThreadStateLayout): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 8)
  const count = view.getUint32(4, true)
  return general[0] === view.getUint32(0, true) && count * 4 + 8 <= bytes.length && count > 0
}

function readFault(body: ByteCursor, { size, address, code }: ThreadStateLayout['fault']): ThreadState['fault'] {
  if (body.remaining < size) return undefined
  const start = body.at
  const read = (field: FieldPlace): bigint => {
    body.at = start + field.at
    return body.readPointer(field.bytes)
  }
  return { address: runtimeAddress(read(address)), code: Number(read(code) & BigInt(code.mask ?? 0xffff_ffff)) }
}

/** Program counter, stack and frame pointer of registers; undefined where the first two are not among them. */
export function stateOf(
  registers: readonly Register[],
  family: ArchFamily,
  more: Pick<ThreadState, 'fault' | 'vectors'> = {},
): ThreadState | undefined {
  const set = registerSet(family)
  if (!set) return undefined
  const values = registerValues(registers, family)
  const get = (number: number | undefined): RuntimeAddress | undefined => {
    const value = number === undefined ? undefined : values.get(number)
    return value === undefined ? undefined : runtimeAddress(value)
  }
  const [pc, sp, fp, lr] = [get(set.pc), get(set.sp), get(set.fp), get(set.lr)]
  if (pc === undefined || sp === undefined) return undefined
  return {
    pc,
    sp,
    fp: fp ?? runtimeAddress(0),
    ...(lr !== undefined && { lr }),
    registers,
    ...more,
  }
}
