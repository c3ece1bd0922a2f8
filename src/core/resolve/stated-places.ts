/**
 * Load addresses and slides that the user states for a report. They are put into the report's images, so that everything
 * behind this reads them as it reads what the report says itself.
 */
import type { StatedPlace } from '../engine-types.ts'
import {
  formatHex,
  loadAddressOfSlide,
  offsetInImage,
  runtimeAddress,
  type LinkAddress,
  type RuntimeAddress,
} from '../model/address.ts'
import { parseUuid, type BinaryImage, type KnownImage } from '../model/image.ts'
import type { Problem } from '../model/problem.ts'
import type { Frame, Report } from '../model/report.ts'
import { placeFrames } from './frames.ts'
import { imageLocator } from './image-plan.ts'
import { withFrames } from './implied-images.ts'
import { matchImage, namesAgree, uuidOf } from './match.ts'
import { problem } from '../messages/problems.ts'

/**
 * Separates places by position from the others. Positions refer to the list in the answer. The others may add images to
 * that list and must be known before images are guessed.
 */
export function sortPlaces(places: readonly StatedPlace[]): {
  readonly named: readonly StatedPlace[]
  readonly numbered: readonly StatedPlace[]
} {
  const isNumbered = ({ image }: StatedPlace): boolean => typeof image === 'number'
  return { named: places.filter((place) => !isNumbered(place)), numbered: places.filter(isNumbered) }
}

/**
 * The report with images at the places stated by the user. A missing image is added when frames without an image lie
 * after its start. The report's problems mention a place that fits nothing.
 */
export function withStatedPlaces(report: Report, places: readonly StatedPlace[], known: readonly KnownImage[]): Report {
  if (places.length === 0) return report
  const images = [...report.images]
  const problems: Problem[] = []
  const moved = new Set<number>()
  for (const place of places) {
    const target = findTarget(report, images, place, known)
    const placed = 'image' in target ? placedAt(target.image, place, report, known) : target
    const differs = 'image' in placed ? differing(placed.image) : undefined
    if (differs) problems.push(differs)
    if ('problem' in placed) problems.push({ ...placed.problem, file: report.file })
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
 * Names the nameless image of which the report states only a place ("slide: 0x4cc8000"). The name is that of the known
 * symbols, if they all have the same name.
 */
export function withProgramName(report: Report, known: readonly KnownImage[]): Report {
  const [name, ...others] = new Set(known.map((image) => image.name))
  const nameless = report.images.filter((image) => image.name === '' && uuidOf(image) === undefined)
  const [program] = nameless
  if (name === undefined || others.length > 0 || !program || nameless.length > 1) return report
  return { ...report, images: report.images.map((image) => (image === program ? { ...image, name } : image)) }
}

type Target = { readonly image: BinaryImage } | { readonly problem: Problem }

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
    return image ? { image } : { problem: problem('unused-place.number', { number: wanted }) }
  }
  const fits =
    wanted === undefined ? programOf(report, images, known) : images.filter((image) => isCalled(image, wanted))
  // Of several with one name the one that has no place yet is meant.
  const unplaced = fits.filter(({ loadAddress, slide }) => loadAddress === undefined && slide === undefined)
  const only = fits.length === 1 ? fits[0] : unplaced.length === 1 ? unplaced[0] : undefined
  if (only) return { image: only }
  if (fits.length > 1) return { problem: problem('unused-place.several', { images: namesOf(fits) }) }
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
  if (!hasBare) return { problem: problem('unused-place.none', wanted === undefined ? {} : { image: wanted }) }
  const uuid = wanted === undefined ? undefined : parseUuid(wanted)
  const fits = known.filter((candidate) =>
    uuid !== undefined
      ? candidate.uuid === uuid
      : wanted === undefined || namesAgree({ index, name: candidate.name }, wanted),
  )
  const names = [...new Set(fits.map(({ name }) => name))]
  if (wanted === undefined && names.length !== 1) {
    return { problem: problem('unused-place.vague', { examples: names }) }
  }
  const [first, second] = fits
  const name = names[0] ?? wanted ?? ''
  return { image: { index, name, ...(first && !second && { uuid: first.uuid, arch: first.arch }) } }
}

function placedAt(image: BinaryImage, { at }: StatedPlace, report: Report, known: readonly KnownImage[]): Target {
  const isListed = (image.slideFrom ?? 'load-address') === 'load-address'
  const listed = isListed && image.loadAddress !== undefined ? { listedLoadAddress: image.loadAddress } : {}
  const stated = (loadAddress: RuntimeAddress, more: Partial<BinaryImage> = {}): Target =>
    isOnPage(loadAddress)
      ? { image: { ...image, ...more, ...listed, loadAddress, slideFrom: 'given' } }
      : { problem: problem('unused-place.page', { image: image.name, loadAddress: formatHex(loadAddress) }) }
  if (at.kind === 'load') return stated(runtimeAddress(at.value))
  const textVmaddr = image.textVmaddr ?? textOf(image, report, known)
  if (textVmaddr === undefined) {
    return { problem: problem('unused-place.slide', { image: image.name }) }
  }
  return stated(loadAddressOfSlide(at.value, textVmaddr), { textVmaddr })
}

/** Images of programs begin on pages of 4 KiB at least; parts of kernels do not. */
const kernelSpace = 1n << 63n

function isOnPage(address: RuntimeAddress): boolean {
  return address % 0x1000n === 0n || address >= kernelSpace
}

/** What is told where the report itself says another load address than the user. */
function differing({ name, loadAddress, listedLoadAddress: listed }: BinaryImage): Problem | undefined {
  if (loadAddress === undefined || listed === undefined || loadAddress === listed) return undefined
  return problem('place-differs', { image: name, loadAddress: formatHex(loadAddress), listed: formatHex(listed) })
}

/** `__TEXT` vmaddr of the image, where its symbols agree on it. */
function textOf(image: BinaryImage, report: Report, known: readonly KnownImage[]): LinkAddress | undefined {
  const match = matchImage(image, report.header.arch, known)
  const candidates = match.kind === 'matched' ? [match.known] : match.kind === 'by-name' ? match.candidates : []
  const texts = [...new Set(candidates.map(({ textVmaddr }) => textVmaddr))]
  return texts.length === 1 ? texts[0] : undefined
}

function joined(
  frame: Frame,
  images: readonly BinaryImage[],
  moved: ReadonlySet<number>,
  position: number | undefined,
): Frame {
  const loadAddress = position === undefined || !moved.has(position) ? undefined : images[position]?.loadAddress
  if (position === undefined || loadAddress === undefined) return frame
  if (frame.address === undefined) return { ...frame, image: position }
  const offset = offsetInImage(frame.address, loadAddress)
  if (offset !== undefined) return { ...frame, image: position, offset }
  // An offset that was printed counts from where the report has the image.
  const moveable: { -readonly [Key in keyof Frame]: Frame[Key] } = { ...frame, image: position }
  delete moveable.offset
  return moveable
}

function namesOf(images: readonly BinaryImage[]): readonly string[] {
  return images.map(
    ({ uuid, loadAddress, name }) => uuid ?? (loadAddress === undefined ? name : formatHex(loadAddress)),
  )
}
