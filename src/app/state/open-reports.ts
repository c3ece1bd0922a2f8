/** The reports that are open, as lists: what files, names and symbols that come change in them. */
import type { ReportHandle, ReportNames } from '../../core/engine-types.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import type { InputFile } from '../../core/ports.ts'

/** A report on the desk. `named` is false while only its text was read and names are being looked up. */
export interface OpenReport {
  readonly id: string
  readonly file: InputFile
  /** Position among the reports of its file. */
  readonly position: number
  readonly symbolicated: SymbolicatedReport
  readonly named: boolean
  /** The engine's handle of the report, for requests for names. */
  readonly handle: ReportHandle
}

export interface Opened {
  readonly reports: readonly OpenReport[]
  /** The ids under which the fresh ones lie there. */
  readonly ids: readonly string[]
}

/** An id like this one that no open report has: two files may hold the same text. */
function freeId(open: readonly OpenReport[], id: string): string {
  const taken = new Set(open.map((report) => report.id))
  for (let copy = 2; copy <= taken.size + 1; copy++) {
    if (!taken.has(id)) return id
    id = `${id.replace(/-\d+$/, '')}-${copy}`
  }
  return id
}

/** Puts reports on the desk; one that lies there already keeps its place and its id. */
export function withOpened(open: readonly OpenReport[], fresh: readonly OpenReport[]): Opened {
  const reports = [...open]
  const ids = fresh.map((report) => {
    const at = reports.findIndex((known) => sameReport(known, report))
    const id = reports[at]?.id ?? freeId(reports, report.id)
    if (at < 0) reports.push({ ...report, id })
    else reports[at] = { ...report, id }
    return id
  })
  return { reports, ids }
}

/** The names that were found for the reports of a file. */
export function withNames(
  open: readonly OpenReport[],
  file: InputFile,
  names: readonly ReportNames[],
): readonly OpenReport[] {
  return open.map((report) => {
    const found = report.file === file ? names[report.position] : undefined
    return found ? { ...report, symbolicated: { report: report.symbolicated.report, ...found }, named: true } : report
  })
}

/** Files whose reports need naming again once symbols of these images have come. */
export function filesToNameAgain(
  open: readonly OpenReport[],
  uuids: ReadonlySet<string | undefined>,
  hasMaps = false,
): ReadonlySet<InputFile> {
  return new Set(open.filter((report) => !report.named || hasMaps || wants(report, uuids)).map(({ file }) => file))
}

/** Files whose reports have frames in this image that are still without a name. */
export function filesLackingNames(open: readonly OpenReport[], uuid: string): ReadonlySet<InputFile> {
  const lacking = open.filter(({ symbolicated: { report, images } }) =>
    images.some(({ image, unnamed }) => unnamed > 0 && report.images[image]?.uuid === uuid),
  )
  return new Set(lacking.map(({ file }) => file))
}

/** Symbols of another image may help, too: a user may say that they fit. */
function wants(
  { symbolicated: { report, images, resolutions } }: OpenReport,
  uuids: ReadonlySet<string | undefined>,
): boolean {
  return (
    report.images.some(({ uuid }) => uuid !== undefined && uuids.has(uuid)) ||
    (uuids.size > 0 && images.some(({ symbols }) => symbols !== 'matched' && symbols !== 'system')) ||
    // A shared cache may hold what no image of the report does.
    (uuids.size > 0 && report.sharedCache !== undefined && resolutions.some(({ kind }) => kind === 'outside-images'))
  )
}

/** The same file given twice is one report. */
function sameReport(open: OpenReport, fresh: OpenReport): boolean {
  return (
    open.position === fresh.position &&
    open.file.path === fresh.file.path &&
    open.file.blob.size === fresh.file.blob.size &&
    open.symbolicated.report.text === fresh.symbolicated.report.text
  )
}
