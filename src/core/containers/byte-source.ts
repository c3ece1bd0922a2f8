/** Sequential reading, from a file or from a stream inflated on the way. */
import { openRange } from '../bytes/blob.ts'
import { problem } from '../messages/problems.ts'
import type { Problem } from '../model/problem.ts'
import { asOnePart } from '../model/joined-bytes.ts'

/** Bytes in order. `position` counts the bytes read or skipped. */
export interface ByteSource {
  readonly position: number
  /** Why the bytes ended early. */
  readonly failure: Problem | undefined
  /** The next bytes; fewer at the end. */
  read(size: number): Promise<Uint8Array>
  /** `before`, which was just read, and the next `size` bytes as one Blob; shorter at the end. */
  take(size: number, before: Uint8Array<ArrayBuffer>): Promise<Blob>
  skip(size: number): Promise<void>
}

const WINDOW_BYTES = 65_536

/** A file as a source: taken ranges are slices, skipped ranges are never read. */
export function blobSource(blob: Blob): ByteSource {
  let position = 0
  let start = 0
  let window = new Uint8Array()
  return {
    failure: undefined,
    get position() {
      return position
    },
    async read(size) {
      if (position < start || position + size > start + window.length) {
        start = position
        window = await openRange(blob, start, start + Math.max(size, WINDOW_BYTES))
      }
      const bytes = window.subarray(position - start, position - start + size)
      position += bytes.length
      return bytes
    },
    async take(size, before) {
      const slice = blob.slice(position - before.length, position + size)
      position += slice.size - before.length
      return slice
    },
    async skip(size) {
      position = Math.min(blob.size, position + size)
    },
  }
}

/** Bytes are moved into a Blob at this size, so that they leave memory. */
const PIECE_BYTES = 8 << 20

/**
 * A stream as a source. `onBytes` gets the number of bytes that arrived and may throw. An error of the stream ends it
 * with a `bad-compressed-data` failure.
 */
export function streamSource(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  file: string,
  onBytes: (count: number) => void,
): ByteSource & { readonly cancel: () => Promise<void> } {
  const reader = stream.getReader()
  let position = 0
  let chunk = new Uint8Array()
  let failure: Problem | undefined
  /** Refills `chunk` if it is empty. */
  const fill = async (): Promise<boolean> => {
    while (chunk.length === 0 && !failure) {
      const next = await reader.read().catch(() => undefined)
      if (next?.done) return false
      if (next) {
        onBytes(next.value.length)
        chunk = next.value
      } else {
        failure = problem('bad-compressed-data', { unpacked: position }, { file })
      }
    }
    return !failure
  }
  const visit = async (size: number, use?: (piece: Uint8Array<ArrayBuffer>) => void): Promise<void> => {
    for (let left = size; left > 0 && (await fill());) {
      const piece = chunk.subarray(0, left)
      use?.(piece)
      chunk = chunk.subarray(piece.length)
      position += piece.length
      left -= piece.length
    }
  }
  return {
    get position() {
      return position
    },
    get failure() {
      return failure
    },
    async read(size) {
      const pieces: Uint8Array[] = []
      await visit(size, (piece) => pieces.push(piece))
      return asOnePart(pieces)
    },
    async take(size, before) {
      const blobs: Blob[] = []
      let pieces = [before]
      let held = before.length
      const flush = (): void => {
        blobs.push(new Blob(pieces))
        pieces = []
        held = 0
      }
      await visit(size, (piece) => {
        pieces.push(piece)
        held += piece.length
        if (held >= PIECE_BYTES) flush()
      })
      return new Blob([...blobs, ...pieces])
    },
    skip: async (size) => visit(size),
    cancel: async () => {
      // Cancelling a failed stream rejects, too; that is of no interest.
      await reader.cancel().catch(() => undefined)
    },
  }
}
