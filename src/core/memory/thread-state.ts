/**
 * Registers of a thread as the kernel writes them into LC_THREAD: flavor, count of 32-bit words, words. Layouts from
 * Apple's `mach/i386/_structs.h`, `mach/arm/_structs.h` and the flavor numbers of `mach/i386/thread_status.h` and `mach/arm/thread_status.h`.
 */
import { ByteCursor } from '../bytes/cursor.ts'
import { runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import type { Register } from '../model/report.ts'
import type { ArchFamily } from './architecture.ts'

/** Where a thread stands, with what a walk needs and all registers for the reader. */
export interface ThreadState {
  readonly pc: RuntimeAddress
  readonly sp: RuntimeAddress
  readonly fp: RuntimeAddress
  /** The link register; absent on x86. */
  readonly lr?: RuntimeAddress
  readonly registers: readonly Register[]
  /** What the processor said about a fault. */
  readonly fault?: { readonly address: RuntimeAddress; readonly code: number }
}

const x86_64Names = 'rax rbx rcx rdx rdi rsi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip rflags cs fs gs'.split(' ')
const i386Names = 'eax ebx ecx edx edi esi ebp esp ss eflags eip cs ds es fs gs'.split(' ')
const armNames = [...Array.from({ length: 13 }, (_, index) => `r${index}`), 'sp', 'lr', 'pc', 'cpsr']
const arm64Names = [...Array.from({ length: 29 }, (_, index) => `x${index}`), 'fp', 'lr', 'sp', 'pc']

/** The state flavors of one family: general registers, and the exception state. */
const flavors: Partial<Record<ArchFamily, { readonly general: readonly number[]; readonly exception: number }>> = {
  x86_64: { general: [4, 7], exception: 5 },
  i386: { general: [1, 7], exception: 2 },
  arm: { general: [1, 9], exception: 3 },
  arm64: { general: [6, 1], exception: 7 },
  arm64_32: { general: [6, 1], exception: 7 },
}

/** All states of one LC_THREAD body. Undefined when it has no general registers of this family. */
export function parseThreadState(cursor: ByteCursor, family: ArchFamily): ThreadState | undefined {
  const known = flavors[family]
  let registers: readonly Register[] | undefined
  let fault: ThreadState['fault']
  while (known && cursor.remaining >= 8) {
    const flavor = cursor.readU32()
    const words = cursor.readU32()
    if (words * 4 > cursor.remaining) break
    const start = cursor.base + cursor.at
    const body = new ByteCursor(cursor.readBytes(words * 4), { file: cursor.file, base: start })
    if (known.general.includes(flavor)) registers ??= readGeneral(body, family)
    else if (flavor === known.exception) fault ??= readFault(body, family)
  }
  return registers && stateOf(registers, family, fault)
}

function readGeneral(body: ByteCursor, family: ArchFamily): readonly Register[] | undefined {
  const size = sizeOf(family)
  // The unified flavors (x86_THREAD_STATE, ARM_THREAD_STATE on arm64) wrap a state in a flavor and a count of its own.
  if (body.remaining >= size + 8 && isWrapped(body.bytes, family)) body.skip(8)
  return body.remaining < size ? undefined : readRegisters(body, family)
}

function isWrapped(bytes: Uint8Array, family: ArchFamily): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 8)
  const count = view.getUint32(4, true)
  return flavors[family]?.general[0] === view.getUint32(0, true) && count * 4 + 8 <= bytes.length && count > 0
}

function sizeOf(family: ArchFamily): number {
  if (family === 'x86_64') return x86_64Names.length * 8
  if (family === 'i386') return i386Names.length * 4
  return family === 'arm' ? armNames.length * 4 : arm64Names.length * 8 + 4
}

/** The general registers in the order of the kernel's structure. */
export function readRegisters(cursor: ByteCursor, family: ArchFamily): readonly Register[] {
  const wide = (name: string): Register => ({ name, value: cursor.readU64() })
  const narrow = (name: string): Register => ({ name, value: BigInt(cursor.readU32()) })
  if (family === 'x86_64') return x86_64Names.map(wide)
  if (family === 'i386') return i386Names.map(narrow)
  if (family === 'arm') return armNames.map(narrow)
  return [...arm64Names.map(wide), narrow('cpsr')]
}

function readFault(body: ByteCursor, family: ArchFamily): ThreadState['fault'] {
  if (family === 'arm64' || family === 'arm64_32') {
    if (body.remaining < 12) return undefined
    return { address: runtimeAddress(body.readU64()), code: body.readU32() }
  }
  if (body.remaining < (family === 'x86_64' ? 16 : 12)) return undefined
  if (family === 'arm') {
    body.skip(4)
    const code = body.readU32()
    return { address: runtimeAddress(body.readU32()), code }
  }
  const code = body.readU32() & 0xffff
  body.skip(4)
  return { address: runtimeAddress(family === 'x86_64' ? body.readU64() : body.readU32()), code }
}

/** Program counter, stack and frame pointer by the names that registers have on each processor. */
export function stateOf(
  registers: readonly Register[],
  family: ArchFamily,
  fault?: ThreadState['fault'],
): ThreadState | undefined {
  const get = (...names: readonly string[]): RuntimeAddress | undefined => {
    const found = registers.find(({ name }) => names.includes(name.toLowerCase()))
    return found && runtimeAddress(found.value)
  }
  const pc = family === 'x86_64' ? get('rip') : get('pc', 'eip')
  const sp = get('sp', 'rsp', 'esp')
  // Apple's 32-bit ARM ABI keeps the frame pointer in r7, for Thumb's sake.
  const fp = family === 'arm' ? get('r7') : get('fp', 'rbp', 'ebp', 'x29')
  if (pc === undefined || sp === undefined) return undefined
  const lr = family === 'x86_64' || family === 'i386' ? undefined : get('lr', 'x30', 'r14')
  return {
    pc,
    sp,
    fp: fp ?? runtimeAddress(0),
    ...(lr !== undefined && { lr }),
    registers,
    ...(fault && { fault }),
  }
}
