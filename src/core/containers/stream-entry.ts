/** An entry of a container that is read sequentially. */
import type { ByteSource } from './byte-source.ts'
import type { Entry } from './container.ts'
import { problem } from '../messages/problems.ts'
import { HEAD_BYTES } from './limits.ts'

/**
 * The next `size` bytes of a source as an entry; `Infinity` for the rest. Truncated or damaged data is kept up to the
 * damage, with a problem.
 */
export function streamEntry(source: ByteSource, path: string, size: number, file: string): Entry {
  let head: Uint8Array<ArrayBuffer> | undefined
  const readHead = async (): Promise<Uint8Array<ArrayBuffer>> =>
    (head ??= Uint8Array.from(await source.read(Math.min(HEAD_BYTES, size))))
  return {
    path,
    size: Number.isFinite(size) ? size : undefined,
    head: readHead,
    async blob(note) {
      const first = await readHead()
      const data = await source.take(size - first.length, first)
      const missing = size - data.size
      if (source.failure) note({ ...source.failure, file })
      else if (Number.isFinite(missing) && missing > 0) {
        note(problem('truncated.stream', { missing }, { file }))
      }
      return data
    },
  }
}
