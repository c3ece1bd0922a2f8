/**
 * Records that the Crashlytics SDK keeps on a device: `*.clsrecord`, one JSON object a line. A crash is spread over several files
 * (`binary_images`, `signal`, `metadata` …). Each is read on its own, and files joined into one are read as one.
 */
import { runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { failure, problemFrom, success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type {
  ExceptionInfo,
  Register,
  Report,
  ReportEvent,
  ReportHeader,
  ReportSection,
  Stack,
  Thread,
} from '../../model/report.ts'
import { MOST_EVENTS } from '../base/breadcrumbs.ts'
import { decodeHexText } from '../text/encoded-text.ts'
import { systemText, versionText } from '../base/builds.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { asArray, asBigint, asNumber, asObject, asString, formatJson, isJsonObject, parseJson } from '../json/json.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { eachLine } from '../base/lines.ts'
import { machExceptionName } from '../base/mach-names.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { formatMilliseconds, formatTimestamp } from '../base/timestamp.ts'
import { problem } from '../../messages/problems.ts'
import { eventTexts } from '../../messages/labels.ts'

export const clsrecordFormat: ReportFormat = {
  id: 'crashlytics-record',
  label: 'Crashlytics record (.clsrecord)',
  sniff: sniffRecord,
  parse: parseRecord,
}

const FIRST_LINE =
  /^[\s\uFEFF]*\{"(?:load|unload|signal|mach_exception|exception|threads|thread_names|dispatch_queue_names|runtime|process_stats|storage|identity|host|application|executable|error)":\s*[[{]/

function sniffRecord({ text }: Sample): boolean {
  const match = FIRST_LINE.exec(text)
  if (!match) return false
  // One key an object, one object a line: what JSON reports of others never are.
  const end = text.indexOf('\n')
  const first = parseJson(end < 0 ? text : text.slice(0, end))
  if (!isJsonObject(first?.value) || Object.keys(first.value).length !== 1) return false
  // Others write `{"error": …}`, too.
  const error = first.value['error']
  return error === undefined || (isJsonObject(error) && 'domain' in error && 'stacktrace' in error)
}

function parseRecord(input: ReportInput): Outcome<readonly Report[]> {
  try {
    return success([buildReport(input)])
  } catch (thrown) {
    return failure(problemFrom(thrown, input.path))
  }
}

function buildReport(input: ReportInput): Report {
  const builder = new ReportBuilder(input.path)
  const records = new Map<string, JsonValue[]>()
  for (const line of eachLine(input.text)) {
    if (line.text.trim() === '') continue
    const document = parseJson(line.text)
    if (!document || !isJsonObject(document.value) || document.damage) {
      builder.problem(problem('damaged-json.line', {}, { line: line.number }))
    }
    if (!isJsonObject(document?.value)) continue
    for (const [key, value] of Object.entries(document.value)) {
      if (value !== undefined) records.set(key, [...(key === 'load' ? [] : (records.get(key) ?? [])), value])
      if (key === 'load') addImage(builder, asObject(value), line.number)
    }
  }
  const first = (key: string): JsonObject => asObject(records.get(key)?.[0])
  const names = asArray(records.get('thread_names')?.[0])
  const queues = asArray(records.get('dispatch_queue_names')?.[0])
  const threads = (records.get('threads') ?? [])
    .flatMap((list) => asArray(list))
    .filter(isJsonObject)
    .map((thread, position): Thread => {
      const registers = readRegisters(thread)
      const addresses = asArray(thread['stacktrace']).flatMap((pc) => asBigint(pc) ?? [])
      return omitUndefined({
        id: position,
        name: decodeHexText(asString(names[position])) || undefined,
        queue: decodeHexText(asString(queues[position])) || undefined,
        crashed: thread['crashed'] === true,
        registers: registers.length > 0 ? registers : undefined,
        frames: builder.addStack(
          addresses.map((address) => ({ address })),
          'thread',
        ),
      })
    })
  const thrown = first('exception')
  const rows = asArray(thrown['frames']).filter(isJsonObject)
  const lastException: Stack | undefined =
    rows.length === 0 ? undefined : { frames: builder.addStack(rows.map(readThrownFrame), 'return') }
  const events = readEvents(records)
  const exception = readException(first('signal'), first('mach_exception'), thrown)
  return omitUndefined({
    format: clsrecordFormat.id,
    label: clsrecordFormat.label,
    file: input.path,
    text: input.text,
    textKind: 'none' as const,
    header: readHeader(first),
    exception,
    applicationInfo: [...(exception?.reason ? [exception.reason] : []), ...crashInfo(first('runtime'))],
    threads,
    lastException,
    backtraces: readErrors(builder, records.get('error') ?? []),
    callTrees: [],
    sections: readSections(records),
    events: events.length > 0 ? events : undefined,
    ...builder.finish(),
  })
}

function addImage(builder: ReportBuilder, image: JsonObject, line: number): void {
  const path = asString(image['path'])
  const loadAddress = asBigint(image['base'])
  if (loadAddress === undefined) {
    builder.problem(problem('image-without-base', { image: fileName(path ?? '(unnamed)') }, { line }))
  }
  builder.addImage(
    omitUndefined({
      name: fileName(path ?? ''),
      path,
      uuid: parseUuid(asString(image['uuid']) ?? ''),
      loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
      size: asNumber(image['size']),
      version: asString(image['display_version']),
      bundleId: asString(image['bundle_id']),
      origin: originOfPath(path),
    }),
  )
}

function readThrownFrame(frame: JsonObject): Parameters<ReportBuilder['addFrame']>[0] {
  const name = asString(frame['symbol'])
  const file = asString(frame['file'])
  return {
    address: asBigint(frame['pc']),
    imageName: asString(frame['library']),
    symbol: name === undefined ? undefined : omitUndefined({ name, file, line: asNumber(frame['line']) || undefined }),
  }
}

function readRegisters(thread: JsonObject): Register[] {
  return Object.entries(asObject(thread['registers'])).flatMap(([name, value]) => {
    const number = asBigint(value)
    return number === undefined ? [] : [{ name, value: BigInt.asUintN(64, number) }]
  })
}

function readException(signal: JsonObject, mach: JsonObject, thrown: JsonObject): ExceptionInfo | undefined {
  const type = asNumber(mach['exception'])
  const address = asBigint(signal['address'])
  const codes = asArray(mach['codes']).flatMap((code) => asBigint(code) ?? [])
  const info = omitUndefined({
    type: asString(mach['name']) ?? (type === undefined ? asString(thrown['type']) : machExceptionName(type)),
    signal: asString(signal['name']),
    codes: asString(signal['code_name']) ?? asString(mach['code_name']),
    rawCodes: codes.length > 0 ? codes : undefined,
    name: decodeHexText(asString(thrown['name'])),
    reason: decodeHexText(asString(thrown['reason'])),
    address: address === undefined ? undefined : runtimeAddress(address),
  })
  return Object.keys(info).length > 0 ? info : undefined
}

const titleOfError = (error: JsonObject): string =>
  eventTexts.recordedError({
    domain: decodeHexText(asString(error['domain'])) ?? '',
    code: formatJson(error['code']),
  })

/** The stacks of errors that the app recorded and went on from. */
function readErrors(builder: ReportBuilder, errors: readonly JsonValue[]): (Stack & { title: string })[] {
  return errors.filter(isJsonObject).flatMap((error) => {
    const addresses = asArray(error['stacktrace']).flatMap((pc) => asBigint(pc) ?? [])
    const rows = addresses.map((address) => ({ address }))
    return rows.length === 0 ? [] : [{ title: titleOfError(error), frames: builder.addStack(rows, 'return') }]
  })
}

/** Lines that the app logged and errors that it recorded; their times are seconds, or milliseconds in later SDKs. */
function readEvents(records: ReadonlyMap<string, readonly JsonValue[]>): readonly ReportEvent[] {
  const listed = (key: string): readonly JsonObject[] =>
    (records.get(key) ?? []).filter(isJsonObject).slice(-MOST_EVENTS)
  const started = formatTimestamp(asObject(records.get('identity')?.[0])['started_at'])
  return [
    ...(started === undefined
      ? []
      : [omitUndefined({ kind: 'state', text: eventTexts.sessionStarted, time: started } as const)]),
    ...listed('log').map((log) =>
      omitUndefined({
        kind: 'log' as const,
        text: decodeHexText(asString(log['msg'])) || eventTexts.emptyLine,
        time: formatTimestamp(log['time']),
      }),
    ),
    ...listed('error').map((error) =>
      omitUndefined({
        kind: 'error' as const,
        text: titleOfError(error),
        time: formatTimestamp(error['time']),
      }),
    ),
  ]
}

function readHeader(first: (key: string) => JsonObject): ReportHeader {
  const identity = first('identity')
  const host = first('host')
  const app = first('application')
  const version = asString(app['display_version'])
  const build = asString(app['build_version'])
  const time = asNumber(first('signal')['time'] ?? first('exception')['time'] ?? identity['started_at'])
  const fields = [identity, host, app, first('executable')].flatMap((part) =>
    Object.entries(part).flatMap(([key, value]) =>
      value === null || value === undefined ? [] : [[key, formatJson(value)] as const],
    ),
  )
  return omitUndefined({
    bundleId: asString(app['bundle_id']),
    version: versionText(version, build),
    os: systemText(
      asString(host['platform']),
      asString(host['os_display_version']),
      asString(host['os_build_version']),
    ),
    device: asString(host['model']),
    arch: asString(first('executable')['architecture']),
    date: formatMilliseconds((time ?? 0) * 1000),
    incident: asString(identity['session_id']),
    fields,
  })
}

/** What `__crash_info` of the loaded images says, such as Swift's fatal error. */
function crashInfo(runtime: JsonObject): string[] {
  return asArray(runtime['crash_info_entries']).flatMap((entry) => decodeHexText(asString(entry)) || [])
}

function readSections(records: ReadonlyMap<string, readonly JsonValue[]>): ReportSection[] {
  const shown = new Set([
    'load',
    'threads',
    'thread_names',
    'exception',
    'identity',
    'host',
    'application',
    'executable',
    'log',
  ])
  return [...records].flatMap(([title, values]): ReportSection[] =>
    shown.has(title) ? [] : [{ kind: 'text', title, text: values.map(formatJson).join('\n') }],
  )
}
