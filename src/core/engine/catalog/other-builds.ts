/** Other builds of an image that are available here and could also name its functions. */
import type { KnownImage } from '../../model/image.ts'
import type { IndexKey } from '../../ports.ts'
import type { Catalog } from './catalog.ts'

/** Builds that are compared with one that lacks names. */
const MOST_BUILDS = 4

/** Images with symbols and of the same name, but of another UUID; those with debug information first. */
export async function otherBuilds(catalog: Catalog, { uuid, arch }: IndexKey): Promise<readonly KnownImage[]> {
  const own = new Set(await namesOf(catalog, { uuid, arch }))
  const found: KnownImage[] = []
  for (const image of await catalog.images()) {
    if (image.uuid === uuid || image.arch !== arch || (image.detail !== 'dwarf' && image.detail !== 'symbols')) continue
    if ((await namesOf(catalog, image)).some((name) => own.has(name))) found.push(image)
  }
  return found.sort((a, b) => Number(b.detail === 'dwarf') - Number(a.detail === 'dwarf')).slice(0, MOST_BUILDS)
}

async function namesOf(catalog: Catalog, key: IndexKey): Promise<readonly string[]> {
  const { sources } = await catalog.entry(key)
  return sources.map(({ name }) => plainName(name))
}

/** A name without the version in it: `libvips-cpp.8.17.1.dylib`. */
const plainName = (name: string): string => name.replace(/[-_.]?\d+(?:\.\d+)*(?=\.|$)/g, '')
