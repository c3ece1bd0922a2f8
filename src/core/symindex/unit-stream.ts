/** Splits `.debug_info` into jobs of whole units, reading ahead. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { ImageSections } from './sections.ts'
import type { InfoPart, UnitJob } from './shard.ts'
import { canBeUnit, LONGEST_LENGTH, unitBytes } from './unit-queue.ts'

/** Reads in flight. */
const AHEAD = 3
/** Units of a partial build closer than this are read as one piece. */
const GAP = 256 * 1024

/** All units of the section, in order. */
export async function* allUnits(
  sections: ImageSections,
  littleEndian: boolean,
  jobBytes: number,
): AsyncGenerator<UnitJob> {
  const size = sections.size(L.SECTION_INFO)
  const chunks: Promise<Uint8Array<ArrayBuffer>>[] = []
  let asked = 0
  const ask = (): void => {
    while (asked < size && chunks.length < AHEAD) {
      chunks.push(sections.read(L.SECTION_INFO, asked, asked + jobBytes))
      asked += jobBytes
    }
  }
  let pieces: Uint8Array<ArrayBuffer>[] = []
  /** Section offsets: of `pieces`, of the end of the bytes read, and of the first unit not known to be complete. */
  let start = 0
  let read = 0
  let unit = 0
  while (start < size) {
    ask()
    const chunk = await chunks.shift()
    if (!chunk || chunk.length === 0) break
    pieces.push(chunk)
    read += chunk.length
    let head = headOf(pieces, unit - start, littleEndian)
    while (head !== undefined && canBeUnit(head, size - unit) && unit + head <= read) {
      unit += head
      head = headOf(pieces, unit - start, littleEndian)
    }
    // Where the search ends.
    const last = head === undefined || canBeUnit(head, size - unit) ? size : Math.min(size, unit + LONGEST_LENGTH)
    const stop = read >= last ? last : unit
    if (stop === start) continue
    const [whole, rest] = split(pieces, stop - start)
    yield { kind: 'units', parts: [{ start, end: stop, pieces: whole }] }
    // After an impossible header no unit can be found; WASM reports the damage.
    if (stop === last) return
    pieces = rest
    start = stop
    unit = stop
  }
}

/** Size of the unit at `at` in the pieces, with its header; undefined if its length is not read yet. */
function headOf(pieces: readonly Uint8Array[], at: number, littleEndian: boolean): number | undefined {
  const bytes = new Uint8Array(12)
  let have = 0
  for (const piece of pieces) {
    if (at >= piece.length) {
      at -= piece.length
      continue
    }
    const part = piece.subarray(at, at + 12 - have)
    bytes.set(part, have)
    have += part.length
    at = 0
    if (have === 12) break
  }
  return unitBytes(bytes.subarray(0, have), littleEndian)
}

function split(
  pieces: readonly Uint8Array<ArrayBuffer>[],
  at: number,
): [Uint8Array<ArrayBuffer>[], Uint8Array<ArrayBuffer>[]] {
  const before: Uint8Array<ArrayBuffer>[] = []
  const after: Uint8Array<ArrayBuffer>[] = []
  for (const piece of pieces) {
    const cut = Math.max(0, Math.min(piece.length, at))
    // The front keeps the buffer, which may be transferred; the rest is small and copied.
    if (cut > 0) before.push(piece.subarray(0, cut))
    if (cut < piece.length) after.push(cut === 0 ? piece : piece.slice(cut))
    at -= cut
  }
  return [before, after]
}

/** Selected units. `wanted` has start and end of each; the end is the start of the next listed unit. */
export async function* selectedUnits(
  sections: ImageSections,
  wanted: Uint32Array,
  littleEndian: boolean,
  jobBytes: number,
): AsyncGenerator<UnitJob> {
  const spans: { start: number; end: number }[] = []
  for (let at = 0; at < wanted.length; at += 2) {
    const start = wanted[at] ?? 0
    const end = wanted[at + 1] ?? 0
    const last = spans.at(-1)
    if (last && start - last.end <= GAP && end - last.start <= jobBytes) last.end = Math.max(last.end, end)
    else spans.push({ start, end })
  }
  let at = 0
  for await (const group of sections.readGroups(L.SECTION_INFO, spans)) {
    const parts: InfoPart[] = []
    for (const bytes of group) {
      const start = spans[at++]?.start ?? 0
      const whole = await completeUnits(sections, start, bytes, littleEndian)
      if (whole.length > 0) parts.push({ start, end: start + whole.length, pieces: [whole] })
    }
    yield { kind: 'units', parts }
  }
}

/** Completes the last unit, in case the list of units has a gap. */
async function completeUnits(
  sections: ImageSections,
  start: number,
  bytes: Uint8Array<ArrayBuffer>,
  littleEndian: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  let at = 0
  let head = headOf([bytes], at, littleEndian)
  while (head !== undefined && at + head < bytes.length) {
    at += head
    head = headOf([bytes], at, littleEndian)
  }
  const end = at + (head ?? 0)
  if (end <= bytes.length || start + end > sections.size(L.SECTION_INFO)) return bytes
  return sections.read(L.SECTION_INFO, start, start + end)
}
