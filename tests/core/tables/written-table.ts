/** A Parquet table of made rows. */
import type { Call, ImageUuid } from '../../../src/core/model/image.ts'
import { ParquetTable } from '../../../src/core/tables/parquet-table.ts'
import type { NamedRange } from '../../../src/core/tables/ranges.ts'

export const image = { uuid: 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213' as ImageUuid, arch: 'arm64', name: 'App' }

export const call = (name: string, more: Partial<Call> = {}): Call => ({
  function: name,
  mangled: name,
  inlined: false,
  source: 'symtab',
  ...more,
})

export async function write(ranges: readonly NamedRange[], name = image.name): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const table = new ParquetTable(async (bytes) => parts.push(bytes.slice()), 'a test')
  await table.add({ ...image, name }, ranges)
  await table.finish()
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
