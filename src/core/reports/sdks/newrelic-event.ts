/** Crash reports of New Relic's agent for Apple's platforms, as it stores and sends them. The keys are those of its open source. */
import type { Frame, ReportHeader, Thread } from '../../model/report.ts'
import { offsetFrom, runtimeAddress } from '../../model/address.ts'
import { systemText, versionText } from '../base/builds.ts'
import type { ReportFormat, Sample } from '../base/format.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow, ReportBuilder, StackRule } from '../base/report-builder.ts'
import { formatTimestamp } from '../base/timestamp.ts'
import { asArray, asBigint, asNumber, asObject, asString, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject } from '../json/json.ts'
import { jsonKeys } from '../json/json-keys.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import { addServiceImage, findObjects, namedByPath, parseServiceEvents, readRegisterObject } from './service-event.ts'
import type { ServiceParts } from './service-event.ts'

const id = 'newrelic-event'
const label = 'New Relic crash (JSON)'
/** Members that the model has fields for. */
const SHOWN = new Set(['threads', 'libraries', 'exception', 'appInfo', 'deviceInfo'])

function sniff({ text }: Sample): boolean {
  const keys = jsonKeys(text)
  if (!keys) return false
  return (
    keys.has('symbolStartAddr') ||
    (keys.has('imageUuid') && keys.has('typeEncoding')) ||
    (keys.has('signalInfo') && keys.has('faultAddress'))
  )
}

const isEvent = (value: JsonObject): boolean => 'threads' in value && ('libraries' in value || 'exception' in value)

function readEvent(event: JsonObject, builder: ReportBuilder, document: JsonDocument): ServiceParts {
  for (const image of asArray(event['libraries']).filter(isJsonObject)) {
    addServiceImage(builder, {
      ...namedByPath(asString(image['imageName'])),
      uuid: asString(image['imageUuid']),
      arch: asString(asObject(image['codeType'])['arch']),
      loadAddress: asBigint(image['baseAddress']),
      size: asNumber(image['imageSize']),
    })
  }
  const exception = asObject(event['exception'])
  const signal = asObject(exception['signalInfo'])
  const [name, reason] = [asString(exception['name']), asString(exception['cause'])]
  const address = asBigint(signal['faultAddress'])
  return omitUndefined({
    label,
    header: readHeader(event),
    exception: omitUndefined({
      name,
      reason,
      signal: asString(signal['signalName']),
      codes: asString(signal['signalCode']),
      address: address === undefined ? undefined : runtimeAddress(address),
    }),
    applicationInfo: reason === undefined ? [] : [reason],
    threads: asArray(event['threads'])
      .filter(isJsonObject)
      .map((thread, position) => readThread(thread, position, name !== undefined, builder, document)),
    backtraces: [],
    callTrees: [],
    sections: sectionsOfJson(event, SHOWN),
  })
}

/** Where an exception was thrown, the agent puts its stack in the place of the crashed thread's: all return addresses. */
function readThread(
  thread: JsonObject,
  position: number,
  isThrown: boolean,
  builder: ReportBuilder,
  document: JsonDocument,
): Thread {
  const crashed = thread['crashed'] === true
  const registers = readRegisterObject(asObject(thread['registers']))
  const rule: StackRule = crashed && isThrown ? 'return' : 'thread'
  const rows = asArray(thread['stack']).filter(isJsonObject)
  const frames: readonly Frame[] = builder.addStack(
    rows.map((row) => readFrame(row, document)),
    rule,
  )
  return omitUndefined({
    id: asNumber(thread['threadNumber']) ?? position,
    crashed,
    registers: registers.length > 0 ? registers : undefined,
    frames,
  })
}

function readFrame(row: JsonObject, document: JsonDocument): FrameRow {
  const address = asBigint(row['instructionPointer'])
  const symbol = asObject(row['symbolInfo'])
  const name = asString(symbol['symbolName'])
  const start = asBigint(symbol['symbolStartAddr']) || undefined
  const offset = offsetFrom(start, address)
  return omitUndefined({
    address,
    symbol: name === undefined ? undefined : omitUndefined({ name, offset }),
    span: document.spans.get(row),
  })
}

function readHeader(event: JsonObject): ReportHeader {
  const app = asObject(event['appInfo'])
  const device = asObject(event['deviceInfo'])
  const parent = asString(app['parentProcess'])
  const parentId = asNumber(app['parentProcessId'])
  const values = {
    process: asString(app['processName']) ?? asString(app['appName']),
    pid: asNumber(app['processId']),
    path: asString(app['processPath']),
    bundleId: asString(app['bundleId']),
    version: versionText(asString(app['appVersion']), asString(app['appBuild'])),
    os: systemText(asString(event['platform']), asString(device['osVersion']), asString(device['osBuild'])),
    device: asString(device['modelNumber']),
    arch: asString(device['architecture']),
    date: formatTimestamp(event['timestamp']),
    parent: parent === undefined || parentId === undefined ? parent : `${parent} [${parentId}]`,
    incident: asString(event['uuid']),
  }
  return omitUndefined({ ...values, fields: [event, app, device].flatMap(fieldsOfJson) })
}

export const newRelicFormat: ReportFormat = {
  id,
  label,
  sniff,
  parse: (input) => parseServiceEvents({ id, label }, input, (root) => findObjects(root, isEvent), readEvent),
}
