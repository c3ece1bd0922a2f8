/** The debug information of code in an image: from a dSYM or binary, or from the object file that a debug map names. */
import { append } from '../../model/lists.ts'
import { imageOffset, linkOf, slideOf, type ImageOffset, type RuntimeAddress } from '../../model/address.ts'
import type { Problem } from '../../model/problem.ts'
import { unavailable } from '../../messages/variables.ts'
import type { BuildInput, LinkedObject } from '../../ports.ts'
import type { DebugImage } from '../../symbols/source.ts'
import { DebugInfo } from '../../dwarf/reader/debug-info.ts'
import { NoValue } from '../../dwarf/expression/machine.ts'

/** Debug information that covers an offset of its image, and how its addresses relate to the image's. */
export interface CodeInfo {
  readonly info: DebugInfo
  /** The address that an offset of the image has in the debug information. */
  readonly link: (offset: ImageOffset) => bigint
  /**
   * The runtime address of an address in the debug information, for an image loaded at `load`. Throws `NoValue` where
   * that is unknown.
   */
  readonly runtime: (address: bigint, load: RuntimeAddress) => bigint
}

/** Why there is none: files of the image have none, or the object file with this code is missing. */
export type NoCodeInfo = 'no-debug-info' | 'no-object'

interface Opened {
  /** Of the whole image; undefined where it lies in object files. */
  readonly whole?: CodeInfo
  readonly objects: { readonly object: LinkedObject; readonly info: DebugInfo }[]
}

/** Kept as long as the file, so that the next frame finds its units read. */
const opened = new WeakMap<DebugImage, Opened>()

/** The debug information of the code at an offset, out of one file. */
export async function openCodeInfo(
  source: DebugImage,
  offset: ImageOffset,
  problems: Problem[],
): Promise<CodeInfo | NoCodeInfo> {
  const known = opened.get(source)
  if (known?.whole) return known.whole
  const before = known && ofObject(known, offset)
  if (before) return before
  const prepared = await source.prepare([offset])
  if (!prepared.ok) {
    append(problems, prepared.problems)
    return 'no-debug-info'
  }
  const { value } = prepared
  if (!value.objects) {
    const info = new DebugInfo(value)
    if (!info.hasUnits) return 'no-debug-info'
    const whole: CodeInfo = {
      info,
      link: (at) => linkOf(source.textVmaddr, at),
      runtime: (address, load) => address + slideOf(load, source.textVmaddr),
    }
    opened.set(source, { whole, objects: [] })
    return whole
  }
  const now = known ?? { objects: [] }
  opened.set(source, now)
  for (const object of value.objects) {
    // A missing object has names alone, which belong to no file.
    if (object.file !== '') now.objects.push({ object, info: new DebugInfo(partsOf(value, object)) })
  }
  return ofObject(now, offset) ?? 'no-object'
}

/** The sections of one object, out of the joined ones. */
function partsOf(input: BuildInput, { file, parts }: LinkedObject): BuildInput {
  const dwarf = parts.flatMap(({ section, start, size, fileOffset }) => {
    const joined = input.dwarf.find(({ name }) => name === section)
    return joined ? [{ ...joined, bytes: joined.bytes.slice(start, start + size), fileOffset, size }] : []
  })
  return { ...input, file, dwarf }
}

const MOVE_WORDS = 3

/** Functions move one by one, so the final place of an object's data is unknown. */
function ofObject({ objects }: Opened, offset: ImageOffset): CodeInfo | undefined {
  for (const { object, info } of objects) {
    for (let at = 0; at + MOVE_WORDS <= object.moves.length; at += MOVE_WORDS) {
      const [from = 0, size = 0, to = 0] = object.moves.subarray(at, at + MOVE_WORDS)
      if (offset < to || offset >= to + size) continue
      return {
        info,
        link: (one) => BigInt(from + one - to),
        runtime: () => {
          throw new NoValue(unavailable.notLinked)
        },
      }
    }
  }
  return undefined
}

/** The place to look up for a frame's address: a return address may lie in the next function, or on the next line. */
export const lookedUpAt = (offset: ImageOffset, isReturn: boolean): ImageOffset =>
  imageOffset(offset - (isReturn && offset > 0 ? 1 : 0))
