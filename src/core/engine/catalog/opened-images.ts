/** An image as each of the files given has it, headers alone. */
import type { MachOImage } from '../../macho/image.ts'
import type { IndexKey } from '../../ports.ts'
import type { Catalog } from './catalog.ts'

/** Files that cannot be read now are left out. */
export async function openImages(catalog: Catalog, key: IndexKey): Promise<readonly MachOImage[]> {
  const images: MachOImage[] = []
  for (const { macho } of (await catalog.entry(key)).sources) {
    const image = await macho?.().catch(() => undefined)
    if (image) images.push(image)
  }
  return images
}
