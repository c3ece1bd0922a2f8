/**
 * Error events of Datadog's mobile SDKs (RUM event schema: `error.stack`, `error.threads`, `error.binary_images`, `error.meta`), bare
 * or inside what its site and its API put around them. Their stacks are texts.
 */
import type { Frame, ReportHeader, ReportSection, Thread } from '../../model/report.ts'
import { systemText, versionText } from '../base/builds.ts'
import type { ReportFormat, Sample } from '../base/format.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { ReportBuilder } from '../base/report-builder.ts'
import { formatTimestamp } from '../base/timestamp.ts'
import { asArray, asBigint, asObject, asString, isJsonObject } from '../json/json.ts'
import type { JsonObject } from '../json/json.ts'
import { jsonKeys } from '../json/json-keys.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import {
  addServiceImage,
  addStackText,
  findObjects,
  isSameStack,
  parseServiceEvents,
  readRegisterText,
} from './service-event.ts'
import type { ServiceParts } from './service-event.ts'

const id = 'datadog-event'
const label = 'Datadog event (JSON)'
/** Members that the model has fields for. */
const SHOWN = new Set(['error', 'os', 'device', 'application'])
const SHOWN_OF_ERROR = new Set(['stack', 'threads', 'binary_images', 'meta'])

function sniff({ text }: Sample): boolean {
  const keys = jsonKeys(text)
  if (!keys?.has('error') || !keys.has('stack')) return false
  return (keys.has('max_address') && keys.has('is_system')) || (keys.has('_dd') && keys.has('source_type'))
}

const isEvent = (value: JsonObject): boolean => {
  const error = asObject(value['error'])
  return 'stack' in error || 'threads' in error || 'binary_images' in error
}

function readEvent(event: JsonObject, builder: ReportBuilder): ServiceParts {
  const error = asObject(event['error'])
  for (const image of asArray(error['binary_images']).filter(isJsonObject)) {
    addServiceImage(builder, {
      name: asString(image['name']),
      uuid: asString(image['uuid']),
      arch: asString(image['arch']),
      loadAddress: asBigint(image['load_address']),
      last: asBigint(image['max_address']),
      origin: image['is_system'] === true ? 'system' : image['is_system'] === false ? 'app' : undefined,
    })
  }
  const threads = asArray(error['threads'])
    .filter(isJsonObject)
    .map((thread, position) => readThread(builder, thread, position))
  const message = asString(error['message'])
  const thrown = /uncaught exception '([^']+)'(?:, reason: '([\s\S]*)')?/.exec(message ?? '')
  const printed = asString(error['stack']) ?? ''
  const rule = thrown ? 'return' : 'thread'
  const stack = addStackText(builder, printed, rule)
  const isTold = threads.some((thread) => thread.crashed && isSameStack(stack, thread))
  const causes = asArray(error['causes'])
    .filter(isJsonObject)
    .map((cause) => ({
      title: [asString(cause['type']), asString(cause['message'])].filter(Boolean).join(': ') || 'Cause',
      frames: addStackText(builder, asString(cause['stack']) ?? '', 'return'),
    }))
  const own = stack.length === 0 || isTold ? [] : [{ title: asString(error['type']) ?? 'error.stack', frames: stack }]
  // Without threads, the stack of a crash is that of the thread that crashed.
  const isOnly = threads.length === 0 && error['is_crash'] === true && !thrown
  const meta = asObject(error['meta'])
  return omitUndefined({
    label,
    header: readHeader(event, meta),
    exception: omitUndefined({
      type: asString(meta['exception_type']) ?? asString(error['type']),
      signal: /^SIG[A-Z]+/.exec(asString(meta['exception_type']) ?? asString(error['type']) ?? '')?.[0],
      codes: asString(meta['exception_codes']),
      name: thrown?.[1],
      reason: thrown?.[2] ?? message,
    }),
    applicationInfo: message === undefined ? [] : [message],
    threads: isOnly ? crashedThread(stack) : threads,
    lastException: thrown ? own[0] : undefined,
    backtraces: [...(thrown || isOnly ? [] : own), ...causes],
    callTrees: [],
    sections: [
      ...unreadStack(printed, stack),
      ...sectionsOfJson({ ...event, ...error }, new Set([...SHOWN, ...SHOWN_OF_ERROR])),
    ],
  })
}

function crashedThread(frames: readonly Frame[]): Thread[] {
  return frames.length === 0 ? [] : [{ id: 0, unnumbered: true, crashed: true, frames }]
}

/** A stack of another language has no rows that can be read. */
function unreadStack(text: string, frames: readonly Frame[]): ReportSection[] {
  return text === '' || frames.length > 0 ? [] : [{ kind: 'text', title: 'error.stack', text }]
}

/** `Thread 3 Crashed` is a number and a mark; any other name is kept as it is. */
function readThread(builder: ReportBuilder, thread: JsonObject, position: number): Thread {
  const name = asString(thread['name'])
  const numbered = /^Thread (\d+)(?: Crashed)?$/.exec(name ?? '')
  const registers = readRegisterText(asString(thread['state']) ?? '')
  return omitUndefined({
    id: numbered?.[1] === undefined ? position : Number(numbered[1]),
    name: numbered ? undefined : name,
    crashed: thread['crashed'] === true,
    registers: registers.length > 0 ? registers : undefined,
    frames: addStackText(builder, asString(thread['stack']) ?? '', 'thread'),
  })
}

function readHeader(event: JsonObject, meta: JsonObject): ReportHeader {
  const os = asObject(event['os'])
  const device = asObject(event['device'])
  const version = asString(event['version'])
  const build = asString(event['build_version'])
  const process = /^(.*?)(?: \[(\d+)\])?$/.exec(asString(meta['process']) ?? '')
  const values = {
    process: process?.[1] || undefined,
    pid: process?.[2] === undefined ? undefined : Number(process[2]),
    path: asString(meta['path']),
    bundleId: asString(event['service']),
    version: versionText(version, build),
    os: systemText(asString(os['name']), asString(os['version']), asString(os['build'])),
    device: asString(device['model']) ?? asString(device['name']),
    arch: asString(device['architecture']),
    date: formatTimestamp(event['date']),
    parent: asString(meta['parent_process']),
    incident: asString(meta['incident_identifier']),
  }
  const error = asObject(event['error'])
  return omitUndefined({
    ...values,
    fields: [event, error, meta, os, device, asObject(event['application'])]
      .flatMap(fieldsOfJson)
      .filter(([key]) => key !== 'stack'),
  })
}

export const datadogFormat: ReportFormat = {
  id,
  label,
  sniff,
  parse: (input) => parseServiceEvents({ id, label }, input, (root) => findObjects(root, isEvent), readEvent),
}
