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
import { itemOf, parseKcdata, readKcText, readKcU32, readKcU64 } from './kcdata-items.ts'
import type { KcItem } from './kcdata-items.ts'
import { addStackshotTasks } from './kcdata-tasks.ts'
import { KC, kcTypeName } from './kcdata-types.ts'
import { machExceptionName, signalName } from '../base/mach-names.ts'
import { fileName } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { formatMilliseconds } from '../base/timestamp.ts'

const MAGICS: ReadonlyMap<number, { readonly label: string; readonly kind?: ReportKind }> = new Map([
  [0x59a25807, { label: 'Kernel stackshot', kind: 'stackshot' }],
  [0xde17a59a, { label: 'Kernel stackshot (changes)', kind: 'stackshot' }],
  [0xdeadf157, { label: 'Kernel corpse', kind: 'corpse' }],
  [0x53a20900, { label: 'Exit reason', kind: 'exit-reason' }],
  [0x1e21c09f, { label: 'Kernel boot tests' }],
])

export const kcdataFormat: ReportFormat = {
  id: 'kcdata',
  label: 'Kernel data (kcdata)',
  sniff: ({ bytes }: Sample) => magicOf(bytes) !== undefined,
  parse: parseKernelData,
}

function magicOf(bytes: Uint8Array) {
  if (bytes.length < 16) return undefined
  return MAGICS.get(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true))
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
      label: kcdataFormat.label,
      ...magicOf(bytes),
      file: path,
      text: '',
      textKind: 'none' as const,
      header: readHeader(all),
      exception: readException(all),
      termination: readTermination(all),
      applicationInfo: all.flatMap((item) => (item.type === KC.REASON_DESCRIPTION ? (readKcText(item) ?? []) : [])),
      threads,
      backtraces: [],
      callTrees: [],
      waits: waits.length > 0 ? waits : undefined,
      sections: [...sections, ...cacheSection(all), ...itemSection(items)],
      ...builder.finish(),
    }),
  ])
}

/** Items with those of nested buffers; those of tasks and threads stay where they are. */
function flatten(items: readonly KcItem[]): KcItem[] {
  return items.flatMap((item) => [item, ...(item.type === KC.NESTED_BUFFER ? flatten(item.children) : [])])
}

function readHeader(items: readonly KcItem[]): ReportHeader {
  const text = (type: number): string | undefined => readKcText(itemOf(items, type))
  const path = text(KC.CORPSE_PATH)
  const seconds = readKcU64(itemOf(items, KC.CORPSE_START_TIME))
  const micros = readKcU64(itemOf(items, KC.USECS_SINCE_EPOCH))
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
    date: micros === undefined ? undefined : formatMilliseconds(micros / 1000n),
    launched: seconds === undefined ? undefined : formatMilliseconds(seconds * 1000n),
  }
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
  // EXC_CRASH, which every corpse has, packs the first exception and the signal into its code.
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
  const descriptions = items.flatMap((item) => (item.type === KC.REASON_DESCRIPTION ? (readKcText(item) ?? []) : []))
  // Only a fault of the code signature carries its details.
  const implied = itemOf(items, KC.CODESIGNING) ? 'CODESIGNING' : undefined
  const namespace = space === undefined ? implied : exitNamespace(space)
  const code = readKcU64(basic, 4)
  const info = omitUndefined({
    namespace,
    code,
    indicator: namespace === undefined || code === undefined ? undefined : exitIndicator(namespace, code),
    reasons: descriptions.length > 0 ? descriptions : undefined,
  })
  return Object.keys(info).length > 0 ? info : undefined
}

/** Shared caches, of the system and of tasks with one of their own: slide, UUID, and the address where it is told. */
function cacheSection(items: readonly KcItem[]): ReportSection[] {
  const caches = (holder: KcItem | undefined, held: readonly KcItem[]): string[][] =>
    held
      .filter((item) => item.type === KC.SHARED_CACHE)
      .map((item) => [
        holder === undefined ? '' : String(BigInt.asIntN(32, holder.id)),
        formatHex(readKcU64(item) ?? 0n),
        uuidFromBytes(item.bytes.subarray(8, 24)) ?? '',
        formatHex(readKcU64(item, 24) ?? 0n),
      ])
  const tasks = items.filter((item) => item.type === KC.TASK)
  const rows = [...caches(undefined, items), ...tasks.flatMap((task) => caches(task, task.children))]
  if (rows.length === 0) return []
  return [{ kind: 'table', title: 'Shared caches', columns: ['pid', 'Slide', 'UUID', 'Load address'], rows }]
}

/** Every item at the top, so that nothing that the buffer says is out of sight. */
function itemSection(items: readonly KcItem[]): ReportSection[] {
  const rows = flatten(items)
    .filter((item) => item.children.length === 0 || item.type === KC.NESTED_BUFFER)
    .map((item) => [kcTypeName(item.type), String(item.count ?? ''), String(item.bytes.length), preview(item)])
  return rows.length === 0
    ? []
    : [{ kind: 'table', title: 'Items', columns: ['Item', 'Count', 'Bytes', 'Value'], rows: rows.slice(0, 10_000) }]
}

/** Bytes of structures that are shown, and those in which names are looked for. */
const mostShown = 32
const mostNames = 0x10000
/** A number with a name has this much for its name. */
const nameBytes = 32

/** Text where it is text, a number where it is one, else the first bytes in hexadecimal and the names among them. */
function preview(item: KcItem): string {
  const { type, bytes, count } = item
  const text = readKcText(item)
  if (type === KC.NAMED_U32 || type === KC.NAMED_U64) {
    const value = type === KC.NAMED_U32 ? readKcU32(item, nameBytes) : readKcU64(item, nameBytes)
    return `${readKcText(item, 0, nameBytes) ?? ''}: ${value ?? ''}`
  }
  if (text !== undefined && text.length >= 3 && /^[\x20-\x7e\n\t]+$/.test(text)) return text
  if (count === undefined && bytes.length === 4) return String(readKcU32(item) ?? '')
  if (count === undefined && bytes.length === 8) return String(readKcU64(item) ?? '')
  // Older kernels do not tell the padding behind a number.
  if (count === undefined && bytes.length === 16) {
    const [first, second] = [readKcU64(item), readKcU64(item, 8)]
    return second === 0n ? String(first) : `${first}, ${second}`
  }
  const shown = Array.from(bytes.subarray(0, mostShown), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
  // A page of a file: its address in the process and its place in the file.
  if (type === KC.CODESIGNING) {
    return [`${formatHex(readKcU64(item) ?? 0n)}, ${readKcU64(item, 8) ?? 0n}`, ...namesIn(bytes)].join(' ')
  }
  return [bytes.length > mostShown ? `${shown} …` : shown, ...namesIn(bytes)].join(' ')
}

/** Names that stand in a structure. */
function namesIn(bytes: Uint8Array): readonly string[] {
  const characters = new TextDecoder('latin1').decode(bytes.subarray(0, mostNames))
  return characters.match(/[\x20-\x7e]{3,}/g) ?? []
}
