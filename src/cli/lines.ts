/** Lines of a stream of bytes, none of them longer than a limit. */
import { joinedBytes } from '../core/model/joined-bytes.ts'

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
}

/** The lines as they come, without the line feed that ends each; blank ones are counted and left out. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let size = 0
  let number = 0
  const finish = (): Line => {
    number++
    const line = size > limit ? { number } : { number, bytes: joinedBytes(parts) }
    parts = []
    size = 0
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    while (from < chunk.length) {
      const end = chunk.indexOf(LINE_FEED, from)
      const part = chunk.subarray(from, end === -1 ? chunk.length : end)
      size += part.length
      if (size > limit) parts = []
      else parts.push(part)
      if (end === -1) break
      from = end + 1
      const line = finish()
      if (!isBlank(line.bytes)) yield line
    }
  }
  const last = finish()
  if (!isBlank(last.bytes)) yield last
}

/** Whether a line has nothing but blanks, as UTF-8 has them. */
function isBlank(bytes: Uint8Array | undefined): boolean {
  if (bytes === undefined) return false
  const first = bytes.find((byte) => byte > BLANK)
  if (first !== undefined && first < WIDE) return false
  return new TextDecoder().decode(bytes).trim() === ''
}
