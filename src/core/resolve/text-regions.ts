/**
 * Regions of code in a report, as vmmap prints them: `__TEXT 1003dc000-100410000 [ 208K] r-x/r-x SM=COW ...pp/Harbor`.
 * The first one of an image begins at its load address. A region is not always an image: it may be a later part of one.
 */
import { offsetInImage, runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import type { BinaryImage } from '../model/image.ts'
import type { Report } from '../model/report.ts'
import { placeFrames } from './frames.ts'
import { isNoName, withFrames } from './implied-images.ts'
import { namesAgree } from './match.ts'
import { isInside, type Extent } from './physical-rules.ts'

export interface TextRegion extends Extent {
  /** File name or path, `…` for what is cut off at its front. */
  readonly file: string
}

const row =
  /\b__TEXT[ \t]+(?:0x)?([0-9a-f]{5,16})[ \t]*-[ \t]*(?:0x)?([0-9a-f]{5,16})[ \t]+\[[^\]\n]{0,12}\][ \t]+[rwx-]{3}\/[rwx-]{3}[ \t]+(?:SM=\w+[ \t]+)?(?!SM=)(\S[^\n]*)/gi
/** Larger than any image's code: the two addresses are no start and end. */
const mostBytes = 0x4000_0000
const mostRegions = 4096

/** The regions of code of files that are named. */
export function textRegions({ sections, header }: Report): readonly TextRegion[] {
  const regions: TextRegion[] = []
  // Text reports print the region near the fault in their header.
  const texts = [
    ...sections.flatMap((section) => (section.kind === 'text' ? [section.text] : [])),
    ...header.fields.map(([, value]) => value),
  ]
  for (const text of texts) {
    for (const [, from = '', to = '', detail = ''] of text.matchAll(row)) {
      const loadAddress = runtimeAddress(BigInt(`0x${from}`))
      const size = offsetInImage(runtimeAddress(BigInt(`0x${to}`)), loadAddress)
      const file = detail.trim().replace(/^\.\.\./, '…')
      // Writers that hide the user's paths hide the file, too: `/Users/USER/Documents/*`.
      if (size === undefined || size === 0 || size > mostBytes || /[*/]$/.test(file)) continue
      if (regions.length < mostRegions) regions.push({ loadAddress, size, file })
    }
  }
  return regions
}

export function isRegionOf({ file }: TextRegion, image: BinaryImage): boolean {
  return namesAgree({ index: 0, name: fileName(file) }, image.name)
}

/** The report with an image for each listed region of code that holds addresses without an image. */
export function withRegionImages(report: Report): Report {
  const regions = textRegions(report)
  if (regions.length === 0) return report
  const images = [...report.images]
  const bare = placeFrames(report).flatMap((placed) => {
    const { frame } = placed ?? {}
    return frame?.address !== undefined && frame.image === undefined && isNoName(frame.imageName) ? [frame.address] : []
  })
  const positions = new Map<TextRegion, number>()
  for (const region of regions) {
    if (!bare.some((address) => isInside(address, region))) continue
    const listed = images.findIndex((image) => isRegionOf(region, image))
    // An image whose place is stated has the addresses that belong to it.
    if (listed >= 0 && images[listed]?.loadAddress !== undefined) continue
    const path = region.file.startsWith('/') ? { path: region.file } : {}
    if (listed < 0) images.push({ index: images.length, name: fileName(region.file), ...path })
    positions.set(region, listed < 0 ? images.length - 1 : listed)
  }
  if (positions.size === 0) return report
  const find = (address: RuntimeAddress): number | undefined =>
    [...positions].find(([region]) => isInside(address, region))?.[1]
  return withFrames({ ...report, images }, (frame) => {
    if (frame.image !== undefined || frame.address === undefined || !isNoName(frame.imageName)) return frame
    const position = find(frame.address)
    return position === undefined ? frame : { ...frame, image: position }
  })
}

/** `…` stays where the cut goes through the file's name. */
function fileName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}
