/** Header, exception, termination and the free parts of `.ips` crash reports. */
import { runtimeAddress } from '../../model/address.ts'
import type { BinaryImage } from '../../model/image.ts'
import type { ExceptionInfo, ReportHeader, ReportSection, TerminationInfo } from '../../model/report.ts'
import { mainImage, readThrown } from '../text/apple-header.ts'
import { titles } from '../../messages/labels.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { archOfCodeType } from '../text/apple-registers.ts'
import { flattenFields } from './ips-file.ts'
import { MEMORY_ERROR_KEYS } from './ips-memory-error.ts'
import { asArray, asBigint, asNumber, asObject, asString, formatJson, isJsonObject } from '../json/json.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'

/** Parts of the body that the model has places for; everything else becomes a field or a section. */
const MODELLED = new Set([
  'threads',
  'usedImages',
  'binaryImages',
  'lastExceptionBacktrace',
  'asi',
  'asiBacktraces',
  'asiSignatures',
  'vmSummary',
  'vmRegionInfo',
  'vmregioninfo',
  'vmregion_info',
  'ktriageinfo',
  'extMods',
  'trialInfo',
  'reportNotes',
  'instructionByteStream',
  'exceptionReason',
  'syslog',
  ...MEMORY_ERROR_KEYS,
])

export function readHeader(line: JsonObject, body: JsonObject, images: readonly BinaryImage[]): ReportHeader {
  const bundle = asObject(body['bundleInfo'])
  const os = asObject(body['osVersion'])
  const short =
    asString(bundle['CFBundleShortVersionString']) ?? asString(line['app_version']) ?? asString(body['appVersion'])
  const build = asString(bundle['CFBundleVersion']) ?? asString(line['build_version'])
  // Pieces of a body often have this one, and not the others.
  const faulted = asString(asObject(body['os_fault'])['process'])
  const process = asString(body['procName']) ?? asString(line['app_name']) ?? asString(line['name']) ?? faulted
  const path = asString(body['procPath'])
  const train = asString(os['train'])
  const release = asString(os['build'])
  const cpu = asString(body['cpuType'])
  const parent = asString(body['parentProc'])
  const parentPid = asNumber(body['parentPid'])
  const translated = body['translated'] === true || body['translated'] === 1
  const main = mainImage(images, process, path)
  // Images on Rosetta are the translated program's, and the runtime's own, which are of the machine's kind.
  const arch = main?.arch ?? (cpu === undefined ? undefined : archOfCodeType(cpu)) ?? images[0]?.arch
  const fields = [...(line === body ? [] : flattenFields(line, NOTHING)), ...flattenFields(body, MODELLED)]
  return omitUndefined({
    process,
    pid: asNumber(body['pid']),
    path,
    bundleId: asString(bundle['CFBundleIdentifier']) ?? asString(line['bundleID']) ?? asString(body['bundleID']),
    version: short && build ? `${short} (${build})` : (short ?? build),
    os:
      asString(line['os_version']) ??
      asString(body['osVersion']) ??
      (train && release ? `${train} (${release})` : train),
    device: asString(body['modelCode']),
    arch: translated && arch === 'arm64' ? 'x86_64' : arch,
    date: asString(body['captureTime']) ?? asString(line['timestamp']),
    launched: asString(body['procLaunch']),
    parent: parent === undefined ? undefined : parentPid === undefined ? parent : `${parent} [${parentPid}]`,
    incident: asString(body['incident']) ?? asString(line['incident_id']),
    fields: [...new Map([...fields, ...crashedThread(body)])],
  })
}

/** The number of the crashed thread, where the body has lost its threads. */
function crashedThread(body: JsonObject): readonly (readonly [string, string])[] {
  const number = asNumber(body['faultingThread'])
  return number === undefined || asArray(body['threads']).length > 0 ? [] : [['Crashed Thread', String(number)]]
}

const NOTHING: ReadonlySet<string> = new Set()

export function readException(body: JsonObject, applicationInfo: readonly string[]): ExceptionInfo | undefined {
  const entry = asObject(body['exception'])
  const thrown = asObject(body['exceptionReason'])
  const subtype = asString(entry['subtype'])
  const at = /\bat (0x[0-9a-fA-F]{1,16})\b/.exec(subtype ?? '')?.[1]
  const raw = asArray(entry['rawCodes']).flatMap((code) => asBigint(code) ?? [])
  const info = omitUndefined({
    type: asString(entry['type']),
    signal: asString(entry['signal']),
    codes: asString(entry['codes']) ?? (isJsonObject(entry['codes']) ? formatJson(entry['codes']) : undefined),
    rawCodes: raw.length > 0 ? raw : undefined,
    subtype,
    message: asString(entry['message']),
    address: at === undefined ? undefined : runtimeAddress(BigInt(at)),
    ...readThrown(applicationInfo),
    ...omitUndefined({
      name: asString(thrown['name']),
      reason: asString(thrown['composed_message']) ?? asString(thrown['reason']),
    }),
  })
  return Object.keys(info).length > 0 ? info : undefined
}

export function readTermination(body: JsonObject): TerminationInfo | undefined {
  const entry = asObject(body['termination'])
  const byPid = asNumber(entry['byPid'])
  const byProcess = asString(entry['byProc'])
  const reasons = ['reasons', 'details', 'reason'].flatMap((key) => {
    const value = entry[key]
    return Array.isArray(value) ? asArray(value).map((text) => formatJson(text)) : (asString(value) ?? [])
  })
  const info = omitUndefined({
    namespace: asString(entry['namespace']),
    code: asBigint(entry['code']),
    indicator: asString(entry['indicator']),
    reasons: reasons.length > 0 ? reasons : undefined,
    byProcess: byProcess !== undefined && byPid !== undefined ? `${byProcess} [${byPid}]` : byProcess,
  })
  return Object.keys(info).length > 0 ? info : undefined
}

/** The texts of `asi`, and whose they are. */
export function readApplicationInfo(body: JsonObject): readonly { readonly image: string; readonly text: string }[] {
  return Object.entries(asObject(body['asi'])).flatMap(([image, texts]) =>
    (Array.isArray(texts) ? asArray(texts) : [texts ?? null])
      .map((text) => ({ image, text: formatJson(text).trimEnd() }))
      .filter(({ text }) => text !== ''),
  )
}

/** Everything that the model has no place for, as it is. */
export function readSections(body: JsonObject): ReportSection[] {
  const sections: ReportSection[] = []
  const text = (title: string, value: JsonValue | undefined): void => {
    const words = Array.isArray(value)
      ? asArray(value)
          .map((item) => formatJson(item))
          .join('\n')
      : formatJson(value)
    if (words.trim() !== '') sections.push({ kind: 'text', title, text: words.trimEnd() })
  }
  const asi = Object.entries(asObject(body['asi']))
  if (asi.length > 0) {
    const rows = asi.flatMap(([image, texts]) =>
      (Array.isArray(texts) ? asArray(texts) : [texts ?? null]).map((item) => [image, formatJson(item)]),
    )
    sections.push({ kind: 'table', title: 'Application Specific Information', columns: ['Image', 'Text'], rows })
  }
  text('Application Specific Signatures', body['asiSignatures'])
  text('Kernel Triage', body['ktriageinfo'])
  text('VM Region Info', body['vmRegionInfo'] ?? body['vmregioninfo'] ?? body['vmregion_info'])
  text('Report notes', body['reportNotes'])
  text('Filtered syslog', body['syslog'])
  text('VM Region Summary', body['vmSummary'])
  for (const [key, title] of [
    ['extMods', 'External Modification Summary'],
    ['trialInfo', 'Trial Info'],
    ['exceptionReason', titles.exceptionReason],
    ['instructionByteStream', 'Instruction stream'],
  ] as const) {
    const rows = flattenFields(asObject(body[key]), NOTHING)
    if (rows.length > 0) sections.push({ kind: 'table', title, columns: ['Key', 'Value'], rows })
  }
  asArray(body['threads']).forEach((thread, index) => {
    const stream = asObject(asObject(asObject(thread)['instructionState'])['instructionStream'])
    const bytes = asArray(stream['bytes']).flatMap((byte) => asNumber(byte) ?? [])
    if (bytes.length === 0) return
    const offset = asNumber(stream['offset']) ?? -1
    const words = bytes.map((byte, at) => (at === offset ? `[${hexByte(byte)}]` : ` ${hexByte(byte)} `).trimEnd())
    sections.push({ kind: 'text', title: `Thread ${index} instruction stream`, text: formatRows(words, 16) })
  })
  const ids = asArray(body['threads']).map((thread, index) => [`${index}`, formatJson(asObject(thread)['id'])])
  if (ids.some(([index, id]) => id !== '' && id !== index)) {
    sections.push({ kind: 'table', title: 'Thread ids', columns: ['Thread', 'Id'], rows: ids })
  }
  return sections
}

function hexByte(byte: number): string {
  return (byte & 0xff).toString(16).padStart(2, '0')
}

function formatRows(words: readonly string[], width: number): string {
  const rows: string[] = []
  for (let at = 0; at < words.length; at += width) rows.push(words.slice(at, at + width).join(''))
  return rows.join('\n')
}
