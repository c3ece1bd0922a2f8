/** The engine's door to reports: ordinary ones are read at once, all others by formats that are loaded when they are needed. */
import type { OpenImageCode } from '../memory/dump-report.ts'
import { failure, problemFrom, type Outcome } from '../model/problem.ts'
import type { Report } from '../model/report.ts'
import type { InputFile } from '../ports.ts'
import type { OnBeginning } from './beginning.ts'
import { NeedsAllFormats } from './apple-text/apple-text.ts'
import { readWholeFile } from './base/whole-file.ts'
import { findOrdinaryFormat, opensOrdinary } from './ordinary.ts'
import { endsWithConsole, holdsSeveral } from './several.ts'
import { buildSample, decodeText, parseText, SAMPLE_SIZE } from './report-text.ts'

const loadAll = () => import('./read-report.ts')

/** Bytes read to see how a text begins. */
const OPENING = 4096

/**
 * Reads the reports of a file with these first bytes; `openCode` helps to unwind dumps, `onBeginning` gets the beginning of a large
 * file. Never rejects for what the file holds.
 */
export async function openReports(
  file: InputFile,
  head: Uint8Array,
  openCode?: OpenImageCode,
  onBeginning?: OnBeginning,
): Promise<Outcome<readonly Report[]>> {
  if (opensOrdinary(decodeText(head.subarray(0, OPENING)))) {
    const whole = await readWholeFile(file, head)
    if (!whole.ok) return whole
    const read = parseOrdinary(file.path, whole.value)
    if (read) return read
  }
  return (await loadAll()).openReports(file, head, openCode, onBeginning)
}

function parseOrdinary(path: string, bytes: Uint8Array): Outcome<readonly Report[]> | undefined {
  try {
    return parseText(path, bytes, (sample, text) =>
      holdsSeveral(text) || endsWithConsole(text) ? undefined : findOrdinaryFormat(sample, text),
    )
  } catch (thrown) {
    if (thrown instanceof NeedsAllFormats) return undefined
    return failure(problemFrom(thrown, path))
  }
}

/** Reads the reports of a file that is no dump. */
export async function readWholeReports(file: InputFile): Promise<Outcome<readonly Report[]>> {
  return (await loadAll()).readWholeReports(file)
}

/** The format that claims a file, by its size and first bytes; undefined if none does. */
export async function claimingFormat(
  path: string,
  head: Uint8Array,
  bytes: number,
): Promise<{ readonly id: string; readonly label: string } | undefined> {
  const sample = buildSample(path, head, bytes <= SAMPLE_SIZE)
  return findOrdinaryFormat(sample) ?? (await loadAll()).findReportFormat(sample)
}
