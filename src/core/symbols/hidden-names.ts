/**
 * Names that a bitcode build has hidden: detects them, reads the lines of a BCSymbolMap, and puts the names of a map
 * into its image.
 */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import type { MachOImage } from '../macho/image.ts'
import { problem } from '../messages/problems.ts'
import type { ImageUuid } from '../model/image.ts'
import { FormatError, problemFrom, success } from '../model/problem.ts'
import type { HiddenNames, InputFile } from '../ports.ts'
import type { DebugImage } from './source.ts'

/** Maps of large apps have 30 MB. */
const MOST_BYTES = 256 << 20
/** Bytes of the string table that are looked at, at its start and at its end: hidden names are most of it. */
const LOOK = 32 << 10
/** No compiler makes a name that is half as long. */
const LONGEST_NAME = 1 << 17

const HIDDEN = '__hidden#'
const NEWLINE = 0x0a
const RETURN = 0x0d

/** True if names of this image are hidden. */
export async function hasHiddenNames({ blob, symtab }: MachOImage): Promise<boolean> {
  if (!symtab) return false
  const { offset, size } = symtab.strings
  const end = offset + size
  const middle = Math.min(end, offset + LOOK)
  const tail = Math.max(middle, end - LOOK)
  if (decodeUtf8(await openRange(blob, offset, middle)).includes(HIDDEN)) return true
  return tail < end && decodeUtf8(await openRange(blob, tail, end)).includes(HIDDEN)
}

/** The lines of a map after its first, by number. */
export async function readNames({ path, blob }: InputFile): Promise<HiddenNames> {
  if (blob.size > MOST_BYTES)
    throw new FormatError(problem('too-large.symbol-map', { bytes: blob.size }, { file: path }))
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const first = bytes.indexOf(NEWLINE) + 1
  const body = first === 0 ? new Uint8Array(0) : bytes.subarray(first)
  let count = 0
  for (let at = 0; at < body.length; at = lineEnd(body, at) + 1) count++
  const starts = new Uint32Array(count + 1)
  const texts = new Uint8Array(starts.byteLength + body.length)
  let length = 0
  for (let at = 0, line = 0; at < body.length; line++) {
    const end = lineEnd(body, at)
    const text = body.subarray(at, Math.min(end, at + LONGEST_NAME))
    const zero = text.indexOf(0)
    const kept = text.subarray(0, zero >= 0 ? zero : text.at(-1) === RETURN ? -1 : text.length)
    texts.set(kept, starts.byteLength + length)
    length += kept.length
    starts[line + 1] = length
    at = end + 1
  }
  texts.set(new Uint8Array(starts.buffer))
  return { file: path, count, packed: texts.slice(0, starts.byteLength + length) }
}

function lineEnd(body: Uint8Array, from: number): number {
  const end = body.indexOf(NEWLINE, from)
  return end < 0 ? body.length : end
}

/** A BCSymbolMap that was given. */
export interface SymbolMap {
  readonly file: InputFile
  readonly names: () => Promise<HiddenNames>
}

/** The image with the names of its map; without one it says which map that is. */
export function withMap(image: DebugImage, original: ImageUuid, map: SymbolMap | undefined): DebugImage {
  return {
    ...image,
    bytes: image.bytes + (map?.file.blob.size ?? 0),
    prepare: async (only) => {
      const prepared = await image.prepare(only)
      if (!prepared.ok || prepared.value.hiddenNames !== 'missing') return prepared
      const others = prepared.problems.filter(({ code }) => code !== 'hidden-names')
      if (map) {
        try {
          return success({ ...prepared.value, hiddenNames: await map.names() }, others)
        } catch (thrown) {
          return success(prepared.value, [...prepared.problems, problemFrom(thrown, map.file.path)])
        }
      }
      const place = { file: image.path, severity: 'note' } as const
      return success(prepared.value, [...others, problem('hidden-names.original', { original }, place)])
    },
  }
}
