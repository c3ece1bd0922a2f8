/**
 * Images of the dyld shared cache that a report does not list. If the report has the cache's UUID and address, an
 * address in the cache belongs to one library of the known cache with that UUID.
 */
import { cleanAddress } from '../memory/clean-address.ts'
import { problem } from '../messages/problems.ts'
import { loadAddressOfSlide, offsetInImage, slideOf, type RuntimeAddress } from '../model/address.ts'
import { archFamily } from '../model/architecture.ts'
import type { BinaryImage, ImageUuid, KnownImage } from '../model/image.ts'
import type { Problem } from '../model/problem.ts'
import type { Frame, Report } from '../model/report.ts'
import { lastAtMost } from '../bytes/binary-search.ts'
import { placeFrames } from './frames.ts'
import { isNoName, withFrames } from './implied-images.ts'
import { isInside, type Extent } from './physical-rules.ts'

type Cached = KnownImage & { readonly cache: NonNullable<KnownImage['cache']> }

/** Where a cache lay: as the report says, or as an image of its list that has the cache's UUID. */
interface Region extends Extent {
  readonly uuid: ImageUuid
  /** Position of that image. */
  readonly image?: number
}

/** Adds an image for every library of the known cache that contains an address without an image. */
export function withCacheImages(report: Report, known: readonly KnownImage[]): Report {
  const cached = known.flatMap((image): Cached[] => (image.cache ? [{ ...image, cache: image.cache }] : []))
  if (cached.length === 0) return report
  const have = new Set(cached.map(({ cache }) => cache.uuid))
  const told = withProblems(report, otherCache(report, have))
  const regions = regionsOf(report, have)
  const bare = regions.length > 0 ? placeFrames(report).filter((placed) => placed && isBare(placed.frame, regions)) : []
  if (bare.length === 0) return told
  const images = [...report.images]
  const positions = new Map<Cached, number>()
  const family = archFamily(report.header.arch)
  const finders = regions.map((region) => ({ region, find: finder(region, cached) }))
  const imageOf = (address: RuntimeAddress): BinaryImage | undefined => {
    for (const { region, find } of finders) {
      const clean = cleanAddress(address, family, (one) => isInside(one, region)).address
      const found = isInside(clean, region) ? find(clean) : undefined
      if (!found) continue
      const listed = images.find(({ uuid }) => uuid === found.uuid)
      if (listed) return listed
      const position = positions.get(found) ?? images.length
      if (!positions.has(found)) images.push(imageIn(found, region, position))
      positions.set(found, position)
      return images[position]
    }
    return undefined
  }
  const placed = withFrames(told, (frame) => {
    if (!isBare(frame, regions) || frame.address === undefined) return frame
    const image = imageOf(frame.address)
    if (!image) return frame
    const offset = image.loadAddress === undefined ? undefined : offsetInImage(frame.address, image.loadAddress)
    return { ...frame, image: image.index, ...(frame.offset !== undefined && offset !== undefined && { offset }) }
  })
  return { ...placed, images }
}

function regionsOf({ sharedCache, images }: Report, have: ReadonlySet<ImageUuid>): readonly Region[] {
  const regions: Region[] =
    sharedCache?.uuid && have.has(sharedCache.uuid) ? [{ ...sharedCache, uuid: sharedCache.uuid }] : []
  for (const { uuid, loadAddress, index, size = Number.MAX_SAFE_INTEGER } of images) {
    if (uuid && have.has(uuid) && loadAddress !== undefined) regions.push({ uuid, loadAddress, size, image: index })
  }
  return regions
}

/** True if the report names no library for a frame: no image, or the cache as a whole. */
function isBare(frame: Frame, regions: readonly Region[]): boolean {
  if (frame.address === undefined) return false
  return frame.image === undefined ? isNoName(frame.imageName) : regions.some(({ image }) => image === frame.image)
}

/** Finds the library whose `__TEXT` holds an address. */
function finder(
  { uuid, loadAddress }: Region,
  cached: readonly Cached[],
): (address: RuntimeAddress) => Cached | undefined {
  const own = cached
    .filter(({ cache }) => cache.uuid === uuid && cache.textBytes > 0)
    .map((image) => ({ image, start: loadAddressOfSlide(slideOf(loadAddress, image.cache.start), image.textVmaddr) }))
    .sort((a, b) => (a.start < b.start ? -1 : 1))
  return (address) => {
    const nearest = own[lastAtMost(own.length, (at) => own[at]?.start ?? 0n, address)]
    if (!nearest) return undefined
    const size = nearest.image.cache.textBytes
    return isInside(address, { loadAddress: nearest.start, size }) ? nearest.image : undefined
  }
}

function imageIn({ name, uuid, arch, path, textVmaddr, cache }: Cached, region: Region, index: number): BinaryImage {
  const inside = path?.slice(path.lastIndexOf('!') + 1)
  return {
    index,
    name,
    uuid,
    arch,
    ...(inside !== undefined && { path: inside }),
    loadAddress: loadAddressOfSlide(slideOf(region.loadAddress, cache.start), textVmaddr),
    size: cache.textBytes,
    origin: 'system',
  }
}

/** The available caches are of other builds of the system. */
function otherCache({ sharedCache, file }: Report, have: ReadonlySet<ImageUuid>): readonly Problem[] {
  if (!sharedCache?.uuid || have.has(sharedCache.uuid)) return []
  const place = { file, severity: 'note' } as const
  return [problem('other-shared-cache', { wanted: sharedCache.uuid, have: [...have] }, place)]
}

function withProblems(report: Report, problems: readonly Problem[]): Report {
  return problems.length === 0 ? report : { ...report, problems: [...report.problems, ...problems] }
}
