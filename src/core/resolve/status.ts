/** How each image of a report stands: what was found, what is missing, how to get it. */
import type { BinaryImage, KnownImage } from '../model/image.ts'
import { knownVersion } from '../model/version.ts'
import type { ImageStatus, Report, Resolution } from '../model/report.ts'
import { isHarvested } from './harvested-name.ts'
import { symbolsOf, type ImagePlan } from './image-plan.ts'
import { uuidOf } from './match.ts'
import { imageOrigin } from './origin.ts'
import { slideFor } from './slide.ts'

type Verdict = Pick<ImageStatus, 'symbols' | 'reason'> & { readonly have?: readonly KnownImage[] }

/** The status of one image after its frames were resolved. */
export function statusOf(
  plan: ImagePlan,
  position: number,
  report: Report,
  resolutions: readonly (Resolution | undefined)[],
): ImageStatus {
  const { image, base, frames, match } = plan
  const known = symbolsOf(match)
  const unnamed = frames.filter(({ frame }) => {
    const kind = resolutions[frame.id]?.kind
    return kind !== 'resolved' && kind !== 'already-named'
  }).length
  const borrowed = frames.some(({ frame }) => isHarvested(resolutions[frame.id]))
  const { symbols, reason: verdict, have } = verdictOf(plan, report, unnamed, borrowed)
  const reason = match.kind === 'forced' ? `${verdict} ${fitOf(plan, resolutions)}` : verdict
  const slide = base && slideFor(base.base, image, known)
  const text = known?.text ?? image.text
  const runnerUp =
    base?.runnerUp && text !== undefined
      ? { slide: base.runnerUp.base - text, confidence: base.runnerUp.confidence }
      : undefined
  const origin = imageOrigin(image, report)
  const ways = symbols === 'matched' || symbols === 'not-needed' || symbols === 'system' ? [] : waysToGet(image, report)
  return {
    image: position,
    symbols,
    reason: base?.evidence === undefined ? reason : `${reason} ${base.evidence}`,
    frames: frames.length,
    unnamed,
    ...(have && have.length > 0 && { have: have.map((other) => other.uuid) }),
    ...(base && { base: base.base, slideFrom: base.from, confidence: base.confidence }),
    ...(slide !== undefined && { slide }),
    ...(runnerUp && { runnerUp }),
    ...(plan.hypotheses && { hypotheses: plan.hypotheses }),
    ...(origin && { origin }),
    ...(ways.length > 0 && { howToGet: ways }),
  }
}

function verdictOf(plan: ImagePlan, report: Report, unnamed: number, borrowed: boolean): Verdict {
  const { image, match, frames, base } = plan
  // Whatever of that name is at hand, nothing would come of it.
  if (frames.length === 0 && !symbolsOf(match)) {
    return { symbols: 'not-needed', reason: 'No frame of the report lies in it.' }
  }
  const name = nameOf(image)
  const uuid = uuidOf(image)
  const wanted = uuid === undefined ? 'the report gives no UUID for it' : `the report wants ${uuid}`
  const system = imageOrigin(image, report) === 'system'
  switch (match.kind) {
    case 'matched':
    case 'forced': {
      const { known } = match
      if (known.detail === 'none' || known.detail === 'starts') {
        return {
          symbols: 'no-debug-info',
          reason: `${known.name} at hand has the right UUID but no names in it: it is stripped. Its dSYM is needed.`,
        }
      }
      if (match.kind === 'forced') {
        return {
          symbols: uuid === known.uuid ? 'matched' : 'wrong-build',
          reason: `Symbols of another build (${known.uuid}) are used because you asked for it; ${wanted}.`,
          have: [known],
        }
      }
      const missing = placeMissing(frames.length, base !== undefined, unnamed)
      const detail =
        known.detail === 'symbols' ? ' They hold names only; with the dSYM there are files and lines too.' : ''
      return { symbols: 'matched', reason: `The symbols of this very build are at hand.${detail}${missing}` }
    }
    case 'by-name': {
      const [first, second] = match.candidates
      if (first && !second) {
        return {
          symbols: 'matched',
          reason: `The report gives no UUID; ${first.name} (${first.uuid}) at hand is used, for its name.${placeMissing(frames.length, base !== undefined, unnamed)}`,
          have: [first],
        }
      }
      return {
        symbols: 'missing',
        reason: `The report gives no UUID, and ${match.candidates.length} builds of ${name} are at hand (${match.candidates.map((other) => other.uuid).join(', ')}): choose the one that made this report.`,
        have: match.candidates,
      }
    }
    case 'wrong-build':
      return {
        symbols: 'wrong-build',
        reason:
          match.because === undefined
            ? `${name} at hand is another build: ${wanted}, at hand is ${match.have.map((other) => other.uuid).join(', ')}.`
            : `${name} at hand (${match.have.map((other) => other.uuid).join(', ')}) is of another build: ${match.because}. It was not used.`,
        have: match.have,
      }
    case 'wrong-arch': {
      const archs = [...new Set(match.have.map((other) => other.arch))].join(', ')
      return {
        symbols: 'wrong-arch',
        reason: `${name} at hand is for ${archs}; this report is of ${image.arch ?? report.header.arch ?? 'another architecture'}.`,
        have: match.have,
      }
    }
    case 'missing': {
      const namedBy = borrowed ? 'Reports of this build name its frames.' : 'The report names its frames itself.'
      if (system) {
        const part = unnamed === 0 ? namedBy : 'Its symbols come with the device’s system, not with an app.'
        return { symbols: 'system', reason: `Part of the operating system. ${part}` }
      }
      if (unnamed === 0) return { symbols: 'not-needed', reason: namedBy }
      return {
        symbols: 'missing',
        reason: `No symbols of ${name} are at hand: ${wanted}. They would name ${unnamed === 1 ? 'one frame' : `${unnamed} frames`}.`,
      }
    }
  }
}

/** How many frames of an image with forced symbols lie where the report shows these to fit. */
function fitOf({ frames }: ImagePlan, resolutions: readonly (Resolution | undefined)[]): string {
  const named = frames.flatMap(({ frame }) => {
    const resolution = resolutions[frame.id]
    return resolution?.kind === 'resolved' ? [resolution.grade.level] : []
  })
  const fitting = named.filter((level) => level !== 'doubtful').length
  return `Of ${frames.length} frames ${named.length} are named, and ${fitting} of these are shown to fit its code.`
}

function placeMissing(frames: number, placed: boolean, unnamed: number): string {
  return frames > 0 && !placed && unnamed > 0
    ? ' Where it was loaded is not in the report: state its load address to name its frames.'
    : ''
}

function nameOf(image: BinaryImage): string {
  return image.name === '' ? 'this image' : image.name
}

/** Ways to the missing dSYM, most direct first; the last is a text to send to whoever has it. */
function waysToGet(image: BinaryImage, report: Report): readonly string[] {
  const uuid = uuidOf(image)
  const name = nameOf(image)
  const version = knownVersion(image) ?? knownVersion(report.header)
  const build = version === undefined ? name : `${name} ${version}`
  if (uuid === undefined) {
    return [
      `Find the dSYM of ${name} that was made together with this build${version === undefined ? '' : ` (${version})`}.`,
    ]
  }
  const arch = image.arch ?? report.header.arch
  return [
    `On the Mac that built it: mdfind "com_apple_xcode_dsym_uuids == ${uuid}"`,
    `In Xcode: Window > Organizer > Archives, the archive of ${build}; "Show in Finder", then the dSYMs folder in it.`,
    `In App Store Connect: the build of ${build}, "Download dSYM" (or "Include app symbols" when it was uploaded).`,
    'On the build server: the dSYM is beside the app, or in an artefact of the build’s symbol upload step.',
    `To check a file: dwarfdump --uuid ${name}.dSYM must print ${uuid}.`,
    `Request: please send me the dSYM of ${build} with UUID ${uuid}${arch === undefined ? '' : ` (${arch})`}; this crash report cannot be read without it.`,
  ]
}
