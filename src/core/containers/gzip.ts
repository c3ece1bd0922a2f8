/** gzip (RFC 1952): one compressed file, or a compressed tar archive. */
import { FormatError } from '../model/problem.ts'
import { pathName } from '../model/path-name.ts'
import { streamSource } from './byte-source.ts'
import type { Container } from './container.ts'
import { streamEntry } from './stream-entry.ts'
import { sniffTar } from './tar.ts'
import { unshift } from './unshift.ts'

export const gzipContainer: Container = {
  id: 'gzip',
  label: 'gzip file',
  sniff: (head) => head[0] === 0x1f && head[1] === 0x8b && head[2] === 8,
  async *entries(file, budget) {
    const stream = file.blob.stream().pipeThrough(new DecompressionStream('gzip'))
    const source = streamSource(stream, file.path, (count) => budget.spend('inflated', count))
    try {
      const first = await source.read(512)
      const whole = unshift(first, source)
      if (sniffTar(first)) {
        const { tarEntries } = await import('./tar-entries.ts')
        yield* tarEntries(whole, file.path)
        // The checksum comes last.
        await source.skip(Number.POSITIVE_INFINITY)
        if (source.failure) throw new FormatError(source.failure)
      } else {
        const name = innerName(file.path)
        yield streamEntry(whole, name, Number.POSITIVE_INFINITY, `${file.path}!${name}`)
      }
    } finally {
      await source.cancel()
    }
  },
}

/** `dir/crash.ips.gz` holds `crash.ips`. */
function innerName(path: string): string {
  const name = pathName(path)
  return name.replace(/\.gz$/i, '') || name
}
