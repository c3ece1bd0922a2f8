/** Images with a known start but no sure end. An address may lie in the image with the nearest start below it. */

export interface PlacedImage {
  /** Position in the report. */
  readonly index: number
  readonly loadAddress: bigint
  /** Exclusive; undefined where it is not known. */
  readonly end?: bigint | undefined
}

/** Images that overlap or end early are passed over. This many are looked at. */
const MAX_STEPS = 64

/** Found by binary search, so that a text or buffer with many images and rows takes no longer than it must. */
export class NearestImages {
  #images: PlacedImage[] = []
  #isSorted = true

  constructor(images: Iterable<PlacedImage> = []) {
    for (const image of images) this.add(image)
  }

  add(image: PlacedImage): void {
    this.#images.push(image)
    this.#isSorted = false
  }

  /** The image that an address lies in; `reach` is how far one goes whose end is not known. */
  at(address: bigint, reach: bigint): PlacedImage | undefined {
    if (!this.#isSorted) {
      this.#images.sort((a, b) =>
        a.loadAddress < b.loadAddress ? -1 : a.loadAddress > b.loadAddress ? 1 : b.index - a.index,
      )
      this.#isSorted = true
    }
    let low = 0
    let high = this.#images.length
    while (low < high) {
      const middle = (low + high) >> 1
      const image = this.#images[middle]
      if (image && image.loadAddress <= address) low = middle + 1
      else high = middle
    }
    const last = Math.max(0, low - MAX_STEPS)
    for (let at = low - 1; at >= last; at--) {
      const image = this.#images[at]
      if (image && address < (image.end ?? image.loadAddress + reach)) return image
    }
    return undefined
  }
}
