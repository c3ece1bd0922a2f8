/** Instructions back from an address. */
import { archFamily, architectureOf, type ArmMode } from '../model/architecture.ts'
import type { Decoder } from './decoded.ts'
import { decoderFor, isA32, readInstructions } from './disassemble.ts'
import type { Instruction } from './instruction.ts'

/** Bytes of the longest instruction of x86: one of the first 15 bytes begins an instruction. Those of Thumb are shorter. */
const longest = 15

/**
 * The instructions that end where `code` ends, at `address`. Those of x86 and Thumb differ in length and cannot be read
 * backwards, so every start is tried. Returns only the instructions common to all readings that end at the address;
 * empty where there are none.
 */
export function readBefore(code: Uint8Array, address: bigint, arch: string, mode?: ArmMode): readonly Instruction[] {
  const decode = decoderFor(arch, mode)
  if (!decode) return []
  const start = address - BigInt(code.length)
  const step = isA32(arch, mode) ? 4 : (architectureOf(archFamily(arch))?.instructionStep ?? 1)
  if (step === 4) {
    const skipped = code.length % step
    return readInstructions(code.slice(skipped), start + BigInt(skipped), arch, Infinity, mode)
  }
  const ends = readingsTo(code, start, decode, step)
  const first = agreedStart(ends, code.length)
  return readInstructions(code.slice(first), start + BigInt(first), arch, Infinity, mode)
}

/** For each place the next one, in readings that come to the end; undefined for others. */
function readingsTo(code: Uint8Array, start: bigint, decode: Decoder, step: 1 | 2): (number | undefined)[] {
  const next: (number | undefined)[] = []
  next[code.length] = code.length
  for (let at = code.length - step; at >= 0; at -= step) {
    const { size, spelled } = decode(code, at, start + BigInt(at))
    if (spelled !== undefined && next[at + size] !== undefined) next[at] = at + size
  }
  return next
}

/** Where the part begins that all readings share; the end if there is none. */
function agreedStart(next: readonly (number | undefined)[], end: number): number {
  const starts = [...next.keys()].filter((at) => at < Math.min(longest, end) && next[at] !== undefined)
  const visits = new Array<number>(end + 1).fill(0)
  for (const start of starts) for (let at = start; at < end; at = next[at] ?? end) visits[at] = (visits[at] ?? 0) + 1
  const shared = visits.findIndex((count) => count > 0 && count === starts.length)
  return shared < 0 ? end : shared
}
