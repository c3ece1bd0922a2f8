/** Raygun's crash reports (`details.threads`, `details.binaryImages`), as its SDK for Apple's platforms sends and stores them. */
import type { ReportHeader, Thread } from '../../model/report.ts'
import { readBreadcrumbs } from '../base/breadcrumbs.ts'
import { offsetFrom } from '../../model/address.ts'
import { archOfCpu } from '../../model/architecture.ts'
import type { ReportFormat, Sample } from '../base/format.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'
import { asArray, asBigint, asNumber, asObject, asString, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject } from '../json/json.ts'
import { jsonKeys } from '../json/json-keys.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import { addServiceImage, findObjects, namedByPath, parseServiceEvents } from './service-event.ts'
import type { ServiceParts } from './service-event.ts'

const id = 'raygun-event'
const label = 'Raygun report (JSON)'
/** Members that the model has fields for. */
const SHOWN = new Set(['threads', 'binaryImages', 'breadcrumbs', 'error', 'environment', 'client'])

function sniff({ text }: Sample): boolean {
  const keys = jsonKeys(text)
  return keys !== undefined && keys.has('stackFrames') && keys.has('programCounter')
}

const isEvent = (value: JsonObject): boolean => asArray(value['threads']).length > 0

function readEvent(details: JsonObject, builder: ReportBuilder, document: JsonDocument): ServiceParts {
  for (const image of asArray(details['binaryImages']).filter(isJsonObject)) {
    const processor = asObject(image['processor'])
    addServiceImage(builder, {
      ...namedByPath(asString(image['name'])),
      uuid: asString(image['uuid']),
      arch: archOfCpu(asNumber(processor['type']), asNumber(processor['subType'])),
      loadAddress: asBigint(image['baseAddress']),
      size: asNumber(image['size']),
    })
  }
  const error = asObject(details['error'])
  const isThrown = !/^(?:SIG|EXC_)/.test(asString(error['className']) ?? '')
  const threads = asArray(details['threads'])
    .filter(isJsonObject)
    .map((thread, position): Thread => {
      const rows = asArray(thread['stackFrames']).filter(isJsonObject)
      return omitUndefined({
        id: asNumber(thread['threadNumber']) ?? position,
        name: asString(thread['name']),
        crashed: thread['crashed'] === true,
        frames: builder.addStack(
          rows.map((row) => readFrame(row, document)),
          'thread',
        ),
      })
    })
  const events = readBreadcrumbs(asArray(details['breadcrumbs']))
  const reason = asString(error['message'])
  return omitUndefined({
    label,
    header: readHeader(details, document),
    exception: omitUndefined({
      type: isThrown ? undefined : asString(error['className']),
      name: isThrown ? asString(error['className']) : undefined,
      signal: asString(error['signalName']),
      codes: asString(error['signalCode']),
      reason,
    }),
    applicationInfo: reason === undefined ? [] : [reason],
    threads,
    backtraces: [],
    callTrees: [],
    sections: sectionsOfJson({ ...details, ...error }, SHOWN),
    events: events.length > 0 ? events : undefined,
  })
}

function readFrame(row: JsonObject, document: JsonDocument): FrameRow {
  const address = asBigint(row['programCounter'])
  const symbol = asObject(row['symbol'])
  const name = asString(symbol['name'])
  const start = asBigint(symbol['startAddress'])
  const offset = offsetFrom(start, address)
  return omitUndefined({
    address,
    symbol: name && name !== '<redacted>' ? omitUndefined({ name, offset }) : undefined,
    span: document.spans.get(row),
  })
}

function readHeader(details: JsonObject, document: JsonDocument): ReportHeader {
  const environment = asObject(details['environment'])
  const client = asObject(details['client'])
  const root = asObject(document.value)
  const values = {
    version: asString(details['version']),
    os: asString(environment['oSVersion']) ?? asString(environment['osVersion']),
    device: asString(environment['model']) ?? asString(details['machineName']),
    arch: asString(environment['cpu']),
    date: asString(root['occurredOn']),
  }
  return omitUndefined({
    ...values,
    fields: [root, details, environment, client, asObject(details['error'])].flatMap(fieldsOfJson),
  })
}

export const raygunFormat: ReportFormat = {
  id,
  label,
  sniff,
  parse: (input) => parseServiceEvents({ id, label }, input, (root) => findObjects(root, isEvent), readEvent),
}
