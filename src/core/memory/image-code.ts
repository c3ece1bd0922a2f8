/** The parts of a Mach-O file that judge return addresses and unwind stacks: code, function starts, unwind table. */
import { openRange } from '../bytes/blob.ts'
import { imageOffset, offsetOfLink, type ImageOffset } from '../model/address.ts'
import { archFamily } from './architecture.ts'
import { findSection, type MachOImage } from '../macho/image.ts'

/** The executable bytes of an image. */
export interface CodeSections {
  readonly sections: readonly { readonly start: ImageOffset; readonly bytes: Uint8Array }[]
  /** Starts of all functions, ascending, from LC_FUNCTION_STARTS; without the Thumb bit; may be empty. */
  readonly functionStarts: readonly ImageOffset[]
}

/** What a given binary adds to a dump's own memory. */
export interface ImageCode extends CodeSections {
  /** `__TEXT,__unwind_info`. */
  readonly unwindInfo?: { readonly start: ImageOffset; readonly bytes: Uint8Array }
}

/** Starts taken of one image; the largest known apps have about two million. */
const mostStarts = 8_000_000

/**
 * Reads the code of an image; undefined for images without any: dSYMs, whose sections have headers only, and binaries
 * whose code is encrypted.
 */
export async function openImageCode(image: MachOImage): Promise<ImageCode | undefined> {
  if (image.encrypted) return undefined
  const sections: { start: ImageOffset; bytes: Uint8Array }[] = []
  for (const { address, file, isCode } of image.sections) {
    const start = offsetOfLink(address, image.text)
    if (!isCode || file.size === 0 || start === undefined) continue
    sections.push({ start, bytes: await openRange(image.blob, file.offset, file.offset + file.size) })
  }
  if (sections.length === 0) return undefined
  const unwind = findSection(image, '__unwind_info')
  const unwindStart = unwind && offsetOfLink(unwind.address, image.text)
  return {
    sections,
    functionStarts: await openFunctionStarts(image),
    ...(unwind &&
      unwindStart !== undefined &&
      unwind.file.size > 0 && {
        unwindInfo: {
          start: unwindStart,
          bytes: await openRange(image.blob, unwind.file.offset, unwind.file.offset + unwind.file.size),
        },
      }),
  }
}

async function openFunctionStarts(image: MachOImage): Promise<readonly ImageOffset[]> {
  const range = image.functionStarts
  if (!range) return []
  const starts = parseFunctionStarts(await openRange(image.blob, range.offset, range.offset + range.size))
  return archFamily(image.arch) === 'arm' ? starts.map((start) => imageOffset(start - (start % 2))) : starts
}

/** LC_FUNCTION_STARTS: ULEB128 distances from `__TEXT` on, ended by a zero. Bit 0 marks Thumb code. */
export function parseFunctionStarts(bytes: Uint8Array): readonly ImageOffset[] {
  const starts: ImageOffset[] = []
  let at = 0
  let distance = 0
  let factor = 1
  for (const byte of bytes) {
    distance += (byte & 0x7f) * factor
    factor *= 128
    if (byte >= 0x80) continue
    if (distance === 0 || distance > Number.MAX_SAFE_INTEGER - at || starts.length >= mostStarts) break
    at += distance
    starts.push(imageOffset(at))
    distance = 0
    factor = 1
  }
  return starts
}
