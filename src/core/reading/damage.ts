/** Parts of a report that are missing or were repaired. They are named beside the headline, since every claim rests on the rest. */
import { damages } from '../messages/reading.ts'
import { eachFrame } from '../model/each-frame.ts'
import type { Problem } from '../model/problem.ts'
import type { Report, SymbolicatedReport } from '../model/report.ts'
import { endOf } from './end.ts'
import { crashedThread } from './stacks.ts'

export interface Damage {
  readonly code: keyof typeof damages
  readonly text: string
}

/** Kinds of damage by the problem that reports it: its code, or its code and variant. */
const byProblem: Readonly<Record<string, Damage['code']>> = {
  truncated: 'cut-off',
  'truncated-list': 'cut-off',
  'cut-row': 'cut-off',
  'damaged-json.end': 'cut-off',
  'damaged-json.gap': 'parts-left-out',
  'repaired-fragment': 'beginning-missing',
  'damaged-json': 'json-repaired',
  'missing-images.cut': 'images-cut',
  'missing-images': 'images-missing',
  'unreadable-row': 'lines-unreadable',
  'unreadable-rows': 'lines-unreadable',
  'lost-rows': 'rows-lost',
  'lost-rows.all': 'stacks-unread',
  'unreadable-record': 'lines-unreadable',
  'damaged-line': 'lines-unreadable',
  'skipped-frames': 'frames-left-out',
  'unread-frames': 'frames-unread',
}

/** Lost rows of a note stand above the report. */
const damageBy = ({ code, variant, severity }: Problem): Damage['code'] | undefined =>
  code === 'lost-rows' && severity === 'note' ? undefined : (byProblem[`${code}.${variant ?? ''}`] ?? byProblem[code])

/** The reader's other problems, which are no kind of damage. */
export const otherProblems = ({ problems }: Report): readonly Problem[] =>
  problems.filter((problem) => damageBy(problem) === undefined)

/** True if a part of the report is known to be missing or unreadable: unlisted things may be there. */
export const isIncomplete = ({ problems }: Report): boolean =>
  problems.some((problem) => damageBy(problem) !== undefined)

/** Formats that list the images of every frame, and mark the thread that crashed. */
const WHOLE = /^(?:apple-crash-text|ips-crash|kscrash|plcrash|sentry-event|bugsnag-event)$/

/** Every damage once, in the order in which it matters. */
export function damageOf(symbolicated: SymbolicatedReport): readonly Damage[] {
  const { report } = symbolicated
  const found = new Set<Damage['code']>()
  for (const problem of report.problems) {
    const damage = damageBy(problem)
    if (damage !== undefined) found.add(damage)
  }
  const isWhole = WHOLE.test(report.format) && report.frameCount > 0
  if (isWhole && lacksCrashed(symbolicated)) found.add('crashed-thread-missing')
  const hasPlaces = [...eachFrame(report)].some(({ address, offset }) => (address ?? offset) !== undefined)
  if (isWhole && hasPlaces && !report.images.some(({ uuid, path }) => uuid !== undefined || path !== undefined))
    found.add('images-missing')
  return (Object.keys(damages) as Damage['code'][])
    .filter((code) => found.has(code))
    .map((code) => ({ code, text: damages[code] }))
}

/** True if the crashed thread has no frames or is not listed, and no stack of a thrown exception replaces it. */
function lacksCrashed(symbolicated: SymbolicatedReport): boolean {
  const { threads, lastException } = symbolicated.report
  const crashed = crashedThread(symbolicated.report)
  if (lastException || !threads.some(({ frames }) => frames.length > 0)) return false
  if (crashed) return crashed.frames.length === 0
  // A piece with the first stack alone, which nothing marks, may have that of the crash.
  const isPiece = threads.length === 1 && (threads[0]?.id ?? 0) === 0
  return !isPiece && endOf(symbolicated) === 'crash'
}
