/** Bytes as instructions, one after the other. */
import { architectureOf, archFamily, type ArmMode, type KnownFamily } from '../model/architecture.ts'
import { a32Marks, readA32 } from './a32/index.ts'
import { readArm64 } from './arm64/index.ts'
import type { Decoded, Decoder } from './decoded.ts'
import { marked } from './parts.ts'
import { textOf } from './spelled.ts'
import { thumbReader } from './thumb/index.ts'
import { readX86 } from './x86/index.ts'

export interface Instruction {
  readonly address: bigint
  readonly bytes: Uint8Array
  /** In LLVM's spelling; undefined where the bytes are no instruction. */
  readonly text: string | undefined
}

/** A decoder of words of 32 bits; a cut word is no instruction. */
const words =
  (read: (word: number, pc: bigint) => Omit<Decoded, 'size'>): Decoder =>
  (code, at, pc) => {
    const [a, b, c, d] = [code[at], code[at + 1], code[at + 2], code[at + 3]]
    if (a === undefined || b === undefined || c === undefined || d === undefined)
      return { size: code.length - at, spelled: undefined }
    return { size: 4, ...read(a | (b << 8) | (c << 16) | (d << 24), pc) }
  }

const arm64 = words((word, pc) => ({ spelled: readArm64(word, pc) }))
const a32 = words((word, pc) => ({ spelled: readA32(word, pc), marks: a32Marks(word) }))

const x86 =
  (word: 4 | 8): Decoder =>
  (code, at, pc) =>
    readX86(code, at, word, pc)

const decoders: Readonly<Record<KnownFamily, (mode: ArmMode) => Decoder>> = {
  arm64: () => arm64,
  arm64_32: () => arm64,
  arm: (mode) => (mode === 'a32' ? a32 : thumbReader()),
  x86_64: () => x86(8),
  i386: () => x86(4),
}

/**
 * The set where nothing records it: Thumb since armv7, because Apple's compilers write nothing else without an option.
 */
const usualMode = (arch: string): ArmMode => (/^armv[456]/i.test(arch) ? 'a32' : 'thumb')

/** True if code of an architecture is read as A32. */
export const isA32 = (arch: string, mode?: ArmMode): boolean =>
  architectureOf(archFamily(arch))?.strayBits.kind === 'lowest' && (mode ?? usualMode(arch)) === 'a32'

/**
 * A decoder for one run of code: Thumb's decoder keeps the conditions of the last IT. `mode` is for 32-bit Arm alone.
 */
export const decoderFor = (arch: string, mode?: ArmMode): Decoder | undefined => {
  const family = architectureOf(archFamily(arch))?.family
  return family === undefined ? undefined : decoders[family](mode ?? usualMode(arch))
}

/** True if this folder can read instructions of the architecture. */
export function isReadable(arch: string): boolean {
  return decoderFor(arch) !== undefined
}

/** The instructions of `code`, whose first byte lies at `address`; at most `most` of them. Empty for other architectures. */
export function disassemble(
  code: Uint8Array,
  address: bigint,
  arch: string,
  most = Infinity,
  mode?: ArmMode,
): readonly Instruction[] {
  const decode = decoderFor(arch, mode)
  const instructions: Instruction[] = []
  let at = 0
  while (decode && at < code.length && instructions.length < most) {
    const pc = address + BigInt(at)
    const { size, spelled, marks } = decode(code, at, pc)
    const text = spelled === undefined ? undefined : marks ? marked(textOf(spelled), marks) : textOf(spelled)
    instructions.push({ address: pc, bytes: code.slice(at, at + size), text })
    at += size
  }
  return instructions
}
