/** Looks on a host's site for indexes of images without symbols. */
import type { ImageUuid } from '../../model/image.ts'
import type { Problem } from '../../model/problem.ts'
import type { IndexSite, IndexStore } from '../../ports.ts'
import { isBefore, provenanceOf } from '../../model/provenance.ts'
import type { Catalog, CatalogEntry } from '../catalog/catalog.ts'
import type { KeptIndexes } from './kept-indexes.ts'

/** A hostile report must not make a flood of requests: only the first images are requested. */
const MOST_ASKED = 1000

/** True if no origin on a site outranks what is here. */
const isSettled = ({ sources, stored }: CatalogEntry): boolean =>
  sources.length > 0 || (stored !== undefined && !isBefore('site', provenanceOf(stored.summary).origin))

/**
 * Looks for each UUID without a file or a kept index; an index or pack that was made elsewhere counts for none. The catalog has the found indexes from then on. An index that
 * cannot be opened is deleted: the image has no symbols, rather than symbols without names.
 */
export async function findElsewhere(
  catalog: Catalog,
  indexes: IndexStore,
  kept: KeptIndexes,
  site: IndexSite,
  uuids: Iterable<ImageUuid>,
): Promise<readonly Problem[]> {
  const known = new Set((await catalog.entries()).filter(isSettled).map(({ key }) => key.uuid))
  const wanted = new Set([...new Set(uuids)].filter((uuid) => !known.has(uuid)).slice(0, MOST_ASKED))
  if (wanted.size === 0) return []
  const problems = await site.find([...wanted])
  catalog.invalidate()
  const found = (await catalog.entries()).filter(
    ({ key, stored }) => wanted.has(key.uuid) && stored?.summary.site !== undefined,
  )
  await Promise.all(
    found.map(async ({ key }) => {
      kept.close(key)
      if (!(await kept.open(key))) await indexes.delete(key)
    }),
  )
  catalog.invalidate()
  return problems
}
