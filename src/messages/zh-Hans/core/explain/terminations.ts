/** Simplified Chinese of the terminations, limits, guards and panics in `core/messages/en/explain/system.ts` and `guards.ts`. */
import type { ExplanationText, LimitFacts, Where } from '../../../../core/messages/explain/text.ts'
import type { PortUse } from '../../../../core/messages/explain/system.ts'
import type { explanations } from '../../../../core/messages/explanations.ts'
import type { Whole } from '../../../whole.ts'
import { inFunction } from './text.ts'

const fixed = (title: string, meaning: string, checks: readonly string[]) => (): ExplanationText => ({
  title,
  meaning,
  checks,
})

/** Limits of a resource. */
function endOfLimit({ isFatal, isSaidEnded }: LimitFacts): string {
  if (isFatal) return '进程因此被终止。'
  return isSaidEnded ? '报告周围的文字说程序崩溃了。' : '有这样的报告并不表示进程已被终止。'
}

const limit =
  (title: string, meaning: string, checks: readonly string[] | ((p: LimitFacts) => readonly string[])) =>
  (p: Where & LimitFacts): ExplanationText => ({
    title: title + inFunction(p) + (p.numbers === undefined ? '' : `：${p.numbers.replace(/[()]/g, '')}`),
    meaning: `${meaning}${endOfLimit(p)}`,
    checks: typeof checks === 'function' ? checks(p) : checks,
  })

/** Apple's codes for terminations. */
export const terminationCodes = {
  'file-lock-while-suspended': (p: { isMac?: boolean | undefined }): ExplanationText => ({
    title: 'App 在挂起期间仍持有文件锁或未结束的数据库事务',
    meaning: '0xdead10cc，“dead lock”：系统挂起 App 时，共享容器中的某个文件或 SQLite 数据库仍被锁定。',
    checks: p.isMac
      ? ['在系统可能挂起进程之前，结束事务并释放共享文件的锁。']
      : [
          '获取锁之前，用 `beginBackgroundTask` 或 `performExpiringActivity` 申请时间。',
          '在 App 进入后台之前结束事务。',
        ],
  }),
  stackshot: fixed('这是整个系统的快照，不是崩溃', '0xbaaaaaad：按键组合或某个工具对所有进程做了 stackshot。', [
    '没有发生崩溃。查看运行缓慢的那个进程的线程。',
  ]),
  'voip-resumed-too-often': fixed('VoIP App 因恢复运行过于频繁被终止', '0xbad22222：系统限制这类 App 被唤醒的频率。', [
    '使用 PushKit，并减少连接上的活动。',
  ]),
  thermal: fixed(
    'App 因设备过热被终止',
    '0xc00010ff，“cool off”：系统终止了产生热量的程序。这不一定是该 App 的问题。',
    ['查看同一时间的其他报告，以及 App 用了多少 CPU 和 GPU。'],
  ),
  'voip-call-not-reported': fixed(
    'App 因没有向 CallKit 报告来电被终止',
    '0xbaadca11，“bad call”：收到 VoIP 推送的 App 必须向 CallKit 报告来电。',
    ['收到 PushKit 通知后，每条执行路径都会报告来电吗？App 刚启动时也会吗？'],
  ),
  'user-force-quit': fixed(
    '用户强制退出了 App',
    '0xdeadfa11，“dead fall”：用户强制退出了 App，通常是因为它没有响应。',
    ['主线程当时在忙还是在等待？查看它的调用栈。'],
  ),
  'security-violation': fixed(
    'App 因违反安全规定被终止',
    '0x2bad45ec，“too bad for security”：在系统看来，它在安全界面之上绘制了内容。',
    ['设备锁定的过程中，App 在做什么？'],
  ),
  'watch-assertion': fixed('App 在后台占用了过多时间或资源', '0xbada5e47：违反了系统电源管理的断言（assertion）。', [
    '减少在后台的工作。',
  ]),
  'disk-space': fixed('App 因系统要释放磁盘空间被终止', '0xbaddd15c，“bad disc”：系统当时正在删除 App 的可清除文件。', [
    '代码没有问题。让缓存保持较小。',
  ]),
  'background-task-late': fixed('App 因后台任务未及时结束被终止', '0x2182bad2：任务的时间已用完，App 仍未结束任务。', [
    '`beginBackgroundTask` 之后的每条执行路径都会调用 `endBackgroundTask` 吗？到期处理程序也会吗？',
  ]),
  'background-session-late': fixed(
    'App 因后台 URL 会话未及时完成被终止',
    '0x2182bad3：处理后台 URL 会话的时间已用完。',
    ['每条执行路径都会尽快调用会话事件的完成处理程序吗？'],
  ),
  'background-fetch-late': fixed('App 因后台获取未及时完成被终止', '0x2182bad4：获取的时间已用完。', [
    '每条执行路径都会尽快调用获取的完成处理程序吗？',
  ]),
  'too-many-resources': fixed(
    'App 因占用过多重要的系统资源被终止',
    '0xd00d2bad，“dude, too bad”。代码没有说明是哪种资源。',
    ['减少同时进行的工作。先结束之前的操作，再开始新的操作。'],
  ),
  'watch-cpu': fixed('watchOS App 的后台任务占用了过多 CPU 时间', '0xc51bad01：任务用完了分配给它的 CPU 时间。', [
    '减少任务中的工作，或把它拆分。',
  ]),
  'watch-time': fixed('watchOS App 没有及时完成后台任务', '0xc51bad02：任务的时间用完了。', [
    '工作一完成就调用 `setTaskCompletedWithSnapshot(_:)`。',
  ]),
  'watch-busy-system': fixed(
    '系统繁忙，watchOS App 的后台任务超时',
    '0xc51bad03：任务占用的 CPU 很少，但系统过于繁忙。',
    ['这不一定是该 App 的问题。尽量减少任务中的工作。'],
  ),
} satisfies Partial<Whole<typeof explanations>>

/** Resources that have a limit. */
export const limits = {
  'resource-wakeups': limit('唤醒次数过多', '进程唤醒处理器过于频繁。定时器和大量短时间的等待都可能如此。', [
    '查找间隔很短的定时器和轮询；为定时器设置容差（tolerance）。',
  ]),
  'resource-memory': limit('超出内存上限', '内存占用超出了系统为该进程设定的上限。', [
    '生成内存图（memory graph），查找持续增长的内容。',
    'App 扩展的上限远低于 App。',
  ]),
  'resource-disk': limit('磁盘写入过多', '为保护闪存，系统限制进程每天的写入量。', (p) => [
    '只写入有变化的内容，并合并零碎的写入。',
    ...(p.hasHeaviest ? ['占比最高的调用栈显示是什么在写入。'] : []),
  ]),
  'resource-threads': limit('线程过多', '进程超出了线程数上限。', ['查找并发队列中互相等待的任务。']),
  'resource-ports': limit('Mach 端口过多', '端口被创建或接收，却从未释放。', ['查找反复创建的连接和定时器。']),
  'resource-cpu': limit('超出 CPU 使用上限', '进程使用的 CPU 时间超出了系统在这样一段时间内允许的量。', (p) => [
    ...(p.hasHeaviest ? ['占比最高的调用栈显示 CPU 用在哪里。'] : []),
    '查找不会结束的循环，以及会自行重新开始的工作。',
  ]),
  resource: limit('超出资源上限', '系统测量了某种资源，发现使用过多。', (p) => [
    p.hasMeasured === false ? '消息中只有上限。请用 Instruments 测量用量。' : '消息中写明了上限和测得的值。',
  ]),
} satisfies Partial<Whole<typeof explanations>>

interface Stacked {
  readonly hasStack?: boolean | undefined
}

const innermostCall = ({ hasStack = true }: Stacked): string =>
  hasStack ? '最内层的栈帧是哪个调用？' : '这里没有调用栈。完整的报告会显示是哪个调用。'

/** Guarded resources. `text`: what the system says was done to it. */
type Guarded = Where & Stacked & { text?: string | undefined; use?: PortUse | undefined }

const portUses: Readonly<Record<PortUse, string>> = {
  release: '查找被释放（deallocate）两次的端口，或释放之后又传给别处的端口。',
  handler: '哪段代码在这里设置 Mach 异常的处理程序？崩溃报告工具和调试器会这样做。',
  guard: '哪段代码设置或移除这个端口的保护（guard）？它必须给出该端口已有的保护值。',
}

const guarded =
  (title: string, meaning: string, checks: readonly string[] | ((p: Guarded) => readonly string[])) =>
  (p: Guarded): ExplanationText => ({
    title: title + inFunction(p) + (p.text === undefined ? '' : `：${p.text}`),
    meaning,
    checks: typeof checks === 'function' ? checks(p) : checks,
  })

export const guards = {
  'guard-file-descriptor': guarded(
    '受保护的文件描述符被关闭或使用',
    '该描述符受到保护。程序关闭、复制或更改了它，而这是保护所不允许的。',
    ['查找对已关闭的描述符再次调用 `close` 的代码：这时该编号可能已属于另一个文件。'],
  ),
  'guard-mach-port': guarded(
    '违规使用受保护的 Mach 端口',
    '程序对端口或端口权限做了其保护（guard）不允许的操作。',
    (p) => [p.use === undefined ? innermostCall(p) : portUses[p.use]],
  ),
  'guard-vnode': guarded(
    '受保护的文件被更改',
    '所有者保护着一个文件（常常是正在使用的数据库），而其他代码对它做了重命名、删除、链接或写入。',
    ['数据库打开期间是否被移动或删除？'],
  ),
  'guard-memory': guarded('违规使用虚拟内存', '程序对某段内存做了内核不允许的操作，例如归还未映射的内存。', [
    '查找传给 munmap 或 vm_deallocate 的错误地址或大小。',
  ]),
  'guard-tag': guarded(
    '内存标签检查失败，程序继续运行',
    '指针中的标签与它所指内存的标签不一致（内存标签，MTE）。在 soft 模式下，系统只报告这个问题。',
    ['如果报告中有，查看分配和释放这块内存的调用栈。'],
  ),
  'guard-user': guarded('某个库通过 guard 报告规则被违反', '这是系统的某个库自己触发的；其中的数字由该库定义。', [
    '调用栈中该库的栈帧会显示是哪条规则。',
  ]),
  'guard-rejected-call': guarded('系统调用被拒绝', '该进程无权进行这个系统调用或 Mach trap。', (p) => [
    innermostCall(p),
  ]),
  guard: (p: Where & Stacked & { text?: string | undefined }): ExplanationText => ({
    title: `违规使用受保护的资源${inFunction(p)}${p.text === undefined ? '' : `：${p.text}`}`,
    meaning: '资源的所有者要求系统保护它，其他代码却操作了它。',
    checks: [p.text === undefined ? innermostCall(p) : '消息中写明了资源，以及对它做了什么。'],
  }),
} satisfies Partial<Whole<typeof explanations>>

/** Kernel panics that are recognised by their text. */
export const panics = {
  'forced-reset': fixed('用户用按键重启了设备', '按键一直按到设备重启，通常是因为设备没有响应。', [
    '当时哪个进程在忙或在等待？',
  ]),
  'panic-reset': (p: { subject: string }): ExplanationText => ({
    title: `设备被重置：${p.subject}`,
    meaning: '报告中没有内核崩溃（panic）的文本，只有这些文字。',
    checks: ['是否再次出现同样的文字？有没有在此之前的、包含所有进程的报告？'],
  }),
  'panic-watchdog': (p: { subject: string }): ExplanationText => ({
    title: `系统因服务没有响应而重启：${p.subject}`,
    meaning: '系统运行不可缺少的一个进程没有及时上报状态。',
    checks: ['该服务在等待什么？包含所有进程的报告可能会显示。', '存储空间或内存是否已满？'],
  }),
  'panic-launchd': fixed('系统因首个进程 launchd 退出而重启', '没有 launchd，什么都无法运行。', [
    '报告中写有 launchd 是如何结束的：查看那一部分。',
  ]),
  'panic-hardware': fixed(
    '内核崩溃（panic）：硬件或固件错误',
    '设备的某个部件报告了错误或没有响应，内核因此无法继续。',
    ['是否再次出现同样的文本？如果是，那个部件很可能有故障。'],
  ),
  'panic-null': (p: { address: string; offset: number }): ExplanationText => ({
    title: `内核崩溃（panic）：访问了 ${p.address}，即空指针${p.offset === 0 ? '' : '加偏移'}`,
    meaning: '内核中的代码使用了第一页中的地址，那里没有任何内容。',
    checks: ['该代码中的哪个指针可能为空？', '之前的内核崩溃是否也出自同一段代码？'],
  }),
  'panic-memory': (p: { hasStack?: boolean | undefined }): ExplanationText => ({
    title: '内核崩溃（panic）：非法内存访问',
    meaning: '内核中的代码使用了已释放的内存或不属于它的内存。',
    checks: [...(p.hasStack ? ['回溯中有哪个内核扩展？'] : []), '之前的内核崩溃是否也出自同一段代码？'],
  }),
} satisfies Partial<Whole<typeof explanations>>
