/**
 * The files of a cache as one Blob whose offsets are addresses, counted from the start of the cache. A slice is a slice of
 * the one file that is mapped there, and ends where its mapping does: nothing is read across a gap.
 */
import { PLAIN_POINTERS, type PointerForm } from './pointers.ts'

/** A stretch of addresses and the bytes there. */
export interface Piece {
  readonly start: number
  readonly size: number
  readonly path: string
  readonly blob: Blob
  /** Offset in the blob of the first byte. */
  readonly fileOffset: number
  readonly pointers: PointerForm
  readonly executable: boolean
}

export class AddressSpace extends Blob {
  /** Ascending, without overlaps. */
  readonly pieces: readonly Piece[]
  /** To the end of the last piece. */
  override readonly size: number

  constructor(pieces: readonly Piece[]) {
    super([])
    this.pieces = pieces
    const last = pieces.at(-1)
    this.size = last ? last.start + last.size : 0
  }

  /** The piece that is mapped at an offset. */
  pieceAt(offset: number): Piece | undefined {
    let low = 0
    let high = this.pieces.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const piece = this.pieces[middle]
      if (piece && piece.start + piece.size <= offset) low = middle + 1
      else high = middle
    }
    const found = this.pieces[low]
    return found && offset >= found.start ? found : undefined
  }

  /** Bytes mapped from an offset on without a gap, at most `size`. */
  mapped(offset: number, size: number): number {
    const piece = this.pieceAt(offset)
    return piece ? Math.max(0, Math.min(size, piece.start + piece.size - offset)) : 0
  }

  override slice(start = 0, end = this.size): Blob {
    const piece = this.pieceAt(start)
    if (!piece || end <= start) return new Blob()
    const from = piece.fileOffset + start - piece.start
    return piece.blob.slice(from, from + this.mapped(start, end - start))
  }

  /** Where an offset lies in a file. */
  placeOf(offset: number): { readonly file: string; readonly offset: number } | undefined {
    const piece = this.pieceAt(offset)
    return piece && { file: piece.path, offset: piece.fileOffset + offset - piece.start }
  }

  /** The same with additional tables after everything else, and the start of each of them. */
  withTables(path: string, tables: readonly Uint8Array<ArrayBuffer>[]): { space: AddressSpace; starts: number[] } {
    const starts: number[] = []
    const own: Piece[] = []
    let at = this.size
    for (const table of tables) {
      starts.push(at)
      own.push({
        start: at,
        size: table.length,
        path,
        blob: new Blob([table]),
        fileOffset: 0,
        pointers: PLAIN_POINTERS,
        executable: false,
      })
      at += table.length
    }
    return { space: new AddressSpace([...this.pieces, ...own.filter(({ size }) => size > 0)]), starts }
  }
}
