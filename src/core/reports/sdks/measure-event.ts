/** Exception events of Measure's SDK for iOS (`exceptions`, `threads`, `binary_images`), bare or inside an event's `exception`. */
import type { ReportHeader, Thread } from '../../model/report.ts'
import { systemText, versionText } from '../base/builds.ts'
import type { ReportFormat, Sample } from '../base/format.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'
import { asArray, asBigint, asNumber, asObject, asString, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { jsonKeys } from '../json/json-keys.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import { addServiceImage, findObjects, parseServiceEvents } from './service-event.ts'
import type { ServiceParts } from './service-event.ts'

const id = 'measure-event'
const label = 'Measure event (JSON)'
/** Members that the model has fields for. */
const SHOWN = new Set(['exception', 'exceptions', 'threads', 'binary_images', 'attribute'])

function sniff({ text }: Sample): boolean {
  const keys = jsonKeys(text)
  return keys !== undefined && ['binary_name', 'binary_address', 'frame_index'].every((key) => keys.has(key))
}

/** The object with the stacks: the event itself, or its `exception`. */
function bodyOf(value: JsonObject): JsonObject | undefined {
  return [value, asObject(value['exception'])].find((one) =>
    [one['exceptions'], one['threads']].some((list) => asArray(list).some((entry) => 'frames' in asObject(entry))),
  )
}

function readEvent(event: JsonObject, builder: ReportBuilder, document: JsonDocument): ServiceParts {
  const body = bodyOf(event) ?? event
  for (const image of asArray(body['binary_images']).filter(isJsonObject)) {
    const path = asString(image['path'])
    addServiceImage(builder, {
      name: asString(image['name']),
      path: path?.startsWith('/') ? path : undefined,
      uuid: asString(image['uuid']),
      arch: asString(image['arch']),
      loadAddress: hex(image['start_addr']),
      last: hex(image['end_addr']),
    })
  }
  const [first = {}, ...others] = asArray(body['exceptions']).filter(isJsonObject)
  const stackOf = (value: JsonObject, rule: 'thread' | 'return') =>
    builder.addStack(
      asArray(value['frames'])
        .filter(isJsonObject)
        .map((frame) => readFrame(frame, document)),
      rule,
    )
  const own: Thread = {
    ...numbered(first['thread_sequence'], first['thread_name'], 0),
    crashed: body['handled'] !== true,
    frames: stackOf(first, 'thread'),
  }
  const rest = asArray(body['threads'])
    .filter(isJsonObject)
    .map((thread, at) => ({
      ...numbered(thread['sequence'], thread['name'], at),
      crashed: false,
      frames: stackOf(thread, 'thread'),
    }))
  const type = asString(first['type'])
  const isThrown = type !== undefined && !/^(?:SIG|EXC_)[A-Z_]/.test(type)
  const reason = asString(first['message'])
  return {
    label,
    header: readHeader(event, body, first),
    exception: omitUndefined({
      type: isThrown ? undefined : type,
      name: isThrown ? type : undefined,
      signal: asString(first['signal']),
      reason,
    }),
    applicationInfo: reason === undefined ? [] : [reason],
    threads: own.frames.length > 0 ? [own, ...rest] : rest,
    backtraces: others.map((cause) => ({
      title: [asString(cause['type']), asString(cause['message'])].filter(Boolean).join(': ') || 'Cause',
      frames: stackOf(cause, 'return'),
    })),
    callTrees: [],
    sections: sectionsOfJson({ ...event, ...body }, SHOWN),
  }
}

/** `Thread 3` and `Thread 3 Crashed` are a number; any other name is kept as it is. */
function numbered(
  sequence: JsonValue | undefined,
  title: JsonValue | undefined,
  position: number,
): Pick<Thread, 'id' | 'name'> {
  const name = asString(title)
  const number = /^Thread (\d{1,9})(?: Crashed)?$/.exec(name ?? '')?.[1]
  const given = asNumber(sequence) ?? (number === undefined ? position : Number(number))
  return omitUndefined({ id: given, name: number === undefined ? name : undefined })
}

/** Hex digits, mostly without `0x`. */
function hex(value: JsonValue | undefined): bigint | undefined {
  const digits = /^(?:0x)?([0-9a-f]{1,16})$/i.exec(asString(value) ?? '')?.[1]
  return digits === undefined ? undefined : BigInt(`0x${digits}`)
}

function readFrame(frame: JsonObject, document: JsonDocument): FrameRow {
  const [base, offset] = [hex(frame['binary_address']), asBigint(frame['offset'])]
  const method = asString(frame['method_name'])
  const owner = asString(frame['class_name'])
  const line = asNumber(frame['line_num'])
  return omitUndefined({
    // The SDK calls the frame's own address that of its symbol.
    address: hex(frame['symbol_address']) ?? (base === undefined || offset === undefined ? undefined : base + offset),
    imageName: asString(frame['binary_name']),
    loadAddress: base,
    symbol:
      method === undefined
        ? undefined
        : omitUndefined({
            name: owner === undefined ? method : `${owner}.${method}`,
            file: asString(frame['file_name']),
            line: line !== undefined && line > 0 ? line : undefined,
          }),
    span: document.spans.get(frame),
  })
}

function readHeader(event: JsonObject, body: JsonObject, first: JsonObject): ReportHeader {
  const attribute = asObject(event['attribute'])
  const values = {
    version: versionText(asString(attribute['app_version']), asString(attribute['app_build'])),
    bundleId: asString(attribute['app_unique_id']),
    os: systemText(
      asString(attribute['os_name']),
      asString(attribute['os_version']),
      asString(first['os_build_number']),
    ),
    device: asString(attribute['device_model']),
    date: asString(event['timestamp']),
  }
  return omitUndefined({
    ...values,
    fields: [event, body === event ? {} : body, attribute, first]
      .flatMap(fieldsOfJson)
      .filter(([key]) => key !== 'message'),
  })
}

export const measureFormat: ReportFormat = {
  id,
  label,
  sniff,
  parse: (input) =>
    parseServiceEvents(
      { id, label },
      input,
      (root) => findObjects(root, (value) => bodyOf(value) !== undefined),
      readEvent,
    ),
}
