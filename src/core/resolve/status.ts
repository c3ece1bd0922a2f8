/** Status of each image: the symbols found, the symbols missing, how to get them. */
import { imageNames, imageReasons } from '../messages/images.ts'
import { say, type Said } from '../messages/message.ts'
import { hasUnknownBuild, type BinaryImage, type KnownImage } from '../model/image.ts'
import type { ImageStatus, Report, Resolution } from '../model/report.ts'
import type { Writable } from '../model/writable.ts'
import { isHarvested } from './harvested-name.ts'
import { symbolsOf, type ImagePlan } from './image-plan.ts'
import { uuidOf } from './match.ts'
import { imageOrigin } from './origin.ts'
import { slideFor } from './slide.ts'
import type { waysTo } from './ways.ts'

interface Verdict extends Pick<ImageStatus, 'symbols'> {
  /** Whole sentences. */
  readonly reasons: readonly Said[]
  readonly have?: readonly KnownImage[]
}

/** The status of one image after its frames were resolved; `ways`: where symbols can be had. */
export function statusOf(
  plan: ImagePlan,
  position: number,
  report: Report,
  resolutions: readonly (Resolution | undefined)[],
  ways: typeof waysTo,
): ImageStatus {
  const { image, placement, frames, match } = plan
  const known = symbolsOf(match)
  let [unnamed, hidden, borrowed] = [0, 0, false]
  for (const { frame } of frames) {
    const resolution = resolutions[frame.id]
    if (resolution?.kind !== 'resolved' && resolution?.kind !== 'already-named') unnamed++
    if (hasHiddenName(resolution)) hidden++
    borrowed ||= isHarvested(resolution)
  }
  const origin = imageOrigin(image, report)
  const {
    symbols,
    reasons: verdict,
    have,
  } = verdictOf(plan, report, { unnamed, borrowed, system: origin === 'system' })
  const fit = match.kind === 'forced' ? [fitOf(plan, resolutions)] : []
  const masked = hidden > 0 ? [say(imageReasons, 'hiddenNames', { frames: hidden })] : []
  const reasons = [...verdict, ...masked, ...fit, ...(placement?.evidence ?? [])]
  const slide = placement && slideFor(placement.loadAddress, image, known)
  const textVmaddr = known?.textVmaddr ?? image.textVmaddr
  const runnerUp =
    placement?.runnerUp && textVmaddr !== undefined
      ? { slide: placement.runnerUp.loadAddress - textVmaddr, confidence: placement.runnerUp.confidence }
      : undefined
  const isComplete = symbols === 'matched' || symbols === 'not-needed' || symbols === 'system'
  const status: Writable<ImageStatus> = {
    image: position,
    symbols,
    reason: reasons.length === 1 && reasons[0] ? reasons[0].text : reasons.map(({ text }) => text).join(' '),
    grounds: reasons.map(({ message }) => message),
    frames: frames.length,
    unnamed,
  }
  if (have && have.length > 0) status.have = have.map((other) => other.uuid)
  if (placement) {
    status.loadAddress = placement.loadAddress
    status.slideFrom = placement.from
    status.confidence = placement.confidence
  }
  if (slide !== undefined) status.slide = slide
  if (runnerUp) status.runnerUp = runnerUp
  if (plan.hypotheses) status.hypotheses = plan.hypotheses
  if (origin) status.origin = origin
  if (isComplete && !(symbols === 'system' && unnamed > 0)) return status
  return { ...status, ...ways(image, report, origin === 'system') }
}

/** True if a frame's name replaces one that a bitcode build has hidden. */
function hasHiddenName(resolution: Resolution | undefined): boolean {
  const calls = resolution && 'calls' in resolution ? resolution.calls : []
  return calls.some(({ mangled }) => mangled.endsWith('_') && /^_{1,2}hidden#\d+_$/.test(mangled))
}

function verdictOf(
  { image, match, frames, placement, alike }: ImagePlan,
  report: Report,
  { unnamed, borrowed, system }: { readonly unnamed: number; readonly borrowed: boolean; readonly system: boolean },
): Verdict {
  // No symbols of that name would name a frame.
  if (frames.length === 0 && !symbolsOf(match)) {
    return { symbols: 'not-needed', reasons: [say(imageReasons, 'noFrames')] }
  }
  const name = nameOf(image)
  const uuid = uuidOf(image)
  const wanted = uuid === undefined ? {} : { wanted: uuid }
  switch (match.kind) {
    case 'matched':
    case 'forced': {
      const { known } = match
      if (known.detail === 'none' || known.detail === 'starts') {
        return {
          symbols: 'no-debug-info',
          reasons: [say(imageReasons, 'stripped', { image: known.name })],
        }
      }
      if (match.kind === 'forced') {
        return {
          symbols: uuid === known.uuid ? 'matched' : 'wrong-build',
          reasons: [say(imageReasons, 'forced', { uuid: known.uuid, ...wanted })],
          have: [known],
        }
      }
      const missing = placeMissing(frames.length, placement !== undefined, unnamed)
      const matched = say(imageReasons, 'matched', { namesOnly: known.detail === 'symbols' })
      return { symbols: 'matched', reasons: [matched, ...missing] }
    }
    case 'by-name': {
      const [first, second] = match.candidates
      if (first && !second) {
        return {
          symbols: 'matched',
          reasons: [
            hasUnknownBuild(first)
              ? say(imageReasons, 'byFile', { image: first.name, file: first.path, ...wanted })
              : say(imageReasons, 'byName', { image: first.name, uuid: first.uuid }),
            ...placeMissing(frames.length, placement !== undefined, unnamed),
          ],
          have: [first],
        }
      }
      return {
        symbols: 'missing',
        reasons: [
          alike
            ? say(imageReasons, 'buildsAlike', { image: name, uuids: alike.map((other) => other.uuid) })
            : say(imageReasons, 'severalBuilds', { image: name, uuids: match.candidates.map((other) => other.uuid) }),
        ],
        have: match.candidates,
      }
    }
    case 'wrong-build': {
      const given = { image: name, uuids: match.have.map((other) => other.uuid) }
      const reason =
        match.because === undefined
          ? say(imageReasons, 'wrongBuild', { ...given, ...wanted })
          : say(imageReasons, 'contradicted', { ...given, because: match.because })
      return { symbols: 'wrong-build', reasons: [reason], have: match.have }
    }
    case 'wrong-arch': {
      const archs = [...new Set(match.have.map((other) => other.arch))]
      return {
        symbols: 'wrong-arch',
        reasons: [say(imageReasons, 'wrongArch', { image: name, archs, arch: image.arch ?? report.header.arch })],
        have: match.have,
      }
    }
    case 'missing': {
      if (system) {
        const namedBy = borrowed ? 'systemNamedByReports' : 'systemNamedByReport'
        return { symbols: 'system', reasons: [say(imageReasons, unnamed === 0 ? namedBy : 'system')] }
      }
      if (unnamed === 0)
        return { symbols: 'not-needed', reasons: [say(imageReasons, borrowed ? 'namedByReports' : 'namedByReport')] }
      return {
        symbols: 'missing',
        reasons: [say(imageReasons, 'missing', { image: name, frames: unnamed, ...wanted })],
      }
    }
  }
}

/** How many frames of an image with forced symbols lie where the report shows these to fit. */
function fitOf({ frames }: ImagePlan, resolutions: readonly (Resolution | undefined)[]): Said {
  const named = frames.flatMap(({ frame }) => {
    const resolution = resolutions[frame.id]
    return resolution?.kind === 'resolved' ? [resolution.grade.level] : []
  })
  const fitting = named.filter((level) => level !== 'doubtful').length
  return say(imageReasons, 'forcedFit', { frames: frames.length, named: named.length, fitting })
}

function placeMissing(frames: number, placed: boolean, unnamed: number): readonly Said[] {
  return frames > 0 && !placed && unnamed > 0 ? [say(imageReasons, 'unplaced')] : []
}

function nameOf(image: BinaryImage): string {
  return image.name === '' ? imageNames.unnamed : image.name
}
