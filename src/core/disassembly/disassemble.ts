/** Bytes as instructions, one after the other. */
import { architectureOf, archFamily, type KnownFamily } from '../model/architecture.ts'
import { arm64Text } from './arm64/index.ts'
import { x86Text } from './x86/index.ts'

export interface Instruction {
  readonly address: bigint
  readonly bytes: Uint8Array
  /** In LLVM's spelling; undefined where the bytes are no instruction. */
  readonly text: string | undefined
}

interface Decoded {
  readonly size: number
  readonly text: string | undefined
}

/** What stands at `at`: always at least one byte, while there is one. */
export type Decoder = (code: Uint8Array, at: number, pc: bigint) => Decoded

const arm64: Decoder = (code, at, pc) => {
  const bytes = [0, 1, 2, 3].map((byte) => code[at + byte])
  const [a, b, c, d] = bytes
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    return { size: code.length - at, text: undefined }
  return { size: 4, text: arm64Text(a | (b << 8) | (c << 16) | (d << 24), pc) }
}

const x86 =
  (word: 4 | 8): Decoder =>
  (code, at, pc) =>
    x86Text(code, at, word, pc)

const decoders: Partial<Readonly<Record<KnownFamily, Decoder>>> = {
  arm64,
  arm64_32: arm64,
  x86_64: x86(8),
  i386: x86(4),
}

export const decoderFor = (arch: string): Decoder | undefined => {
  const family = architectureOf(archFamily(arch))?.family
  return family && decoders[family]
}

/** Whether instructions of this architecture are read here. */
export function isReadable(arch: string): boolean {
  return decoderFor(arch) !== undefined
}

/** The instructions of `code`, whose first byte lies at `address`; at most `most` of them. Empty for other architectures. */
export function disassemble(code: Uint8Array, address: bigint, arch: string, most = Infinity): readonly Instruction[] {
  const decode = decoderFor(arch)
  const instructions: Instruction[] = []
  let at = 0
  while (decode && at < code.length && instructions.length < most) {
    const pc = address + BigInt(at)
    const { size, text } = decode(code, at, pc)
    instructions.push({ address: pc, bytes: code.slice(at, at + size), text })
    at += size
  }
  return instructions
}
