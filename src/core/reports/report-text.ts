/** The text of a report's file: decoded, repaired of pasted damage, and given to the format that claims it. */
import { decodeChinese } from '../bytes/chinese-text.ts'
import { decodeCyrillic } from '../bytes/cyrillic-text.ts'
import { problem } from '../messages/problems.ts'
import { failure, type Outcome } from '../model/problem.ts'
import type { Report } from '../model/report.ts'
import type { ReportFormat, Sample } from './base/format.ts'
import { repairText } from './repair/repair.ts'

/** Bytes of a file that a format looks at before it claims it. */
export const SAMPLE_SIZE = 65_536

/** The text of a file: UTF-8; UTF-16 where a byte order mark or its zero bytes say so; Windows-1251 or GB18030 where it is no UTF-8. The mark is left out. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const isWide = bytes.length >= 4 && bytes[1] === 0 && bytes[3] === 0 && first !== 0 && bytes[2] !== 0
  if (isWide) return new TextDecoder('utf-16le').decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  return decodeCyrillic(bytes, text) ?? decodeChinese(bytes, text) ?? text
}

/** The first bytes of a file as formats want them: decoded, repaired of pasted damage. `head` may be longer than needed. */
export function buildSample(path: string, head: Uint8Array, whole: boolean): Sample {
  const bytes = head.subarray(0, SAMPLE_SIZE)
  const text = repairText(decodeText(bytes), path).text.slice(0, SAMPLE_SIZE)
  return { path, bytes, text, whole: whole && head.length <= SAMPLE_SIZE }
}

/**
 * Reads the whole text of a file with the format that `find` chooses for its beginning; undefined if it chooses none. Problems list repairs.
 * Throws what the format throws.
 */
export function parseText(
  path: string,
  bytes: Uint8Array,
  find: (sample: Sample, text: string) => ReportFormat | undefined,
  decoded = decodeText(bytes),
): Outcome<readonly Report[]> | undefined {
  const { text, notes } = repairText(decoded, path)
  const sample: Sample = {
    path,
    bytes: bytes.subarray(0, SAMPLE_SIZE),
    text: text.slice(0, SAMPLE_SIZE),
    whole: bytes.length <= SAMPLE_SIZE,
  }
  const outcome = find(sample, text)?.parse({ path, bytes, text })
  if (!outcome) return undefined
  const problems = [...notes, ...outcome.problems]
  if (outcome.ok && outcome.value.length === 0) return failure([...problems, problem('no-report', {}, { file: path })])
  return { ...outcome, problems }
}
