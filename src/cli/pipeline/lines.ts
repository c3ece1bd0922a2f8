/** Lines of a stream of bytes, none of them longer than a limit. */
import { joinedBytes } from '../../core/model/joined-bytes.ts'
import { LineIdReader } from './line-id.ts'
import type { Room } from './room.ts'

const LINE_FEED = 0x0a
const BLANK = 0x20
/** From here on a byte is a part of a character, or none. */
const WIDE = 0x80

/** `bytes` is absent for a line over the limit: its bytes were let go as they came. */
export interface Line {
  /** From 1. */
  readonly number: number
  /** UTF-8, in memory of their own. Their room is the caller's to give back. */
  readonly bytes?: Uint8Array<ArrayBuffer>
  /** Of a line over the limit: its `id`, as the line spells it. */
  readonly id?: string | undefined
}

/**
 * The lines as they come, without the line feed that ends each; blank ones are counted and left out. Bytes are held once the room has
 * them, so a line is read no faster than those before it are done. The room must be that of the limit at least.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  room: Pick<Room, 'take' | 'give'>,
): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let id: LineIdReader | undefined
  let size = 0
  let number = 0
  const add = async (part: Uint8Array): Promise<void> => {
    const held = size
    size += part.length
    if (size <= limit) {
      await room.take({ bytes: part.length })
      parts.push(part)
      return
    }
    id ??= new LineIdReader()
    for (const each of [...parts, part]) id.add(each)
    if (parts.length > 0) room.give({ bytes: held })
    parts = []
  }
  const finish = (): Line | undefined => {
    number++
    const line = id ? { number, id: id.end() } : { number, bytes: joinedBytes(parts) }
    const isNeeded = id !== undefined || !isBlank(line.bytes)
    if (!isNeeded) room.give({ bytes: size })
    parts = []
    id = undefined
    size = 0
    return isNeeded ? line : undefined
  }
  for await (const chunk of chunks) {
    let from = 0
    while (from < chunk.length) {
      const end = chunk.indexOf(LINE_FEED, from)
      await add(chunk.subarray(from, end === -1 ? chunk.length : end))
      if (end === -1) break
      from = end + 1
      const line = finish()
      if (line) yield line
    }
  }
  const last = finish()
  if (last) yield last
}

/** True for a line of blanks alone, in UTF-8. */
function isBlank(bytes: Uint8Array | undefined): boolean {
  if (bytes === undefined) return false
  const first = bytes.find((byte) => byte > BLANK)
  if (first !== undefined && first < WIDE) return false
  return new TextDecoder().decode(bytes).trim() === ''
}
