/** Reports of one crash together. */
import type { OpenReport } from '../../state/open-reports.ts'
import { knownVersion } from '../../../core/model/version.ts'
import { gradedTitle, headlineOf } from '../../../core/reading/headline.ts'
import { location } from '../../../core/reading/lines.ts'
import { signatureOf } from '../../../core/reading/signature.ts'

export interface ReportGroup {
  /** Id of the report that was opened first: stays when names arrive, which change the signature and the best example. */
  readonly id: string
  readonly signature: string
  readonly title: string
  readonly where: string
  /** Best example first: the one with the most names. */
  readonly reports: readonly OpenReport[]
  readonly versions: readonly Count[]
  readonly systems: readonly Count[]
  readonly devices: readonly Count[]
}

export interface Count {
  readonly value: string
  readonly count: number
}

export function groupReports(reports: readonly OpenReport[]): readonly ReportGroup[] {
  const groups = new Map<string, { id: string; title: string; where: string; reports: OpenReport[] }>()
  for (const open of reports) {
    const headline = headlineOf(open.symbolicated)
    const name = headline.where?.line.name ?? ''
    const at = headline.where ? location(headline.where.line) : ''
    // What is not known to be one crash with others stands alone.
    const signature = signatureOf(open.symbolicated, headline) ?? open.id
    const group = groups.get(signature) ?? {
      id: open.id,
      title: gradedTitle(headline),
      where: [name, at].filter(Boolean).join('  '),
      reports: [],
    }
    group.reports.push(open)
    groups.set(signature, group)
  }
  return [...groups]
    .map(([signature, group]) => {
      const sorted = [...group.reports].sort((a, b) => named(b) - named(a))
      const headers = sorted.map(({ symbolicated }) => symbolicated.report.header)
      return {
        signature,
        ...group,
        reports: sorted,
        versions: countsOf(headers.map(knownVersion)),
        systems: countsOf(headers.map(({ os }) => os)),
        devices: countsOf(headers.map(({ device }) => device)),
      }
    })
    .sort((a, b) => b.reports.length - a.reports.length)
}

function named({ symbolicated }: OpenReport): number {
  return symbolicated.resolutions.filter(({ kind }) => kind === 'resolved').length
}

function countsOf(values: readonly (string | undefined)[]): readonly Count[] {
  const counts = new Map<string, number>()
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}
