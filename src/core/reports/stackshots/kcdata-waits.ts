/**
 * Waits between the threads of a kernel stackshot: arrays of `stackshot_thread_waitinfo` and `stackshot_thread_turnstileinfo` in each
 * task, both packed (osfmk/kern/kcdata.h). The kinds of waits are `block_hint_t` (osfmk/kern/block_hint.h). Later versions append
 * fields.
 */
import { kernelWaits } from '../../messages/waits.ts'
import { formatHex } from '../../model/address.ts'
import type { ReadTarget, ReadWait, WaitBuilder } from '../base/wait-words.ts'
import { readKcU64, type KcItem } from './kcdata-items.ts'
import { KC } from './kcdata-types.ts'

/** `owner`, `waiter` and `context` of 8 bytes each, `wait_type` of one. */
const WAIT = { owner: 0, waiter: 8, context: 16, type: 24, size: 25 }
/** `waiter` and `turnstile_context` of 8 bytes, priority and hops of one, flags of 8. */
const TURNSTILE = { waiter: 0, context: 8, hops: 17, flags: 18, size: 26 }
const TURNSTILE_FLAGS = { lockedQueue: 0x2n, workqueue: 0x4n, thread: 0x8n, task: 0x10n, lockHeld: 0x20n }

/** Keys of texts that need no other parameters than these. */
type WordsFor<P> = {
  [K in keyof typeof kernelWaits]: (typeof kernelWaits)[K] extends (given: P) => string ? K : never
}[keyof typeof kernelWaits]

/** A kind of wait, and what the number of its owner is. A port's receiver or a semaphore's maker need not be who ends the wait. */
interface Kind {
  readonly words: WordsFor<{ place: string }>
  readonly owner: 'thread' | 'process' | 'maker' | 'none'
}
const kinds: ReadonlyMap<number, Kind> = new Map<number, Kind>([
  [0x1, { words: 'mutex', owner: 'thread' }],
  [0x2, { words: 'receive', owner: 'none' }],
  [0x3, { words: 'receiveSet', owner: 'none' }],
  [0x4, { words: 'send', owner: 'process' }],
  [0x5, { words: 'sendInTransit', owner: 'none' }],
  [0x6, { words: 'semaphore', owner: 'maker' }],
  [0x7, { words: 'rwlockRead', owner: 'thread' }],
  [0x8, { words: 'rwlockWrite', owner: 'thread' }],
  [0x9, { words: 'rwlockUpgrade', owner: 'thread' }],
  [0xa, { words: 'userLock', owner: 'thread' }],
  [0xb, { words: 'pthreadMutex', owner: 'thread' }],
  [0xc, { words: 'pthreadRead', owner: 'thread' }],
  [0xd, { words: 'pthreadWrite', owner: 'thread' }],
  [0xe, { words: 'condition', owner: 'none' }],
  [0x10, { words: 'workloop', owner: 'thread' }],
  [0x11, { words: 'process', owner: 'process' }],
  [0x12, { words: 'inheritor', owner: 'thread' }],
  [0x13, { words: 'eventlink', owner: 'thread' }],
  [0x14, { words: 'compressor', owner: 'thread' }],
])
/** A worker thread without work waits for nobody. */
const PARKED: ReadonlySet<number> = new Set([0x0, 0xf, 0x15])

/** Owners that are no thread and no process: the highest numbers of 64 bits (`STACKSHOT_WAITOWNER_…`). */
const ALL_BITS = (1n << 64n) - 1n
const noOwners: ReadonlyMap<bigint, WordsFor<{ what: string }>> = new Map<bigint, WordsFor<{ what: string }>>([
  [ALL_BITS - 1n, 'byKernel'],
  [ALL_BITS - 2n, 'portLocked'],
  [ALL_BITS - 3n, 'portLocked'],
  [ALL_BITS - 4n, 'inTransit'],
  [ALL_BITS - 5n, 'spinning'],
  [ALL_BITS - 6n, 'noWorker'],
  [ALL_BITS - 7n, 'suspended'],
])

/** Adds the waits of a task; its threads may be added before or after. */
export function addKcWaits(waits: WaitBuilder, task: readonly KcItem[]): void {
  for (const item of task) {
    if (item.type === KC.THREAD_WAITINFO) {
      for (const at of elementsOf(item, WAIT.size)) note(waits, readKcU64(item, at + WAIT.waiter), readWait(item, at))
    } else if (item.type === KC.THREAD_TURNSTILEINFO) {
      for (const at of elementsOf(item, TURNSTILE.size))
        note(waits, readKcU64(item, at + TURNSTILE.waiter), readTurnstile(item, at))
    }
  }
}

function note(waits: WaitBuilder, waiter: bigint | undefined, read: ReadWait | undefined): void {
  // Above 2^53 two ids can become one number.
  if (read && waiter !== undefined && waiter > 0n && waiter < 1n << 53n) waits.add(Number(waiter), read)
}

/** Where the elements of an array begin: they may be longer than what is read of them, and not shorter. */
function elementsOf({ bytes, count = 1 }: KcItem, least: number): readonly number[] {
  const size = count > 0 ? Math.floor(bytes.length / count) : 0
  return size < least ? [] : Array.from({ length: count }, (_, at) => at * size)
}

function readWait(item: KcItem, at: number): ReadWait | undefined {
  const type = item.bytes[at + WAIT.type] ?? 0
  if (PARKED.has(type)) return undefined
  const owner = readKcU64(item, at + WAIT.owner) ?? 0n
  const place = formatHex(readKcU64(item, at + WAIT.context) ?? 0n)
  const kind = kinds.get(type)
  const what = kind ? kernelWaits[kind.words]({ place }) : kernelWaits.unknown({ type, place })
  const told = noOwners.get(owner)
  if (told) return { text: kernelWaits[told]({ what }) }
  if (!kind || kind.owner === 'none') return { text: what }
  if (owner === 0n) return { text: kernelWaits.unknownOwner({ what }) }
  if (kind.owner === 'thread')
    return { text: kernelWaits.byThread({ what, id: owner.toString() }), ...target(owner, 'id', 1) }
  const text = kernelWaits.byProcess({ what, pid: owner.toString() })
  return kind.owner === 'maker' ? { text } : { text, ...target(owner, 'pid', 1) }
}

function readTurnstile(item: KcItem, at: number): ReadWait {
  const context = readKcU64(item, at + TURNSTILE.context) ?? 0n
  const flags = readKcU64(item, at + TURNSTILE.flags) ?? 0n
  const hops = Math.max(1, item.bytes[at + TURNSTILE.hops] ?? 1)
  const has = (flag: bigint): boolean => (flags & flag) !== 0n
  if (has(TURNSTILE_FLAGS.thread))
    return { text: kernelWaits.turnstileThread({ id: context.toString(), hops }), ...target(context, 'id', hops) }
  if (has(TURNSTILE_FLAGS.task))
    return { text: kernelWaits.turnstileTask({ pid: context.toString(), hops }), ...target(context, 'pid', hops) }
  if (has(TURNSTILE_FLAGS.workqueue)) return { text: kernelWaits.turnstileQueue({ place: formatHex(context) }) }
  if (has(TURNSTILE_FLAGS.lockedQueue | TURNSTILE_FLAGS.lockHeld)) return { text: kernelWaits.turnstileLocked() }
  return { text: kernelWaits.turnstileUnknown() }
}

function target(number: bigint, what: 'id' | 'pid', hops: number): { readonly on?: ReadTarget } {
  if (number === 0n || number >= 1n << 53n) return {}
  return { on: what === 'id' ? { id: Number(number), hops } : { pid: Number(number), hops } }
}
