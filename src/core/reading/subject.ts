/** The subject of a report: the program, its device and the date. */
import type { ReportHeader, SymbolicatedReport } from '../model/report.ts'
import { formatDate } from '../messages/numbers.ts'
import { formatDuration } from '../messages/quantities.ts'
import { parseInstant, secondsRun } from '../model/timeline.ts'
import { knownSystem, knownVersion } from '../model/version.ts'
import { subjects } from '../messages/reading.ts'
import { deviceName } from './device-names.ts'

/** A fact of the subject. */
export interface SubjectPart {
  /** As a person says it. */
  readonly text: string
  /** With all that the report gives, where that is more. */
  readonly whole?: string
}

/** `Shop 4.2 (1180)`, `iPhone 14 Pro (iPhone15,2)`, `iOS 19.1`, architecture, date, time since launch: those that the report has. */
export function subjectOf(symbolicated: Pick<SymbolicatedReport, 'report'>): readonly string[] {
  return subjectParts(symbolicated).map(({ text, whole }) => whole ?? text)
}

/** The same for a page, which has the identifier of the device and the exact date. */
export function subjectParts({ report }: Pick<SymbolicatedReport, 'report'>): readonly SubjectPart[] {
  const { device, arch, date } = report.header
  const process = isOnlyLargest(report) ? undefined : report.header.process
  const version = knownVersion(report.header)
  const run = secondsRun(report)
  const after = run === undefined ? undefined : subjects.afterLaunch({ duration: formatDuration(run) })
  const program =
    process === undefined && version !== undefined
      ? subjects.version({ version })
      : [process, version].filter(Boolean).join(' ')
  return [
    program,
    device && devicePart(device),
    knownSystem(report.header),
    arch,
    ...circumstances(report),
    date && datePart(date),
    after,
  ].flatMap((part) => (!part ? [] : typeof part === 'string' ? [{ text: part }] : [part]))
}

/** True where a memory kill marks no process as ended: the one that it names was only the largest. */
const isOnlyLargest = ({ kind, termination, header: { process, fields } }: SymbolicatedReport['report']): boolean =>
  kind === 'memory-kill' &&
  termination === undefined &&
  fields.some(([key, value]) => /^largest ?process$/i.test(key) && value === process)

/** A device by its name, where one is known; the whole has its identifier. */
export function devicePart(identifier: string): SubjectPart {
  return { text: deviceName(identifier) ?? identifier, whole: deviceText(identifier) }
}

/** A date by the clock of the device, to the second. A date that is no moment, such as a span of days, stays as it is. */
export function datePart(date: string): SubjectPart {
  const instant = parseInstant(date)
  if (!instant) return { text: date }
  return { text: formatDate(instant.local, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }), whole: date }
}

/** True if Rosetta translated the program, which was built for Intel. */
export const isTranslated = ({ fields }: ReportHeader): boolean =>
  fields.some(
    ([key, value]) =>
      (/^code type$/i.test(key) && /\(Translated\)/.test(value)) || (key === 'translated' && value === 'true'),
  )

/** That the program ran in a simulator, or as code for Intel that Rosetta translated. Then device and system are those of the Mac. */
function circumstances({ header }: SymbolicatedReport['report']): readonly string[] {
  const { path, parent } = header
  const isSimulated = /\/CoreSimulator\//.test(path ?? '') || /^launchd_sim\b/.test(parent ?? '')
  return [...(isSimulated ? [subjects.simulator] : []), ...(isTranslated(header) ? [subjects.translated] : [])]
}

/** A device by its name and the identifier that the report gives; the identifier alone where no name is known. */
export function deviceText(identifier: string): string {
  const name = deviceName(identifier)
  return name === undefined ? identifier : subjects.device({ name, identifier })
}
