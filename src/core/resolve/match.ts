/** Matches symbols to an image of a report by UUID and architecture. A name is only ever a hint. */
import {
  detailRank,
  hasUnknownBuild,
  parseUuid,
  type Arch,
  type BinaryImage,
  type ImageUuid,
  type KnownImage,
} from '../model/image.ts'
import { archFamily, plainArch, UNKNOWN_ARCH } from '../model/architecture.ts'
import { Remembered } from '../model/remembered.ts'
import { ofWidth } from './physical-rules.ts'

export type ImageMatch =
  /** The UUIDs are equal. */
  | { readonly kind: 'matched'; readonly known: KnownImage }
  /** The user chose symbols of another build. */
  | { readonly kind: 'forced'; readonly known: KnownImage }
  /** The report gives no UUID, or the files do not say their build; these have the image's name. More than one until other facts choose one. */
  | { readonly kind: 'by-name'; readonly candidates: readonly KnownImage[] }
  /** `because`: what in the report contradicts the symbols, where no UUID does. */
  | { readonly kind: 'wrong-build'; readonly have: readonly KnownImage[]; readonly because?: string }
  | { readonly kind: 'wrong-arch'; readonly have: readonly KnownImage[] }
  | { readonly kind: 'missing' }

/** One object for most images of a report. */
const MISSING: ImageMatch = { kind: 'missing' }

/** The image's UUID; some reports print it in place of the name. */
export function uuidOf(image: BinaryImage): ImageUuid | undefined {
  return image.uuid ?? parseUuid(image.name)
}

/**
 * Matches an image of a report to the known symbols. One UUID names one slice of one build, so equal UUIDs decide. The
 * architecture only chooses where two slices share a UUID (rewritten or linked without one of their own). `width` is
 * the width of the report's pointers: a name never matches a slice of another width.
 */
export function matchImage(
  image: BinaryImage,
  reportArch: Arch | undefined,
  known: readonly KnownImage[],
  forced?: { readonly uuid: ImageUuid; readonly arch: Arch },
  width?: 4 | 8,
): ImageMatch {
  const atHand = KnownImages.of(known)
  if (forced) {
    const same = atHand.withUuid(forced.uuid)
    // Who chose may not know the slice: the report need not say its architecture.
    const chosen = same.find((candidate) => candidate.arch === forced.arch) ?? richest(same)
    if (chosen) return { kind: chosen.uuid === uuidOf(image) ? 'matched' : 'forced', known: chosen }
  }
  const arch = image.arch ?? reportArch
  const uuid = uuidOf(image)
  if (uuid !== undefined) {
    const same = atHand.withUuid(uuid)
    if (same.length > 0) {
      const best = richest(same.filter((candidate) => arch === undefined || candidate.arch === plainArch(arch)))
      const related = best ?? richest(same.filter((candidate) => isCompatible(candidate.arch, arch)))
      return related ? { kind: 'matched', known: related } : { kind: 'wrong-arch', have: same }
    }
  }
  const named = atHand.withNameOf(image)
  if (named.length === 0) return MISSING
  const compatible = ofWidth(named, width).filter((candidate) => isCompatible(candidate.arch, arch))
  if (compatible.length === 0) return { kind: 'wrong-arch', have: named }
  if (uuid === undefined) return { kind: 'by-name', candidates: compatible }
  const ofNoBuild = compatible.filter(hasUnknownBuild)
  return ofNoBuild.length > 0 ? { kind: 'by-name', candidates: ofNoBuild } : { kind: 'wrong-build', have: compatible }
}

/**
 * Whether symbols that no UUID ties may be of another slice than the one that ran. Slices for 32-bit ARM (armv7, armv7s) are
 * built of the same source and moved by a few bytes against each other, so that the calls of one often fit the other: there
 * only the very architecture in the report tells them apart.
 */
export function mayBeOtherSlice(stated: Arch | undefined, have: Arch): boolean {
  return archFamily(have) === 'arm' && (stated === undefined || plainArch(stated) !== plainArch(have))
}

function richest(candidates: readonly KnownImage[]): KnownImage | undefined {
  return candidates.reduce<KnownImage | undefined>(
    (best, next) => (best && detailRank[best.detail] >= detailRank[next.detail] ? best : next),
    undefined,
  )
}

/** Unknown architectures contradict nothing. */
function isCompatible(have: Arch, wanted: Arch | undefined): boolean {
  if (have === UNKNOWN_ARCH) return true
  const family = archFamily(wanted)
  return family === 'other' ? wanted === undefined || !/^ppc/.test(wanted) : archFamily(have) === family
}

/** Whether an image of a report may be the file of this name: file name, path or bundle identifier. */
export const namesAgree = (image: BinaryImage, name: string): boolean => holdName(ownNames(image), name)

function holdName(own: readonly string[], name: string): boolean {
  const wanted = plainName(name)
  return wanted !== '' && own.some((one) => one === wanted || (isCut(one) && wanted.endsWith(one.slice(1))))
}

/** File name, that of the path, and the end of the bundle identifier. */
function ownNames(image: BinaryImage): readonly string[] {
  const { name, path = '', bundleId } = image
  const identifier = bundleId ?? (name.includes('.') && /^[\w-]+(\.[\w-]+){2,}$/.test(name) ? name : '')
  return [plainName(name), plainName(path), plainName(identifier.slice(identifier.lastIndexOf('.') + 1))]
}

/** Long names are cut at the front by some writers: `…ameworkTests`. */
const isCut = (name: string): boolean => name.startsWith('…') && name.length > 4

/** Images at hand by UUID and by name: a report lists hundreds of images, and a team has the symbols of thousands. */
class KnownImages {
  static readonly #made = new WeakMap<readonly KnownImage[], KnownImages>()
  readonly #all: readonly KnownImage[]
  readonly #byUuid = new Map<ImageUuid, KnownImage[]>()
  readonly #byName = new Map<string, KnownImage[]>()

  /** Made once for a list. */
  static of(all: readonly KnownImage[]): KnownImages {
    const known = KnownImages.#made.get(all)
    if (known) return known
    const made = new KnownImages(all)
    KnownImages.#made.set(all, made)
    return made
  }

  private constructor(all: readonly KnownImage[]) {
    this.#all = all
    for (const image of all) {
      addTo(this.#byUuid, image.uuid, image)
      addTo(this.#byName, plainName(image.name), image)
    }
    this.#byName.delete('')
  }

  withUuid(uuid: ImageUuid): readonly KnownImage[] {
    return this.#byUuid.get(uuid) ?? NONE
  }

  /** Those that may be of this image by its names, in the order of the list. */
  withNameOf(image: BinaryImage): readonly KnownImage[] {
    const own = ownNames(image)
    // What a cut name ends with has to be looked for.
    if (own.some(isCut)) return this.#all.filter(({ name }) => holdName(own, name))
    let first: readonly KnownImage[] = NONE
    let found: Set<KnownImage> | undefined
    for (const name of own) {
      const list = this.#byName.get(name)
      if (!list || list === first) continue
      if (first === NONE) first = list
      else found = new Set([...(found ?? first), ...list])
    }
    return found ? this.#all.filter((one) => found.has(one)) : first
  }
}

const NONE: readonly KnownImage[] = []

function addTo<Key>(lists: Map<Key, KnownImage[]>, key: Key, image: KnownImage): void {
  const list = lists.get(key)
  if (list) list.push(image)
  else lists.set(key, [image])
}

/** Images of a report by their names, for as many names as images: `namesAgree` of each with each takes time by the square. */
export class ImageNames {
  readonly #positions = new Map<string, number[]>()
  readonly #cutLengths = new Set<number>()

  add(image: BinaryImage, position: number): void {
    for (const name of new Set(ownNames(image))) {
      if (isCut(name)) this.#cutLengths.add(name.length)
      const positions = this.#positions.get(name)
      if (positions) positions.push(position)
      else this.#positions.set(name, [position])
    }
  }

  /** Positions of all images that agree with a name, ascending. */
  of(name: string): readonly number[] {
    const wanted = plainName(name)
    if (wanted === '') return []
    const cut = [...this.#cutLengths].flatMap((length) => this.#positions.get(`…${wanted.slice(1 - length)}`) ?? [])
    return [...new Set([...(this.#positions.get(wanted) ?? []), ...cut])].sort((a, b) => a - b)
  }
}

/** The same libraries stand in every report. */
const plainNames = new Remembered(makePlain)

const plainName = (text: string): string => (text === '' ? '' : plainNames.of(text))

function makePlain(text: string): string {
  return text
    .slice(text.lastIndexOf('/') + 1)
    .replace(/^\+/, '')
    .replace(/\.(dSYM|dylib|app|framework|debug)$/i, '')
    .replace(/\.(app|framework|debug)$/i, '')
    .normalize('NFC')
    .toLowerCase()
}
