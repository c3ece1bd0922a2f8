/** Packs that were given and lack what a report needs: most likely they are of another system. */
import { problem } from '../messages/problems.ts'
import type { KnownImage } from '../model/image.ts'
import type { ImageStatus, Report } from '../model/report.ts'

/** As many images as are named. */
const TOLD = 5

/** Adds a note where system libraries stay without names although packs are available. */
export function withPackGaps(report: Report, images: readonly ImageStatus[], known: readonly KnownImage[]): Report {
  const packs = [...new Set(known.flatMap(({ pack }) => pack ?? []))]
  if (packs.length === 0) return report
  const lacking = images.filter(
    ({ origin, symbols, unnamed }) => origin === 'system' && unnamed > 0 && symbols !== 'matched',
  )
  if (lacking.length === 0) return report
  const names = lacking.slice(0, TOLD).map(({ image }) => report.images[image]?.name ?? '')
  const params = { packs, images: names, count: lacking.length, os: report.header.os }
  const note = problem('pack-lacks-images', params, { file: report.file, severity: 'note' })
  return { ...report, problems: [...report.problems, note] }
}
