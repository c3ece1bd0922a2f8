/** Lines of a stream of bytes, none of them longer than a limit. */
import { joinedBytes } from '../../core/model/joined-bytes.ts'

const LINE_FEED = 0x0a
const BLANK = 0x20
/** From here on a byte is a part of a character, or none. */
const WIDE = 0x80

/** `bytes` is absent for a line over the limit: its bytes were let go as they came. */
export interface Line {
  /** From 1. */
  readonly number: number
  /** UTF-8, in memory of their own. */
  readonly bytes?: Uint8Array<ArrayBuffer>
  /** The beginning of a line over the limit. */
  readonly head?: Uint8Array<ArrayBuffer>
}

const HEAD = 1 << 16

/** The lines as they come, without the line feed that ends each; blank ones are counted and left out. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let head = new Uint8Array(0)
  let size = 0
  let number = 0
  const finish = (): Line => {
    number++
    const line = size > limit ? { number, head } : { number, bytes: joinedBytes(parts) }
    parts = []
    head = new Uint8Array(0)
    size = 0
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    while (from < chunk.length) {
      const end = chunk.indexOf(LINE_FEED, from)
      const part = chunk.subarray(from, end === -1 ? chunk.length : end)
      size += part.length
      if (size <= limit) parts.push(part)
      else if (parts.length > 0 || head.length === 0) {
        head = headOf([...parts, part])
        parts = []
      }
      if (end === -1) break
      from = end + 1
      const line = finish()
      if (!isBlank(line.bytes)) yield line
    }
  }
  const last = finish()
  if (!isBlank(last.bytes)) yield last
}

/** The first bytes of parts, in memory of their own. */
function headOf(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(HEAD)
  let size = 0
  for (const part of parts) {
    if (size === HEAD) break
    const taken = part.subarray(0, HEAD - size)
    head.set(taken, size)
    size += taken.length
  }
  return head.slice(0, size)
}

/** True for a line of blanks alone, in UTF-8. */
function isBlank(bytes: Uint8Array | undefined): boolean {
  if (bytes === undefined) return false
  const first = bytes.find((byte) => byte > BLANK)
  if (first !== undefined && first < WIDE) return false
  return new TextDecoder().decode(bytes).trim() === ''
}
