/**
 * KSCrash's JSON reports, from the first of 2012 to those of today, and the forks in Sentry, Bugsnag and Embrace. Field names:
 * KSCrash's `KSCrashReportFields.h`.
 */
import { linkAddress, runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report, ReportHeader, Stack, Thread, TerminationInfo } from '../../model/report.ts'
import { archOfCpu } from '../../model/architecture.ts'
import { versionText } from '../base/builds.ts'
import { readJsonReports } from '../base/json-report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { asArray, asBigint, asNumber, asObject, asString, formatJson, isJsonObject, parseJson } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { imageVersion } from './image-version.ts'
import { jsonKeys } from '../json/json-keys.ts'
import { sectionsOfJson } from '../json/json-sections.ts'
import { readKscrashEvents } from './kscrash-events.ts'
import { profileOf, profileSections, readProfileTrees } from './kscrash-profile.ts'
import { notableSection, readKscrashThread, stackSection } from './kscrash-thread.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { formatTimestamp } from '../base/timestamp.ts'
import { damageProblems } from '../base/json-damage.ts'
import { titles } from '../../messages/labels.ts'

/** Members that the model has fields for. */
const SHOWN = new Set(['report', 'binary_images', 'crash', 'recrash_report', 'profile'])

export const kscrashFormat: ReportFormat = {
  id: 'kscrash',
  label: 'KSCrash report (JSON)',
  sniff: sniffKscrash,
  parse: parseKscrash,
}

function sniffKscrash({ text }: Sample): boolean {
  const keys = jsonKeys(text)
  if (!keys || keys.has('bug_type') || keys.has('usedImages') || keys.has('debug_meta') || keys.has('event_id'))
    return false
  if (keys.has('binary_images') && (keys.has('image_addr') || keys.has('crash'))) return true
  if (keys.has('recrash_report') || keys.has('report_version_major')) return true
  // A piece of a thread.
  if (keys.has('contents') && keys.has('instruction_addr') && keys.has('object_addr')) return true
  return keys.has('crash') && keys.has('error') && (keys.has('report') || keys.has('crash_id'))
}

function parseKscrash(input: ReportInput): Outcome<readonly Report[]> {
  return readJsonReports(
    input,
    'KSCrash report',
    (document) => success(partsOf(asObject(document.value)).map((part) => buildReport(input, document, part))),
    parseObject,
  )
}

function parseObject(text: string): JsonDocument | undefined {
  const document = parseJson(text)
  return document && isJsonObject(document.value) ? document : undefined
}

/** One crash of a file; the images of a file belong to all its crashes. */
interface Part {
  readonly root: JsonObject
  readonly images: readonly JsonValue[]
  readonly label: string
}

/**
 * A file holds two crashes where the crash reporter itself crashed. Old writers put the second one inside the first, newer
 * ones the first inside the second, which is then of type `minimal`. The app's own crash comes first.
 */
function partsOf(outer: JsonObject): Part[] {
  const inner = outer['recrash_report']
  const { label } = kscrashFormat
  if (!isJsonObject(inner)) return [{ root: outer, images: imagesOf(outer), label }]
  const innerIsFirst = asString(asObject(outer['report'])['type']) === 'minimal' || inner['binary_images'] !== undefined
  const [first, second] = innerIsFirst ? [inner, outer] : [outer, inner]
  const images = imagesOf(first).length > 0 ? imagesOf(first) : imagesOf(second)
  const crashes = [
    { root: first, images, label },
    { root: second, images, label: titles.reporterCrash({ label }) },
  ]
  return crashes.filter(({ root }) => isJsonObject(root['crash']) || root === first)
}

function imagesOf(root: JsonObject): readonly JsonValue[] {
  return asArray(root['binary_images'] ?? asObject(root['crash'])['binary_images'])
}

function buildReport(input: ReportInput, document: JsonDocument, { root, images, label }: Part): Report {
  const builder = new ReportBuilder(input.path)
  for (const one of damageProblems(document, input.text, input.path)) builder.problem(one)
  const crash = asObject(root['crash'])
  const system = asObject(root['system'])
  const error = asObject(crash['error'])
  const messages = addImages(builder, images)

  const profile = profileOf(root, error)
  const callTrees = profile ? readProfileTrees(builder, profile, images.length > 0) : []
  const isProfile = profile !== undefined && asString(error['type']) === 'profile'
  const thrown = error['nsexception'] !== undefined && error['nsexception'] !== null
  const listed = asArray(crash['threads'])
  const rows = (listed.length > 0 ? listed : [crash['crashed_thread']]).filter(isJsonObject)
  const threads = rows.map((thread, position): Thread => {
    const read = readKscrashThread(builder, document, thread, position, thrown, isProfile)
    // It only wrote the report.
    return isForm(error) ? { ...read, crashed: false } : read
  })
  const reported = asObject(error['user_reported'])
  const userStack = asArray(reported['backtrace'])
  const events = readKscrashEvents(root, error)
  const report: Report = omitUndefined({
    format: kscrashFormat.id,
    label: isProfile ? 'KSCrash profile (JSON)' : label,
    kind: isProfile ? ('profile' as const) : undefined,
    file: input.path,
    text: input.text,
    textKind: 'json' as const,
    header: readHeader(root, crash, system),
    exception: isProfile || Object.keys(error).length === 0 ? undefined : readException(error),
    termination: readTermination(error),
    applicationInfo: [asString(crash['diagnosis']), ...messages].filter((line) => line !== undefined),
    threads,
    backtraces: userStack.length > 0 ? [scriptStack(builder, document, reported, userStack)] : [],
    callTrees,
    sections: [
      ...(profile ? profileSections(profile) : []),
      ...rows.flatMap((thread, position) => [...notableSection(thread, position), ...stackSection(thread, position)]),
      ...sectionsOfJson({ error: withoutProfile(error), ...root }, SHOWN),
    ],
    events: events.length > 0 ? events : undefined,
    ...builder.finish(),
  })
  return report
}

/** A profile is a call tree and a section of its own. */
function withoutProfile(error: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(error).filter(([key]) => key !== 'profile'))
}

/** Adds the images, and gives what `__crash_info` of each of them says. */
function addImages(builder: ReportBuilder, images: readonly JsonValue[]): string[] {
  return images.filter(isJsonObject).flatMap((image) => {
    const path = asString(image['name'])
    const loadAddress = asBigint(image['image_addr'])
    const text = asBigint(image['image_vmaddr'])
    builder.addImage(
      omitUndefined({
        name: fileName(path ?? ''),
        path,
        uuid: parseUuid(asString(image['uuid']) ?? ''),
        arch: archOfCpu(asNumber(image['cpu_type']), asNumber(image['cpu_subtype'])),
        loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
        size: asNumber(image['image_size']),
        version: imageVersion(image),
        textVmaddr: text ? linkAddress(text) : undefined,
        origin: originOfPath(path),
      }),
    )
    return ['crash_info_message', 'crash_info_message2', 'crash_info_backtrace', 'crash_info_signature'].flatMap(
      (key) => asString(image[key]) ?? [],
    )
  })
}

/** A stack that a script language reported: names and lines, no addresses. */
function scriptStack(
  builder: ReportBuilder,
  document: JsonDocument,
  reported: JsonObject,
  rows: readonly JsonValue[],
): Stack & { readonly title: string } {
  const frames = builder.addStack(
    rows.map((row) => {
      const frame = asObject(row)
      const name = typeof row === 'string' ? row : (asString(frame['methodName']) ?? asString(frame['function']) ?? '')
      return omitUndefined({
        symbol: omitUndefined({
          name,
          file: asString(frame['file']),
          line: asNumber(frame['lineNumber']),
          column: asNumber(frame['column']),
        }),
        span: isJsonObject(row) ? document.spans.get(row) : undefined,
      })
    }),
    'exact',
  )
  return { title: `${asString(reported['language']) ?? 'User reported'} stack`, frames }
}

/** The app reported an error itself: an exception and a signal stand there only to fill the form. */
const isForm = (error: JsonObject): boolean =>
  asString(error['type']) === 'user' && error['user_reported'] !== undefined

/** Why the system ended the program, where the writer learned it at the next launch. */
function readTermination(error: JsonObject): TerminationInfo | undefined {
  const code = asBigint(asObject(error['exit_reason'])['code'])
  return code === undefined ? undefined : { code }
}

function readException(error: JsonObject): ExceptionInfo {
  const mach = asObject(error['mach'])
  const signal = asObject(error['signal'])
  const ns = asObject(error['nsexception'])
  const cpp = asObject(error['cpp_exception'])
  const reported = asObject(error['user_reported'])
  const code = asBigint(mach['code'] ?? error['mach_code'])
  const subcode = asBigint(mach['subcode'] ?? error['mach_subcode'])
  const address = asBigint(error['address'])
  const codeName = asString(mach['code_name'] ?? error['mach_code_name'])
  const signalCode = asString(signal['code_name'] ?? error['signal_code_name'])
  const last = asObject(error['memory_termination'])
  const isFault = /BAD_ACCESS|SEGV|BUS/.test(
    `${formatJson(mach['exception_name'] ?? error['mach_exception'])} ${formatJson(signal['name'])}`,
  )
  return omitUndefined({
    type: isForm(error)
      ? undefined
      : (asString(mach['exception_name'] ?? error['mach_exception']) ?? asString(error['type'])),
    signal: isForm(error) ? undefined : asString(signal['name'] ?? error['signal_name']),
    codes: [codeName, signalCode].filter(Boolean).join(', ') || undefined,
    rawCodes: code === undefined ? undefined : [code, subcode ?? 0n],
    subtype: asString(error['type']),
    message: asString(error['termination_reason']) ?? asString(last['memory_pressure']),
    name: asString(ns['name']) ?? asString(cpp['name']) ?? asString(reported['name']),
    reason: asString(ns['reason']) ?? asString(error['reason']) ?? asString(cpp['reason']),
    // Zero is written where there is no faulting address, and where zero is that address: a null pointer.
    address: address === undefined || (address === 0n && !isFault) ? undefined : runtimeAddress(address),
  })
}

/** An exception whose memory was given back before the end, which may be the object that is missing. */
function lastDeallocated(process: JsonObject): string | undefined {
  const last = asObject(process['last_dealloced_nsexception'])
  return [asString(last['name']), asString(last['reason'])].filter(Boolean).join(': ') || undefined
}

function readHeader(root: JsonObject, crash: JsonObject, system: JsonObject): ReportHeader {
  const about = asObject(root['report'])
  const version = [asString(system['CFBundleShortVersionString']), asString(system['CFBundleVersion'])]
  const build = asString(system['os_version'])
  const os = [asString(system['system_name']), asString(system['system_version']), build && `(${build})`]
  const parent = asString(system['parent_process_name'])
  const formatVersion = about['version'] ?? root['report_version_major']
  const values = {
    process: [system['process_name'], about['process_name'], system['CFBundleExecutable']].map(asString).find(Boolean),
    path: asString(system['CFBundleExecutablePath']),
    bundleId: asString(system['CFBundleIdentifier']),
    version: versionText(version[0], version[1]),
    os: os.filter(Boolean).join(' ') || undefined,
    device: asString(system['machine']),
    arch:
      archOfCpu(asNumber(system['binary_cpu_type']), asNumber(system['binary_cpu_subtype'])) ??
      asString(system['binary_arch']) ??
      asString(system['cpu_arch']),
    date: formatTimestamp(about['timestamp'] ?? root['timestamp']),
    launched: formatTimestamp(system['app_start_time']),
    parent: parent && `${parent} [${formatJson(system['parent_process_id'])}]`,
    incident: asString(about['id']) ?? asString(root['crash_id']),
  }
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['Incident Identifier', values.incident],
    ['Hardware Model', values.device],
    ['Process', values.process && `${values.process} [${formatJson(system['process_id'])}]`],
    ['Path', values.path],
    ['Identifier', values.bundleId],
    ['Version', values.version],
    ['Code Type', values.arch],
    ['Parent Process', values.parent],
    ['Date/Time', values.date],
    ['Launch Time', values.launched],
    ['OS Version', values.os],
    ['Report type', asString(about['type'])],
    [
      'Report format',
      isJsonObject(formatVersion) ? Object.values(formatVersion).map(formatJson).join('.') : formatJson(formatVersion),
    ],
    ['Cause', asString(asObject(crash['error'])['type'])],
    ['Run', asString(about['run_id'])],
    ['Last deallocated exception', lastDeallocated(asObject(root['process']))],
  ]
  return omitUndefined({
    ...values,
    pid: asNumber(system['process_id']),
    fields: fields.flatMap(([key, value]) => (value ? [[key, value] as const] : [])),
  })
}
