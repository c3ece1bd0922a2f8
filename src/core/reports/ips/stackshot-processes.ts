/** The processes and stacks of JSON stackshots (`processByPid`, `binaryImages`), in `.ips` 288, 210 and 151. */
import { runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import type { ReportSection, Thread } from '../../model/report.ts'
import { asArray, asBigint, asNumber, asObject, asString, formatJson } from '../json/json.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { otherColumns } from '../json/other-columns.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'
import type { Wait } from '../../model/wait.ts'
import { readWaitLine, WaitBuilder } from '../base/wait-words.ts'
import { titles } from '../../messages/labels.ts'

/** Kinds of entries in `binaryImages`. */
const KINDS: Readonly<Record<string, string>> = {
  get T() {
    return titles.kernelImage
  },
  S: 'dyld shared cache',
  P: '',
  U: '',
}

/** Threads of all processes, and what the processes say of themselves. */
export interface StackshotContent {
  readonly threads: readonly Thread[]
  readonly sections: readonly ReportSection[]
  /** Waits of threads for others; empty where the report has none. */
  readonly waits: readonly Wait[]
}

/**
 * Reads `binaryImages` and `processByPid`. The report is about the process `pidAbout`, and blames its main thread. `before` is the number
 * of the report's threads before these.
 */
export function readStackshot(
  body: JsonObject,
  builder: ReportBuilder,
  pidAbout: number | undefined,
  before = 0,
): StackshotContent {
  const positions = asArray(body['binaryImages']).map((entry) => addImage(asArray(entry), builder))
  const processes = Object.values(asObject(body['processByPid'])).map(asObject)
  const waits = new WaitBuilder()
  const threads = processes.flatMap((process) => readThreads(process, builder, positions, pidAbout))
  if (processes.length === 0) return { threads, sections: [], waits: [] }
  let position = before
  for (const process of processes) {
    const owner = ownerOf(process)
    const pid = asNumber(process['pid'])
    if (pid !== undefined) waits.addProcess(pid, owner)
    for (const [key, value] of Object.entries(asObject(process['threadById'])))
      waits.addThread(asNumber(asObject(value)['id']) ?? Number(key), { thread: position++, process: owner })
    for (const line of [...asArray(process['waitInfo']), ...asArray(process['turnstileInfo'])]) {
      const read = readWaitLine(asString(line) ?? '')
      if (read?.waiter !== undefined) waits.add(read.waiter, read)
    }
  }
  return { threads, sections: [processTable(processes), threadTable(processes)], waits: waits.finish() }
}

/** Adds the image `[uuid, base, kind]`, which has no name and no size. Undefined for "absolute", which is no image. */
function addImage([uuid, base, kind]: readonly JsonValue[], builder: ReportBuilder): number | undefined {
  const letter = asString(kind) ?? ''
  if (letter === 'A') return undefined
  const load = asBigint(base)
  const id = parseUuid(asString(uuid) ?? '')
  return builder.addImage({
    name: KINDS[letter] ?? letter,
    ...(id ? { uuid: id } : {}),
    ...(load === undefined ? {} : { loadAddress: runtimeAddress(load) }),
    ...(letter === 'T' || letter === 'S' ? { origin: 'system' as const } : {}),
  })
}

function readThreads(
  process: JsonObject,
  builder: ReportBuilder,
  positions: readonly (number | undefined)[],
  pidAbout: number | undefined,
): Thread[] {
  const pid = asNumber(process['pid'])
  const owner = ownerOf(process)
  return Object.entries(asObject(process['threadById'])).map(([key, value]): Thread => {
    const thread = asObject(value)
    // The kernel's frames are the innermost; the user's begin where the system call was made.
    const kernel = readPairs(thread['kernelFrames'], positions)
    const user = readPairs(thread['userFrames'], positions)
    const frames = [...builder.addStack(kernel, 'thread'), ...builder.addStack(renumber(user, kernel.length), 'thread')]
    const name = asString(thread['name'])
    const queue = asString(thread['dispatch_queue_label'])
    const state = asArray(thread['state']).map((word) => formatJson(word))
    const isAbout = pid !== undefined && pid === pidAbout && asArray(thread['snapshotFlags']).includes('kThreadMain')
    return {
      id: asNumber(thread['id']) ?? Number(key),
      name: name ? `${owner} ${name}` : owner,
      crashed: isAbout,
      ...(isAbout && { attributed: true }),
      frames,
      ...(pid === undefined ? {} : { process: pid }),
      ...(queue ? { queue } : {}),
      ...(state.length > 0 ? { state } : {}),
    }
  })
}

/** `SpringBoard [34]`. */
function ownerOf(process: JsonObject): string {
  return `${asString(process['procname']) ?? '?'} [${asNumber(process['pid']) ?? '?'}]`
}

function renumber(rows: readonly FrameRow[], from: number): FrameRow[] {
  return rows.map((row, at) => ({ ...row, index: from + at }))
}

/** Pairs `[image, offset]`, innermost first. */
function readPairs(value: JsonValue | undefined, positions: readonly (number | undefined)[]): FrameRow[] {
  return asArray(value).flatMap((pair): FrameRow[] => {
    const [index, offset] = asArray(pair)
    const image = asNumber(index)
    const bytes = asBigint(offset)
    if (image === undefined || bytes === undefined) return []
    const position = positions[image]
    if (position === undefined) return [{ address: bytes }]
    return [{ image: position, offset: Number(bytes) }]
  })
}

function processTable(processes: readonly JsonObject[]): ReportSection {
  const others = otherColumns(processes, new Set(['pid', 'procname', 'threadById']), formatCell)
  const rows = processes.map((process) => [
    formatJson(process['pid']),
    formatJson(process['procname']),
    String(Object.keys(asObject(process['threadById'])).length),
    ...others.cells(process),
  ])
  return { kind: 'table', title: 'Processes', columns: ['pid', 'procname', 'threads', ...others.columns], rows }
}

function threadTable(processes: readonly JsonObject[]): ReportSection {
  const entries = processes.flatMap((process) =>
    Object.values(asObject(process['threadById'])).map((thread) => ({ process, thread: asObject(thread) })),
  )
  const others = otherColumns(
    entries.map(({ thread }) => thread),
    new Set(['userFrames', 'kernelFrames', 'id']),
    formatCell,
  )
  const rows = entries.map(({ process, thread }) => [
    formatJson(thread['id']),
    formatJson(process['procname']),
    ...others.cells(thread),
  ])
  return { kind: 'table', title: 'Threads', columns: ['id', 'process', ...others.columns], rows }
}

function formatCell(value: JsonValue | undefined): string {
  const words = asArray(value).filter((item) => typeof item === 'string')
  return words.length > 0 && words.length === asArray(value).length ? words.join(', ') : formatJson(value)
}
