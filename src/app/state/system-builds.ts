/** Systems whose libraries are open until the page closes: a pack, or a shared cache. */
import type { KnownImage } from '../../core/model/image.ts'

export interface SystemBuild {
  /** The system that the pack is of, or the path of the cache. */
  readonly name: string
  readonly isPack: boolean
  /** Those that the library does not have yet. */
  readonly images: readonly KnownImage[]
}

/** Groups the images that are not kept, largest first; images that came as files of their own are in none. */
export function systemBuilds(images: readonly KnownImage[]): readonly SystemBuild[] {
  const builds = new Map<string, KnownImage[]>()
  const names = new Map<string, Pick<SystemBuild, 'name' | 'isPack'>>()
  for (const image of images) {
    const { pack, cache, path = '' } = image
    if (image.index || (pack === undefined && !cache)) continue
    const file = path.slice(0, Math.max(0, path.lastIndexOf('!')))
    const key = `${pack ?? ''}\n${file}`
    if (!names.has(key)) names.set(key, { name: pack ?? file, isPack: pack !== undefined })
    const own = builds.get(key)
    if (own) own.push(image)
    else builds.set(key, [image])
  }
  return [...builds]
    .map(([key, own]) => ({ name: '', isPack: false, ...names.get(key), images: own }))
    .sort((a, b) => b.images.length - a.images.length)
}
