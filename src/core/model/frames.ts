/** What a frame and its file are called in short, and whose code a frame is. */
import { formatHex } from './address.ts'
import type { Frame, Report, SymbolicatedReport } from './report.ts'

export function imageNameOf(report: Report, frame: Frame): string {
  const image = frame.image === undefined ? undefined : report.images[frame.image]
  return image?.name || frame.imageName || ''
}

/** `Shop + 16500`, or the bare address where no image is known. */
export function addressName(report: Report, frame: Frame): string {
  const image = imageNameOf(report, frame)
  if (image !== '' && frame.offset !== undefined) return `${image} + ${frame.offset}`
  if (frame.address !== undefined) return formatHex(frame.address)
  return image === '' ? 'no name in the report' : image
}

/** Whose code a frame is. A frame in no known image is the system's or garbage: not the user's to read first. */
export function isAppFrame(symbolicated: SymbolicatedReport, frame: Frame): boolean {
  return frame.image !== undefined && isAppImage(symbolicated, frame.image)
}

/** Whether an image, by its position in the report, is the user's own: what its path says, else what was found for it. */
export function isAppImage({ report, images }: SymbolicatedReport, position: number): boolean {
  const status = images[position]
  const origin = report.images[position]?.origin ?? status?.origin
  if (origin !== undefined) return origin === 'app'
  return status !== undefined && status.symbols !== 'system' && status.symbols !== 'not-needed'
}

/** Last component of a source path, of either kind of slash. */
export function sourceName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
