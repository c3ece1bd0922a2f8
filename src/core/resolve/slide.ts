/** Load addresses stated by a report. `infer-slide.ts` infers the others. */
import type { Said } from '../messages/message.ts'
import { loadAddressFrom, loadAddressOfSlide, slideOf, imageOffset, type RuntimeAddress } from '../model/address.ts'
import type { BinaryImage, KnownImage, SlideSource } from '../model/image.ts'
import { isHeaderName } from '../model/printed-names.ts'
import type { PlacedFrame } from './frames.ts'

/** A load address with how it came to be known. */
export interface Placement {
  readonly loadAddress: RuntimeAddress
  readonly from: SlideSource
  /** 0 to 1; 1 where it was stated. */
  readonly confidence: number
  readonly runnerUp?: { readonly loadAddress: RuntimeAddress; readonly confidence: number }
  /** The evidence, in whole sentences. */
  readonly evidence?: readonly Said[]
}

/** Names by which rows may call an image. */
export function namesOf(image: BinaryImage): readonly string[] {
  const file = image.path?.slice(image.path.lastIndexOf('/') + 1)
  return [image.name, file, image.bundleId].filter((name): name is string => name !== undefined && name !== '')
}

/**
 * The load address stated by a report. It may be a load address, or a slide (with the preferred `__TEXT` address of the
 * symbols). Rows may also count from the start of the image (`image + offset`, `_mh_execute_header + n`, `0x10aa00000 +
 * 561648`). Where no program can lie there, it is doubted.
 */
export function statedBase(
  image: BinaryImage,
  frames: readonly PlacedFrame[],
  known: KnownImage | undefined,
): Placement | undefined {
  const stated = statedPlace(image, frames, known)
  const isPossible = stated === undefined || isOnPage(stated.loadAddress, known)
  return isPossible ? stated : { ...stated, confidence: Math.min(DOUBTED, stated.confidence) }
}

function statedPlace(
  image: BinaryImage,
  frames: readonly PlacedFrame[],
  known: KnownImage | undefined,
): Placement | undefined {
  const { loadAddress, listedLoadAddress } = image
  if (loadAddress !== undefined) {
    // The user may know better than a list that has the image behind its own addresses.
    const isDoubted =
      listedLoadAddress !== undefined &&
      listedLoadAddress !== loadAddress &&
      frames.some(({ frame }) => frame.address !== undefined && frame.address >= listedLoadAddress)
    return { loadAddress, from: image.slideFrom ?? 'load-address', confidence: isDoubted ? DOUBTED : 1 }
  }
  const textVmaddr = image.textVmaddr ?? known?.textVmaddr
  if (image.slide !== undefined && textVmaddr !== undefined) {
    return {
      loadAddress: loadAddressOfSlide(image.slide, textVmaddr),
      from: image.slideFrom ?? 'load-address',
      confidence: 1,
    }
  }
  return baseFromRows(image, frames)
}

/** Of a load address that something in the report contradicts. */
const DOUBTED = 0.5
/** Every system maps images by whole pages, of this size or a multiple. */
const SMALLEST_PAGE = 0x1000n
/** Kernel extensions lie behind this, packed without regard to pages. */
const USER_SPACE = 1n << 48n

/** False where no program can have an image: its slide is no number of pages. */
function isOnPage(loadAddress: RuntimeAddress, known: KnownImage | undefined): boolean {
  if (!known || loadAddress >= USER_SPACE || !PAGED.has(known.kind)) return true
  return slideOf(loadAddress, known.textVmaddr) % SMALLEST_PAGE === 0n
}

const PAGED: ReadonlySet<KnownImage['kind']> = new Set<KnownImage['kind']>(['dsym', 'executable', 'dylib', 'bundle'])

/** Slide of an image whose preferred address is known. */
export function slideFor(
  loadAddress: RuntimeAddress,
  image: BinaryImage,
  known: KnownImage | undefined,
): bigint | undefined {
  const textVmaddr = known?.textVmaddr ?? image.textVmaddr
  return textVmaddr === undefined ? undefined : slideOf(loadAddress, textVmaddr)
}

function baseFromRows(image: BinaryImage, frames: readonly PlacedFrame[]): Placement | undefined {
  const names = namesOf(image)
  const votes = new Map<RuntimeAddress, number>()
  for (const { frame } of frames) {
    if (frame.address === undefined) continue
    const distance = frame.offset ?? headerDistance(frame, names)
    if (distance === undefined) continue
    const loadAddress = loadAddressFrom(frame.address, imageOffset(distance))
    votes.set(loadAddress, (votes.get(loadAddress) ?? 0) + 1)
  }
  const [best, second] = [...votes].sort((a, b) => b[1] - a[1])
  if (!best || best[1] === second?.[1]) return undefined
  return { loadAddress: best[0], from: 'load-address', confidence: 1 }
}

function headerDistance(frame: PlacedFrame['frame'], names: readonly string[]): number | undefined {
  const { symbol, address } = frame
  if (symbol?.offset === undefined || address === undefined) return undefined
  if (isHeaderName(symbol.name, names)) return symbol.offset
  // `0x10aa00000 + 561648`: the writer prints the image's start itself.
  const start = /^0x[0-9a-f]+$/i.test(symbol.name) ? BigInt(symbol.name) : undefined
  return start !== undefined && start !== 0n && start + BigInt(symbol.offset) === address ? symbol.offset : undefined
}
