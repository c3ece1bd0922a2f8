/**
 * Load addresses and slides that the user states for a report. They are put into the report's images, so that everything
 * behind this reads them as it reads what the report says itself.
 */
import type { StatedPlace } from '../engine-types.ts'
import { formatHex, loadAddressOfSlide, offsetInImage, runtimeAddress, type LinkAddress } from '../model/address.ts'
import { parseUuid, type BinaryImage, type KnownImage } from '../model/image.ts'
import type { Problem } from '../model/problem.ts'
import type { Frame, Report } from '../model/report.ts'
import { placeFrames } from './frames.ts'
import { imageLocator } from './image-plan.ts'
import { withFrames } from './implied-images.ts'
import { matchImage, namesAgree, uuidOf } from './match.ts'

/**
 * Places by position, which count in the list that the answer has, apart from the others, which may add images to that list and
 * must be known before images are guessed.
 */
export function sortPlaces(places: readonly StatedPlace[]): {
  readonly named: readonly StatedPlace[]
  readonly numbered: readonly StatedPlace[]
} {
  const isNumbered = ({ image }: StatedPlace): boolean => typeof image === 'number'
  return { named: places.filter((place) => !isNumbered(place)), numbered: places.filter(isNumbered) }
}

/**
 * The report with images at the places that the user states. An image that the report does not list is added when frames
 * without an image lie behind its start. A place that fits nothing is told among the report's problems.
 */
export function withStatedPlaces(report: Report, places: readonly StatedPlace[], known: readonly KnownImage[]): Report {
  if (places.length === 0) return report
  const images = [...report.images]
  const problems: Problem[] = []
  const moved = new Set<number>()
  for (const place of places) {
    const target = findTarget(report, images, place, known)
    const placed = 'image' in target ? placedAt(target.image, place, report, known) : target
    if ('problem' in placed) problems.push({ code: 'unused-place', message: placed.problem, file: report.file })
    else {
      images[placed.image.index] = placed.image
      moved.add(placed.image.index)
    }
  }
  const result = { ...report, images, problems: [...report.problems, ...problems] }
  if (moved.size === 0) return result
  const locate = imageLocator(result)
  return withFrames(result, (frame) => joined(frame, images, moved, locate(frame.image, frame.address)))
}

/**
 * The report with a name for the image of which it states a place and nothing else ("slide: 0x4cc8000"): the only one with symbols
 * at hand.
 */
export function withProgramName(report: Report, known: readonly KnownImage[]): Report {
  const [name, ...others] = new Set(known.map((image) => image.name))
  const nameless = report.images.filter((image) => image.name === '' && uuidOf(image) === undefined)
  const [program] = nameless
  if (name === undefined || others.length > 0 || !program || nameless.length > 1) return report
  return { ...report, images: report.images.map((image) => (image === program ? { ...image, name } : image)) }
}

type Target = { readonly image: BinaryImage } | { readonly problem: string }

/** The image of the report that is meant, or a new one for the end of its list. */
function findTarget(
  report: Report,
  images: readonly BinaryImage[],
  place: StatedPlace,
  known: readonly KnownImage[],
): Target {
  const { image: wanted } = place
  if (typeof wanted === 'number') {
    const image = images[wanted]
    return image ? { image } : { problem: `The report has no image number ${wanted}.` }
  }
  const fits =
    wanted === undefined ? programOf(report, images, known) : images.filter((image) => isCalled(image, wanted))
  // Of several with one name the one that has no place yet is meant.
  const unplaced = fits.filter(({ base, slide }) => base === undefined && slide === undefined)
  const only = fits.length === 1 ? fits[0] : unplaced.length === 1 ? unplaced[0] : undefined
  if (only) return { image: only }
  if (fits.length > 1)
    return { problem: `${fits.length} images of this report are called so: ${listOf(fits)}. State the UUID of one.` }
  return newImage(report, images.length, wanted, known)
}

function isCalled(image: BinaryImage, wanted: string): boolean {
  const uuid = parseUuid(wanted)
  return uuid === undefined ? namesAgree(image, wanted) : uuidOf(image) === uuid
}

/** The images that "the program" may mean: those with symbols at hand; of several the process itself. */
function programOf(
  report: Report,
  images: readonly BinaryImage[],
  known: readonly KnownImage[],
): readonly BinaryImage[] {
  const { process, arch } = report.header
  const byName = images.filter(({ name }) => process !== undefined && name === process)
  if (byName.length > 0) return byName
  return images.filter((image) => {
    const { kind } = matchImage(image, arch, known)
    return kind === 'matched' || kind === 'by-name'
  })
}

/** An image that the report does not list: what rows without an image may belong to. */
function newImage(report: Report, index: number, wanted: string | undefined, known: readonly KnownImage[]): Target {
  const hasBare = placeFrames(report).some(
    (placed) => placed?.frame.image === undefined && placed?.frame.address !== undefined,
  )
  if (!hasBare)
    return { problem: `No image of this report is called ${wanted ?? 'so'}, and each of its addresses has an image.` }
  const uuid = wanted === undefined ? undefined : parseUuid(wanted)
  const fits = known.filter((candidate) =>
    uuid !== undefined
      ? candidate.uuid === uuid
      : wanted === undefined || namesAgree({ index, name: candidate.name }, wanted),
  )
  const names = [...new Set(fits.map(({ name }) => name))]
  if (wanted === undefined && names.length !== 1) {
    return { problem: `The report does not say which image is meant; state it: ${exampleOf(names)}.` }
  }
  const [first, second] = fits
  const name = names[0] ?? wanted ?? ''
  return { image: { index, name, ...(first && !second && { uuid: first.uuid, arch: first.arch }) } }
}

function exampleOf(names: readonly string[]): string {
  return names.length === 0 ? 'NAME=0x…' : names.map((name) => `${name}=0x…`).join(' or ')
}

function placedAt(image: BinaryImage, { at }: StatedPlace, report: Report, known: readonly KnownImage[]): Target {
  if (at.kind === 'load') return { image: { ...image, base: runtimeAddress(at.value), slideFrom: 'given' } }
  const text = image.text ?? textOf(image, report, known)
  if (text === undefined) {
    const name = image.name === '' ? 'This image' : image.name
    return {
      problem: `${name} has no symbols at hand, so a slide does not say where it was loaded; state its load address.`,
    }
  }
  return { image: { ...image, base: loadAddressOfSlide(at.value, text), text, slideFrom: 'given' } }
}

/** `__TEXT` vmaddr of the image, where its symbols agree on it. */
function textOf(image: BinaryImage, report: Report, known: readonly KnownImage[]): LinkAddress | undefined {
  const match = matchImage(image, report.header.arch, known)
  const candidates = match.kind === 'matched' ? [match.known] : match.kind === 'by-name' ? match.candidates : []
  const texts = [...new Set(candidates.map(({ text }) => text))]
  return texts.length === 1 ? texts[0] : undefined
}

function joined(
  frame: Frame,
  images: readonly BinaryImage[],
  moved: ReadonlySet<number>,
  position: number | undefined,
): Frame {
  const base = position === undefined || !moved.has(position) ? undefined : images[position]?.base
  if (position === undefined || base === undefined) return frame
  const offset = frame.address === undefined ? undefined : offsetInImage(frame.address, base)
  return { ...frame, image: position, ...(offset !== undefined && { offset }) }
}

function listOf(images: readonly BinaryImage[]): string {
  return images.map(({ uuid, base, name }) => uuid ?? (base === undefined ? name : formatHex(base))).join(', ')
}
