/** Short names of frames and their files. */
import { formatHex } from './address.ts'
import type { Frame, Report, Thread } from './report.ts'
import { frameNames, languageNames } from '../messages/names.ts'

/**
 * The name of the image that a frame is in: of the image itself, else as its row prints it, else the frame's language;
 * empty where none is known.
 */
export function imageNameOf(report: Report, frame: Frame): string {
  // Where the list contradicts a row, the row's own words stand.
  if (frame.disputed === 'image' && frame.imageName) return frame.imageName
  const image = frame.image === undefined ? undefined : report.images[frame.image]
  return image?.name || frame.imageName || (frame.language ? languageNames[frame.language] : '')
}

/** `Shop + 16500`, or the bare address where no image is known. */
export function addressName(report: Report, frame: Frame): string {
  const image = imageNameOf(report, frame)
  const isCounted = frame.offset !== undefined && frame.disputed !== 'image'
  if (image !== '' && isCounted) return `${image} + ${frame.offset}`
  if (frame.address !== undefined) return formatHex(frame.address)
  return image === '' ? frameNames.noName : image
}

/** Last component of a source path, of either kind of slash. */
export function sourceName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** The word for a marked thread: the report says that it crashed, or holds it responsible. Undefined for all others. */
export function threadMark({ crashed, attributed }: Thread): 'crashed' | 'attributed' | undefined {
  if (!crashed) return undefined
  return attributed ? 'attributed' : 'crashed'
}

/** True if a report marks a thread as the one that crashed. */
export const marksCrash = ({ threads }: Pick<Report, 'threads'>): boolean =>
  threads.some((thread) => threadMark(thread) === 'crashed')
