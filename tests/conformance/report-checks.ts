/** Checks for every report, in any format. */
import { eachTreeFrame } from '../../src/core/model/each-frame.ts'
import type { Frame, Report } from '../../src/core/model/report.ts'
import { buildSample } from '../../src/core/reports/report-text.ts'
import { reportFormats } from '../../src/core/reports/registry.ts'

/** All frames of a report, in no order. */
export function framesOf(report: Report): Frame[] {
  return [
    ...report.threads.flatMap((thread) => thread.frames),
    ...(report.lastException?.frames ?? []),
    ...report.backtraces.flatMap((stack) => stack.frames),
    ...report.callTrees.flatMap((tree) => [...eachTreeFrame(tree.roots)]),
  ]
}

/** Samples that another format than theirs claims, or several, or none. `claims` gives the right ids of each kind of sample. */
export function wronglyClaimed(
  samples: readonly { readonly path: string; readonly format: string }[],
  claims: Readonly<Record<string, readonly string[]>>,
  bytesOf: (path: string) => Uint8Array,
): string[] {
  return samples.flatMap(({ path, format }) => {
    const sample = buildSample(path, bytesOf(path), true)
    const ids = reportFormats.filter((candidate) => candidate.sniff(sample)).map(({ id }) => id)
    return ids.length === 1 && claims[format]?.includes(ids[0] ?? '') ? [] : [`${path}: ${ids.join(', ')}`]
  })
}

/** Broken rules in words; an empty list is a sound report. */
export function unsoundness(report: Report): string[] {
  const wrong: string[] = []
  const frames = framesOf(report)
  const ids = new Set(frames.map((frame) => frame.id))
  if (frames.length !== report.frameCount) wrong.push(`frameCount ${report.frameCount}, but ${frames.length} frames`)
  if (ids.size !== frames.length || frames.some(({ id }) => id < 0 || id >= report.frameCount)) wrong.push('frame ids')
  for (const frame of frames) {
    if (frame.image !== undefined && !report.images[frame.image])
      wrong.push(`frame ${frame.id}: no image ${frame.image}`)
    for (const span of [frame.span, frame.symbolSpan]) {
      if (span && (span.start < 0 || span.end < span.start || span.end > report.text.length))
        wrong.push(`frame ${frame.id}: span`)
    }
    const { span, symbolSpan } = frame
    if (span && symbolSpan && (symbolSpan.start < span.start || symbolSpan.end > span.end)) {
      wrong.push(`frame ${frame.id}: symbol span outside its row`)
    }
  }
  report.images.forEach((image, at) => {
    if (image.index !== at) wrong.push(`image ${at} has index ${image.index}`)
  })
  return wrong
}
