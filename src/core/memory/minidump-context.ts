/** Registers in minidump thread contexts; each architecture defines its layouts. */
import { ByteCursor } from '../bytes/cursor.ts'
import { archFamily, architectureOf } from '../model/architecture.ts'
import type { Arch } from '../model/image.ts'
import type { Register } from '../model/report.ts'
import { stateOf, type ThreadState } from './thread-state.ts'
import { vectorsOfContext } from './vector-registers.ts'

/** The registers of a context; undefined when it is too short for its processor. */
export function parseMinidumpContext(bytes: Uint8Array, arch: Arch, file: string): ThreadState | undefined {
  const family = archFamily(arch)
  const architecture = architectureOf(family)
  if (!architecture?.minidump) return undefined
  const word = architecture.registers.bytes
  const cursor = new ByteCursor(bytes, { file })
  const registers: Register[] = []
  for (const [name, offset] of architecture.minidump.registers) {
    if (offset + word > bytes.length) return undefined
    cursor.at = offset
    registers.push({ name, value: cursor.readPointer(word) })
  }
  const vectors = vectorsOfContext(bytes, family)
  return stateOf(registers, family, vectors && { vectors })
}
