/** The code ranges of an image. */
import { imageOffset, linkAddress, offsetOfLink, type ImageOffset } from '../model/address.ts'
import type { MachOImage } from './image.ts'

export interface CodeRange {
  readonly start: ImageOffset
  readonly end: ImageOffset
}

/**
 * Ranges of instructions, ascending. Adjacent ranges are not joined, because no function crosses a section boundary.
 * They are the sections with an instruction attribute, among them `__stubs` and `__objc_stubs`; without such sections
 * the executable segments. An object file has one segment for everything, so only its sections count. Where these are empty, there is one
 * empty range: no address lies in code. A list without a range would let every address be code.
 */
export function codeRanges(image: MachOImage): readonly CodeRange[] {
  const marked = image.sections.filter((section) => section.isCode)
  const isBySection = marked.length > 0 || (image.kind === 'object' && image.sections.length > 0)
  const places = isBySection ? marked : image.segments.filter((segment) => segment.executable)
  const ranges = places
    .filter(({ size }) => size > 0)
    .flatMap(({ address, size }) => {
      const start = offsetOfLink(linkAddress(address), image.textVmaddr)
      return start === undefined ? [] : [{ start, end: imageOffset(start + size) }]
    })
    .sort((a, b) => a.start - b.start)
  if (isBySection && ranges.length === 0) return [{ start: imageOffset(0), end: imageOffset(0) }]
  const merged: CodeRange[] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last && range.start < last.end) {
      merged[merged.length - 1] = { start: last.start, end: imageOffset(Math.max(last.end, range.end)) }
    } else merged.push(range)
  }
  return merged
}

/** True if an offset lies in one of the ascending ranges. */
export function isInCode(ranges: readonly CodeRange[], offset: number): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const range = ranges[middle]
    if (range && range.end <= offset) low = middle + 1
    else high = middle
  }
  const found = ranges[low]
  return found !== undefined && offset >= found.start
}
