/**
 * Local symbols, which the builder of a cache takes out of the images. There is one table for all of them, in a file of
 * its own (`.symbols`) or at the end of the only one. Apple's dyld, `dyld_cache_local_symbols_info`.
 */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import type { Problem } from '../model/problem.ts'
import type { SharedCache } from './cache.ts'
import { MAX_IMAGES, MAX_SYMBOLS } from './limits.ts'

const INFO_BYTES = 24

/** Tables of one file; ranges of entries by image. */
export interface LocalSymbols {
  readonly path: string
  /** All nlist entries of the cache. */
  readonly entries: Blob
  /** Offset in the file of the first entry. */
  readonly entriesAt: number
  readonly strings: Blob
  /** By the image's start, counted from the start of the cache. */
  readonly ranges: ReadonlyMap<number, { readonly first: number; readonly count: number }>
}

/** Opens the table of contents; undefined where the files given have no local symbols. */
export async function openLocalSymbols(
  cache: SharedCache,
  entryBytes: number,
  problems: Problem[],
): Promise<LocalSymbols | undefined> {
  const { locals: file, main } = cache
  const chunk = file?.localSymbols
  if (!file || !chunk) return undefined
  const { path, blob } = file
  const whole = blob.slice(chunk.offset, chunk.offset + chunk.size)
  const head = new ByteCursor(await openRange(whole, 0, INFO_BYTES), { file: path, fileOffset: chunk.offset })
  const [nlists, count, strings, stringBytes, rows, rowCount] = [
    head.readU32(),
    head.readU32(),
    head.readU32(),
    head.readU32(),
    head.readU32(),
    head.readU32(),
  ]
  const rowBytes = main.hasWideLocals ? 16 : 12
  const kept = Math.min(rowCount, MAX_IMAGES)
  const table = await openRange(whole, rows, rows + kept * rowBytes)
  if (rowCount > MAX_IMAGES || table.length < kept * rowBytes)
    problems.push(problem('shared-cache.local-rows', { count: rowCount }, { file: path, offset: chunk.offset + rows }))
  const cursor = new ByteCursor(table, { file: path, fileOffset: chunk.offset + rows })
  const ranges = new Map<number, { first: number; count: number }>()
  while (cursor.remaining >= rowBytes) {
    const place = main.hasWideLocals ? Number(cursor.readU64()) : startOfFileOffset(cache, cursor.readU32())
    const range = { first: cursor.readU32(), count: cursor.readU32() }
    const fits = range.first + range.count <= count && range.count <= MAX_SYMBOLS
    if (place !== undefined && fits && !ranges.has(place)) ranges.set(place, range)
  }
  return {
    path,
    entries: whole.slice(nlists, nlists + count * entryBytes),
    entriesAt: chunk.offset + nlists,
    strings: whole.slice(strings, strings + stringBytes),
    ranges,
  }
}

/** Older entries name an image by where its Mach header lies in the file. */
function startOfFileOffset({ main, start }: SharedCache, offset: number): number | undefined {
  const mapping = main.mappings.find(({ fileOffset, size }) => offset >= fileOffset && offset < fileOffset + size)
  return mapping && Number(mapping.address - start) + offset - mapping.fileOffset
}
