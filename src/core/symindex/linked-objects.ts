/** Object files of a debug map as the engine takes them, and the way back from a place in their joined sections. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { LinkedObject } from '../ports.ts'
import { slotOf } from './section-slots.ts'

/** Records as `wasm/assembly/layout.ts` has them. */
export interface PackedObjects {
  readonly records: Uint32Array<ArrayBuffer>
  readonly moves: Uint32Array<ArrayBuffer>
}

export function packObjects(objects: readonly LinkedObject[]): PackedObjects {
  const records = new Uint32Array(objects.length * L.OBJECT_WORDS)
  const moves = new Uint32Array(objects.reduce((sum, { moves }) => sum + moves.length, 0))
  let filled = 0
  objects.forEach((object, position) => {
    const at = position * L.OBJECT_WORDS
    const own = object.moves
    records[at] = filled / L.MOVE_WORDS
    records[at + 1] = own.length / L.MOVE_WORDS
    for (const { section, start, size } of object.parts) {
      const slot = slotOf(section)
      if (slot === undefined) continue
      records[at + L.OBJECT_PARTS + slot * 2] = start
      records[at + L.OBJECT_PARTS + slot * 2 + 1] = size
    }
    moves.set(own, filled)
    filled += own.length
  })
  return { records, moves }
}

/** The object that a place in a joined section belongs to: its file, and where the section begins there. */
export function objectPlace(
  objects: readonly LinkedObject[],
  slot: number,
  offset: number,
): { readonly file: string; readonly fileOffset: number; readonly offset: number } | undefined {
  for (const { file, parts } of objects) {
    const part = parts.find(
      ({ section, start, size }) => slotOf(section) === slot && offset >= start && offset <= start + size,
    )
    if (part) return { file, fileOffset: part.fileOffset, offset: offset - part.start }
  }
  return undefined
}
