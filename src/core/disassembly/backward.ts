/** Instructions back from an address. */
import { archFamily, architectureOf } from '../model/architecture.ts'
import { decoderFor, disassemble, type Decoder, type Instruction } from './disassemble.ts'

/** Bytes of the longest instruction of x86: one of the first 15 bytes begins an instruction. */
const longest = 15

/**
 * The instructions that end where `code` ends, at `address`. Those of x86 differ in length and cannot be read backwards, so every
 * start is tried: only what all readings that end at the address agree on is told. Empty where they agree on nothing.
 */
export function disassembleBefore(code: Uint8Array, address: bigint, arch: string): readonly Instruction[] {
  const decode = decoderFor(arch)
  if (!decode) return []
  const start = address - BigInt(code.length)
  const step = architectureOf(archFamily(arch))?.instructionStep ?? 1
  if (step > 1) {
    const skipped = code.length % step
    return disassemble(code.slice(skipped), start + BigInt(skipped), arch)
  }
  const ends = readingsTo(code, start, decode)
  const first = agreedStart(ends, code.length)
  return disassemble(code.slice(first), start + BigInt(first), arch)
}

/** For each place the next one, in readings that come to the end; undefined for others. */
function readingsTo(code: Uint8Array, start: bigint, decode: Decoder): (number | undefined)[] {
  const next: (number | undefined)[] = []
  next[code.length] = code.length
  for (let at = code.length - 1; at >= 0; at--) {
    const { size, text } = decode(code, at, start + BigInt(at))
    if (text !== undefined && next[at + size] !== undefined) next[at] = at + size
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
