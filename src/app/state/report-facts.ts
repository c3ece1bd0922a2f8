/** Facts that the history keeps of a report. */
import { parseInstant } from '../../core/model/timeline.ts'
import { knownVersion } from '../../core/model/version.ts'
import { deviceText } from '../../core/reading/subject.ts'
import { gradedTitle, headlineOf } from '../../core/reading/headline.ts'
import { location } from '../../core/reading/lines.ts'
import { signatureOf } from '../../core/reading/signature.ts'
import type { OpenReport } from './open-reports.ts'

/** All texts are cut at `MOST_TEXT` characters. */
export interface ReportFacts {
  readonly path: string
  /** Kind of the report, such as `Crash report (.ips)`. */
  readonly kind: string
  readonly title: string
  /** Function, file and line to read first. */
  readonly where?: string
  /** Equal for reports of one crash. */
  readonly signature?: string
  readonly app?: string
  readonly version?: string
  readonly os?: string
  readonly device?: string
  /** When it happened, by the clock and calendar of the device: milliseconds as if that were Greenwich. */
  readonly at?: number
  /** Frames that had names: facts that were taken with more names are not replaced by others. */
  readonly names: number
}

/** A report may have a headline of a megabyte. */
export const MOST_TEXT = 300

const texts = ['path', 'kind', 'title', 'where', 'signature', 'app', 'version', 'os', 'device'] as const

export function factsOf({ file, symbolicated }: OpenReport): ReportFacts {
  const { report, resolutions } = symbolicated
  const { header } = report
  const headline = headlineOf(symbolicated)
  const where = headline.where && [headline.where.line.name, location(headline.where.line)].filter(Boolean).join('  ')
  const at = header.date === undefined ? undefined : parseInstant(header.date)?.local
  const told = {
    path: file.path,
    kind: report.label,
    title: gradedTitle(headline),
    where,
    signature: signatureOf(symbolicated, headline),
    app: header.process,
    version: knownVersion(header),
    os: header.os,
    device: header.device && deviceText(header.device),
  }
  const cut: Partial<Record<(typeof texts)[number], string>> = {}
  for (const key of texts) if (told[key]) cut[key] = told[key].slice(0, MOST_TEXT)
  const names = resolutions.filter(({ kind }) => kind === 'resolved').length
  return { path: '', kind: '', title: '', ...cut, ...(at !== undefined && { at }), names }
}

/** True if a value is what `factsOf` makes; records may be damaged, or written by another program of this origin. */
export function areFacts(value: unknown): value is ReportFacts {
  if (typeof value !== 'object' || value === null) return false
  const facts = value as Readonly<Record<string, unknown>>
  const isText = (key: string): boolean => {
    const text = facts[key]
    return typeof text === 'string' && text.length <= MOST_TEXT
  }
  return (
    texts.every((key, at) => isText(key) || (at > 2 && facts[key] === undefined)) &&
    (facts['at'] === undefined || Number.isFinite(facts['at'])) &&
    Number.isFinite(facts['names'])
  )
}
