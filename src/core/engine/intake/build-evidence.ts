/** Gives an image without a UUID the UUID of a given binary, if its functions prove the same build. */
import type { AddSummary } from '../../engine-types.ts'
import type { MachOImage } from '../../macho/image.ts'
import { archFamily, UNKNOWN_ARCH } from '../../model/architecture.ts'
import type { DebugImage } from '../../symbols/source.ts'
import type { Catalog } from '../catalog/catalog.ts'

/** Pairs that are compared: each takes reading the list. */
const MOST_PAIRS = 64

export class BuildEvidence {
  readonly #catalog: Catalog
  /** Pairs that were compared before. */
  readonly #compared = new WeakMap<DebugImage, Set<DebugImage>>()

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  async join(added: AddSummary): Promise<AddSummary> {
    const sources = this.#catalog.sources()
    const nameless = sources.filter(({ build }) => build)
    if (nameless.length === 0) return added
    let pairs = 0
    const found = new Map<DebugImage, DebugImage>()
    for (const list of nameless) {
      const compared = this.#compared.get(list) ?? new Set()
      this.#compared.set(list, compared)
      for (const binary of sources) {
        if (!binary.macho || binary.kind === 'object' || compared.has(binary) || !mayBeSame(list, binary)) continue
        if (++pairs > MOST_PAIRS) break
        compared.add(binary)
        const macho: MachOImage | undefined = await binary.macho().catch(() => undefined)
        if (!macho || !(await list.build?.isOf(macho).catch(() => false))) continue
        const same = list.build?.as(binary)
        if (!same) continue
        this.#catalog.replaceSource(list, same)
        found.set(list, same)
        break
      }
    }
    return found.size === 0 ? added : ofBinaries(added, found)
  }
}

/** Of two of one name the architectures agree, where both say one. */
function mayBeSame(list: DebugImage, binary: DebugImage): boolean {
  const isNamed = list.name.toLowerCase() === binary.name.toLowerCase()
  return isNamed && (list.arch === UNKNOWN_ARCH || archFamily(list.arch) === archFamily(binary.arch))
}

/** The summary with the images of lists replaced by those of their binaries. */
function ofBinaries(added: AddSummary, found: ReadonlyMap<DebugImage, DebugImage>): AddSummary {
  const now = new Map([...found].map(([list, same]) => [list.uuid, same]))
  const paths = new Set([...found.keys()].map(({ path }) => path))
  const files = added.files.map((file) => {
    if (!paths.has(file.path)) return file
    const images = file.images.map((image) => {
      const { uuid, arch } = now.get(image.uuid) ?? image
      return { ...image, uuid, arch }
    })
    return { ...file, images, problems: file.problems.filter(({ variant }) => variant !== 'list') }
  })
  return { ...added, files }
}
