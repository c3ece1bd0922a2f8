/** The beginning of a large file as a report of its own: there is something to look at while the rest is read. */
import type { Report } from '../model/report.ts'
import type { InputFile } from '../ports.ts'
import type { ReportFormat, Sample } from './base/format.ts'
import { parseText, SAMPLE_SIZE } from './report-text.ts'

/** Smaller files, in bytes, are read as fast as their beginnings are shown. */
const LARGE = 4 << 20
/** Bytes of a beginning: some thousand rows. */
const BEGINNING = 512 << 10
const LINE_END = 10

export interface Beginning {
  readonly report: Report
  /** Bytes of the file that it shows, and all there are. */
  readonly bytes: number
  readonly of: number
}

export type OnBeginning = (beginning: Beginning) => void

/**
 * Reads a report from the first bytes of a large file, cut after a block of rows, if its format allows that; `find` chooses
 * the format. Undefined otherwise, and while there is nothing to show yet. Never rejects.
 */
export async function readBeginning(
  { path, blob }: InputFile,
  find: (sample: Sample) => ReportFormat | undefined,
): Promise<Beginning | undefined> {
  if (blob.size < LARGE) return undefined
  try {
    const head = new Uint8Array(await blob.slice(0, BEGINNING).arrayBuffer())
    const bytes = head.subarray(0, endOfBlock(head))
    if (bytes.length < SAMPLE_SIZE) return undefined
    const findCut = (sample: Sample): ReportFormat | undefined => {
      const format = find(sample)
      return format?.readsBeginnings ? format : undefined
    }
    const parsed = parseText(path, bytes, findCut)
    const report = parsed?.ok ? parsed.value[0] : undefined
    if (!report || report.callTrees.length === 0) return undefined
    return { report, bytes: bytes.length, of: blob.size }
  } catch {
    // Problems of the file are reported once it is read whole.
    return undefined
  }
}

/** Behind the last blank line, else behind the last line: no stack is cut where that can be helped. */
function endOfBlock(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at > bytes.length / 2; at--) {
    if (bytes[at] === LINE_END && (bytes[at - 1] === LINE_END || (bytes[at - 1] === 13 && bytes[at - 2] === LINE_END)))
      return at + 1
  }
  return bytes.lastIndexOf(LINE_END) + 1
}
