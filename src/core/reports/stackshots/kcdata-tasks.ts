/** Tasks and threads of a kernel stackshot: their images, their user and kernel stacks. */
import { runtimeAddress } from '../../model/address.ts'
import { reachOfUnsized, uuidFromBytes, type ImageUuid } from '../../model/image.ts'
import type { ReportSection, Thread } from '../../model/report.ts'
import type { Wait } from '../../model/wait.ts'
import { itemOf, readKcText, readKcU32, readKcU64 } from './kcdata-items.ts'
import type { KcItem } from './kcdata-items.ts'
import { KC } from './kcdata-types.ts'
import { threadStates } from './thread-states.ts'
import { addKcWaits } from './kcdata-waits.ts'
import { NearestImages } from '../base/nearest-images.ts'
import type { PlacedImage } from '../base/nearest-images.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'
import { WaitBuilder } from '../base/wait-words.ts'

/** Layout of `task_snapshot_v2`. */
const TASK_PID = 84
const TASK_NAME = 88
const TASK_NAME_SIZE = 32
/** Layout of `thread_snapshot_v4`. */
const THREAD_ID = 0
const THREAD_CONTINUATION = 16
const THREAD_STATE = 88

/** Adds all tasks; threads keep the order of the buffer, each named after its process. */
export function addStackshotTasks(
  builder: ReportBuilder,
  items: readonly KcItem[],
): { threads: Thread[]; sections: ReportSection[]; waits: readonly Wait[] } {
  const tasks = items.filter((item) => item.type === KC.TASK)
  const cache = addSharedCache(builder, itemOf(items, KC.SHARED_CACHE))
  const threads: Thread[] = []
  const rows: string[][] = []
  const waits = new WaitBuilder()
  for (const task of tasks) {
    const snapshot = itemOf(task.children, KC.TASK_SNAPSHOT)
    const pid = readKcU32(snapshot, TASK_PID) ?? pidOfTask(task)
    const name = readKcText(snapshot, TASK_NAME, TASK_NAME_SIZE) ?? '???'
    const listed = addImages(builder, task.children)
    const images = new NearestImages(cache ? [...listed, cache] : listed)
    const own = task.children.filter((item) => item.type === KC.THREAD)
    rows.push([String(pid), name, String(own.length)])
    const process = `${name} [${pid}]`
    waits.addProcess(pid, process)
    for (const item of own) {
      const thread = { ...readThread(builder, images, item, process), process: pid }
      waits.addThread(thread.id, { thread: threads.length, process })
      threads.push(thread)
    }
    addKcWaits(waits, task.children)
  }
  return {
    threads,
    waits: waits.finish(),
    sections:
      rows.length === 0 ? [] : [{ kind: 'table', title: 'Processes', columns: ['pid', 'Name', 'Threads'], rows }],
  }
}

/** No single image is larger; system images, which no list has, lie farther away. */
const IMAGE_REACH = BigInt(reachOfUnsized)
const CACHE_REACH = 0x1_8000_0000n

/** Process id by the container of a task, which holds it as a number with a sign. */
export function pidOfTask(task: KcItem): number {
  return Number(BigInt.asIntN(32, task.id))
}

interface CacheFacts {
  readonly slide?: bigint | undefined
  readonly uuid?: ImageUuid | undefined
  readonly loadAddress?: bigint | undefined
}

/**
 * A `dyld_shared_cache_loadinfo`: a slide, a UUID, and from macOS 10.13 and iOS 11 on its first address. A field is undefined where
 * the item ends before it.
 */
export function cacheFacts(item: KcItem): CacheFacts {
  return {
    slide: readKcU64(item),
    uuid: uuidFromBytes(item.bytes.subarray(8, 24)),
    loadAddress: readKcU64(item, 24),
  }
}

/** The shared cache as one image. */
function addSharedCache(builder: ReportBuilder, item: KcItem | undefined): PlacedImage | undefined {
  const { loadAddress, uuid } = item ? cacheFacts(item) : {}
  // Older writers leave other bytes in this place.
  if (!uuid || !loadAddress || loadAddress % 0x1000n !== 0n) return undefined
  const image = omitUndefined({
    name: 'dyld shared cache',
    uuid,
    loadAddress: runtimeAddress(loadAddress),
    origin: 'system' as const,
  })
  return { index: builder.addImage(image, builder.newImageList()), loadAddress, end: loadAddress + CACHE_REACH }
}

/** Load infos are an address of 8 (or 4) bytes and a UUID. */
function addImages(builder: ReportBuilder, items: readonly KcItem[]): PlacedImage[] {
  const list = builder.newImageList()
  return items.flatMap((item) => {
    const wide = item.type === KC.LOAD_INFO_64 || item.type === KC.KERNELCACHE_LOAD_INFO
    if (!wide && item.type !== KC.LOAD_INFO_32) return []
    const size = wide ? 24 : 20
    const found: PlacedImage[] = []
    for (let at = 0; at + size <= item.bytes.length; at += size) {
      const loadAddress = wide ? readKcU64(item, at) : BigInt(readKcU32(item, at) ?? 0)
      const uuid = uuidFromBytes(item.bytes.subarray(at + size - 16, at + size))
      if (loadAddress === undefined) continue
      const index = builder.addImage(omitUndefined({ name: '', uuid, loadAddress: runtimeAddress(loadAddress) }), list)
      found.push({ index, loadAddress })
    }
    return found
  })
}

function readThread(builder: ReportBuilder, images: NearestImages, thread: KcItem, process: string): Thread {
  const snapshot = itemOf(thread.children, KC.THREAD_SNAPSHOT)
  const name = readKcText(itemOf(thread.children, KC.THREAD_NAME))
  const bits = readKcU32(snapshot, THREAD_STATE) ?? 0
  const state = threadStates(bits, readKcU64(snapshot, THREAD_CONTINUATION) ?? 0n)
  // The kernel part is the inner one: a thread in the kernel came there from the user part's first row.
  const kernel = framesOf(thread.children, 'kernel')
  const user = framesOf(thread.children, 'user')
  return omitUndefined({
    id: Number(readKcU64(snapshot, THREAD_ID) ?? thread.id),
    name: name === undefined ? process : `${process} ${name}`,
    queue: readKcText(itemOf(thread.children, KC.QUEUE_LABEL)),
    crashed: false,
    state: state.length > 0 ? state : undefined,
    frames: builder.addStack(
      [...kernel, ...user].map((row) => ({
        ...row,
        image: row.address === undefined ? undefined : images.at(row.address, IMAGE_REACH)?.index,
      })),
      'thread',
    ),
  })
}

/** Rows are a return address, with or without the stack pointer behind it; the first one is where the thread stood. */
function framesOf(items: readonly KcItem[], side: 'kernel' | 'user'): FrameRow[] {
  const [wide, narrow, wideLr, narrowLr] =
    side === 'kernel'
      ? [KC.KERNEL_FRAMES_64, KC.KERNEL_FRAMES_32, KC.KERNEL_LRS_64, KC.KERNEL_LRS_32]
      : [KC.USER_FRAMES_64, KC.USER_FRAMES_32, KC.USER_LRS_64, KC.USER_LRS_32]
  return items.flatMap((item): FrameRow[] => {
    const size =
      item.type === wide ? 16 : item.type === wideLr || item.type === narrow ? 8 : item.type === narrowLr ? 4 : 0
    if (size === 0) return []
    const isWide = item.type === wide || item.type === wideLr
    const rows: FrameRow[] = []
    for (let at = 0; at + size <= item.bytes.length; at += size) {
      const address = isWide ? readKcU64(item, at) : BigInt(readKcU32(item, at) ?? 0)
      rows.push({ address, ...(at === 0 ? { kind: 'exact' as const } : {}) })
    }
    return rows
  })
}
