/** Visual Studio App Center's error logs (`appleError`, `handledError`), as its SDK sends them and its upload API takes them. */
import { runtimeAddress } from '../../model/address.ts'
import type { Frame, ReportHeader, Thread } from '../../model/report.ts'
import { archOfCpu } from '../../model/architecture.ts'
import { systemText, versionText } from '../base/builds.ts'
import type { ReportFormat, Sample } from '../base/format.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow, ReportBuilder, StackRule } from '../base/report-builder.ts'
import { asArray, asBigint, asNumber, asObject, asString, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject } from '../json/json.ts'
import { jsonKeys } from '../json/json-keys.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import { addServiceImage, findObjects, isSameStack, parseServiceEvents, readRegisterObject } from './service-event.ts'
import type { ServiceParts } from './service-event.ts'

const id = 'appcenter-log'
const label = 'App Center (JSON)'
/** Members that the model has fields for. */
const SHOWN = new Set(['threads', 'binaries', 'exception', 'device', 'registers'])

function sniff({ text }: Sample): boolean {
  const keys = jsonKeys(text)
  if (!keys) return false
  return keys.has('osExceptionType') || (keys.has('binaries') && keys.has('startAddress') && keys.has('endAddress'))
}

const isEvent = (value: JsonObject): boolean => 'osExceptionType' in value || 'binaries' in value

function readEvent(log: JsonObject, builder: ReportBuilder, document: JsonDocument): ServiceParts {
  for (const image of asArray(log['binaries']).filter(isJsonObject)) {
    addServiceImage(builder, {
      name: asString(image['name']),
      path: asString(image['path']),
      uuid: asString(image['id']),
      arch: asString(image['architecture']) ?? archOf(image),
      loadAddress: asBigint(image['startAddress']),
      last: asBigint(image['endAddress']),
    })
  }
  const registers = readRegisterObject(asObject(log['registers']))
  const listed = asArray(log['threads']).filter(isJsonObject)
  const stacks = listed.map((thread) => addFrames(builder, document, thread['frames'], 'thread'))
  const crashed = findCrashed(log, listed, stacks)
  const threads = listed.map((thread, position): Thread => {
    const isCrashed = position === crashed
    return omitUndefined({
      id: asNumber(thread['id']) ?? position,
      name: asString(thread['name']),
      crashed: isCrashed,
      registers: isCrashed && registers.length > 0 ? registers : undefined,
      frames: stacks[position] ?? [],
    })
  })
  const thrown = asObject(log['exception'])
  const frames = addFrames(builder, document, thrown['frames'], 'return')
  const isTold = frames.length === 0 || threads.some((thread) => isSameStack(frames, thread))
  const name = asString(log['exceptionType']) ?? asString(thrown['type'])
  const reason = asString(log['exceptionReason']) ?? asString(thrown['message'])
  const type = asString(log['osExceptionType'])
  const address = asBigint(log['osExceptionAddress'])
  return omitUndefined({
    label,
    header: readHeader(log),
    exception: omitUndefined({
      type,
      signal: /^SIG[A-Z]+/.exec(type ?? '')?.[0],
      codes: asString(log['osExceptionCode']),
      name,
      reason,
      address: address === undefined ? undefined : runtimeAddress(address),
    }),
    applicationInfo: reason === undefined ? [] : [reason],
    threads,
    lastException: isTold ? undefined : { frames },
    backtraces: [],
    callTrees: [],
    sections: sectionsOfJson({ ...log, ...asObject(log['device']) }, SHOWN),
  })
}

const archOf = (image: JsonObject): string | undefined =>
  archOfCpu(asNumber(image['primaryArchitectureId']), asNumber(image['architectureVariantId']))

/** The thread that the log names, else the one whose first frame is at the program counter. */
function findCrashed(log: JsonObject, listed: readonly JsonObject[], stacks: readonly (readonly Frame[])[]): number {
  const named = asNumber(log['errorThreadId'])
  if (named !== undefined) return listed.findIndex((thread) => asNumber(thread['id']) === named)
  const registers = asObject(log['registers'])
  const pc = asBigint(registers['pc'] ?? registers['rip'] ?? registers['eip'])
  return pc === undefined ? -1 : stacks.findIndex((frames) => frames[0]?.address === pc)
}

function addFrames(builder: ReportBuilder, document: JsonDocument, value: unknown, rule: StackRule): readonly Frame[] {
  const rows = Array.isArray(value) ? (value as readonly JsonObject[]).filter(isJsonObject) : []
  return builder.addStack(
    rows.map((row) => readFrame(row, document)),
    rule,
  )
}

function readFrame(row: JsonObject, document: JsonDocument): FrameRow {
  const owner = asString(row['className'])
  const method = asString(row['methodName'])
  const name = method === undefined ? asString(row['code']) : [owner, method].filter(Boolean).join('.')
  return omitUndefined({
    address: asBigint(row['address']),
    symbol:
      name === undefined || name === ''
        ? undefined
        : omitUndefined({ name, file: asString(row['fileName']), line: asNumber(row['lineNumber']) }),
    span: document.spans.get(row),
  })
}

function readHeader(log: JsonObject): ReportHeader {
  const device = asObject(log['device'])
  const version = asString(device['appVersion'])
  const build = asString(device['appBuild'])
  const values = {
    process: asString(log['processName']),
    pid: asNumber(log['processId']),
    path: asString(log['applicationPath']),
    bundleId: asString(device['appNamespace']),
    version: versionText(version, build),
    os: systemText(asString(device['osName']), asString(device['osVersion']), asString(device['osBuild'])),
    device: asString(device['model']),
    arch: archOf(log),
    date: asString(log['timestamp']),
    launched: asString(log['appLaunchTimestamp']),
    parent: asString(log['parentProcessName']),
    incident: asString(log['id']),
  }
  return omitUndefined({ ...values, fields: [log, device].flatMap(fieldsOfJson) })
}

export const appCenterFormat: ReportFormat = {
  id,
  label,
  sniff,
  parse: (input) => parseServiceEvents({ id, label }, input, (root) => findObjects(root, isEvent), readEvent),
}
