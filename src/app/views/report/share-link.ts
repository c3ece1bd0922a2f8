/** A small report in a link's fragment, which browsers never send: deflated text in URL-safe Base64. */
import type { Frame, Report } from '../../../core/model/report.ts'
import { stacksOf } from '../../../core/reading/stacks.ts'
import type { InputFile } from '../../../core/ports.ts'
import { sharedHash, type ReportPlace } from '../../state/router.svelte.ts'
import { words } from '../../messages/work.ts'

/** Chat programs and browsers cut longer addresses. */
const LONGEST = 30_000
/** A link made by others may unpack to any size. */
export const MOST_TEXT = 16 * 1024 * 1024

/**
 * Rows of inlined calls are written out in what a link carries, so that ids of frames are others there. All other frames are as
 * many in the same order: a link counts those.
 */
const isConcrete = ({ inlined }: Frame): boolean => inlined !== true

const framesOf = (report: Report): readonly Frame[] => stacksOf(report).flatMap(({ frames }) => frames)

/** A place in a report as a link to it says it. */
export function placeInLink(report: Report, place: ReportPlace): ReportPlace {
  if (place.frame === undefined) return place
  const frames = framesOf(report)
  const at = frames.findIndex(({ id }) => id === place.frame)
  return at < 0 ? {} : { frame: frames.slice(0, at).filter(isConcrete).length }
}

/** The place in the report that a link carried. */
export function placeOfLink(report: Report, place: ReportPlace): ReportPlace {
  if (place.frame === undefined) return place
  const frame = framesOf(report).filter(isConcrete)[place.frame]?.id
  return frame === undefined ? {} : { frame }
}

/** The link, which opens the report at this place; undefined where the report is too large for one. */
export async function makeLink(text: string, place: ReportPlace = {}): Promise<string | undefined> {
  const packed = new Uint8Array(
    await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer(),
  )
  if (packed.length * 1.34 > LONGEST) return undefined
  let binary = ''
  for (const byte of packed) binary += String.fromCharCode(byte)
  const payload = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return `${location.href.split('#')[0]}${sharedHash(payload, place)}`
}

/** The text in a link as a file. Rejects for anything but text: links may be anybody's, and carry a report and nothing else. */
export async function openShared(payload: string): Promise<InputFile> {
  const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
  const packed = Uint8Array.from(binary, (char) => char.charCodeAt(0))
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > MOST_TEXT) throw new Error(words.linkTooLarge)
    parts.push(value)
  }
  const blob = new Blob(parts)
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer())
  // Binary files that happen to be valid UTF-8 have NULs.
  if (text.includes('\0')) throw new Error(words.noSharedReport)
  return { path: words.sharedReport, blob }
}
