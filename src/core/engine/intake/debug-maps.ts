/** Joins linked images with the object files that their debug maps name, in whatever order and drop they come. */
import type { MachOImage } from '../../macho/image.ts'
import { largest } from '../../model/lists.ts'
import type { Problem } from '../../model/problem.ts'
import type { AddSummary } from '../../engine-types.ts'
import type { DebugImage } from '../../symbols/source.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { keyText } from '../../model/key.ts'

/** A linked image that has no debug information of its own. */
interface Program {
  readonly image: DebugImage
  /** Paths of its objects; none if it has no debug map. Read once there are objects. */
  paths?: readonly string[]
  /** The image joined with its objects so far, and their number. */
  joined?: DebugImage
  found: number
}

export class DebugMaps {
  readonly #catalog: Catalog
  readonly #programs: Program[] = []
  /** Object files by architecture and name: the last given comes first. */
  readonly #objects = new Map<string, DebugImage[]>()
  #isNew = false

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  /** Notes an image that was given. */
  take(image: DebugImage): void {
    if (image.kind === 'object') {
      const key = keyOf(image.arch, partsOf(image.path))
      // A library may have several members of one name.
      const isSame = ({ path, uuid }: DebugImage): boolean => path === image.path && uuid === image.uuid
      this.#objects.set(key, [image, ...(this.#objects.get(key) ?? []).filter((known) => !isSame(known))])
    } else if (image.objects) this.#programs.push({ image, found: 0 })
    else return
    this.#isNew = true
  }

  /** Forgets an image that is no longer wanted. */
  forget(uuid: string): void {
    for (let at = this.#programs.length - 1; at >= 0; at--)
      if (this.#programs[at]?.image.uuid === uuid) this.#programs.splice(at, 1)
  }

  /**
   * Adds each linked image with new objects to the catalog. Objects are then no images of their own: they came as parts
   * of a build. Reads symbol tables only. Returns the added images, with objects listed as files of linked images.
   */
  async join(added: AddSummary): Promise<AddSummary> {
    if (!this.#isNew || this.#objects.size === 0) return added
    this.#isNew = false
    const used = new Map<DebugImage, DebugImage>()
    for (const program of this.#programs) {
      const { image } = program
      program.paths ??= (await image.objects?.paths()) ?? []
      const find = (path: string): readonly DebugImage[] => this.#find(path, image.arch)
      const found = new Set(program.paths.flatMap(find))
      const bytes = [...found].reduce((sum, object) => sum + object.bytes, 0)
      const joined = found.size > program.found ? image.objects?.join((path) => opened(find(path)), bytes) : undefined
      if (!joined) continue
      this.#catalog.replaceSource(program.joined ?? image, joined)
      program.joined = joined
      program.found = found.size
      for (const object of found) used.set(object, image)
    }
    const arches = new Set(this.#programs.flatMap(({ image, joined }) => (joined ? [image.arch] : [])))
    // In a fat file the objects of other architectures are beside those that were linked.
    const sources = new Set([...used.keys()].map(({ path }) => sourceOf(path)))
    const isPart = ({ arch, path }: DebugImage): boolean => arches.has(arch) || sources.has(sourceOf(path))
    const parts = [...this.#objects.values()].flat().filter(isPart)
    for (const object of parts) this.#catalog.dropSource(object)
    return parts.length === 0 ? added : ofPrograms(added, parts, used)
  }

  /** The objects whose paths end like this one: those with the longest common end. */
  #find(path: string, arch: string): readonly DebugImage[] {
    const wanted = partsOf(path.replace(/\(([^()]+)\)$/, '!$1'))
    const known = this.#objects.get(keyOf(arch, wanted)) ?? []
    const common = known.map((object) => commonEnd(wanted, partsOf(object.path)))
    const longest = largest(0, common)
    return known.filter((_, at) => common[at] === longest)
  }
}

/** Nobody looks for the objects of a program by themselves, so it does not matter that they have no UUID. */
function ofPrograms(
  added: AddSummary,
  objects: readonly DebugImage[],
  used: ReadonlyMap<DebugImage, DebugImage>,
): AddSummary {
  const paths = new Set(objects.map(({ path }) => path))
  const told = new Map([...used.values()].map((image) => [image, imageFacts(image)]))
  const programs = new Map(
    objects.map((object) => {
      const image = used.get(object)
      return [keyText(object), image && told.get(image)] as const
    }),
  )
  const files = added.files.map((file) => {
    const images = file.images.flatMap((image) => {
      const key = keyText(image)
      return programs.has(key) ? (programs.get(key) ?? []) : image
    })
    const isTold = ({ code, file: path = '' }: Problem): boolean => code !== 'no-uuid' || !paths.has(path)
    return { ...file, images: [...new Set(images)], problems: file.problems.filter(isTold) }
  })
  return { ...added, files }
}

const imageFacts = ({ uuid, arch, name, kind }: DebugImage): AddSummary['files'][number]['images'][number] => ({
  uuid,
  arch,
  name,
  kind,
})

async function opened(objects: readonly DebugImage[]): Promise<readonly MachOImage[]> {
  const images = await Promise.all(objects.map(async (object) => object.macho?.().catch(() => undefined)))
  return images.filter((image) => image !== undefined)
}

function partsOf(path: string): readonly string[] {
  return path.split(/[/!]/)
}

/** The file of an object: itself, or the library that it is a member of. */
const sourceOf = (path: string): string => path.replace(/![^!]*$/, '')

function keyOf(arch: string, parts: readonly string[]): string {
  return `${arch} ${parts.at(-1) ?? ''}`
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count++
  return count
}
