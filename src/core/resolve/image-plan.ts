/** For each image of a report: its symbols, its load address, its frames; and for each frame the point to look up. */
import type { SymbolicateOptions } from '../engine-types.ts'
import { imageOffset, linkOf, offsetOfLink, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import { reachOfUnsized, type Arch, type BinaryImage, type KnownImage } from '../model/image.ts'
import type { PlacementHypothesis, Report } from '../model/report.ts'
import { archFamily, UNKNOWN_ARCH, type ArchFamily } from '../model/architecture.ts'
import { cleanAddress } from '../memory/clean-address.ts'
import type { Writable } from '../model/writable.ts'
import { lastAtMost } from '../bytes/binary-search.ts'
import type { PlacedFrame } from './frames.ts'
import { lookupPoint, offsetWithin, type LookupPoint } from './lookup-address.ts'
import { matchImage, type ImageMatch } from './match.ts'
import { overlapsOf, pointerWidthOf, type Extent } from './physical-rules.ts'
import { statedBase, type Placement } from './slide.ts'

export interface ImagePlan {
  readonly image: BinaryImage
  readonly match: ImageMatch
  readonly family: ArchFamily
  /** The architecture that the report states for the image or for all of it. */
  readonly stated?: Arch
  readonly placement: Placement | undefined
  readonly frames: readonly PlacedFrame[]
  /** The builds and load addresses that were weighed, likeliest first. */
  readonly hypotheses?: readonly PlacementHypothesis[]
  /** Other images that are listed at addresses of this one. */
  readonly overlapping?: readonly Extent[]
  /** Builds that fit the report alike, so that none of them is used. */
  readonly alike?: readonly KnownImage[]
}

/** Symbols that are used for an image, if any. */
export function symbolsOf(match: ImageMatch): KnownImage | undefined {
  if (match.kind === 'matched' || match.kind === 'forced') return match.known
  return match.kind === 'by-name' && match.candidates.length === 1 ? match.candidates[0] : undefined
}

function archOf(known: KnownImage | undefined): Arch | undefined {
  return known?.arch === UNKNOWN_ARCH ? undefined : known?.arch
}

export function planImages(
  report: Report,
  frames: readonly (PlacedFrame | undefined)[],
  known: readonly KnownImage[],
  options: SymbolicateOptions,
  inferred: ReadonlyMap<number, Placement>,
): readonly ImagePlan[] {
  const locate = imageLocator(report)
  const width = pointerWidthOf(report)
  // Frames of JSON say which image they are in; rows of text leave it to the address.
  const overlaps = report.textKind === 'json' ? new Map<number, readonly Extent[]>() : overlapsOf(report.images)
  const byImage: PlacedFrame[][] = report.images.map(() => [])
  for (const placed of frames) {
    if (placed) byImage[locate(placed.frame.image, placed.frame.address) ?? -1]?.push(placed)
  }
  return report.images.map((image, position) => {
    const forced = options.force?.find((choice) => choice.image === position)
    const match = orAnyBuild(matchImage(image, report.header.arch, known, forced, width), options)
    const own = byImage[position] ?? []
    const stated = image.arch ?? report.header.arch
    const family = archFamily(image.arch ?? archOf(symbolsOf(match)) ?? report.header.arch)
    const placement = inferred.get(position) ?? statedBase(image, own, symbolsOf(match))
    const overlapping = overlaps.get(position)
    const plan: Writable<ImagePlan> = { image, match, family, placement, frames: own }
    if (stated !== undefined) plan.stated = stated
    if (overlapping) plan.overlapping = overlapping
    return plan
  })
}

/** The symbols of another build, where the user wants any rather than none. */
function orAnyBuild(match: ImageMatch, { anyBuild = false }: SymbolicateOptions): ImageMatch {
  const [only] = match.kind === 'wrong-build' ? match.have : []
  return anyBuild && only ? { kind: 'forced', known: only } : match
}

/**
 * Finds the image of a frame: what the report says, else the one whose range holds the address (cleaned of signature
 * bits), else the nearest below among images without a size.
 */
export function imageLocator(
  report: Report,
): (stated: number | undefined, address: RuntimeAddress | undefined) => number | undefined {
  // Of most reports each frame says its image, and nobody asks.
  let sorted: ReturnType<typeof sortedImages> | undefined
  const find = (address: RuntimeAddress): number | undefined => {
    const based = (sorted ??= sortedImages(report))
    const nearest = based[lastAtMost(based.length, (position) => based[position]?.loadAddress ?? 0n, address)]
    if (!nearest) return undefined
    return offsetWithin(address, nearest.loadAddress, nearest.size ?? reachOfUnsized) === undefined
      ? undefined
      : nearest.position
  }
  const arch = report.header.arch ?? report.images.find((image) => image.arch !== undefined)?.arch
  const family = archFamily(arch)
  return (stated, address) => {
    if (stated !== undefined && report.images[stated]) return stated
    if (address === undefined) return undefined
    return find(address) ?? find(cleanAddress(address, family, (clean) => find(clean) !== undefined).address)
  }
}

function sortedImages({ images }: Report) {
  return images
    .flatMap((image, position) =>
      image.loadAddress === undefined ? [] : [{ position, loadAddress: image.loadAddress, size: image.size }],
    )
    .sort((a, b) => (a.loadAddress < b.loadAddress ? -1 : a.loadAddress > b.loadAddress ? 1 : 0))
}

/** The point to look up for a frame; undefined where neither its address and the image's load address nor an offset is known. */
export function pointOf(plan: ImagePlan, placed: PlacedFrame): LookupPoint | undefined {
  const { frame, kind } = placed
  const { placement, family, image } = plan
  if (frame.address !== undefined && placement !== undefined) {
    const clean = cleanAddress(
      frame.address,
      family,
      (address) => offsetWithin(address, placement.loadAddress, image.size ?? reachOfUnsized) !== undefined,
      // The report put it into this image, with or without a signature.
      frame.image === undefined ? 'any' : '39-bit',
    )
    const at = offsetWithin(clean.address, placement.loadAddress, undefined)
    if (at !== undefined) return lookupPoint(at, kind, family, clean.note === undefined ? [] : [clean.note])
  }
  if (frame.offset === undefined) return undefined
  const offset = fromFileStart(frame.offset, plan)
  return offset === undefined ? undefined : lookupPoint(withoutThumbBit(offset, family), kind, family)
}

/** Android counts from address 0 of an ELF file, wherever its first segment begins; undefined for a place before that. */
function fromFileStart(offset: ImageOffset, { image, match }: ImagePlan): ImageOffset | undefined {
  const known = symbolsOf(match)
  if (image.textVmaddr === undefined || known?.kind !== 'elf') return offset
  return offsetOfLink(linkOf(image.textVmaddr, offset), known.textVmaddr)
}

function withoutThumbBit(offset: ImageOffset, family: ArchFamily): ImageOffset {
  return family === 'arm' && offset % 2 === 1 ? imageOffset(offset - 1) : offset
}
