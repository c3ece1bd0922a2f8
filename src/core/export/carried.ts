/**
 * Reports as JSON that can be read back: big integers and bytes, which JSON lacks, stand as objects with one key. This is
 * what an exported page carries, so that it can be dropped back into the app.
 */
import { failure, success, type Outcome } from '../model/problem.ts'
import type { SymbolicatedReport } from '../model/report.ts'

const VERSION = 1
/** Id of the script element that holds it. */
export const CARRIED_ID = 'unslide-report'

const BIGINT = '$bigint'
const BYTES = '$bytes'

/** JSON text of reports, with nothing in it that could end a script element. */
export function formatCarried(reports: readonly SymbolicatedReport[]): string {
  return JSON.stringify({ version: VERSION, reports }, (_key, value: unknown) => {
    if (typeof value === 'bigint') return { [BIGINT]: value.toString() }
    if (value instanceof Uint8Array) return { [BYTES]: toHex(value) }
    return value
  }).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Whether a text is a page that carries reports. */
export function sniffCarried(text: string): boolean {
  return text.includes(`id="${CARRIED_ID}"`)
}

/** The reports that a page made by `htmlExporter` carries. A page of another version, or a damaged one, is a failure. */
export function parseCarried(html: string, file: string): Outcome<readonly SymbolicatedReport[]> {
  const start = new RegExp(`<script[^>]*\\bid="${CARRIED_ID}"[^>]*>`).exec(html)
  const from = start ? start.index + start[0].length : -1
  const to = html.indexOf('</script', from)
  if (from < 0 || to < 0) {
    return failure({ code: 'no-carried-report', message: 'This page carries no report of Unslide.', file })
  }
  let carried: unknown
  try {
    carried = JSON.parse(html.slice(from, to), revive)
  } catch {
    return failure({ code: 'damaged-page', message: 'The report in this page is damaged: it is not valid JSON.', file })
  }
  if (!isRecord(carried) || carried['version'] !== VERSION || !Array.isArray(carried['reports'])) {
    return failure({ code: 'unknown-page', message: 'This page was made by another version of Unslide.', file })
  }
  const reports: unknown[] = carried['reports']
  if (!reports.every(isSymbolicated)) {
    return failure({
      code: 'damaged-page',
      message: 'The report in this page is damaged: parts of it are missing.',
      file,
    })
  }
  return success(reports)
}

function revive(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  const number = value[BIGINT]
  if (typeof number === 'string' && /^-?\d{1,40}$/.test(number)) return BigInt(number)
  const hex = value[BYTES]
  if (typeof hex === 'string' && /^(?:[0-9a-f]{2})*$/.test(hex)) {
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  }
  return value
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): boolean => typeof value === 'string'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isOptional = (value: unknown, check: (value: unknown) => boolean): boolean => value === undefined || check(value)
const isList = (value: unknown, check: (value: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => check(item))

/** The parts that everything relies on; others are shown as they are. */
function isSymbolicated(value: unknown): value is SymbolicatedReport {
  if (!isRecord(value) || !isRecord(value['report'])) return false
  const { report } = value
  const isFrame = (frame: unknown): boolean =>
    isRecord(frame) &&
    isCount(frame['id']) &&
    isCount(frame['index']) &&
    isText(frame['kind']) &&
    isOptional(frame['address'], (address) => typeof address === 'bigint') &&
    isOptional(frame['image'], isCount) &&
    isOptional(frame['offset'], Number.isSafeInteger)
  const isStack = (stack: unknown): boolean => isRecord(stack) && isList(stack['frames'], isFrame)
  const isImage = (image: unknown): boolean =>
    isRecord(image) &&
    isCount(image['index']) &&
    isText(image['name']) &&
    isOptional(image['base'], (base) => typeof base === 'bigint')
  const isCall = (call: unknown): boolean => isRecord(call) && isText(call['function']) && isText(call['mangled'])
  const isResolution = (resolution: unknown): boolean =>
    isRecord(resolution) &&
    isText(resolution['kind']) &&
    isOptional(resolution['calls'], (calls) => isList(calls, isCall))
  const isExplanation = (explanation: unknown): boolean =>
    isRecord(explanation) &&
    ['id', 'title', 'evidence', 'meaning'].every((key) => isText(explanation[key])) &&
    isList(explanation['checks'], isText)
  const isEvent = (event: unknown): boolean => isRecord(event) && isText(event['kind']) && isText(event['text'])
  const isTree = (tree: unknown): boolean => {
    if (!isRecord(tree) || !isText(tree['title']) || !Array.isArray(tree['roots'])) return false
    const nodes: unknown[] = [...(tree['roots'] as unknown[])]
    for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
      if (!isRecord(node) || !isFrame(node['frame']) || typeof node['count'] !== 'number') return false
      if (!Array.isArray(node['children'])) return false
      for (const child of node['children'] as unknown[]) nodes.push(child)
    }
    return true
  }
  return (
    ['format', 'label', 'file', 'text', 'textKind'].every((key) => isText(report[key])) &&
    isRecord(report['header']) &&
    isList(report['header']['fields'], (field) => isList(field, isText)) &&
    isList(report['applicationInfo'], isText) &&
    isList(report['threads'], isStack) &&
    isOptional(report['lastException'], isStack) &&
    isList(report['backtraces'], isStack) &&
    isList(report['callTrees'], isTree) &&
    isList(report['images'], isImage) &&
    isList(report['sections'], isRecord) &&
    isList(report['problems'], isRecord) &&
    isOptional(report['events'], (events) => isList(events, isEvent)) &&
    isCount(report['frameCount']) &&
    isList(value['resolutions'], isResolution) &&
    isList(value['images'], isRecord) &&
    isList(value['explanations'], isExplanation)
  )
}
