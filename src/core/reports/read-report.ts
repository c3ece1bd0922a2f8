/** The door to all report formats: a file's bytes in, its reports out. */
import type { OpenImageCode } from '../memory/dump-report.ts'
import type { Outcome, Problem } from '../model/problem.ts'
import { failure, problemFrom, success } from '../model/problem.ts'
import type { Report } from '../model/report.ts'
import type { InputFile } from '../ports.ts'
import { readBeginning, type OnBeginning } from './beginning.ts'
import type { DumpFormat, ReportFormat, Sample } from './base/format.ts'
import { readWholeFile } from './base/whole-file.ts'
import { withCutEnd } from './cut-end.ts'
import { dumpFormats, reportFormats, verbatimFormats } from './registry.ts'
import { withoutSecondPrint } from './printed-twice.ts'
import { readNamed } from './read-named.ts'
import { readRows } from './read-rows.ts'
import { decodeText, SAMPLE_SIZE } from './report-text.ts'
import { isAddressTable } from './rows/address-table.ts'
import { cleanRows } from './rows/clean-rows.ts'
import { holdsAddress } from './rows/row-starts.ts'
import { withKillsAround } from './kills-around.ts'
import { withSaidAround } from './said-around.ts'
import { unreadProblem } from './unread.ts'
import { withBareWords } from './words-of-pages.ts'
import { problem } from '../messages/problems.ts'

/** The format that claims a file, if need be with its rows laid bare; undefined when none does. */
export function findReportFormat(sample: Sample): ReportFormat | DumpFormat | undefined {
  const claimed = claimant(sample)
  if (claimed) return claimed
  if (!holdsAddress(sample.text)) return namedClaimant(sample)
  const clean = cleanRows(sample.text)
  if (!clean || isAddressTable(sample.text) || isAddressTable(clean.text)) return undefined
  return claimant({ ...sample, bytes: new Uint8Array(0), text: clean.text })
}

/** The format of a stack of names that lies bare only behind some steps. Two rows may be an example in a text. */
function namedClaimant({ path, text }: Sample): ReportFormat | DumpFormat | undefined {
  const read = readNamed(path, text, findTextFormat, undefined)
  const report = read?.ok ? read.value.find(({ frameCount }) => frameCount >= FEWEST_NAMED) : undefined
  return report && reportFormats.find(({ id }) => id === report.format)
}
const FEWEST_NAMED = 3

function claimant(sample: Sample): ReportFormat | DumpFormat | undefined {
  return reportFormats.find((format) => format.sniff(sample))
}

/** The format that reads a file whole; undefined when none does. */
function findTextFormat(sample: Sample): ReportFormat | undefined {
  const format = claimant(sample)
  return format && 'parse' in format ? format : undefined
}

/**
 * Reads the reports of a file with these first bytes; `openCode` helps to unwind dumps. `onBeginning` gets the beginning of a large
 * file, where that can be shown before all of it is read.
 */
export async function openReports(
  file: InputFile,
  head: Uint8Array,
  openCode?: OpenImageCode,
  onBeginning?: OnBeginning,
): Promise<Outcome<readonly Report[]>> {
  const sample: Sample = { path: file.path, bytes: head, text: '', whole: head.length === file.blob.size }
  const dump = dumpFormats.find((format) => format.sniff(sample))
  if (dump) {
    const opened = await dump.open(file, openCode)
    return opened.ok ? success([opened.value], opened.problems) : opened
  }
  const beginning = onBeginning && (await readBeginning(file, findTextFormat))
  if (beginning) onBeginning(beginning)
  return readWholeReports(file, head)
}

/** Reads the reports of a file that is no dump. */
export async function readWholeReports(file: InputFile, head?: Uint8Array): Promise<Outcome<readonly Report[]>> {
  const whole = await readWholeFile(file, head)
  return whole.ok ? parseReport(file.path, whole.value) : whole
}

/**
 * Reads a report that is no dump, whole. Problems list repairs, damage and parts not understood. A file that no format claims is a failure
 * of code `unknown-report`. Never throws.
 */
export function parseReport(path: string, bytes: Uint8Array): Outcome<readonly Report[]> {
  try {
    return parseDecoded(path, bytes)
  } catch (thrown) {
    return failure(problemFrom(thrown, path))
  }
}

/** A spindump as the system keeps it: only the system's own tool can read it. */
const isEncodedSpindump = (bytes: Uint8Array): boolean =>
  /^Spindump binary format/m.test(decodeText(bytes.subarray(0, 400)))

/** Android's tombstones as a Protocol Buffers message: the architecture, then the fingerprint of the system's build. */
function isEncodedTombstone(bytes: Uint8Array): boolean {
  const at = bytes[0] === 0x08 ? 2 : 0
  return bytes[at] === 0x12 && /^[\w.-]+\/[\w.-]+\/[\w.-]+:/.test(decodeText(bytes.subarray(at + 2, 400)))
}

/** The binary form of a report that is read only as text; undefined for any other file. */
function encodedKind(bytes: Uint8Array): 'encoded-spindump' | 'encoded-tombstone' | undefined {
  if (isEncodedSpindump(bytes)) return 'encoded-spindump'
  return isEncodedTombstone(bytes) ? 'encoded-tombstone' : undefined
}

function unread(path: string, bytes: Uint8Array): Problem {
  const kind = encodedKind(bytes)
  return kind ? problem(kind, {}, { file: path }) : unreadProblem(path, bytes)
}

function parseDecoded(path: string, bytes: Uint8Array): Outcome<readonly Report[]> {
  if (bytes.length === 0) return failure(problem('empty-file', {}, { file: path }))
  const head = { path, bytes: bytes.subarray(0, SAMPLE_SIZE), whole: bytes.length <= SAMPLE_SIZE }
  const verbatim = verbatimFormats.find((candidate) => candidate.sniff({ ...head, text: '' }))
  if (verbatim) return verbatim.parse({ path, bytes, text: decodeText(bytes) })
  const read = readRows(path, bytes, findTextFormat)
  if (!read) return failure(unread(path, bytes))
  if (!read.ok) return read
  const reports = withBareWords(withoutSecondPrint(read.value.map(withCutEnd)))
  const [only, ...others] = reports
  return { ...read, value: only && others.length === 0 ? withKillsAround(withSaidAround(only)) : reports }
}
