/** Bytes as instructions, one after the other. */
import { architectureOf, archFamily, type ArmMode } from '../model/architecture.ts'
import type { Decoder } from './decoded.ts'
import { Instruction, textOfDecoded } from './instruction.ts'
import { setReaders } from './sets.ts'

/** An instruction as it is listed. */
export interface ListedInstruction {
  readonly address: bigint
  readonly bytes: Uint8Array
  /** In LLVM's spelling; undefined where the bytes are no instruction. */
  readonly text: string | undefined
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
  const architecture = architectureOf(archFamily(arch))
  if (!architecture) return undefined
  return setReaders[architecture.instructionSet].decoder(architecture.registers.bytes, mode ?? usualMode(arch))
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
): readonly ListedInstruction[] {
  const decode = decoderFor(arch, mode)
  const instructions: ListedInstruction[] = []
  let at = 0
  while (decode && at < code.length && instructions.length < most) {
    const pc = address + BigInt(at)
    const decoded = decode(code, at, pc)
    instructions.push({ address: pc, bytes: code.slice(at, at + decoded.size), text: textOfDecoded(decoded) })
    at += decoded.size
  }
  return instructions
}

/** The same with what instructions do. */
export function readInstructions(
  code: Uint8Array,
  address: bigint,
  arch: string,
  most = Infinity,
  mode?: ArmMode,
): readonly Instruction[] {
  const architecture = architectureOf(archFamily(arch))
  const decode = decoderFor(arch, mode)
  if (!architecture || !decode) return []
  const { meaning } = setReaders[architecture.instructionSet]
  const instructions: Instruction[] = []
  for (let at = 0; at < code.length && instructions.length < most;) {
    const pc = address + BigInt(at)
    const decoded = decode(code, at, pc)
    instructions.push(new Instruction(pc, code.slice(at, at + decoded.size), decoded, meaning))
    at += decoded.size
  }
  return instructions
}
