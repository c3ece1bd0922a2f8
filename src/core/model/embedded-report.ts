/**
 * Reports as JSON that can be read back: big integers and bytes, which JSON lacks, stand as objects with one key. This is
 * what an exported page carries, so that it can be opened again. Pages come from strangers: every field is checked.
 */
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
    if (value instanceof Uint8Array) return { [BYTES]: toHex(value) }
    return value
  }).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The reports that an exported page carries. A page of another version, or a damaged one, is a failure; never throws. */
export function parseEmbedded(html: string, file: string): Outcome<readonly SymbolicatedReport[]> {
  const text = findEmbedded(html)
  if (text === undefined) {
    return failure({ code: 'no-embedded-report', message: 'This page carries no report of Unslide.', file })
  }
  const damaged = (what: string): Outcome<never> =>
    failure({ code: 'damaged-page', message: `The report in this page is damaged: ${what}. Export it again.`, file })
  let embedded: unknown
  try {
    embedded = JSON.parse(text, revive)
  } catch (thrown) {
    return damaged(thrown instanceof RangeError ? 'it is nested too deeply' : 'it is not valid JSON')
  }
  if (!isRecord(embedded) || embedded['version'] !== VERSION || !Array.isArray(embedded['reports'])) {
    return failure({ code: 'unknown-page', message: 'This page was made by another version of Unslide.', file })
  }
  const reports: readonly unknown[] = embedded['reports']
  if (reports.length === 0) return damaged('it is empty')
  for (const [at, report] of reports.entries()) {
    const fault = findFault(report)
    if (fault) return damaged(`“[${at}]${fault.path}” should be ${fault.wanted}`)
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
  return value
}
