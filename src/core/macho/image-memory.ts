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
import { asOnePart } from '../model/joined-bytes.ts'

interface Piece {
  readonly start: number
  readonly bytes: Uint8Array
  /** Offset in the file, for problems. */
  readonly fileOffset: number
}

export const NO_BINDS: Binds = { places: new Map(), names: [] }

/** Pages of other images are read in this size. */
const PAGE_BYTES = 16_384
/** And a few bytes more, so that no structure is cut. */
const PAGE_TAIL = 256

/** Ranges of an image and the decoding of its pointers. Reads outside of the ranges throw FormatErrors. */
export class ImageMemory {
  readonly image: MachOImage
  /** Ascending by start. */
  #pieces: readonly Piece[]
  readonly #format: number
  readonly #binds: Binds
  readonly #budget: Budget
  /** Pages of a shared cache that reads met and that are not loaded; those already requested once. */
  readonly #missed = new Set<number>()
  readonly #asked = new Set<number>()

  constructor(image: MachOImage, pieces: readonly Piece[], format: number, binds: Binds, budget: Budget) {
    this.image = image
    this.#pieces = sorted(pieces)
    this.#format = format
    this.#binds = binds
    this.#budget = budget
  }

  /** A cursor at an offset, up to the end of its section. */
  cursorAt(offset: ImageOffset): ByteCursor {
    const { path: file, littleEndian } = this.image
    const piece = pieceAt(this.#pieces, offset)
    if (piece)
      return new ByteCursor(piece.bytes, { file, littleEndian, fileOffset: piece.fileOffset, at: offset - piece.start })
    if (this.image.shared) this.#miss(offset)
    throw new FormatError(problem('bad-pointer', {}, { file }))
  }

  /** True if an offset lies in a loaded piece. */
  holds(offset: ImageOffset): boolean {
    return pieceAt(this.#pieces, offset) !== undefined
  }

  #miss(offset: ImageOffset): void {
    const at = (this.image.shared?.start ?? 0) + offset
    if (at >= 0) this.#missed.add(Math.floor(at / PAGE_BYTES))
  }

  /** Reads a pointer and returns its target; undefined for null. */
  readPointer(cursor: ByteCursor): PointerTarget | undefined {
    const { shared } = this.image
    if (shared) {
      const at = cursor.fileOffset + cursor.at
      const target = shared.pointerTarget(cursor.readPointer(this.image.pointerSize), at)
      return target === undefined ? undefined : { kind: 'offset', offset: imageOffset(target - shared.start) }
    }
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

  /** True if a symbol with such a name is imported. */
  imports(fits: (name: string) => boolean): boolean {
    return this.#binds.names.some(fits)
  }

  /** The name of an imported symbol. */
  importName(ordinal: number): string | undefined {
    return this.#binds.names[ordinal]
  }

  /**
   * Loads the pages of the shared cache that reads have missed. False if nothing new was loaded, so that another pass
   * would find nothing more.
   */
  async loadMissed(): Promise<boolean> {
    const { blob, shared } = this.image
    const missed = [...this.#missed].filter((page) => !this.#asked.has(page)).sort((a, b) => a - b)
    this.#missed.clear()
    const loaded: Piece[] = []
    for (let first = 0; first < missed.length && shared;) {
      let next = first + 1
      while (next < missed.length && missed[next] === (missed[next - 1] ?? 0) + 1) next++
      const from = (missed[first] ?? 0) * PAGE_BYTES
      const to = ((missed[next - 1] ?? 0) + 1) * PAGE_BYTES + PAGE_TAIL
      for (const page of missed.slice(first, next)) this.#asked.add(page)
      first = next
      // A mapping may end, or begin, within the pages.
      for (let at = from; at < to;) {
        const bytes = await openRange(blob, at, to)
        if (bytes.length > 0) loaded.push({ start: at - shared.start, bytes, fileOffset: at })
        this.#budget.spend('loaded', bytes.length)
        at = (Math.floor((at + bytes.length) / PAGE_BYTES) + 1) * PAGE_BYTES
      }
    }
    this.#pieces = sorted([...this.#pieces, ...loaded])
    return loaded.length > 0
  }

  textAt(offset: ImageOffset): string {
    const parts: Uint8Array[] = []
    for (let at = offset; ;) {
      const cursor = this.cursorAt(at)
      const nul = cursor.bytes.indexOf(0, cursor.at)
      const end = nul < 0 ? cursor.bytes.length : nul
      this.#budget.spend('text', end - cursor.at)
      parts.push(cursor.bytes.subarray(cursor.at, end))
      // In a shared cache the rest may lie in the next page.
      if (nul >= 0 || !this.image.shared) return decodeUtf8(asOnePart(parts))
      at = offsetBy(at, end - cursor.at)
    }
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

function sorted(pieces: readonly Piece[]): readonly Piece[] {
  return [...pieces].sort((a, b) => a.start - b.start)
}

/** The piece that holds an offset. Pages overlap the next one a little, so the one before may hold it, too. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((pieces[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const near = [pieces[low - 1], pieces[low - 2]]
  return near.find((piece) => piece && offset >= piece.start && offset < piece.start + piece.bytes.length)
}
