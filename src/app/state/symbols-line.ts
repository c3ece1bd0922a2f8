/** The one state behind the line on symbols of a report: what is known, what is being read, what is missing, what a drop brought. */
import type { FileOutcome } from '../../core/engine-types.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import type { ImageNeed, NameCounts, NamesState, OutsideFrames } from '../../core/reading/names-state.ts'
import type { Job } from './work.svelte.ts'

/** Why the last files did not help this report. */
export type Drop =
  | { readonly kind: 'unreadable'; readonly path: string; readonly why: string }
  /** Symbols of an image of the report, of which a part cannot be read. */
  | { readonly kind: 'damaged'; readonly path: string; readonly why: string }
  | { readonly kind: 'no-symbols' }
  /** Symbols of images that the report does not list. */
  | { readonly kind: 'unrelated'; readonly names: readonly string[] }

export type SymbolsLine =
  /** The report has no frames. */
  | { readonly kind: 'none' }
  /** Names are looked up, or files are read that may hold symbols. `isFirst`: no name was looked up yet. */
  | { readonly kind: 'reading'; readonly isFirst: boolean; readonly job?: Job }
  /** Nothing that a file would give is missing. */
  | { readonly kind: 'named'; readonly counts: NameCounts }
  | {
      readonly kind: 'lacking'
      readonly counts: NameCounts
      readonly needs: readonly ImageNeed[]
      readonly outside?: OutsideFrames
      readonly drop?: Drop
      /** Something of the user's own is missing, and not only symbols of the system. */
      readonly isWarning: boolean
    }

export interface LineFacts {
  /** Names were looked up at least once. */
  readonly isNamed: boolean
  readonly symbolicated: SymbolicatedReport
  /** Of the report, once it was named. */
  readonly state: NamesState
  readonly jobs: readonly Job[]
  /** Files were given that may yet bring names. */
  readonly isTaking: boolean
  /** Outcomes of the last files. */
  readonly fileOutcomes: readonly FileOutcome[]
}

/** The state of the line, from the facts alone. */
export function symbolsLine({ isNamed, symbolicated, state, jobs, isTaking, fileOutcomes }: LineFacts): SymbolsLine {
  if (symbolicated.report.frameCount === 0) return { kind: 'none' }
  const job = jobs.find(({ id }) => id === 'names') ?? jobs.find(({ id }) => id === 'scan')
  const { counts, outside } = state
  const given = new Set(fileOutcomes.flatMap(({ images }) => images.map(({ uuid }) => uuid)))
  // Many libraries hold other builds; mention only those given just now.
  const needs = state.needs.filter(
    ({ kind, status }) => kind !== 'not-used' || status.have?.some((uuid) => given.has(uuid)),
  )
  const isLacking = needs.length > 0 || outside !== undefined
  if (!isNamed || (isLacking && (job || isTaking))) return { kind: 'reading', isFirst: !isNamed, ...(job && { job }) }
  if (!isLacking) return { kind: 'named', counts }
  const drop = dropOf(symbolicated, fileOutcomes)
  const told = drop?.kind === 'damaged' ? needs.map((need) => withoutVerdict(need, symbolicated, fileOutcomes)) : needs
  return {
    ...{ kind: 'lacking', counts, needs: told },
    ...(outside && { outside }),
    ...(drop && { drop }),
    isWarning: told.some(isOfUser) || outside?.isSystem === false,
  }
}

/** What a damaged file lacks shows nothing of the build: neither that it is stripped, nor that its symbols have gaps. */
function withoutVerdict(
  need: ImageNeed,
  { report }: SymbolicatedReport,
  fileOutcomes: readonly FileOutcome[],
): ImageNeed {
  if (need.kind !== 'stripped' && need.kind !== 'gaps') return need
  const wanted = report.images[need.status.image]?.uuid
  const isDamaged = fileOutcomes.some(
    ({ images, problems }) => problems.length > 0 && images.some(({ uuid }) => uuid === wanted),
  )
  return isDamaged ? { ...need, kind: 'missing' } : need
}

const isOfUser = ({ kind, status }: ImageNeed): boolean => kind !== 'gaps' && status.origin !== 'system'

/** Undefined where the drop brought something for this report, or was a report itself. */
function dropOf({ report }: SymbolicatedReport, fileOutcomes: readonly FileOutcome[]): Drop | undefined {
  if (fileOutcomes.length === 0 || fileOutcomes.some(({ kind }) => kind === 'report')) return undefined
  const images = fileOutcomes.flatMap((outcome) => outcome.images)
  const isOfReport = ({ uuid, name }: (typeof images)[number]): boolean =>
    report.images.some((image) => image.uuid === uuid || image.name === name)
  const ofReport = fileOutcomes.filter((outcome) => outcome.images.some(isOfReport))
  const damaged = ofReport.find(({ problems }) => problems.length > 0)
  if (damaged) return { kind: 'damaged', path: damaged.path, why: damaged.problems[0]?.message ?? '' }
  if (ofReport.length > 0) return undefined
  const unread = fileOutcomes.find(({ kind, problems }) => kind === 'unreadable' || problems.length > 0)
  if (unread) return { kind: 'unreadable', path: unread.path, why: unread.problems[0]?.message ?? '' }
  if (images.length > 0 && report.images.length > 0)
    return { kind: 'unrelated', names: [...new Set(images.map(({ name }) => name))] }
  return images.length === 0 ? { kind: 'no-symbols' } : undefined
}

/** Frames that have got a name since, and doubtful ones among them. */
export function newlyNamed(before: NameCounts, now: NameCounts): { readonly named: number; readonly doubtful: number } {
  const named = Math.max(0, now.named - before.named)
  return { named, doubtful: Math.min(named, Math.max(0, now.doubtful - before.doubtful)) }
}
