/** Simplified Chinese of `core/messages/en/waits.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/waits.ts'
import type { Whole } from '../../whole.ts'

export const waitWords: Whole<typeof english.waitWords> = {
  title: '等待',
  thread: ({ number }) => `线程 ${number}`,
  deadlock: ({ threads }) =>
    threads === 1 ? '死锁：一个线程在等待它自己' : `死锁：${formatNumber(threads)} 个线程互相等待`,
  chain: ({ waits }) => (waits === 1 ? '1 次等待' : `${formatNumber(waits)} 次等待依次相连`),
  waitsAt: ({ what }) => `等待：${what}`,
  closes: ({ first }) => `如此循环：最后一个等待 ${first}`,
  further: ({ links }) => `还有 ${formatNumber(links)} 个环节`,
  others: '未指明由谁结束的等待',
  other: ({ what, count }) => `${formatNumber(count)} × ${what}`,
  moreChains: ({ chains }) => `还有 ${formatNumber(chains)} 条等待链`,
}

/** The object's address is last, so that waits of one kind begin alike. */
export const kernelWaits: Whole<typeof english.kernelWaits> = {
  mutex: ({ place }) => `内核互斥锁 ${place}`,
  receive: ({ place }) => `mach_msg 接收，端口 ${place}`,
  receiveSet: ({ place }) => `mach_msg 接收，端口集 ${place}`,
  send: ({ place }) => `mach_msg 发送，端口 ${place}`,
  sendInTransit: ({ place }) => `mach_msg 发送，传输中的端口 ${place}`,
  semaphore: ({ place }) => `信号量端口 ${place}`,
  rwlockRead: ({ place }) => `krwlock ${place}，用于读取`,
  rwlockWrite: ({ place }) => `krwlock ${place}，用于写入`,
  rwlockUpgrade: ({ place }) => `krwlock ${place}，用于升级`,
  userLock: ({ place }) => `unfair lock ${place}`,
  pthreadMutex: ({ place }) => `pthread 互斥锁 ${place}`,
  pthreadRead: ({ place }) => `pthread 读写锁 ${place}，用于读取`,
  pthreadWrite: ({ place }) => `pthread 读写锁 ${place}，用于写入`,
  condition: ({ place }) => `pthread 条件变量 ${place}`,
  workloop: ({ place }) => `workloop 同步等待 ${place}`,
  process: () => 'waitpid',
  inheritor: ({ place }) => `turnstile ${place}`,
  eventlink: ({ place }) => `eventlink ${place}`,
  compressor: ({ place }) => `内存压缩段 ${place}`,
  unknown: ({ type, place }) => `类型为 ${type} 的等待 ${place}`,
  byThread: ({ what, id }) => `${what}，由线程 ${id} 持有`,
  byProcess: ({ what, pid }) => `${what}，由 pid ${pid} 持有`,
  byKernel: ({ what }) => `${what}，由内核持有`,
  portLocked: ({ what }) => `${what}，已锁定`,
  inTransit: ({ what }) => `${what}，传输中`,
  spinning: ({ what }) => `${what}，被短暂持有`,
  noWorker: ({ what }) => `${what}，尚无工作线程`,
  suspended: ({ what }) => `${what}，已挂起`,
  unknownOwner: ({ what }) => `${what}，持有者未知`,
  turnstileThread: ({ id, hops }) => `turnstile，推动线程 ${id}，跳数：${hops}`,
  turnstileTask: ({ pid, hops }) => `turnstile，阻塞于 pid 为 ${pid} 的任务，跳数：${hops}`,
  turnstileQueue: ({ place }) => `turnstile，工作队列 ${place}`,
  turnstileLocked: () => 'turnstile，其队列已被锁定',
  turnstileUnknown: () => 'turnstile，持有者未知',
}
