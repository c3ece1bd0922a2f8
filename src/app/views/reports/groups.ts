/** Open reports of one crash together. */
import type { OpenReport } from '../../state/open-reports.ts'
import { factsOf, groupReports as group, type Count } from '../../../core/reading/groups.ts'

export type { Count }

export interface ReportGroup {
  /** Id of the report that was opened first: stays when names arrive, which change the signature and the best example. */
  readonly id: string
  readonly signature: string
  readonly title: string
  readonly where: string
  readonly isCrash: boolean
  /** Best example first: the one with the most names. */
  readonly reports: readonly OpenReport[]
  readonly versions: readonly Count[]
  readonly systems: readonly Count[]
  /** By their identifiers. */
  readonly devices: readonly Count[]
}

export function groupReports(reports: readonly OpenReport[]): readonly ReportGroup[] {
  return group(reports.map((open) => ({ open, facts: factsOf(open.symbolicated) }))).map(
    ({ first: { open, facts }, reports, ...counts }) => ({
      ...counts,
      id: open.id,
      signature: facts.signature ?? open.id,
      title: facts.title,
      isCrash: facts.isCrash,
      where: [facts.function, facts.location].filter(Boolean).join('  '),
      reports: reports.map(({ open }) => open),
    }),
  )
}
