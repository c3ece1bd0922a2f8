/**
 * Signed addresses of a report (pointer authentication on arm64): which image they lie in once the signature is off. A text
 * seldom names its processor, and no report states how many bits an address has, so images and the other addresses decide.
 */
import { cleanAddress } from '../../memory/clean-address.ts'
import type { RuntimeAddress } from '../../model/address.ts'
import { archFamily, architectureOf } from '../../model/architecture.ts'
import type { BinaryImage } from '../../model/image.ts'
import type { Frame } from '../../model/report.ts'

/** Code of programs lies below this on every system that signs addresses. */
const END_OF_CODE = 1n << 39n
/** User addresses of macOS end here: what lies between may be a pointer to data. */
const END_OF_USER = 1n << 47n
/** All addresses of a kernel lie above this. */
const START_OF_KERNEL = 0xffff_0000_0000_0000n

/** An address without its signature, and the position of the image that it lies in. */
export interface SignedPlace {
  readonly address: RuntimeAddress
  readonly image: number
}

/**
 * The frames whose addresses are signed, by their ids. `imageAt` gives the position of the image that holds an address of a frame. An
 * address that lies in no image, or in one whose processor signs nothing, is left out.
 */
export function placeSigned(
  frames: readonly Frame[],
  images: readonly BinaryImage[],
  imageAt: (frame: Frame, address: bigint) => number | undefined,
): ReadonlyMap<number, SignedPlace> {
  const holder = (frame: Frame, address: bigint): number | undefined => {
    const position = imageAt(frame, address)
    return position !== undefined && mayBeSignedIn(images[position]) ? position : undefined
  }
  const suspects = frames.filter(({ address = 0n }) => address >= END_OF_CODE && address < START_OF_KERNEL)
  const width = suspects.length > 0 && have39Bits(suspects, images, holder) ? '39-bit' : 'any'
  const places = new Map<number, SignedPlace>()
  for (const frame of suspects) {
    if (frame.address === undefined) continue
    const holds = (address: bigint): boolean => holder(frame, address) !== undefined
    const { address } = cleanAddress(frame.address, 'arm64', holds, width)
    const image = address === frame.address ? undefined : holder(frame, address)
    if (image !== undefined) places.set(frame.id, { address, image })
  }
  return places
}

function mayBeSignedIn(image: BinaryImage | undefined): boolean {
  const family = archFamily(image?.arch)
  return family === 'other' || architectureOf(family)?.strayBits.kind === 'signature'
}

/**
 * True where addresses have 39 bits. One address shows that if its low 39 bits lie in an image and it is no address of 47 bits. Two
 * show it if their upper bits differ, because all pointers to data of macOS have the same ones. Three show it if all suspects lie in
 * images.
 */
function have39Bits(
  suspects: readonly Frame[],
  images: readonly BinaryImage[],
  holder: (frame: Frame, address: bigint) => number | undefined,
): boolean {
  if (images.some(({ loadAddress = 0n }) => loadAddress >= END_OF_CODE && loadAddress < END_OF_USER)) return false
  let first: bigint | undefined
  let inside = 0
  for (const frame of suspects) {
    const { address = 0n } = frame
    const top = (address % END_OF_USER) / END_OF_CODE
    if (top === 0n || holder(frame, address % END_OF_CODE) === undefined) continue
    first ??= top
    inside++
    if (address >= END_OF_USER || top !== first) return true
  }
  return inside >= 3 && inside === suspects.length
}
