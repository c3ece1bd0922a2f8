/** Whose code a frame or an image is. The one place that decides it, for the page, the exports, comparisons and explanations. */
import { eachFrame } from '../model/each-frame.ts'
import { isRealName } from '../model/printed-names.ts'
import type { Frame, Report, SymbolicatedReport } from '../model/report.ts'

/**
 * Whether a frame is the user's own code: the app, its frameworks and extensions. A frame in no listed image is own only when its
 * row names the process itself; otherwise it is the system's or garbage, and not what the user reads first.
 */
export function isOwnFrame(symbolicated: SymbolicatedReport, frame: Frame): boolean {
  if (frame.image !== undefined) return isOwnImage(symbolicated, frame.image) || hasOwnSource(symbolicated, frame)
  const { process } = symbolicated.report.header
  return process !== undefined && process !== '' && frame.imageName === process
}

/** No library of the system has places in source files: a row that prints one, of an image of which nothing else is known, is the user's. */
function hasOwnSource(
  { report, images }: Pick<SymbolicatedReport, 'report' | 'images'>,
  { image, symbol }: Frame,
): boolean {
  if (image === undefined || symbol?.line === undefined || symbol.file === undefined) return false
  return (report.images[image]?.origin ?? images[image]?.origin) === undefined && !symbol.file.startsWith('<')
}

/**
 * Whether a frame is known to be the system's. A frame of an image that nothing is known of is neither the system's nor the user's,
 * and is never folded away as the system's.
 */
export function isSystemFrame({ report, images }: SymbolicatedReport, frame: Frame): boolean {
  const { image } = frame
  if (image === undefined) return false
  const origin = report.images[image]?.origin ?? images[image]?.origin
  if (origin !== undefined) return origin === 'system'
  if (hasOwnSource({ report, images }, frame)) return false
  return images[image] !== undefined && !hasUnnamed(report, image)
}

/**
 * Whether an image, by its position in the report, is the user's own: what its path says, else its place, else its name, else
 * whether the report leaves frames of it without names, as a device does that has no symbols of it. Symbols change nothing of that;
 * but an image without even a name is own once symbols say what it is.
 */
export function isOwnImage({ report, images }: SymbolicatedReport, position: number): boolean {
  const image = report.images[position]
  const status = images[position]
  const origin = image?.origin ?? status?.origin
  // Services of the system that lie outside its folders are still not the user's.
  if (image?.name?.startsWith('com.apple.')) return false
  if (origin !== undefined) return origin === 'app'
  if (image?.name !== undefined && image.name !== '' && image.name === report.header.process) return true
  // Of what has no name either, nothing is known.
  if (!image?.name) return status?.symbols === 'matched'
  return status !== undefined && hasUnnamed(report, position)
}

const unnamedImages = new WeakMap<Report, ReadonlySet<number>>()

/** Whether the report prints no name for some frame of an image. */
function hasUnnamed(report: Report, position: number): boolean {
  const known = unnamedImages.get(report)
  if (known) return known.has(position)
  const unnamed = new Set<number>()
  for (const { image, imageName = '', symbol } of eachFrame(report)) {
    if (image === undefined || unnamed.has(image)) continue
    if (!isRealName(symbol, [report.images[image]?.name ?? '', imageName])) unnamed.add(image)
  }
  unnamedImages.set(report, unnamed)
  return unnamed.has(position)
}
