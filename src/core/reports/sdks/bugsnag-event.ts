/** Bugsnag events (`docs.bugsnag.com`: error reporting API), single or in a payload's `events`. Innermost frame first. */
import { linkAddress, offsetFrom, runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report, ReportEvent, ReportHeader, Stack, Thread } from '../../model/report.ts'
import { readBreadcrumbs } from '../base/breadcrumbs.ts'
import { systemText, versionText } from '../base/builds.ts'
import { readJsonReports } from '../base/json-report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { asArray, asBigint, asNumber, asObject, asString, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { jsonKeys } from '../json/json-keys.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { scriptOfFrame } from './script-frame.ts'
import { damageProblems } from '../base/json-damage.ts'
import { eventTexts } from '../../messages/labels.ts'

/** Members that the model has fields for. */
const SHOWN = new Set(['exceptions', 'threads', 'app', 'device', 'metaData', 'breadcrumbs'])

export const bugsnagFormat: ReportFormat = {
  id: 'bugsnag-event',
  label: 'Bugsnag event (JSON)',
  sniff: sniffBugsnag,
  parse: parseBugsnag,
}

function sniffBugsnag({ text }: Sample): boolean {
  const keys = jsonKeys(text)
  if (!keys) return false
  return keys.has('machoLoadAddress') || keys.has('frameAddress') || (keys.has('exceptions') && keys.has('errorClass'))
}

function parseBugsnag(input: ReportInput): Outcome<readonly Report[]> {
  return readJsonReports(input, 'Bugsnag event', (document) => {
    const root = asObject(document.value)
    const events =
      'events' in root ? asArray(root['events']) : Array.isArray(document.value) ? asArray(document.value) : [root]
    return success(events.filter(isJsonObject).map((event) => buildReport(input, document, event)))
  })
}

/** Adds each image once, as frames repeat what they know of their image. */
class FrameReader {
  readonly #builder: ReportBuilder
  readonly #document: JsonDocument
  readonly #images = new Map<string, number>()

  constructor(builder: ReportBuilder, document: JsonDocument) {
    this.#builder = builder
    this.#document = document
  }

  /** `type` is that of the exception or thread: columns of React Native's own count from 0, those of browsers from 1. */
  add(value: JsonValue | undefined, rule: 'thread' | 'return', type?: string): Thread['frames'] {
    const rows = asArray(value).filter(isJsonObject)
    return this.#builder.addStack(
      rows.map((row) => this.#read(row, type)),
      rule,
    )
  }

  #read(row: JsonObject, type?: string): FrameRow {
    const address = asBigint(row['frameAddress'])
    const path = asString(row['machoFile'])
    const name = asString(row['method'])
    const start = asBigint(row['symbolAddress'])
    const offset = offsetFrom(start || undefined, address)
    return omitUndefined({
      address,
      image: this.#imageOf(row, path),
      imageName: path === undefined ? undefined : fileName(path),
      kind: row['isPC'] === true ? ('exact' as const) : row['isLR'] === true ? ('return' as const) : undefined,
      inlined: row['inlined'] === true ? true : undefined,
      symbol:
        name === undefined
          ? undefined
          : omitUndefined({
              name,
              offset,
              file: asString(row['file']),
              line: asNumber(row['lineNumber']),
              column: asNumber(row['columnNumber']),
            }),
      ...readScript(row, asString(row['type']) ?? type),
      span: this.#document.spans.get(row),
    })
  }

  #imageOf(row: JsonObject, path: string | undefined): number | undefined {
    const loadAddress = asBigint(row['machoLoadAddress']) || undefined
    const printed = asString(row['machoUUID']) ?? ''
    if (loadAddress === undefined && !printed) return undefined
    const key = `${loadAddress ?? ''}|${printed}`
    const known = this.#images.get(key)
    if (known !== undefined) return known
    const text = asBigint(row['machoVMAddress'])
    const index = this.#builder.addImage(
      omitUndefined({
        name: fileName(path ?? ''),
        path,
        uuid: parseUuid(printed),
        loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
        textVmaddr: text === undefined ? undefined : linkAddress(text),
        origin: originOfPath(path),
      }),
    )
    this.#images.set(key, index)
    return index
  }
}

/** The place of a frame of JavaScript, which has no address. */
function readScript(row: JsonObject, type = ''): Pick<FrameRow, 'script' | 'language'> {
  if (row['frameAddress'] !== undefined) return {}
  const place = {
    file: asString(row['file']),
    line: asNumber(row['lineNumber']),
    column: asNumber(row['columnNumber']),
  }
  return scriptOfFrame(place, /^(?:reactnativejs|browserjs|nodejs)$/.test(type), /^(?:browser|node)js$/.test(type))
}

function buildReport(input: ReportInput, document: JsonDocument, event: JsonObject): Report {
  const builder = new ReportBuilder(input.path)
  for (const one of damageProblems(document, input.text, input.path)) builder.problem(one)
  const reader = new FrameReader(builder, document)
  const exceptions = asArray(event['exceptions']).filter(isJsonObject)
  const threads = asArray(event['threads'])
    .filter(isJsonObject)
    .map((thread, position): Thread => {
      const state = asString(thread['state'])
      const reporting = thread['errorReportingThread'] === true
      return omitUndefined({
        id: asNumber(thread['id']) ?? position,
        name: asString(thread['name']),
        crashed: reporting,
        state: state === undefined ? undefined : [state],
        frames: reader.add(
          thread['stacktrace'],
          reporting && isThrown(exceptions[0]) ? 'return' : 'thread',
          asString(thread['type']),
        ),
      })
    })
  // The thread that reports the error repeats the exception's stack.
  const crashed = threads.find((thread) => thread.crashed)
  const others = exceptions
    .filter((exception) => !crashed || !repeats(asArray(exception['stacktrace']).filter(isJsonObject), crashed))
    .map((exception): Stack & { title: string } => ({
      title: asString(exception['errorClass']) ?? 'Exception',
      frames: reader.add(
        exception['stacktrace'],
        isThrown(exception) ? 'return' : 'thread',
        asString(exception['type']),
      ),
    }))
  const exception = readException(event, exceptions[0])
  const events = readEvents(event)
  return omitUndefined({
    format: bugsnagFormat.id,
    label: bugsnagFormat.label,
    file: input.path,
    text: input.text,
    textKind: 'json' as const,
    header: readHeader(event),
    exception,
    applicationInfo: exception.reason ? [exception.reason] : [],
    threads,
    lastException: others[0],
    backtraces: others.slice(1),
    callTrees: [],
    sections: [
      ...sectionsOfJson({ ...event, ...asObject(event['app']), ...asObject(event['device']) }, SHOWN),
      // The app and the device may be told of here, too.
      ...sectionsOfJson(asObject(event['metaData']), new Set()),
    ],
    events: events.length > 0 ? events : undefined,
    ...builder.finish(),
  })
}

/** The session that the event belongs to, how long the app had run, and the breadcrumbs. */
function readEvents(event: JsonObject): readonly ReportEvent[] {
  const app = asObject(event['app'])
  const started = asString(asObject(event['session'])['startedAt'])
  const lasted = (key: string, text: string): ReportEvent[] => {
    const milliseconds = asNumber(app[key])
    return milliseconds === undefined ? [] : [{ kind: 'measure', text, lasted: milliseconds / 1000 }]
  }
  return [
    ...(started === undefined ? [] : [{ kind: 'state', text: eventTexts.sessionStarted, time: started } as const]),
    ...readBreadcrumbs(asArray(event['breadcrumbs'])),
    ...lasted('duration', eventTexts.appRan),
    ...lasted('durationInForeground', eventTexts.inForeground),
  ]
}

/** The first frame of a signal or Mach exception is marked as the program counter; a thrown exception has none. */
function isThrown(exception: JsonObject | undefined): boolean {
  const rows = asArray(exception?.['stacktrace'])
  return asObject(rows[0])['isPC'] !== true
}

function repeats(rows: readonly JsonObject[], thread: Thread): boolean {
  return (
    rows.length === thread.frames.length &&
    rows.every((row, at) => asBigint(row['frameAddress']) === thread.frames[at]?.address)
  )
}

function readException(event: JsonObject, exception: JsonObject | undefined): ExceptionInfo {
  const detail = asObject(asObject(event['metaData'])['error'])
  const mach = asObject(detail['mach'])
  const signal = asObject(detail['signal'])
  const address = asBigint(detail['address'])
  return omitUndefined({
    type: asString(mach['exception_name']) ?? asString(exception?.['errorClass']),
    signal: asString(signal['name']),
    codes: asString(mach['code_name']) ?? asString(signal['code_name']),
    subtype: asString(detail['type']),
    name: asString(exception?.['errorClass']),
    reason: asString(exception?.['message']),
    address: address ? runtimeAddress(address) : undefined,
  })
}

function readHeader(event: JsonObject): ReportHeader {
  const app = asObject(event['app'])
  const device = asObject(event['device'])
  const version = asString(app['version'])
  const build = asString(app['bundleVersion'])
  const osBuild = asString(asObject(device['runtimeVersions'])['osBuild'])
  const values = {
    process: asString(app['name']) ?? asString(asObject(asObject(event['metaData'])['app'])['name']),
    bundleId: asString(app['id']),
    version: versionText(version, build),
    os: systemText(asString(device['osName']), asString(device['osVersion']), osBuild),
    device: asString(device['model']),
    arch: asString(app['binaryArch']),
    date: asString(device['time']),
  }
  return omitUndefined({ ...values, fields: [event, app, device].flatMap(fieldsOfJson) })
}
