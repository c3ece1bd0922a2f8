/** Writes zip archives with zip.js; the same bytes for the same files. */
import { BlobReader, BlobWriter, configure, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js'

export type ZipContent = Uint8Array<ArrayBuffer> | string | Blob

configure({ useWebWorkers: false })

export async function buildZip(
  entries: Readonly<Record<string, ZipContent>>,
  options: ZipWriterAddDataOptions = {},
): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter())
  const lastModDate = new Date(2024, 0, 1)
  for (const [path, content] of Object.entries(entries))
    await writer.add(path, new BlobReader(new Blob([content])), { lastModDate, ...options })
  return writer.close()
}
