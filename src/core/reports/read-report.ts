/** The door to all report formats: a file's bytes in, its reports out. */
import type { OpenImageCode } from '../memory/dump-report.ts'
import type { Outcome, Problem } from '../model/problem.ts'
import { failure, problemFrom, success } from '../model/problem.ts'
import type { Report } from '../model/report.ts'
import type { InputFile } from '../ports.ts'
import type { DumpFormat, ReportFormat, Sample } from './base/format.ts'
import { readWholeFile } from './base/whole-file.ts'
import { dumpFormats, reportFormats, verbatimFormats } from './registry.ts'
import { repairText } from './repair/repair.ts'
import { problem } from '../messages/problems.ts'

/** Bytes of a file that a format looks at before it claims it. */
export const SAMPLE_SIZE = 65_536

/** The text of a file: UTF-8, or UTF-16 where a byte order mark or its zero bytes say so. The mark is left out. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const isWide = bytes.length >= 4 && bytes[1] === 0 && bytes[3] === 0 && first !== 0 && bytes[2] !== 0
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** The first bytes of a file as formats want them: decoded, repaired of pasted damage. `head` may be longer than needed. */
export function buildSample(path: string, head: Uint8Array, whole: boolean): Sample {
  const bytes = head.subarray(0, SAMPLE_SIZE)
  const text = repairText(decodeText(bytes), path).text.slice(0, SAMPLE_SIZE)
  return { path, bytes, text, whole: whole && head.length <= SAMPLE_SIZE }
}

/** The format that claims a file; undefined when none does. */
export function findReportFormat(sample: Sample): ReportFormat | DumpFormat | undefined {
  return reportFormats.find((format) => format.sniff(sample))
}

/** Reads the reports of a file with these first bytes; `openCode` helps to unwind dumps. */
export async function openReports(
  file: InputFile,
  head: Uint8Array,
  openCode?: OpenImageCode,
): Promise<Outcome<readonly Report[]>> {
  const sample: Sample = { path: file.path, bytes: head, text: '', whole: head.length === file.blob.size }
  const dump = dumpFormats.find((format) => format.sniff(sample))
  if (dump) {
    const opened = await dump.open(file, openCode)
    return opened.ok ? success([opened.value], opened.problems) : opened
  }
  return readWholeReports(file)
}

/** Reads the reports of a file that is no dump. */
export async function readWholeReports(file: InputFile): Promise<Outcome<readonly Report[]>> {
  const whole = await readWholeFile(file)
  return whole.ok ? parseReport(file.path, whole.value) : whole
}

/**
 * Reads a report that is no dump, whole. Problems tell what was repaired, damaged or not understood; a file that no format claims is a
 * failure of code `unknown-report`. Never throws.
 */
export function parseReport(path: string, bytes: Uint8Array): Outcome<readonly Report[]> {
  try {
    return parseDecoded(path, bytes)
  } catch (thrown) {
    return failure(problemFrom(thrown, path))
  }
}

function parseDecoded(path: string, bytes: Uint8Array): Outcome<readonly Report[]> {
  if (bytes.length === 0) return failure(problem('empty-file', {}, { file: path }))
  const head = { path, bytes: bytes.subarray(0, SAMPLE_SIZE), whole: bytes.length <= SAMPLE_SIZE }
  const verbatim = verbatimFormats.find((candidate) => candidate.sniff({ ...head, text: '' }))
  if (verbatim) return verbatim.parse({ path, bytes, text: decodeText(bytes) })
  const { text, notes } = repairText(decodeText(bytes), path)
  const sample: Sample = { ...head, text: text.slice(0, SAMPLE_SIZE) }
  const format = findReportFormat(sample)
  if (!format || !('parse' in format)) {
    return failure(problem('unknown-report', {}, { file: path }))
  }
  const outcome = format.parse({ path, bytes, text })
  const problems: readonly Problem[] = [...notes, ...outcome.problems]
  if (outcome.ok && outcome.value.length === 0) return failure([...problems, problem('no-report', {}, { file: path })])
  return { ...outcome, problems }
}
