/**
 * Where the selectors lie that relative method lists of a cache name by a distance. Since iOS 15 and macOS 12 it counts
 * from one place for all lists; before, from the entry itself. Apple's objc4, `objc-shared-cache.h`.
 */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { findSection } from '../macho/image.ts'
import { FormatError } from '../model/problem.ts'
import type { SharedCache } from './cache.ts'
import { openCachedHeader } from './image.ts'
import type { CachedImage } from './images.ts'

/** An offset from the start of the cache; `entry`: the entry itself; undefined where it cannot be known. */
export type SelectorBase = number | 'entry' | undefined

const LIBOBJC = '/usr/lib/libobjc.A.dylib'
/** The field in the table that the cache's header places, and in the older one in libobjc. */
const BASE_FIELD = 48
const OLD_BASE_FIELD = 40
const FIRST_WITH_BASE = 16

export async function findSelectorBase(cache: SharedCache, images: readonly CachedImage[]): Promise<SelectorBase> {
  try {
    const { main, space } = cache
    if (main.objcTables !== undefined) {
      const at = Number(main.objcTables)
      const bytes = await openRange(space, at, at + BASE_FIELD + 8)
      return Number(new ByteCursor(bytes, { file: main.path, at: BASE_FIELD }).readU64())
    }
    const libobjc = images.find(({ name }) => name === LIBOBJC)
    const section = libobjc && findSection(await openCachedHeader(cache, libobjc), '__objc_opt_ro')
    if (!section || section.file.size === 0) return undefined
    const { offset } = section.file
    const cursor = new ByteCursor(await openRange(space, offset, offset + OLD_BASE_FIELD + 8), { file: main.path })
    if (cursor.readU32() < FIRST_WITH_BASE) return 'entry'
    cursor.at = OLD_BASE_FIELD
    return offset + Number(BigInt.asIntN(64, cursor.readU64()))
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    return undefined
  }
}
