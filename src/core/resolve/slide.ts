/** Where images were loaded, as far as a report says it. What it does not say is inferred (`infer-slide.ts`). */
import { loadAddressFrom, loadAddressOfSlide, slideOf, imageOffset, type RuntimeAddress } from '../model/address.ts'
import type { BinaryImage, KnownImage, SlideSource } from '../model/image.ts'
import { isHeaderName, type PlacedFrame } from './frames.ts'

/** A load address with how it came to be known. */
export interface ImageBase {
  readonly base: RuntimeAddress
  readonly from: SlideSource
  /** 0 to 1; 1 where it was stated. */
  readonly confidence: number
  readonly runnerUp?: { readonly base: RuntimeAddress; readonly confidence: number }
  /** What speaks for it, in words. */
  readonly evidence?: string
}

/** Names by which rows may call an image. */
export function namesOf(image: BinaryImage): readonly string[] {
  const file = image.path?.slice(image.path.lastIndexOf('/') + 1)
  return [image.name, file, image.bundleId].filter((name): name is string => name !== undefined && name !== '')
}

/**
 * The load address that a report states: as a load address, as a slide (with the preferred `__TEXT` address of the
 * symbols), or through rows that count from the start of the image (`image + offset`, `_mh_execute_header + n`,
 * `0x10aa00000 + 561648`).
 */
export function statedBase(
  image: BinaryImage,
  frames: readonly PlacedFrame[],
  known: KnownImage | undefined,
): ImageBase | undefined {
  if (image.base !== undefined) return { base: image.base, from: image.slideFrom ?? 'load-address', confidence: 1 }
  const text = image.text ?? known?.text
  if (image.slide !== undefined && text !== undefined) {
    return { base: loadAddressOfSlide(image.slide, text), from: image.slideFrom ?? 'load-address', confidence: 1 }
  }
  return baseFromRows(image, frames)
}

/** Slide of an image whose preferred address is known. */
export function slideFor(base: RuntimeAddress, image: BinaryImage, known: KnownImage | undefined): bigint | undefined {
  const text = known?.text ?? image.text
  return text === undefined ? undefined : slideOf(base, text)
}

function baseFromRows(image: BinaryImage, frames: readonly PlacedFrame[]): ImageBase | undefined {
  const names = namesOf(image)
  const votes = new Map<RuntimeAddress, number>()
  for (const { frame } of frames) {
    if (frame.address === undefined) continue
    const distance = frame.offset ?? headerDistance(frame, names)
    if (distance === undefined) continue
    const base = loadAddressFrom(frame.address, imageOffset(distance))
    votes.set(base, (votes.get(base) ?? 0) + 1)
  }
  const [best, second] = [...votes].sort((a, b) => b[1] - a[1])
  if (!best || best[1] === second?.[1]) return undefined
  return { base: best[0], from: 'load-address', confidence: 1 }
}

function headerDistance(frame: PlacedFrame['frame'], names: readonly string[]): number | undefined {
  const { symbol, address } = frame
  if (symbol?.offset === undefined || address === undefined) return undefined
  if (isHeaderName(symbol.name, names)) return symbol.offset
  // `0x10aa00000 + 561648`: the writer prints the image's start itself.
  const start = /^0x[0-9a-f]+$/i.test(symbol.name) ? BigInt(symbol.name) : undefined
  return start !== undefined && start !== 0n && start + BigInt(symbol.offset) === address ? symbol.offset : undefined
}
