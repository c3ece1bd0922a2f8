/**
 * Sentry events (`develop.sentry.dev`: event payloads, stack trace and debug meta interfaces), as their JSON download or an SDK's
 * envelope item. Frames are ordered outermost first, the reverse of the model.
 */
import { linkAddress, offsetFrom, runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Register, Report, ReportHeader, Stack, Thread } from '../../model/report.ts'
import { readBreadcrumbs } from '../base/breadcrumbs.ts'
import { archOfCpu } from '../../model/architecture.ts'
import { imageVersion } from './image-version.ts'
import { readJsonReports } from '../base/json-report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { asArray, asBigint, asNumber, asObject, asString, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { jsonKeys } from '../json/json-keys.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { FrameRow, StackRule } from '../base/report-builder.ts'
import { formatTimestamp } from '../base/timestamp.ts'
import { scriptOfFrame } from './script-frame.ts'
import { damageProblems } from '../base/json-damage.ts'

/** Members that the model has fields for. */
const SHOWN = new Set(['exception', 'threads', 'debug_meta', 'entries', 'stacktrace', 'contexts', 'breadcrumbs'])

export const sentryFormat: ReportFormat = {
  id: 'sentry-event',
  label: 'Sentry event (JSON)',
  sniff: sniffSentry,
  parse: parseSentry,
}

function sniffSentry({ text }: Sample): boolean {
  const keys = jsonKeys(text)
  if (!keys || keys.has('machoLoadAddress') || keys.has('binary_images') || keys.has('usedImages')) return false
  if (keys.has('debug_meta')) return true
  const hasFrames = keys.has('frames') && keys.has('instruction_addr') && !keys.has('object_addr')
  const hasStack = hasFrames || (keys.has('stacktrace') && (keys.has('frames') || keys.has('instruction_addr')))
  return hasStack && (keys.has('values') || keys.has('event_id') || keys.has('instruction_addr'))
}

function parseSentry(input: ReportInput): Outcome<readonly Report[]> {
  // The site's own download wraps the event in a list of entries, one an interface.
  return readJsonReports(input, 'Sentry event', (document) =>
    success([buildReport(input, document, withEntries(asObject(document.value)))]),
  )
}

/** The entries of the site's JSON (`{ "entries": [{ "type": "exception", "data": … }] }`) as members of the event. */
function withEntries(event: JsonObject): JsonObject {
  const entries = asArray(event['entries']).filter(isJsonObject)
  const members = entries.map((entry) => {
    const type = asString(entry['type']) ?? ''
    return [type === 'debugmeta' ? 'debug_meta' : type, entry['data']] as const
  })
  return { ...Object.fromEntries(members), ...event }
}

function buildReport(input: ReportInput, document: JsonDocument, event: JsonObject): Report {
  const builder = new ReportBuilder(input.path)
  for (const one of damageProblems(document, input.text, input.path)) builder.problem(one)
  addImages(builder, event)
  const exceptions = valuesOf(event['exception'] ?? event['sentry.interfaces.Exception'])
  const listed = valuesOf(event['threads'])
  const ownThread = new Set<JsonObject>()
  const threads = listed.map((thread, position): Thread => {
    const id = asNumber(thread['id'] ?? thread['index'] ?? thread['thread_id']) ?? position
    const crashed = thread['crashed'] === true
    const own = asObject(thread['stacktrace'])
    const thrown = exceptions.find((exception) =>
      exception['thread_id'] === undefined || exception['thread_id'] === null
        ? crashed && exceptions.length === 1
        : asNumber(exception['thread_id']) === id,
    )
    const stack = asArray(own['frames']).length > 0 ? own : asObject(thrown?.['stacktrace'])
    if (thrown && (stack !== own || isSameStack(own, asObject(thrown['stacktrace'])))) ownThread.add(thrown)
    const registers = readRegisters(stack)
    const state = asString(thread['state'])
    return omitUndefined({
      id,
      name: asString(thread['name']),
      crashed,
      state: state === undefined ? undefined : [state],
      registers: registers.length > 0 ? registers : undefined,
      frames: addStack(builder, document, stack, crashed ? asObject(thrown?.['mechanism']) : {}),
    })
  })
  const others = exceptions
    .filter((exception) => !ownThread.has(exception) && asArray(asObject(exception['stacktrace'])['frames']).length > 0)
    .map((exception): Stack & { title: string } => ({
      title: asString(exception['type']) ?? 'Exception',
      frames: addStack(builder, document, asObject(exception['stacktrace']), asObject(exception['mechanism'])),
    }))
  const loose = 'frames' in event ? event : asObject(event['stacktrace'])
  if (threads.length === 0 && others.length === 0 && asArray(loose['frames']).length > 0) {
    threads.push({ id: 0, unnumbered: true, crashed: false, frames: addStack(builder, document, loose, {}) })
  }
  const exception = readException(exceptions.at(-1))
  const events = readBreadcrumbs(valuesOf(event['breadcrumbs']))
  return omitUndefined({
    format: sentryFormat.id,
    label: sentryFormat.label,
    file: input.path,
    text: input.text,
    textKind: 'json' as const,
    header: readHeader(event),
    exception,
    applicationInfo: [exception?.reason, messageOf(event)].filter((line) => line !== undefined),
    threads,
    lastException: others[0],
    backtraces: others.slice(1),
    callTrees: [],
    sections: sectionsOfJson({ ...event, ...asObject(event['contexts']) }, SHOWN),
    events: events.length > 0 ? events : undefined,
    ...builder.finish(),
  })
}

/** `{ "values": [...] }`, a list, or one object. */
function valuesOf(value: JsonValue | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return asArray(value).filter(isJsonObject)
  if (!isJsonObject(value)) return []
  return 'values' in value ? asArray(value['values']).filter(isJsonObject) : [value]
}

function messageOf(event: JsonObject): string | undefined {
  const message = event['logentry'] ?? event['message']
  return asString(message) ?? asString(asObject(message)['formatted']) ?? asString(asObject(message)['message'])
}

function isSameStack(a: JsonObject, b: JsonObject): boolean {
  const first = asArray(a['frames'])
  const second = asArray(b['frames'])
  return (
    first.length === second.length &&
    first.every((frame, at) => {
      const one = asBigint(asObject(frame)['instruction_addr'])
      return one === asBigint(asObject(second[at])['instruction_addr'])
    })
  )
}

function addImages(builder: ReportBuilder, event: JsonObject): void {
  for (const image of asArray(asObject(event['debug_meta'])['images']).filter(isJsonObject)) {
    const path = asString(image['code_file']) ?? asString(image['name'])
    const loadAddress = asBigint(image['image_addr'])
    const text = asBigint(image['image_vmaddr'])
    builder.addImage(
      omitUndefined({
        name: fileName(path ?? ''),
        path,
        uuid: parseUuid(asString(image['debug_id']) ?? asString(image['uuid']) ?? ''),
        arch: asString(image['arch']) ?? archOfCpu(asNumber(image['cpu_type']), asNumber(image['cpu_subtype'])),
        loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
        size: asNumber(image['image_size']),
        version: imageVersion(image),
        // Old SDKs wrote zero for "not known".
        textVmaddr: text ? linkAddress(text) : undefined,
        origin: originOfPath(path),
      }),
    )
  }
}

function addStack(
  builder: ReportBuilder,
  document: JsonDocument,
  stack: JsonObject,
  mechanism: JsonObject,
): Thread['frames'] {
  const frames = asArray(stack['frames']).filter(isJsonObject).reverse()
  const first = asBigint(frames[0]?.['instruction_addr'])
  const pc = readRegisters(stack).find(({ name }) => name === 'pc' || name === 'rip' || name === 'eip')?.value
  const adjustment = asString(stack['instruction_addr_adjustment'])
  const isThrown = asString(mechanism['type']) === 'nsexception'
  let rule: StackRule = 'thread'
  if (adjustment === 'none') rule = 'call'
  else if (adjustment === 'all') rule = 'return'
  else if (adjustment === undefined && isThrown && pc !== first) rule = 'return'
  return builder.addStack(
    frames.map((frame) => readFrame(frame, document)),
    rule,
  )
}

function readFrame(frame: JsonObject, document: JsonDocument): FrameRow {
  const address = asBigint(frame['instruction_addr'])
  const path = asString(frame['package'])
  const name = asString(frame['function'])
  const start = asBigint(frame['symbol_addr'])
  const offset = offsetFrom(start || undefined, address)
  return omitUndefined({
    address,
    imageName: path === undefined ? undefined : fileName(path),
    loadAddress: asBigint(frame['image_addr']) || undefined,
    symbol:
      name === undefined
        ? undefined
        : omitUndefined({
            name,
            offset,
            file: asString(frame['abs_path']) ?? asString(frame['filename']),
            line: asNumber(frame['lineno']) || undefined,
            column: asNumber(frame['colno']) || undefined,
          }),
    ...readScript(frame),
    span: document.spans.get(frame),
  })
}

/** The place of a frame of JavaScript: the SDK counts columns from 1. */
function readScript(frame: JsonObject): Pick<FrameRow, 'script' | 'language'> {
  if (frame['instruction_addr'] !== undefined) return {}
  const place = {
    file: asString(frame['abs_path']) ?? asString(frame['filename']),
    line: asNumber(frame['lineno']),
    column: asNumber(frame['colno']),
  }
  return scriptOfFrame(place, /^(?:javascript|node|hermes)$/.test(asString(frame['platform']) ?? ''), true)
}

function readRegisters(stack: JsonObject): Register[] {
  return Object.entries(asObject(stack['registers'])).flatMap(([name, value]) => {
    const number = asBigint(value)
    return number === undefined ? [] : [{ name, value: BigInt.asUintN(64, number) }]
  })
}

function readException(exception: JsonObject | undefined): ExceptionInfo | undefined {
  if (!exception) return undefined
  const mechanism = asObject(exception['mechanism'])
  const meta = asObject(mechanism['meta'])
  const mach = asObject(meta['mach_exception'] ?? mechanism['mach_exception'])
  const signal = asObject(meta['signal'] ?? mechanism['posix_signal'])
  const code = asBigint(mach['code'])
  const data = asObject(mechanism['data'])
  const address = asBigint(data['relevant_address'] ?? mechanism['relevant_address'])
  const type = asString(exception['type'])
  const machName = asString(mach['exception_name']) ?? asString(mach['name'])
  const reason = asString(exception['value'])
  return omitUndefined({
    type: machName ?? type,
    signal: asString(signal['name']),
    codes: asString(signal['code_name']),
    rawCodes: code === undefined ? undefined : [code, asBigint(mach['subcode']) ?? 0n],
    subtype: asString(mechanism['type']),
    // The type of what C++ threw stands in the place of the value.
    name: type === 'cpp_exception' ? reason : machName === type ? undefined : type,
    reason,
    address: address === undefined ? undefined : runtimeAddress(address),
  })
}

function readHeader(event: JsonObject): ReportHeader {
  const contexts = asObject(event['contexts'])
  const device = asObject(contexts['device'])
  const system = asObject(contexts['os'])
  const app = asObject(contexts['app'])
  const build = asString(system['build'])
  const version = asString(app['app_version'])
  const appBuild = asString(app['app_build'])
  const values = {
    process: asString(app['app_name']),
    bundleId: asString(app['app_identifier']),
    version: version && appBuild ? `${version} (${appBuild})` : (version ?? asString(event['release'])),
    os:
      [asString(system['name']), asString(system['version']), build && `(${build})`].filter(Boolean).join(' ') ||
      undefined,
    device: asString(device['model']),
    arch: asString(device['arch']),
    date: formatTimestamp(event['timestamp'] ?? event['dateCreated']),
    launched: asString(app['app_start_time']),
    incident: asString(event['event_id']) ?? asString(event['eventID']),
  }
  return omitUndefined({ ...values, fields: fieldsOfJson(event) })
}
