/**
 * MetricKit diagnostics: `MXDiagnosticPayload.jsonRepresentation()`, arrays of them, single diagnostics, bare call stack trees
 * and pieces cut out of any of these. Documentation: MXCallStackTree, MXDiagnosticPayload.
 */
import { runtimeAddress } from '../../model/address.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type {
  ExceptionInfo,
  Report,
  ReportEvent,
  ReportHeader,
  ReportSection,
  TerminationInfo,
} from '../../model/report.ts'
import { MOST_EVENTS } from '../base/breadcrumbs.ts'
import { versionText } from '../base/builds.ts'
import { readJsonReports } from '../base/json-report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { asArray, asBigint, asNumber, asObject, asString, isJsonObject, parseJson } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { keysIn } from '../json/json-keys.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import { machExceptionName, signalName } from '../base/mach-names.ts'
import { offsetMeanings } from './metrickit-offsets.ts'
import type { OffsetMeanings } from './metrickit-offsets.ts'
import { addCallStacks } from './metrickit-stacks.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { damageProblems } from '../base/json-damage.ts'
import { eventTexts, fieldTexts, metricLabels, type MetricKind } from '../../messages/labels.ts'

export const metrickitFormat: ReportFormat = {
  id: 'metrickit',
  label: 'MetricKit diagnostics (JSON)',
  sniff: sniffMetrickit,
  parse: parseMetrickit,
}

const KINDS: Readonly<Record<string, MetricKind>> = {
  crashDiagnostics: 'crash',
  hangDiagnostics: 'hang',
  cpuExceptionDiagnostics: 'cpu-limit',
  diskWriteExceptionDiagnostics: 'disk-writes',
  appLaunchDiagnostics: 'app-launch',
  // A payload of iOS 27 holds one diagnostic.
  crashDiagnostic: 'crash',
  hangDiagnostic: 'hang',
  cpuExceptionDiagnostic: 'cpu-limit',
  diskWriteExceptionDiagnostic: 'disk-writes',
  appLaunchDiagnostic: 'app-launch',
  memoryExceptionDiagnostic: 'memory-exception',
}
const STAMPS: readonly string[] = ['timeStampBegin', 'timeStampEnd']
/** Members that the model has fields for. */
const SHOWN = new Set([
  'diagnosticMetaData',
  'callStackTree',
  'callStacks',
  'callStackRootFrames',
  'subFrames',
  'signpostData',
])
/** How deep a payload may lie inside another object, such as an upload's envelope. */
const ENVELOPE_DEPTH = 6

/** One diagnostic, with what its payload says of it. */
interface Diagnostic {
  readonly kind: MetricKind
  readonly body: JsonObject
  readonly payload: JsonObject
}

function sniffMetrickit({ text }: Sample): boolean {
  const keys = keysIn(text)
  if (keys.has('offsetIntoBinaryTextSegment') || keys.has('callStackRootFrames') || keys.has('callStackTree'))
    return true
  return keys.has('timeStampBegin') && keys.has('timeStampEnd')
}

function parseMetrickit(input: ReportInput): Outcome<readonly Report[]> {
  const read = (document: JsonDocument): Outcome<readonly Report[]> => {
    const diagnostics = diagnosticsIn(document.value, 0, undefined)
    const meanings = offsetMeanings(diagnostics.map(({ body }) => body))
    return success(
      diagnostics.map((diagnostic, at) => buildReport(input, document, diagnostic, meanings[at] ?? new Map())),
    )
  }
  return readJsonReports(input, 'MetricKit file', read, parseAnywhere)
}

/** A piece from inside a file is read as the members of an object whose opening brace is missing. */
function parseAnywhere(text: string): JsonDocument | undefined {
  if (/^[\s\uFEFF]*[[{]/.test(text)) return parseJson(text)
  const document = parseJson(`{${text}`)
  return document && { ...document, spans: new Map() }
}

/** All diagnostics in a value. A payload without any is returned itself, so that its content is shown. */
function diagnosticsIn(value: JsonValue | undefined, depth: number, payload: JsonObject | undefined): Diagnostic[] {
  if (depth > ENVELOPE_DEPTH) return []
  if (Array.isArray(value)) return asArray(value).flatMap((item) => diagnosticsIn(item, depth + 1, payload))
  if (!isJsonObject(value)) return []
  if (
    ['callStackTree', 'callStacks', 'callStackRootFrames', 'offsetIntoBinaryTextSegment'].some((key) => key in value)
  ) {
    return [{ kind: kindOf(value), body: value, payload: payload ?? value }]
  }
  const found = Object.entries(value).flatMap(([key, item]) => {
    const kind = KINDS[key]
    if (kind === undefined) return diagnosticsIn(item, depth + 1, key === 'diagnosticLogs' ? value : (payload ?? value))
    return (Array.isArray(item) ? asArray(item) : [item])
      .filter(isJsonObject)
      .map((body) => ({ kind, body, payload: value }))
  })
  return found.length > 0 || depth > 0 ? found : [{ kind: 'metrics', body: value, payload: value }]
}

/** `event` of a log of App Store Connect. */
const EVENTS: readonly (readonly [word: string, kind: MetricKind])[] = [
  ['hang', 'hang'],
  ['launch', 'app-launch'],
  ['disk', 'disk-writes'],
  ['cpu', 'cpu-limit'],
]

/** The kind of a diagnostic without its payload, from its metadata. */
function kindOf(body: JsonObject): MetricKind {
  const meta = asObject(body['diagnosticMetaData'])
  if ('hangDuration' in meta) return 'hang'
  if ('writesCaused' in meta) return 'disk-writes'
  if ('totalCPUTime' in meta) return 'cpu-limit'
  if ('launchDuration' in meta) return 'app-launch'
  const event = asString(meta['event'])?.toLowerCase() ?? ''
  const named = EVENTS.find(([word]) => event.includes(word))
  if (named) return named[1]
  return 'exceptionType' in meta || 'signal' in meta || 'terminationReason' in meta ? 'crash' : 'call-stacks'
}

/** What a diagnostic says of itself: in iOS 27 its own members, and of the app and the device the payload's environment. */
function metadataOf({ body, payload }: Diagnostic): JsonObject {
  const environment = payload['environment']
  if (!isJsonObject(environment)) return asObject(body['diagnosticMetaData'])
  const own = Object.entries(body).filter(([key, value]) => !SHOWN.has(key) && !isJsonObject(value))
  const { osVersion, applicationVersion, applicationBuildVersion } = environment
  const os = asObject(osVersion)
  const build = asString(os['buildNumber'])
  const named = [asString(os['platform']), asString(os['number']), build && `(${build})`].filter(Boolean).join(' ')
  return {
    ...environment,
    ...(named !== '' && { osVersion: named }),
    ...(applicationVersion !== undefined && { appVersion: applicationVersion }),
    ...(applicationBuildVersion !== undefined && { appBuildVersion: applicationBuildVersion }),
    ...Object.fromEntries(own),
  }
}

function buildReport(
  input: ReportInput,
  document: JsonDocument,
  diagnostic: Diagnostic,
  meanings: OffsetMeanings,
): Report {
  const { kind, body } = diagnostic
  const builder = new ReportBuilder(input.path)
  for (const one of damageProblems(document, input.text, input.path)) builder.problem(one)
  const meta = metadataOf(diagnostic)
  const stacks = addCallStacks(builder, document, body, metricLabels[kind], meanings)
  const exception = readException(meta)
  const events = readEvents(meta)
  return omitUndefined({
    format: metrickitFormat.id,
    label: metricLabels.reports[kind],
    kind,
    file: input.path,
    text: input.text,
    textKind: 'json' as const,
    header: readHeader(diagnostic, meta),
    exception,
    termination: readTermination(meta),
    applicationInfo: exception?.reason ? [exception.reason] : [],
    threads: stacks.threads,
    backtraces: [],
    callTrees: stacks.callTrees,
    sections: [...insightsOf(diagnostic.payload), ...readSections(meta, body)],
    events: events.length > 0 ? events : undefined,
    ...builder.finish(),
  })
}

/** Intel's fault that gives no address: the region's words then begin with a zero that nothing faulted at. */
const GENERAL_PROTECTION = 13n

/** The faulting address, which these payloads have in their words on the region alone: `0x10 is not in any region.` */
function addressOfRegion(meta: JsonObject): ExceptionInfo['address'] {
  if (asNumber(meta['exceptionType']) !== BAD_ACCESS) return undefined
  const words = asString(meta['virtualMemoryRegionInfo'])
  const digits = /^\s*(0x[\da-f]{1,16}|0) is (?:not )?in /i.exec(words ?? '')?.[1]
  return digits === undefined ? undefined : runtimeAddress(BigInt(digits))
}
const BAD_ACCESS = 1

function readException(meta: JsonObject): ExceptionInfo | undefined {
  const type = asNumber(meta['exceptionType'])
  const code = asBigint(meta['exceptionCode'])
  const signal = asNumber(meta['signal'])
  const thrown = asObject(meta['objectiveCexceptionReason'])
  const info = omitUndefined({
    type: type === undefined ? asString(meta['exceptionType']) : machExceptionName(type),
    signal: signal === undefined ? asString(meta['signal']) : signalName(signal),
    rawCodes: code === undefined ? undefined : [code],
    codes: asString(meta['exceptionCode']),
    name: asString(thrown['exceptionName']),
    reason: asString(thrown['composedMessage']),
    address: code === GENERAL_PROTECTION ? undefined : addressOfRegion(meta),
  })
  return Object.keys(info).length > 0 ? info : undefined
}

/** `Namespace FRONTBOARD, Code 0x8BADF00D` and other words of a termination. */
function readTermination(meta: JsonObject): TerminationInfo | undefined {
  const reason = asString(meta['terminationReason'])
  if (reason === undefined) return undefined
  const parts = /Namespace (\w+), Code (0x[0-9a-fA-F]{1,16}|\d{1,20})/.exec(reason)
  return omitUndefined({
    namespace: parts?.[1],
    code: parts?.[2] === undefined ? undefined : BigInt(parts[2]),
    reasons: [reason],
  })
}

function readHeader({ kind, body, payload }: Diagnostic, meta: JsonObject): ReportHeader {
  const version = asString(meta['appVersion'])
  const build = asString(meta['appBuildVersion'] ?? meta['buildVersion'])
  const stamps = STAMPS.flatMap((key) => asString(payload[key]) ?? [])
  const values = {
    bundleId: asString(meta['bundleIdentifier'] ?? meta['bundleId']),
    version: versionText(version, build),
    os: asString(meta['osVersion']),
    // App Store Connect writes `iPhone17_2` for `iPhone17,2`.
    device: asString(meta['deviceType'])?.replace(/^([A-Za-z]+\d{1,3})_(\d{1,3})$/, '$1,$2'),
    arch: asString(meta['platformArchitecture']),
    // A payload covers a day; only where both ends are one is it the moment itself.
    date: stamps[0] !== stamps[1] ? stamps.join(' – ') : stamps[0],
    pid: asNumber(meta['pid']),
  }
  // A diagnostic without a payload around it is its own payload.
  const own = fieldsOfJson(body).filter(([key]) => !STAMPS.includes(key) && !(key in meta))
  const fields: (readonly [string, string])[] = [
    ['diagnostic', metricLabels[kind]],
    ...STAMPS.flatMap((key) => {
      const stamp = asString(payload[key])
      return stamp ? [[key, stamp] as const] : []
    }),
    ...fieldsOfJson(meta),
    ...own,
  ]
  return omitUndefined({ ...values, fields })
}

/** Signposts of the app, and how long a hang lasted. */
function readEvents(meta: JsonObject): readonly ReportEvent[] {
  const hang = /^([\d.]+) ?(ms|sec|s)\b/.exec(asString(meta['hangDuration']) ?? '')
  const signposts = asArray(meta['signpostData']).filter(isJsonObject).slice(-MOST_EVENTS)
  return [
    ...signposts.map((signpost) =>
      omitUndefined({
        kind: 'log' as const,
        text: asString(signpost['name']) ?? 'signpost',
        time: asString(signpost['beginTimeStamp']),
        detail:
          [asString(signpost['subsystem']), asString(signpost['category'])].filter(Boolean).join(' ') || undefined,
      }),
    ),
    ...(hang
      ? [
          {
            kind: 'measure',
            text: eventTexts.appHung,
            lasted: Number(hang[1]) / (hang[2] === 'ms' ? 1000 : 1),
          } as const,
        ]
      : []),
  ]
}

/** What App Store Connect itself says about the logs of a signature. */
function insightsOf(payload: JsonObject): ReportSection[] {
  const rows = asArray(payload['diagnosticInsights'])
    .filter(isJsonObject)
    .map((entry) => ['insightsCategory', 'insightsString', 'insightsURL'].map((key) => asString(entry[key]) ?? ''))
  return rows.length === 0
    ? []
    : [{ kind: 'table', title: fieldTexts.insights, columns: ['Category', 'Insight', 'Link'], rows }]
}

function readSections(meta: JsonObject, body: JsonObject): ReportSection[] {
  const region = asString(meta['virtualMemoryRegionInfo'])
  return [
    ...(region ? [{ kind: 'text' as const, title: 'VM Region Info', text: region }] : []),
    ...sectionsOfJson({ ...meta, ...body }, SHOWN),
  ]
}
