/** What a header says of the circumstances of an end, where they are out of the ordinary: rows of the report's own words. */
import type { Report } from '../model/report.ts'
import { readableKey, readableValue } from './readable.ts'

export interface Circumstance {
  readonly label: string
  readonly text: string
}

/** True where the value says something: `launchd` started nearly everything. */
type Told = (value: string, report: Report) => boolean

const isOn: Told = (value) => /^(?:1|yes|true)$/i.test(value)
const isCount: Told = (value) => /^[1-9]/.test(value)

/** The name without the number of the process. */
const nameOf = (value: string): string => value.replace(/\s*\[\d{1,9}\]\s*$/, '').trim()

const isOther: Told = (value, { header }) => nameOf(value) !== '' && nameOf(value) !== (header.process ?? '')
const isParent: Told = (value, report) =>
  isOther(value, report) && !/^(?:launchd|launchd_sim|\?\?\?|unknown|unspecified)$/i.test(nameOf(value))

const isSpecified: Told = (value) => !/^unspecified$/i.test(value)
const isUnusual: Told = (value) => !/^(?:user|release|customer)$/i.test(value)
const isDisabled: Told = (value) => /disabled/i.test(value)

/** Keys in lower-case letters without blanks and signs. */
const TOLD: ReadonlyMap<string, Told> = new Map<string, Told>([
  ['role', isSpecified],
  ['procrole', isSpecified],
  ['parent', isParent],
  ['parentprocess', isParent],
  ['parentproc', isParent],
  ['responsible', isOther],
  ['responsibleprocess', isOther],
  ['responsibleproc', isOther],
  ['beta', isOn],
  ['isbeta', isOn],
  ['istestflightapp', isOn],
  ['releasetype', isUnusual],
  ['osversionreleasetype', isUnusual],
  ['systemintegrityprotection', isDisabled],
  ['sip', isDisabled],
  ['timesincewake', isCount],
  ['waketime', isCount],
  ['crashessincelastreport', isCount],
  ['perappcrashessincelastreport', isCount],
  ['islocked', isOn],
  ['lowpowermode', isOn],
])

/** The header's circumstances in its order, each once. A report that tells neither of an end nor of an event has none. */
export function circumstancesOf(report: Report): readonly Circumstance[] {
  const tells = report.exception ?? report.termination ?? report.header.fields.find(([key]) => /^event$/i.test(key))
  if (!tells) return []
  const seen = new Set<string>()
  return report.header.fields.flatMap(([key, value]): readonly Circumstance[] => {
    const told = TOLD.get(key.toLowerCase().replace(/[^a-z]/g, ''))
    const { word, unit } = readableKey(key)
    if (told?.(value.trim(), report) !== true || seen.has(word.toLowerCase())) return []
    seen.add(word.toLowerCase())
    return [{ label: word, text: readableValue(value.trim(), unit, {}).text }]
  })
}
