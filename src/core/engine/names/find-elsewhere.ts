/** Asks a host's site for the indexes of images that have no symbols at hand. */
import type { ImageUuid } from '../../model/image.ts'
import type { Problem } from '../../model/problem.ts'
import type { IndexSite, IndexStore } from '../../ports.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { KeptIndexes } from './kept-indexes.ts'

/** A hostile report must not make a flood of requests: of more images than this the first are asked for. */
const MOST_ASKED = 1000

/**
 * Asks for each UUID that no file and no kept index is of. What is found is in the catalog from then on, unless it cannot be opened: then
 * the image has no symbols, rather than symbols without names.
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
