/**
 * Raw kernel reports in kcdata: stackshots and their deltas, corpses, exit reasons, boot tests (xnu's `kern_cdata.h` and its
 * `kdd` library). Names of types are in `kcdata-types.ts`.
 */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, ReportHeader, ReportSection, TerminationInfo } from '../../model/report.ts'
import type { ReportKind } from '../../model/report-kind.ts'
import { formatHex } from '../../model/address.ts'
import { uuidFromBytes } from '../../model/image.ts'
import { archOfCpu } from '../../model/architecture.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { exitIndicator, exitNamespace } from './exit-reasons.ts'
import { contentsSection } from './kcdata-contents.ts'
import { ITEM_HEADER, itemOf, parseKcdata, readKcText, readKcU32, readKcU64 } from './kcdata-items.ts'
import type { KcItem } from './kcdata-items.ts'
import { addStackshotTasks, cacheFacts, pidOfTask } from './kcdata-tasks.ts'
import { KC } from './kcdata-types.ts'
import { machExceptionName, signalName } from '../base/mach-names.ts'
import { fileName } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { formatMilliseconds } from '../base/timestamp.ts'

interface BufferKind {
  readonly label: string
  readonly kind?: ReportKind
}

/** Kinds of buffers by the type of their first item. */
const BUFFERS: ReadonlyMap<number, BufferKind> = new Map([
  [0x59a25807, { label: 'Kernel stackshot', kind: 'stackshot' }],
  [0xde17a59a, { label: 'Kernel stackshot (changes)', kind: 'stackshot' }],
  [0xdeadf157, { label: 'Kernel corpse', kind: 'corpse' }],
  [0x53a20900, { label: 'Exit reason', kind: 'exit-reason' }],
  [0x1e21c09f, { label: 'Kernel boot tests' }],
])

export const kcdataFormat: ReportFormat = {
  id: 'kcdata',
  label: 'Kernel data (kcdata)',
  sniff: ({ bytes }: Sample) => bufferOf(bytes) !== undefined,
  parse: parseKernelData,
}

function bufferOf(bytes: Uint8Array): BufferKind | undefined {
  if (bytes.length < ITEM_HEADER) return undefined
  return BUFFERS.get(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true))
}

function parseKernelData({ path, bytes }: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(path)
  const { items, broken } = parseKcdata(bytes, path)
  if (broken) builder.problem(broken)
  const { threads, sections, waits } = addStackshotTasks(builder, items)
  // A corpse may hold another buffer: the reason of its end.
  const all = flatten(items)
  return success([
    omitUndefined({
      format: kcdataFormat.id,
      ...(bufferOf(bytes) ?? { label: kcdataFormat.label }),
      file: path,
      text: '',
      textKind: 'none' as const,
      header: readHeader(all),
      exception: readException(all),
      termination: readTermination(all),
      applicationInfo: reasonTexts(all),
      threads,
      backtraces: [],
      callTrees: [],
      waits: waits.length > 0 ? waits : undefined,
      sections: [...sections, ...cacheSection(all), ...contentsSection(all)],
      ...builder.finish(),
    }),
  ])
}

/** Items with those of nested buffers; those of tasks and threads stay where they are. */
function flatten(items: readonly KcItem[]): KcItem[] {
  return items.flatMap((item) => [item, ...(item.type === KC.NESTED_BUFFER ? flatten(item.children) : [])])
}

/** What the kernel or the process that ended it says of the reason, one text an item. */
function reasonTexts(items: readonly KcItem[]): readonly string[] {
  return items.flatMap((item) => (item.type === KC.REASON_DESCRIPTION ? (readKcText(item) ?? []) : []))
}

/** `items`: those outside of tasks and threads. */
function readHeader(items: readonly KcItem[]): ReportHeader {
  const text = (type: number): string | undefined => readKcText(itemOf(items, type))
  const path = text(KC.CORPSE_PATH)
  const launchSeconds = readKcU64(itemOf(items, KC.CORPSE_START_TIME))
  const dateMicroseconds = readKcU64(itemOf(items, KC.USECS_SINCE_EPOCH))
  const ids = itemOf(items, KC.CORPSE_UNIQUE_ID)
  const uuid = ids && uuidFromBytes(ids.bytes.subarray(0, 16))
  const cpu = readKcU32(itemOf(items, KC.CORPSE_CPU_TYPE))
  const parent = readKcU32(itemOf(items, KC.CORPSE_PPID))
  const values = {
    process: path === undefined ? text(KC.CORPSE_NAME) : fileName(path),
    path,
    pid: readKcU32(itemOf(items, KC.CORPSE_PID)),
    arch: archOfCpu(cpu, undefined),
    parent: parent === undefined ? undefined : `[${parent}]`,
    os: text(KC.OS_VERSION),
    date: dateMicroseconds === undefined ? undefined : formatMilliseconds(dateMicroseconds / 1000n),
    launched: launchSeconds === undefined ? undefined : formatMilliseconds(launchSeconds * 1000n),
  }
  // The header as a person reads it: these, and what has no place of its own in the model.
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['Process', values.process],
    ['Path', path],
    ['Process ID', values.pid?.toString()],
    ['Parent Process ID', parent?.toString()],
    ['UUID', uuid],
    ['OS Version', values.os],
    ['Boot arguments', text(KC.BOOT_ARGS)],
    ['Date/Time', values.date],
    ['Launch Time', values.launched],
    ['Crashed thread', readKcU64(itemOf(items, KC.CORPSE_CRASHED_THREAD))?.toString()],
    ['Page size', readKcU32(itemOf(items, KC.PAGE_SIZE))?.toString()],
  ]
  return omitUndefined({ ...values, fields: fields.flatMap(([key, value]) => (value ? [[key, value] as const] : [])) })
}

function readException(items: readonly KcItem[]): Report['exception'] {
  const item = itemOf(items, KC.CORPSE_EXCEPTION)
  const code = readKcU64(item)
  if (code === undefined) return undefined
  const subcode = readKcU64(item, 8) ?? 0n
  // Every corpse has EXC_CRASH. Its code holds the exception that was raised before (4 bits) and the signal (8 bits).
  const type = Number((code >> 20n) & 0xfn)
  const signal = Number((code >> 24n) & 0xffn)
  return omitUndefined({
    type: type > 0 ? machExceptionName(type) : 'EXC_CRASH',
    signal: signal > 0 ? signalName(signal) : undefined,
    rawCodes: [code, subcode],
  })
}

function readTermination(items: readonly KcItem[]): TerminationInfo | undefined {
  const basic = itemOf(items, KC.REASON_BASIC)
  const space = readKcU32(basic)
  const reasons = reasonTexts(items)
  // Where no namespace is told, details of a code signature prove it: no other end has them.
  const implied = itemOf(items, KC.CODESIGNING) ? 'CODESIGNING' : undefined
  const namespace = space === undefined ? implied : exitNamespace(space)
  const code = readKcU64(basic, 4)
  const info = omitUndefined({
    namespace,
    code,
    indicator: namespace === undefined || code === undefined ? undefined : exitIndicator(namespace, code),
    reasons: reasons.length > 0 ? reasons : undefined,
  })
  return Object.keys(info).length > 0 ? info : undefined
}

/** Shared caches, of the system and of tasks with one of their own: slide, UUID, and the address where it is told. */
function cacheSection(items: readonly KcItem[]): ReportSection[] {
  const rowsOf = (pid: string, siblings: readonly KcItem[]): string[][] =>
    siblings
      .filter((item) => item.type === KC.SHARED_CACHE)
      .map((item) => {
        const { slide, uuid, loadAddress } = cacheFacts(item)
        return [pid, formatHex(slide ?? 0n), uuid ?? '', formatHex(loadAddress ?? 0n)]
      })
  const tasks = items.filter((item) => item.type === KC.TASK)
  const rows = [...rowsOf('', items), ...tasks.flatMap((task) => rowsOf(String(pidOfTask(task)), task.children))]
  if (rows.length === 0) return []
  return [{ kind: 'table', title: 'Shared caches', columns: ['pid', 'Slide', 'UUID', 'Load address'], rows }]
}
