/**
 * The short jumps of a cache: stubs of its images, and islands of stubs. The cache builder makes islands where images
 * lie too far from each other for one branch. Forms: Apple's dyld, `StubOptimizer.cpp`, and ld64's stubs.
 */
import type { ArchFamily } from '../model/architecture.ts'

/** Where a jump leads: to an address, or to the one that the pointer at an address holds. */
export interface Jump {
  readonly kind: 'to' | 'through'
  readonly address: number
  /** Bytes of the jump itself. */
  readonly bytes: number
}

/** Reads the jump that begins at `at` in `code`, which lies at `address`; undefined for other code. */
type ReadJump = (code: DataView, at: number, address: number) => Jump | undefined

/** The greatest number of bytes of a jump. */
export const MOST_JUMP_BYTES = 16

/** How jumps of a processor are read, and the distance at which one may begin. */
export interface JumpReader {
  readonly step: number
  readonly read: ReadJump
}

const register = (word: number, lowest = 0): number => (word >>> lowest) & 31

/**
 * `adrp x, page`, then `add x, x, offset; br x`, or `ldr x, [x, offset]; br x`, or for signed pointers
 * `add x, x, offset; ldr y, [x]; braa y, x`.
 */
const readArm64: ReadJump = (code, at, address) => {
  const word = (index: number): number =>
    at + index * 4 + 4 <= code.byteLength ? code.getUint32(at + index * 4, true) : 0
  const [first, second, third, fourth] = [word(0), word(1), word(2), word(3)]
  if ((first & 0x9f000000) >>> 0 !== 0x90000000) return undefined
  const base = register(first)
  const pages = ((((first >>> 5) & 0x7ffff) << 13) >> 11) | ((first >>> 29) & 3)
  const page = address - (address % 4096) + pages * 4096
  if (register(second, 5) !== base) return undefined
  const isAdd = (second & 0xffc00000) >>> 0 === 0x91000000
  const load = (word: number): number =>
    (word & 0xffc00000) >>> 0 === 0xf9400000 ? 8 : (word & 0xffc00000) >>> 0 === 0xb9400000 ? 4 : 0
  const isBranch = (word: number, by: number): boolean =>
    (word & 0xfffffc1f) >>> 0 === 0xd61f0000 && register(word, 5) === by
  const offset = (second >>> 10) & 0xfff
  if (isAdd) {
    const sum = register(second)
    if (isBranch(third, sum)) return { kind: 'to', address: page + offset, bytes: 12 }
    const isLoad = load(third) === 8 && register(third, 5) === sum && ((third >>> 10) & 0xfff) === 0
    // `braa`, `braaz`: to the register that was loaded.
    const isSigned = (fourth & 0xfefff800) >>> 0 === 0xd61f0800 && register(fourth, 5) === register(third)
    return isLoad && (isSigned || isBranch(fourth, register(third)))
      ? { kind: 'through', address: page + offset, bytes: 16 }
      : undefined
  }
  const size = load(second)
  return size > 0 && isBranch(third, register(second))
    ? { kind: 'through', address: page + offset * size, bytes: 12 }
    : undefined
}

/** `jmp *distance(%rip)`, or `jmp distance` in its place. */
const readX86: ReadJump = (code, at, address) => {
  if (at + 6 <= code.byteLength && code.getUint16(at, true) === 0x25ff)
    return { kind: 'through', address: address + 6 + code.getInt32(at + 2, true), bytes: 6 }
  return at + 5 <= code.byteLength && code.getUint8(at) === 0xe9
    ? { kind: 'to', address: address + 5 + code.getInt32(at + 1, true), bytes: 5 }
    : undefined
}

const arm64: JumpReader = { step: 4, read: readArm64 }

/** The jumps of a processor; undefined where its caches have none that are known. */
export const jumpReaders: Partial<Record<ArchFamily, JumpReader>> = {
  arm64,
  arm64_32: arm64,
  x86_64: { step: 1, read: readX86 },
}
