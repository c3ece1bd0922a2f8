/** x86_64 code without its addresses: displacements from RIP and of calls belong to the linker. */
import { x86InstructionAt } from '../memory/x86-instruction.ts'
import type { FunctionRange, InstructionSink } from './instruction-sink.ts'

export function readX86({ bytes, view, from, to, start }: FunctionRange, sink: InstructionSink): void {
  for (let at = from; at < to;) {
    const read = x86InstructionAt(bytes, at, 8)
    if (!read || at + read.size > to) {
      sink.word(bytes[at] ?? 0)
      at++
      continue
    }
    const next = at + read.size
    const isJump = (read.map === 0 && (read.opcode === 0xe8 || read.opcode === 0xe9)) || isFarCondition(read)
    const target = start + next + read.immediate
    const isOutside = target < start + from || target >= start + to
    if (isJump && (read.opcode === 0xe8 || isOutside)) {
      sink.word(read.opcode)
      sink.call(target)
    } else if (read.modRm !== undefined && (read.modRm & 0xc7) === 5) {
      const hole = at + read.prefixes + opcodeBytes(bytes[at + read.prefixes] ?? 0, read.map) + 1
      for (let byte = at; byte < next; byte++) if (byte < hole || byte >= hole + 4) sink.word(bytes[byte] ?? 0)
      if (hole + 4 <= next) sink.refer(start + next + view.getInt32(hole, true))
    } else for (let byte = at; byte < next; byte++) sink.word(bytes[byte] ?? 0)
    at = next
  }
}

/** Jcc rel32. */
const isFarCondition = ({ map, opcode }: { map: number; opcode: number }): boolean =>
  map === 1 && opcode >= 0x80 && opcode < 0x90

/** Bytes before ModRM: of AVX the prefix and the opcode, else the escape bytes and the opcode. */
function opcodeBytes(first: number, map: number): number {
  if (map === 0) return 1
  if (first === 0x0f) return map === 1 ? 2 : 3
  return first === 0xc5 ? 3 : first === 0xc4 ? 4 : 5
}
