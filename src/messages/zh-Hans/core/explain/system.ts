/** Simplified Chinese of the ends by the system in `core/messages/en/explain/system.ts`. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type { LinkerStage, MemoryReason, Stage, SymbolHome } from '../../../../core/messages/explain/system.ts'
import type { explanations } from '../../../../core/messages/explanations.ts'
import type { Whole } from '../../../whole.ts'
import { linkerCodes, namespaceWords } from './namespaces.ts'
import { inFunction } from './text.ts'

const stages: Readonly<Record<Stage, string>> = {
  launch: '启动耗时过长',
  scene: '创建场景耗时过长',
  update: '更新界面耗时过长',
  quit: '退出耗时过长',
  suspend: '进入挂起状态耗时过长',
  resume: '恢复运行耗时过长',
  background: '完成后台工作耗时过长',
  unsaid: '耗时超出了系统的允许范围',
}

const memoryReasons: Readonly<Record<MemoryReason, string>> = {
  limit: '占用的内存超出该进程的上限',
  background: '占用的内存超出其高水位标记',
  pressure: '整个系统内存不足',
  kernel: '系统的某种内核资源不足',
  disk: '磁盘已满',
  idle: '进程处于空闲状态，而系统需要内存',
}

type LoadFacts = Parameters<(typeof explanations)['dyld-library-missing']>[0]

const loadFailures: Readonly<Record<LoadFacts['failure'], readonly [what: string, checks: readonly string[]]>> = {
  unsigned: ['没有代码签名', ['将该库复制到程序中时，用程序的开发团队为它签名。']],
  signature: ['的签名不允许加载', ['用程序的开发团队为该库签名。在 Mac 上，也可以通过授权（entitlement）关闭库验证。']],
  architecture: ['属于其他架构', ['按这台设备的架构构建该库。']],
  unusable: ['无法加载', ['文件有什么问题？`otool -L` 和 `file` 会显示它是什么、依赖什么。']],
  missing: ['未找到', []],
}

const pathChecks: Readonly<Record<NonNullable<LoadFacts['path']>, string>> = {
  'run-path': '程序的运行路径（`LC_RPATH`）能找到它吗？',
  system: '这个版本的系统有它吗？如果没有，使用弱链接。',
  fixed: '该路径上是否安装了这个库，并且是程序所需的版本？',
}

function loadChecks({ failure, hasReason, path = 'fixed', isEmbedded, isOfSystem }: LoadFacts): readonly string[] {
  if (failure === 'unusable' && hasReason) return ['链接器给出的原因写明了文件有什么问题，或它在哪里查找过。']
  if (failure === 'architecture' && isOfSystem) return ['该库属于系统：请为此设备的架构构建程序。']
  if (failure !== 'missing') return loadFailures[failure][1]
  return [...(isEmbedded ? ['该 framework 在 target 中是否设为“Embed & Sign”？'] : []), pathChecks[path]]
}

const launch = ({ stage }: { stage: LinkerStage }): string =>
  ({ launch: '程序无法启动：', run: '程序无法继续运行：', asked: 'dlopen 失败：' })[stage]

const symbolAdvice: Readonly<Record<SymbolHome, readonly string[]>> = {
  compiler: ['编译器会自行调用这个函数。请按程序要支持的最旧系统（部署目标）来构建。'],
  system: ['这个版本的系统有该符号吗？如果没有，使用弱链接。'],
  program: ['所有 framework 是否一起构建并嵌入？'],
  flat: ['哪个库应当有这个符号？它加载了吗？'],
  other: ['这两个文件的版本是否配套？'],
}

const symbolChecks = (home: SymbolHome | undefined): readonly string[] =>
  home === undefined ? [...symbolAdvice.system, ...symbolAdvice.program] : symbolAdvice[home]

function watchdogCheck({ stage, hasStack }: { stage: Stage; hasStack?: boolean | undefined }): string {
  if (stage === 'background')
    return '哪个后台任务没有结束？任务以 `endBackgroundTask` 结束，或以系统提供的完成处理代码结束。'
  return hasStack
    ? '从调用栈看，主线程在做什么？它也可能在计时开始很久之后才执行到这里。'
    : '这里没有调用栈。完整的报告会显示主线程在做什么。'
}

export const system = {
  panic: (p) => ({
    title: `内核崩溃（panic）：${p.text}`,
    meaning: '内核无法继续，停止了整台设备。如果内核、扩展、固件或硬件没有故障，程序不会引起内核崩溃。',
    checks: ['与其他内核崩溃比较：相同的文本指向同一个原因。', ...(p.hasOthers ? ['在回溯中查找第三方扩展。'] : [])],
  }),
  'dyld-library-missing': (p) => ({
    title: `${launch(p)}${p.name} ${loadFailures[p.failure][0]}`,
    meaning:
      p.stage === 'asked'
        ? '程序在运行时请求加载这个库。文本没有说程序因此结束。'
        : '程序或它的某个库所链接的库缺失或无法使用。',
    checks: loadChecks(p),
  }),
  'dyld-symbol-missing': (p) => ({
    title: `${launch(p)}缺少${p.symbol === undefined ? '一个符号' : `符号 ${p.symbol}`}`,
    meaning:
      p.symbol === undefined
        ? '代码调用了一个函数，而已加载的库都没有它。'
        : p.home === 'flat'
          ? '已加载的库都没有它。'
          : '链接器查找它的库存在，但其中没有它。',
    checks: symbolChecks(p.home),
    needing: { swift: p.home === 'system' ? '在使用之前用 `if #available` 检查。' : undefined },
  }),
  dyld: (p) => {
    const code = linkerCodes[p.code ?? 0]
    const told = p.reason ?? code
    return {
      title: `动态链接器终止了程序${told === undefined ? '' : `：${told}`}`,
      meaning: code === undefined ? '动态链接器无法继续。' : `链接器的代码表示：${code}。`,
      checks: [
        p.reason === undefined ? '查看当时的控制台日志。' : '这段文本或程序留下的记录，是否写明缺少什么、什么被拒绝？',
      ],
    }
  },
  watchdog: (p) => ({
    title: `App ${stages[p.stage]}${{ waiting: '：主线程在等待', cpu: '：CPU 时间已用完', unknown: '' }[p.state]}${inFunction(p)}`,
    meaning: {
      waiting: p.isNoCrash
        ? '生成报告时，主线程在等待锁、队列或另一个进程的回复。'
        : '系统终止 App 时，主线程在等待锁、队列或另一个进程的回复。',
      cpu: '系统为此允许的 CPU 时间有限，App 超出了限额。',
      unknown: p.isNoCrash ? 'App 没有及时完成。报告中的备注说明这不是崩溃。' : 'App 没有及时完成，系统因此终止了它。',
    }[p.state],
    checks:
      p.state === 'waiting'
        ? ['主线程在等待什么？它由哪个线程持有？', '绝不要在主线程上等待网络、信号量或其他队列。']
        : [watchdogCheck(p), ...(p.stage === 'launch' ? ['在旧设备上用 Instruments 测量启动过程。'] : [])],
  }),
  'debugger-memory': () => ({
    title: '系统因内存终止了 App：“Terminated due to memory issue”',
    meaning: '当 App 占用内存过多，或系统内存不足而结束它时，Xcode 会这样显示。',
    checks: [
      '生成内存图，或使用 Instruments，查找持续增长的部分。',
      '设备上有当时的 JetsamEvent 报告吗？其中有所有进程的内存大小。',
    ],
  }),
  'privacy-usage-description': (p) => ({
    title: p.isEntitlement
      ? `App 请求了隐私数据，但没有用途说明（${p.key}）`
      : `Info.plist 缺少${p.key === undefined ? ' App 所请求数据的用途说明' : ` ${p.key}`}`,
    meaning: '请求隐私数据的 App 必须告诉用户原因。缺少说明时，系统会终止 App。',
    checks: [
      p.isEntitlement
        ? `系统所指的 ${p.key} 是一项授权（entitlement）：target 有它吗？Info.plist 中有用途说明吗？`
        : `在这个 target 的 Info.plist 中添加${p.key === undefined ? '文本所指的键' : ` ${p.key}`}，并写上给用户看的说明。`,
      'App 扩展和辅助工具要在各自的 Info.plist 中添加。',
    ],
  }),
  'ended-by-system': (p) => {
    const known = namespaceWords(p.namespace)
    const byCode = p.number === undefined ? undefined : known?.codes?.[p.number]
    const told = [...new Set([byCode, p.reason])].filter((text) => text !== undefined).join('；')
    const unknown = `系统终止了程序：命名空间 ${p.namespace}${p.code === undefined ? '' : `，代码 ${p.code}`}`
    return {
      title: `${p.isNoCrash ? '系统生成了这份报告，并未终止程序' : (known?.title ?? unknown)}${told === '' ? '' : `：${told}`}`,
      meaning: p.isNoCrash
        ? '报告中的备注说明这不是崩溃。'
        : (known?.meaning ?? (told === '' ? '这个数字的含义没有文档说明，因此原因未知。' : '原因是系统自己的文本。')),
      checks: [
        ...(told === '' ? [] : ['原因中写明了违反的内容。']),
        ...(p.isNoCrash || p.isOwn ? [] : ['在系统日志中查找终止它的进程。']),
      ],
    }
  },
  jetsam: (p) => ({
    title:
      p.killed === undefined
        ? `因内存终止进程：${p.isPart ? '现有的这部分列表' : '列表'}没有标出被终止的进程${p.largest === undefined ? '' : `；最大的是 ${p.largest}`}`
        : `${p.killed === '' ? '有进程' : `${p.killed} `}${p.others ? `和另外 ${formatNumber(p.others)} 个进程` : ''}${p.reason === 'disk' || p.reason === 'kernel' ? '' : '因内存原因'}被终止${p.reason === undefined ? '' : `：${memoryReasons[p.reason]}`}`,
    meaning: '内存或其他资源耗尽，或某个进程超出自己的上限时，系统会终止进程，不为它们单独生成崩溃报告。',
    checks:
      p.reason === 'limit' || p.reason === 'background'
        ? ['用 Instruments 查看这个进程的内存占用。']
        : [
            ...(p.hasProcesses ? ['把自己的 App 占用的内存页数与其他进程比较。'] : []),
            '如果 App 超出了自己的上限，用 Instruments 查看它的内存占用。如果是系统内存不足，App 可能没有问题。',
          ],
  }),
} satisfies Partial<Whole<typeof explanations>>
