/** Crash logs that Swift's own backtracer writes as JSON (`SWIFT_BACKTRACE=format=json`, 6.2 on). Documented in Swift's `docs/Backtracing.rst`. */
import { runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { AddressKind, ExceptionInfo, PrintedSymbol, Register, Report, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { asArray, asNumber, asObject, asString, formatJson, isJsonObject, parseJson } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { keysIn } from '../json/json-keys.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import { originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { damageProblems } from '../base/json-damage.ts'
import { titles } from '../../messages/labels.ts'

const KINDS: Readonly<Record<string, AddressKind>> = {
  programCounter: 'exact',
  returnAddress: 'return',
  asyncResumePoint: 'async',
}
/** Members that the model has fields for. */
const SHOWN = new Set(['threads', 'images'])
/** A file of a server's logs holds one a line. */
const MOST_REPORTS = 1000

export const swiftBacktraceJsonFormat: ReportFormat = {
  id: 'swift-backtrace-json',
  label: 'Swift runtime backtrace (JSON)',
  sniff: ({ text }: Sample) => {
    if (!/"kind"\s*:\s*"crashReport"/.test(text)) return false
    const keys = keysIn(text)
    return keys.has('threads') || keys.has('faultAddress')
  },
  parse: parseSwiftJson,
}

function parseSwiftJson(input: ReportInput): Outcome<readonly Report[]> {
  const reports: Report[] = []
  for (let at = input.text.indexOf('{'); at >= 0 && reports.length < MOST_REPORTS;) {
    const document = parseJson(input.text, at)
    if (!document) break
    if (asString(asObject(document.value)['kind']) === 'crashReport') reports.push(readReport(input, document))
    at = input.text.indexOf('{', Math.max(document.end, at + 1))
  }
  return success(
    reports,
    reports.flatMap(({ problems }) => problems),
  )
}

function readReport({ path, text }: ReportInput, document: JsonDocument): Report {
  const body = asObject(document.value)
  const builder = new ReportBuilder(path)
  for (const one of damageProblems(document, text, path)) builder.problem(one)
  for (const image of asArray(body['images']).filter(isJsonObject)) addImage(builder, image)
  const gaps: string[][] = []
  const threads = asArray(body['threads'])
    .filter(isJsonObject)
    .map((thread, id) => readThread(builder, document, thread, id, gaps))
  const arch = asString(body['architecture'])
  const missing =
    gaps.length > 0 ? [{ kind: 'table' as const, title: titles.omittedFrames, columns: GAP_COLUMNS, rows: gaps }] : []
  return {
    format: swiftBacktraceJsonFormat.id,
    label: swiftBacktraceJsonFormat.label,
    file: path,
    text,
    textKind: 'json',
    header: omitUndefined({
      // The backtracer names no process; its own image comes first.
      process: asString(asObject(asArray(body['images'])[0])['name']),
      os: asString(body['platform']),
      arch,
      date: asString(body['timestamp']),
      fields: fieldsOfJson(body),
    }),
    ...omitUndefined({ exception: readException(body) }),
    applicationInfo: [],
    threads,
    backtraces: [],
    callTrees: [],
    sections: [...missing, ...sectionsOfJson(body, SHOWN)],
    ...builder.finish(),
  }
}

const GAP_COLUMNS = ['Thread', 'Behind frame', 'Frames']

function addImage(builder: ReportBuilder, image: JsonObject): void {
  const path = asString(image['path'])
  const loadAddress = asHex(image['baseAddress'])
  const end = asHex(image['endOfText'])
  builder.addImage(
    omitUndefined({
      name: asString(image['name']) ?? path?.slice(path.lastIndexOf('/') + 1) ?? '',
      path,
      uuid: parseUuid(asString(image['buildId']) ?? ''),
      loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
      size: loadAddress !== undefined && end !== undefined && end > loadAddress ? Number(end - loadAddress) : undefined,
      origin: originOfPath(path),
    }),
  )
}

function readThread(
  builder: ReportBuilder,
  document: JsonDocument,
  thread: JsonObject,
  id: number,
  gaps: string[][],
): Thread {
  const rows: FrameRow[] = []
  for (const frame of asArray(thread['frames']).filter(isJsonObject)) {
    const kind = KINDS[asString(frame['kind']) ?? '']
    // Swift counts each row, also those of inlined calls.
    if (kind) rows.push({ ...readFrame(frame, kind, document), index: rows.length })
    else gaps.push([String(id), String(rows.length - 1), gapWords(frame)])
  }
  const registers = Object.entries(asObject(thread['registers'])).flatMap(([name, value]): Register[] => {
    const word = asHex(value)
    return word === undefined ? [] : [{ name, value: BigInt.asUintN(64, word) }]
  })
  return omitUndefined({
    id,
    name: asString(thread['name']),
    crashed: thread['crashed'] === true,
    registers: registers.length > 0 ? registers : undefined,
    frames: builder.addStack(rows, 'thread'),
    span: document.spans.get(thread),
  })
}

/** Frames that were left out of a deep stack, and the end of one that was cut. */
function gapWords(frame: JsonObject): string {
  const kind = formatJson(frame['kind'])
  const count = asNumber(frame['count'])
  return count === undefined ? kind : `${kind}: ${count}`
}

function readFrame(frame: JsonObject, kind: AddressKind, document: JsonDocument): FrameRow {
  return omitUndefined({
    address: asHex(frame['address']),
    kind,
    imageName: asString(frame['image']),
    inlined: frame['inlined'] === true,
    symbol: readSymbol(frame),
    span: document.spans.get(frame),
  })
}

/** `description` is the readable name with its offset; without it the linkage name stands for both. */
function readSymbol(frame: JsonObject): PrintedSymbol | undefined {
  const mangled = asString(frame['symbol'])
  const readable = asString(frame['description'])?.replace(/ \+ \d+$/, '')
  const name = readable ?? mangled
  if (name === undefined) return undefined
  const place = asObject(frame['sourceLocation'])
  const line = asNumber(place['line']) ?? 0
  const column = asNumber(place['column']) ?? 0
  return omitUndefined({
    name,
    offset: asNumber(frame['offset']),
    file: asString(place['file']),
    line: line > 0 ? line : undefined,
    column: column > 0 ? column : undefined,
  })
}

function readException(body: JsonObject): ExceptionInfo | undefined {
  const address = asHex(body['faultAddress'])
  const reason = asString(body['description'])
  if (reason === undefined && address === undefined) return undefined
  return omitUndefined({ reason, address: address === undefined ? undefined : runtimeAddress(address) })
}

/** Addresses are strings in hexadecimal, because JSON's numbers are not exact. */
function asHex(value: JsonValue | undefined): bigint | undefined {
  const text = asString(value)
  return text !== undefined && /^0x[0-9a-fA-F]{1,16}$/.test(text) ? BigInt(text) : undefined
}
