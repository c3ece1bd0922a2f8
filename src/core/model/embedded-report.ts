/**
 * Reports as JSON that can be read back. Objects with one key represent big integers and bytes, which JSON lacks. An
 * exported page contains this, so that it can be opened again. Pages come from strangers: every field is checked.
 */
import { expectedValues } from '../messages/problems/pages.ts'
import { problem } from '../messages/problems.ts'
import { countRows, packTrees, unpackTrees, type TreeNode } from './embedded-trees.ts'
import { hexOf } from './hex.ts'
import { failure, success, type Outcome } from './problem.ts'
import { findFault } from './report-shape.ts'
import type { SymbolicatedReport } from './report.ts'
import { isRecord, type Fault } from './shape.ts'
import { visibleText } from './visible-text.ts'

/** The newest one; those before are read, too. */
const VERSION = 2
/** The format that all versions of Unslide read. */
const PLAIN_VERSION = 1
/** Id of the script element that holds it. */
export const EMBEDDED_ID = 'unslide-report'
/** Id of the element in which the page shows the text of the report at a position. */
export const textId = (position: number): string => `unslide-text-${position}`

/** With more rows of call trees, the trees are packed, and a text that the page shows is not repeated in the JSON. */
const LARGE = 1000

const BIGINT = '$bigint'
const BYTES = '$bytes'

/**
 * JSON text of reports, with nothing in it that could end a script element. The page must show the text of each report
 * in an element with the id of `textId`. `onShare` gets the share of the trees written so far, from 0 to 1.
 */
export function formatEmbedded(
  reports: readonly SymbolicatedReport[],
  onShare: (share: number) => void = () => undefined,
): string {
  const isLarge = reports.some(({ report }) => countRows(report.callTrees, LARGE) === LARGE)
  const told = isLarge
    ? {
        version: VERSION,
        reports: reports.map((one, at) => packed(one, at, (share) => onShare((at + share) / reports.length))),
      }
    : { version: PLAIN_VERSION, reports }
  return visibleText(json(told)).replace(/[<>&]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const json = (whole: unknown): string =>
  JSON.stringify(whole, (_key, value: unknown) => {
    if (typeof value === 'bigint') return { [BIGINT]: value.toString() }
    if (value instanceof Uint8Array) return { [BYTES]: hexOf(value) }
    return isTimes(value) ? undefined : renameForPage(value)
  })

/** Times of a million samples would be most of a page: it has the counts. */
const isTimes = (value: unknown): boolean => isRecord(value) && value['at'] instanceof Float64Array

/** Characters that an element of a page cannot hold unchanged, or a browser that saves the page would change. Invisible characters are written out there, too. */
// eslint-disable-next-line no-control-regex
const UNSHOWN = /^\n|[\0-\x08\x0b-\x1f]|\p{Surrogate}/u

/** A report with packed trees, and without its text, which the page shows. */
function packed(symbolicated: SymbolicatedReport, position: number, onShare: (share: number) => void): unknown {
  const { callTrees, text, ...report } = symbolicated.report
  const trees = packTrees(callTrees, json, (at) => onShare(at / callTrees.length))
  const resolutions = packTrees([{ roots: symbolicated.resolutions.map(asRow) }], json)
  const isChanged = UNSHOWN.test(text) || visibleText(text) !== text
  const place = text === '' || isChanged ? { text } : { textIn: textId(position), textLength: text.length }
  return { ...symbolicated, resolutions, report: { ...report, ...place, callTrees: trees } }
}

/** A resolution as a row, with the list in it below. */
function asRow({ calls, ...rest }: Readonly<Record<string, unknown>>): TreeNode {
  if (!Array.isArray(calls)) return { ...rest, children: [] }
  const row = { ...rest, hasCalls: true }
  return { ...row, children: calls.filter(isRecord).map(asRow) }
}

/** Undoes `asRow`. */
function asResolution(row: unknown): unknown {
  if (!isRecord(row)) return row
  const { children, hasCalls, ...resolution } = row
  if (hasCalls === undefined || !Array.isArray(children)) return resolution
  const calls: readonly unknown[] = children
  return { ...resolution, calls: calls.map(asResolution) }
}

/** Undoes `packed`; a fault describes damage. */
function unpacked(symbolicated: unknown, html: string): { readonly whole: unknown } | { readonly fault: Fault } {
  if (!isRecord(symbolicated) || !isRecord(symbolicated['report'])) return { whole: symbolicated }
  const { textIn, textLength, ...report } = symbolicated['report']
  const text = typeof textIn === 'string' ? shownText(html, textIn) : report['text']
  if (typeof textIn === 'string' && (typeof text !== 'string' || text.length !== textLength))
    return { fault: { path: '.report.text', wanted: expectedValues.shownText } }
  const callTrees = unpackTrees(report['callTrees'], (value) => JSON.parse(value, revive))
  if (!callTrees) return { fault: { path: '.report.callTrees', wanted: expectedValues.rows } }
  const [rows] = unpackTrees(symbolicated['resolutions'], (value) => JSON.parse(value, revive)) ?? []
  if (!isRecord(rows) || !Array.isArray(rows['roots']))
    return { fault: { path: '.resolutions', wanted: expectedValues.rows } }
  const resolutions = rows['roots'].map(asResolution)
  return { whole: { ...symbolicated, resolutions, report: { ...report, text, callTrees } } }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of an element of the page that holds nothing else. */
function shownText(html: string, id: string): string | undefined {
  const mark = html.indexOf(`<pre id="${id}"`)
  const from = mark < 0 ? -1 : html.indexOf('>', mark)
  const to = from < 0 ? -1 : html.indexOf('<', from)
  if (to < 0) return undefined
  const shown = html.slice(from + 1, to)
  return shown.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)
}

/**
 * Pages keep the first names of two fields of images: `base` is the load address, `text` the preferred one. So every
 * version of Unslide reads the pages of every other.
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
  const version = isRecord(embedded) && embedded['version']
  if (
    !isRecord(embedded) ||
    (version !== VERSION && version !== PLAIN_VERSION) ||
    !Array.isArray(embedded['reports'])
  ) {
    return failure(problem('unknown-page', {}, { file }))
  }
  const told: readonly unknown[] = embedded['reports']
  if (told.length === 0) return failure(problem('damaged-page.empty', {}, { file }))
  const reports: unknown[] = []
  for (const [at, one] of told.entries()) {
    const read = version === VERSION ? unpacked(one, html) : { whole: one }
    if ('fault' in read)
      return failure(
        problem('damaged-page', { path: `[${at}]${read.fault.path}`, wanted: read.fault.wanted }, { file }),
      )
    reports.push(read.whole)
  }
  for (const [at, report] of reports.entries()) {
    const fault = findFault(report)
    if (fault) return failure(problem('damaged-page', { path: `[${at}]${fault.path}`, wanted: fault.wanted }, { file }))
  }
  return success(reports as readonly SymbolicatedReport[])
}

/** The content of the script element; it is last in the page, and holds no `<`. */
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
