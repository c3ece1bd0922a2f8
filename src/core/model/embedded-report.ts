/**
 * Reports as JSON that can be read back: big integers and bytes, which JSON lacks, stand as objects with one key. This is
 * what an exported page carries, so that it can be opened again. Pages come from strangers: every field is checked.
 */
import { problem } from '../messages/problems.ts'
import { hexOf } from './hex.ts'
import { failure, success, type Outcome } from './problem.ts'
import { findFault } from './report-shape.ts'
import type { SymbolicatedReport } from './report.ts'
import { isRecord } from './shape.ts'

const VERSION = 1
/** Id of the script element that holds it. */
export const EMBEDDED_ID = 'unslide-report'

const BIGINT = '$bigint'
const BYTES = '$bytes'

/** JSON text of reports, with nothing in it that could end a script element. */
export function formatEmbedded(reports: readonly SymbolicatedReport[]): string {
  return JSON.stringify({ version: VERSION, reports }, (_key, value: unknown) => {
    if (typeof value === 'bigint') return { [BIGINT]: value.toString() }
    if (value instanceof Uint8Array) return { [BYTES]: hexOf(value) }
    return renameForPage(value)
  }).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Pages keep the first names of two fields of images, so that every version of Unslide reads the pages of every other: `base`
 * is the load address, `text` the preferred one.
 */
function renameForPage(value: unknown): unknown {
  if (!isRecord(value) || !('loadAddress' in value || 'textVmaddr' in value)) return value
  const { loadAddress, textVmaddr, ...rest } = value
  return { ...rest, base: loadAddress, text: textVmaddr }
}

/** Undoes `renameForPage`. Of all objects with a field `text`, images alone have an `index`. */
function renameFromPage(value: Readonly<Record<string, unknown>>): unknown {
  const { base, ...based } = value
  const renamed = 'base' in value ? { ...based, loadAddress: base } : value
  if (!('text' in renamed && 'index' in renamed)) return renamed
  const { text, ...rest } = renamed
  return { ...rest, textVmaddr: text }
}

/** The reports that an exported page carries. A page of another version, or a damaged one, is a failure; never throws. */
export function parseEmbedded(html: string, file: string): Outcome<readonly SymbolicatedReport[]> {
  const text = findEmbedded(html)
  if (text === undefined) {
    return failure(problem('no-embedded-report', {}, { file }))
  }
  let embedded: unknown
  try {
    embedded = JSON.parse(text, revive)
  } catch (thrown) {
    const key = thrown instanceof RangeError ? 'damaged-page.depth' : 'damaged-page.json'
    return failure(problem(key, {}, { file }))
  }
  if (!isRecord(embedded) || embedded['version'] !== VERSION || !Array.isArray(embedded['reports'])) {
    return failure(problem('unknown-page', {}, { file }))
  }
  const reports: readonly unknown[] = embedded['reports']
  if (reports.length === 0) return failure(problem('damaged-page.empty', {}, { file }))
  for (const [at, report] of reports.entries()) {
    const fault = findFault(report)
    if (fault) return failure(problem('damaged-page', { path: `[${at}]${fault.path}`, wanted: fault.wanted }, { file }))
  }
  return success(reports as readonly SymbolicatedReport[])
}

/** The content of the script element; it stands last in the page, and holds no `<`. */
function findEmbedded(html: string): string | undefined {
  const mark = html.lastIndexOf(`id="${EMBEDDED_ID}"`)
  const from = mark < 0 ? -1 : html.indexOf('>', mark)
  const to = from < 0 ? -1 : html.indexOf('<', from)
  return to < 0 ? undefined : html.slice(from + 1, to)
}

function revive(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  const number = value[BIGINT]
  if (typeof number === 'string' && /^-?\d{1,40}$/.test(number)) return BigInt(number)
  const hex = value[BYTES]
  if (typeof hex === 'string' && /^[0-9a-f]*$/.test(hex) && hex.length % 2 === 0) {
    return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(at * 2, at * 2 + 2), 16))
  }
  return renameFromPage(value)
}
