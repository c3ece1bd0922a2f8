/** Looks on a host's site for indexes of images without symbols. */
import type { ImageUuid } from '../../model/image.ts'
import type { Problem } from '../../model/problem.ts'
import type { IndexSite, IndexStore } from '../../ports.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { KeptIndexes } from './kept-indexes.ts'

/** A hostile report must not make a flood of requests: only the first images are requested. */
const MOST_ASKED = 1000

/**
 * Looks for each UUID without a file or a kept index. The catalog has the found indexes from then on. An index that
 * cannot be opened is deleted: the image has no symbols, rather than symbols without names.
 */
export async function findElsewhere(
  catalog: Catalog,
  indexes: IndexStore,
  kept: KeptIndexes,
  site: IndexSite,
  uuids: Iterable<ImageUuid>,
): Promise<readonly Problem[]> {
  const known = new Set((await catalog.images()).map(({ uuid }) => uuid))
  const wanted = new Set([...new Set(uuids)].filter((uuid) => !known.has(uuid)).slice(0, MOST_ASKED))
  if (wanted.size === 0) return []
  const problems = await site.find([...wanted])
  catalog.invalidate()
  const found = (await catalog.images()).filter(({ uuid }) => wanted.has(uuid))
  await Promise.all(
    found.map(async (image) => {
      if (!(await kept.open(image))) await indexes.delete(image)
    }),
  )
  catalog.invalidate()
  return problems
}
