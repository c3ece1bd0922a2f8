/** Joins images with the maps of their hidden names, in whatever order and drop they come. */
import type { AddSummary, FileOutcome } from '../../engine-types.ts'
import { problem } from '../../messages/problems.ts'
import type { ImageUuid } from '../../model/image.ts'
import { withMap } from '../../symbols/hidden-names.ts'
import type { DebugImage, SymbolAid } from '../../symbols/source.ts'
import type { Catalog } from '../catalog/catalog.ts'

type NameMap = Extract<SymbolAid, { kind: 'map' }>
/** Aids for the names of images. */
export type ImageAid = Extract<SymbolAid, { kind: 'map' | 'original' }>

export class SymbolMaps {
  readonly #catalog: Catalog
  /** By the UUID that the image had when its names were hidden. */
  readonly #maps = new Map<ImageUuid, NameMap>()
  /** That UUID, by the one that the image has now. */
  readonly #originals = new Map<ImageUuid, ImageUuid>()
  /** Images that were joined, with their map at that time. */
  readonly #joined = new WeakMap<DebugImage, { readonly plain: DebugImage; readonly map: NameMap | undefined }>()

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  take(aid: ImageAid): void {
    if (aid.kind === 'map') this.#maps.set(aid.uuid, aid)
    else this.#originals.set(aid.uuid, aid.original)
  }

  /** Gives each image its map in the catalog; lists the images of each map given now. */
  join(added: AddSummary): AddSummary {
    if (this.#maps.size === 0 && this.#originals.size === 0) return added
    const images = new Map<string, FileOutcome['images'][number][]>()
    for (const source of this.#catalog.sources()) {
      const { plain, map: known } = this.#joined.get(source) ?? { plain: source }
      const original = this.#originals.get(plain.uuid) ?? plain.uuid
      const map = this.#maps.get(original) ?? this.#maps.get(plain.uuid)
      if (map) {
        const { uuid, arch, name, kind } = plain
        images.set(map.file.path, [...(images.get(map.file.path) ?? []), { uuid, arch, name, kind }])
      }
      if (plain === source ? !map && original === plain.uuid : map === known) continue
      const joined = withMap(plain, original, map)
      this.#joined.set(joined, { plain, map })
      this.#catalog.replaceSource(source, joined)
    }
    const maps = new Map([...this.#maps.values()].map((map) => [map.file.path, map]))
    const files = added.files.map((file) => {
      const map = maps.get(file.path)
      if (!map) return file
      const own = images.get(file.path) ?? []
      const waits = problem('symbol-map.waits', { uuid: map.uuid }, { file: file.path, severity: 'note' })
      return { ...file, images: own, problems: own.length > 0 ? file.problems : [...file.problems, waits] }
    })
    return { ...added, files }
  }
}
