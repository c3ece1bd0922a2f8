/** Lines of a stream of bytes, none of them longer than a limit. */

const LINE_FEED = 0x0a

/** `text` is absent for a line over the limit: its bytes were let go as they came. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly text?: string
}

/** The lines as they come, decoded as UTF-8, without their ends; blank ones are counted and left out. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let size = 0
  let number = 0
  const finish = (): Line => {
    number++
    const isLong = size > limit
    const text = isLong ? undefined : Buffer.concat(parts).toString('utf8').trim()
    parts = []
    size = 0
    return text === undefined ? { number } : { number, text }
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
      if (line.text !== '') yield line
    }
  }
  const last = finish()
  if (last.text !== '') yield last
}
