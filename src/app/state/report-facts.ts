/** Facts that the history keeps of a report. */
import { parseInstant } from '../../core/model/timeline.ts'
import type { ExplanationText } from '../../core/messages/explain/text.ts'
import { headlines } from '../../core/messages/headlines.ts'
import { languageTag, textOf, type MessageParameters } from '../../core/messages/message.ts'
import { knownVersion } from '../../core/model/version.ts'
import type { ClaimGrade } from '../../core/model/report.ts'
import { gradedTitle, headlineOf, type Headline } from '../../core/reading/headline.ts'
import { location } from '../../core/reading/lines.ts'
import { signatureOf } from '../../core/reading/signature.ts'
import type { OpenReport } from './open-reports.ts'

/** A title in no language. */
export interface SaidTitle {
  /** The language of `title`. */
  readonly language: string
  /** The catalogue that has the sentence. */
  readonly from: 'explanations' | 'headlines'
  readonly code: string
  readonly params: MessageParameters
  readonly grade: ClaimGrade
}

/** All texts are cut at `MOST_TEXT` characters. */
export interface ReportFacts {
  readonly path: string
  /** Kind of the report, such as `Crash report (.ips)`. */
  readonly kind: string
  /** In the language of `said`, or of older records in that of their time. */
  readonly title: string
  readonly said?: SaidTitle
  /** Function, file and line to read first. */
  readonly where?: string
  /** Equal for reports of one crash. */
  readonly signature?: string
  readonly app?: string
  readonly version?: string
  readonly os?: string
  /** Its identifier; older records have its name, too. */
  readonly device?: string
  /** Its id in addresses; older records have none. */
  readonly report?: string
  /** When it happened, by the clock and calendar of the device: milliseconds as if that were Greenwich. */
  readonly at?: number
  /** Frames that had names: facts that were taken with more names are not replaced by others. */
  readonly names: number
}

/** A report may have a headline of a megabyte. */
export const MOST_TEXT = 300
/** Characters of a title's code and parameters, as JSON. */
const MOST_SAID = 2000

const texts = ['path', 'kind', 'title', 'where', 'signature', 'app', 'version', 'os', 'device', 'report'] as const

export function factsOf({ id, file, symbolicated }: OpenReport): ReportFacts {
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
    device: header.device,
    report: id,
  }
  const cut: Partial<Record<(typeof texts)[number], string>> = {}
  for (const key of texts) if (told[key]) cut[key] = told[key].slice(0, MOST_TEXT)
  const names = resolutions.filter(({ kind }) => kind === 'resolved').length
  const said = saidTitle(headline)
  return { path: '', kind: '', title: '', ...cut, ...(said && { said }), ...(at !== undefined && { at }), names }
}

/** Where it happened, without the function that the title names already. */
export function placeBeside(title: string, where: string): string {
  const [name = '', ...place] = where.split('  ')
  return name !== '' && title.includes(name) ? place.join('  ') : where
}

/** Undefined where the sentence is too long to be kept whole. */
function saidTitle({ code, parameters, grade, explanation }: Headline): SaidTitle | undefined {
  const message = explanation ? explanation.message : { code, params: parameters }
  if (!message || JSON.stringify(message).length > MOST_SAID) return undefined
  return { language: languageTag(), from: explanation ? 'explanations' : 'headlines', ...message, grade }
}

/** A record may be damaged; its sentence is then left as it stands there. */
function isSaid(value: unknown): value is SaidTitle {
  if (typeof value !== 'object' || value === null) return false
  const { language, from, code, params, grade } = value as Readonly<Record<keyof SaidTitle, unknown>>
  return (
    typeof language === 'string' &&
    (from === 'explanations' || from === 'headlines') &&
    typeof code === 'string' &&
    typeof params === 'object' &&
    params !== null &&
    (grade === 'proved' || grade === 'likely' || grade === 'possible')
  )
}

/**
 * The facts with their title in the language of the page. The title stays as it is where it is in that language, where the record is
 * from before titles had codes, or where this version has no such sentence.
 */
export async function inThisLanguage(facts: ReportFacts): Promise<ReportFacts> {
  const { said } = facts
  if (!isSaid(said) || said.language === languageTag()) return facts
  const title = await titleOf(said).catch(() => undefined)
  if (typeof title !== 'string') return facts
  return { ...facts, title: gradedTitle({ title, grade: said.grade }).slice(0, MOST_TEXT) }
}

/** Rejects where a damaged record lacks what the sentence needs. */
async function titleOf({ from, code, params }: SaidTitle): Promise<string | undefined> {
  if (from === 'headlines') return textOf(headlines, code, params)
  const { explanations } = await import('../../core/messages/explanations.ts')
  return textOf<ExplanationText>(explanations, code, params)?.title
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
