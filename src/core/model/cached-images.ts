/** Images of shared caches by address. */
import { reachOfUnsized, type KnownImage } from './image.ts'

interface Placed {
  readonly image: KnownImage
  readonly start: bigint
  readonly end: bigint
}

/**
 * Finds the image whose `__TEXT` holds an address where its cache is not slid. Undefined where none does, or images of several caches
 * do. The list of images is gone through once.
 */
export function cachedImageFinder(images: readonly KnownImage[]): (address: bigint) => KnownImage | undefined {
  const caches = new Map<string, KnownImage[]>()
  for (const image of images) {
    if (!image.cache) continue
    const key = `${image.cache.uuid} ${image.arch}`
    const own = caches.get(key)
    if (own) own.push(image)
    else caches.set(key, [image])
  }
  const lists = [...caches.values()].map(placed)
  return (address) => {
    const found = lists.flatMap((list) => holding(list, address) ?? [])
    return found.length === 1 ? found[0] : undefined
  }
}

function placed(images: readonly KnownImage[]): readonly Placed[] {
  const sorted = images.toSorted((a, b) => (a.textVmaddr < b.textVmaddr ? -1 : 1))
  return sorted.map((image, at) => {
    const start: bigint = image.textVmaddr
    const size = image.cache?.textBytes ?? 0
    // Old caches do not record sizes: an image reaches to the next one at most.
    const next = sorted[at + 1]?.textVmaddr ?? start + BigInt(reachOfUnsized)
    return { image, start, end: size > 0 ? start + BigInt(size) : next }
  })
}

function holding(list: readonly Placed[], address: bigint): KnownImage | undefined {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle]?.start ?? 0n) <= address) low = middle + 1
    else high = middle
  }
  const found = list[low - 1]
  return found && address < found.end ? found.image : undefined
}
