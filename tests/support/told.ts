/** The headline of a made report, with all explanations weighed. */
import { explain } from '../../src/core/explain/registry.ts'
import type { Frame, Register, Report, SymbolicatedReport } from '../../src/core/model/report.ts'
import { headlineOf, type Headline } from '../../src/core/reading/headline.ts'
import { app, buildReport, system, unresolved, type FrameParts } from './report-builder.ts'

export type More = Partial<Omit<Report, 'threads'>> & { readonly registers?: readonly Register[] }

export const tell = (made: SymbolicatedReport): Headline => headlineOf({ ...made, ...explain(made) })

/** The headline of a crash with these frames. */
export const made = (frames: readonly FrameParts[], more: More): Headline => tell(buildReport(frames, more))

/** A report that names its frames itself: in the app (0) or the system (1), with bytes from the name's start. */
export function printed(
  rows: readonly (readonly [image: 0 | 1, name: string, offset: number])[],
  more: More,
): Headline {
  const { report } = buildReport(
    rows.map(([image]) => (image === 0 ? app() : system())),
    more,
  )
  const name = (frame: Frame): Frame => {
    const [, symbol = '', offset = 0] = rows[frame.index] ?? []
    return { ...frame, symbol: { name: symbol, offset } }
  }
  const threads = report.threads.map((thread) => ({ ...thread, frames: thread.frames.map(name) }))
  return tell(unresolved({ ...report, threads }))
}
