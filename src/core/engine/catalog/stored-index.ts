/** Metadata of a stored index, read from the index itself, so that an imported file needs nothing else. */
import { success, type Outcome } from '../../model/problem.ts'
import type { StoredIndex } from '../../ports.ts'
import { openHeader } from '../../symindex/reader.ts'

/** The store's entry for these index bytes. Fails with the reader's problems for other bytes and versions. */
export async function storedFromIndex(bytes: Blob, file: string): Promise<Outcome<StoredIndex>> {
  const opened = await openHeader(bytes, file)
  if (!opened.ok) return opened
  const { version, uuid, arch, name, kind, textVmaddr, detail, functions, inlines, lineRows } = opened.value
  return success({
    key: { uuid, arch },
    name,
    kind,
    textVmaddr,
    detail,
    summary: { bytes: bytes.size, functions, inlines, lineRows, indexedAt: Date.now() },
    formatVersion: version,
  })
}
