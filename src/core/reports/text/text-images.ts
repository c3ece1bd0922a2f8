/** Reads images outside the stacks of a text: lists of any layout, and lone load addresses and slides. */
import { linkAddress, loadAddressOfSlide, runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { parseImageRow } from './apple-images.ts'
import { canBeRow } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { ImageBlocks, parseListedImage } from './listed-images.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { ImageRow } from '../base/report-builder.ts'
import { append } from '../../model/lists.ts'

/** The linker's address for a 64-bit main executable, to which a slide is added. */
const MAIN_TEXT = linkAddress(0x1_0000_0000n)

const LLDB =
  /^[ \t]*\[[ \t]*(\d{1,4})\][ \t]+(?:([0-9A-F]{8}-[0-9A-F-]{27})[ \t]+)?(?:(0x[0-9a-f]{1,16})[ \t]+)?((?:\/|@|[A-Z]:\\|\S+[./])\S.*?)(?:[ \t]+\((0x[0-9a-f]{1,16})\))?[ \t]*$/i
const SWIFT =
  /^[ \t│]*(0x[0-9a-f]{1,16})[ \t]*[–—-][ \t]*(0x[0-9a-f]{1,16})[ \t]+(?:([0-9a-f-]{32,40})|<no build ID>|-)[ \t]+(\S.*?)[ \t]{1,}(\/.*?|<unknown>)[ \t]*$/i
const SLIDE_QUESTION = /image list\b.*[ \t]-\w*o/

const LONGEST_IMAGE = 4096

/** The images that lines list, in their order. Rows that are no images are passed over. */
export function collectImages(lines: Iterable<Line>): ImageRow[] {
  const images: ImageRow[] = []
  const blocks = new ImageBlocks()
  let asksForSlides = false
  for (const { text } of lines) {
    if (text.includes('image list')) asksForSlides = SLIDE_QUESTION.test(text)
    if (text.length > LONGEST_IMAGE || !canBeRow(text)) continue
    const image =
      parseSwiftImage(text) ??
      parseLldbImage(text, asksForSlides) ??
      parseImageRow(text) ??
      (text.includes('{') ? undefined : parseListedImage(text))
    append(images, image ? [...blocks.end(), image] : blocks.add(text))
  }
  return [...images, ...blocks.end()]
}

function parseSwiftImage(text: string): ImageRow | undefined {
  const match = SWIFT.exec(text)
  if (!match?.[1] || !match[2] || !match[4]) return undefined
  const loadAddress = BigInt(match[1])
  const end = BigInt(match[2])
  const path = match[5]?.startsWith('/') ? match[5] : undefined
  return omitUndefined({
    name: match[4],
    loadAddress: runtimeAddress(loadAddress),
    size: end > loadAddress ? Number(end - loadAddress) : undefined,
    uuid: parseUuid(match[3] ?? ''),
    path,
    origin: originOfPath(path),
  })
}

/** `[  0] UUID 0x0000000100000000 /path` of `image list`; with `-o` the number is the slide. */
function parseLldbImage(text: string, asksForSlides: boolean): ImageRow | undefined {
  const match = LLDB.exec(text)
  if (!match?.[4] || (match[2] === undefined && match[3] === undefined)) return undefined
  const path = match[4]
  const value = match[3] === undefined ? undefined : BigInt(match[3])
  const image = { name: fileName(path), path, uuid: parseUuid(match[2] ?? ''), origin: originOfPath(path) }
  if (value === undefined) return omitUndefined(image)
  // A slide is small; no 64-bit image is loaded below 4 GB.
  const isSlide = asksForSlides || (value < MAIN_TEXT && value % 0x1000n === 0n && match[2] === undefined)
  if (!isSlide) return omitUndefined({ ...image, loadAddress: runtimeAddress(value) })
  // Only the first image is known to be linked at the usual place; elsewhere a slide says nothing yet.
  return match[1] === '0'
    ? omitUndefined({ ...image, loadAddress: loadAddressOfSlide(value, MAIN_TEXT), textVmaddr: MAIN_TEXT })
    : omitUndefined(image)
}

const SLIDE =
  /\b(?:(?:aslr|image|vmaddr|dyld|app)[ _-]*)*slide(?:[ _-]*(?:offset|value|address))?[ \t]*(?:[=:]|is)?[ \t]*(0x[0-9a-f]{1,16})\b/i
const LOAD =
  /\b(?:(?:base|load|image load|start)[ _-]*address|image[ _-]*base|load[ _-]*addr)[ \t]*(?:[=:]|is)?[ \t]*(0x[0-9a-f]{4,16})\b/i

/** A load address that a line states for the program itself, directly (`Base Address: 0x104cb8000`) or as a slide (`slide=0x4cb8000`). */
export interface StatedLoad {
  readonly loadAddress: bigint
  /** Preferred vmaddr, where the line speaks of a slide. */
  readonly textVmaddr?: bigint
  readonly line: Line
}

/** The first load address or slide that the lines state; a base wins over a slide. */
export function findStatedLoad(lines: Iterable<Line>): StatedLoad | undefined {
  let slid: StatedLoad | undefined
  for (const line of lines) {
    if (line.text.length > 1024) continue
    const load = LOAD.exec(line.text)
    if (load?.[1]) return { loadAddress: BigInt(load[1]), line }
    const slide = SLIDE.exec(line.text)
    if (slide?.[1] && !slid) {
      const value = BigInt(slide[1])
      // A "slide" that is itself a place above 4 GB is the preferred vmaddr under a wrong name.
      if (value < MAIN_TEXT && value % 0x1000n === 0n)
        slid = { loadAddress: MAIN_TEXT + value, textVmaddr: MAIN_TEXT, line }
    }
  }
  return slid
}
