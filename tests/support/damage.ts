/** Damages a build's input: flipped bytes, cut sections, numbers made huge. The same seed does the same damage. */
import type { BuildInput } from '../../src/core/ports.ts'
import { randomFrom } from './random.ts'

/** Spoils one to eight places of the bytes. */
export function spoilBytes(bytes: Uint8Array, random: () => number): void {
  const pick = (limit: number): number => Math.floor(random() * limit)
  for (let count = 1 + pick(8); count > 0; count--) {
    const at = pick(bytes.length)
    const kind = pick(4)
    if (kind === 0) bytes[at] = pick(256)
    else if (kind === 1) bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(8))
    else bytes.fill(kind === 2 ? 0xff : 0x80, at, at + 1 + pick(8))
  }
}

/** A copy of the input with one to eight of its bytes, or the end of a section, spoilt. */
export async function damage(input: BuildInput, seed: number): Promise<BuildInput> {
  const random = randomFrom(seed)
  const pick = (limit: number): number => Math.floor(random() * limit)
  const spoil = async (blob: Blob): Promise<Blob> => {
    const bytes = new Uint8Array(await blob.arrayBuffer())
    if (bytes.length === 0) return blob
    if (random() < 0.2) return new Blob([bytes.subarray(0, pick(bytes.length))])
    spoilBytes(bytes, random)
    return new Blob([bytes])
  }
  const hit = pick(input.dwarf.length + 2)
  const dwarf = await Promise.all(
    input.dwarf.map(async (section, at) =>
      at === hit || random() < 0.15 ? { ...section, bytes: await spoil(section.bytes) } : section,
    ),
  )
  const { symtab, functionStarts } = input
  return {
    ...input,
    dwarf,
    ...(symtab && hit >= input.dwarf.length
      ? { symtab: { ...symtab, entries: await spoil(symtab.entries), strings: await spoil(symtab.strings) } }
      : {}),
    ...(functionStarts && hit > input.dwarf.length ? { functionStarts: await spoil(functionStarts) } : {}),
  }
}
