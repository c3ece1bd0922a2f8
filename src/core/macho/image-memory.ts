/** Some sections of an image as memory, addressed by image offset, as pointers need. */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { ByteCursor, decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { imageOffset, offsetOfLink, type ImageOffset } from '../model/address.ts'
import { FormatError } from '../model/problem.ts'
import { decodePointer, parseChainedFixups, PTR_PLAIN, PTR_THREADED, type PointerTarget } from './chained-fixups.ts'
import { parseBindOpcodes, type Binds } from './bind-opcodes.ts'
import type { FileRange, MachOImage, Section } from './image.ts'

interface Piece {
  readonly start: number
  readonly bytes: Uint8Array
  /** Offset in the file, for problems. */
  readonly fileOffset: number
}

/** Limit for image offsets that pointers may have. */
export const NO_BINDS: Binds = { places: new Map(), names: [] }

/** Ranges of an image and the decoding of its pointers. Reads outside of the ranges throw FormatErrors. */
export class ImageMemory {
  readonly image: MachOImage
  readonly #pieces: readonly Piece[]
  readonly #format: number
  readonly #binds: Binds
  readonly #budget: Budget

  constructor(image: MachOImage, pieces: readonly Piece[], format: number, binds: Binds, budget: Budget) {
    this.image = image
    this.#pieces = pieces
    this.#format = format
    this.#binds = binds
    this.#budget = budget
  }

  /** A cursor at an offset, up to the end of its section. */
  cursorAt(offset: ImageOffset): ByteCursor {
    const { path: file, littleEndian } = this.image
    const piece = this.#pieces.find(({ start, bytes }) => offset >= start && offset < start + bytes.length)
    if (piece)
      return new ByteCursor(piece.bytes, { file, littleEndian, fileOffset: piece.fileOffset, at: offset - piece.start })
    throw new FormatError(problem('bad-pointer', {}, { file }))
  }

  /** Reads a pointer and returns its target; undefined for null. */
  readPointer(cursor: ByteCursor): PointerTarget | undefined {
    const ordinal = this.#binds.places.get(cursor.fileOffset + cursor.at - this.image.fileOffset)
    const value = cursor.readPointer(this.image.pointerSize)
    return ordinal === undefined
      ? decodePointer(value, this.#format, this.image.textVmaddr)
      : { kind: 'import', ordinal }
  }

  /** Reads a pointer into this image; undefined for null and for imports. */
  readOffset(cursor: ByteCursor): ImageOffset | undefined {
    const target = this.readPointer(cursor)
    return target?.kind === 'offset' ? target.offset : undefined
  }

  /** The name of an imported symbol. */
  importName(ordinal: number): string | undefined {
    return this.#binds.names[ordinal]
  }

  textAt(offset: ImageOffset): string {
    const cursor = this.cursorAt(offset)
    const nul = cursor.bytes.indexOf(0, cursor.at)
    const end = nul < 0 ? cursor.bytes.length : nul
    this.#budget.spend('text', end - cursor.at)
    return decodeUtf8(cursor.bytes.subarray(cursor.at, end))
  }
}

/** Loads the sections that `wanted` selects, and the pointer encoding. */
export async function openImageMemory(
  image: MachOImage,
  wanted: (section: Section) => boolean,
  budget: Budget,
): Promise<ImageMemory> {
  const pieces: Piece[] = []
  for (const section of image.sections) {
    const start = offsetOfLink(section.address, image.textVmaddr)
    if (section.file.size === 0 || start === undefined || !wanted(section)) continue
    const { offset, size } = section.file
    budget.spend('loaded', size)
    pieces.push({
      start,
      bytes: await openRange(image.blob, offset, offset + size),
      fileOffset: image.fileOffset + offset,
    })
  }
  const { format, binds } = await openPointerForm(image, budget)
  return new ImageMemory(image, pieces, format, binds, budget)
}

/** The pointer encoding of the image, and its imports. */
async function openPointerForm(image: MachOImage, budget: Budget): Promise<{ format: number; binds: Binds }> {
  const options = (range: FileRange) => ({ file: image.path, fileOffset: image.fileOffset + range.offset, budget })
  const load = async (range: FileRange): Promise<Uint8Array> =>
    openRange(image.blob, range.offset, range.offset + range.size)
  if (image.chainedFixups) {
    const range = image.chainedFixups
    const { format, imports } = parseChainedFixups(await load(range), options(range))
    return { format: format ?? PTR_PLAIN, binds: { places: new Map(), names: imports } }
  }
  const format = image.arch === 'arm64e' ? PTR_THREADED : PTR_PLAIN
  if (!image.binds) return { format, binds: NO_BINDS }
  const binds = parseBindOpcodes(await load(image.binds), image.segments, image.pointerSize, options(image.binds))
  return { format, binds: format === PTR_PLAIN ? binds : { ...binds, places: new Map() } }
}

/** An offset plus a signed distance. */
export function offsetBy(offset: ImageOffset, distance: number): ImageOffset {
  return imageOffset(offset + distance)
}
