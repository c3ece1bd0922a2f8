/** An input of lines cut into chunks. A chunk is named by the offset of its first byte, so that every run cuts and names alike. */
import { createReadStream } from 'node:fs'

const LINE_FEED = 0x0a

/** Chunks of whole lines, each the first to reach `size` bytes: `{ offset, lines }` with the lines as bytes, blank ones left out. */
export async function* chunksOf(path, size) {
  let [offset, held] = [0, []]
  let lines = []
  let read = 0
  const take = () => {
    const line = Buffer.concat(held)
    held = []
    if (line.toString('utf8').trim() !== '') lines.push(line)
  }
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) {
    let from = 0
    for (let end = part.indexOf(LINE_FEED); end !== -1; end = part.indexOf(LINE_FEED, from)) {
      held.push(part.subarray(from, end))
      take()
      const bytes = read + end + 1 - offset
      from = end + 1
      if (bytes < size) continue
      if (lines.length > 0) yield { offset, lines }
      ;[offset, lines] = [offset + bytes, []]
    }
    held.push(part.subarray(from))
    read += part.length
  }
  take()
  if (lines.length > 0) yield { offset, lines }
}
