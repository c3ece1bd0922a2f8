/** Simplified Chinese of `core/messages/en/explain/ends.ts`. */
import { statedDuration } from '../../../../core/messages/quantities.ts'
import type { ExplanationText } from '../../../../core/messages/explain/text.ts'
import type { explanations } from '../../../../core/messages/explanations.ts'
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type { Whole } from '../../../whole.ts'
import { checksOfFinding, meaningOfFinding, wordsOfFinding } from './sanitizers.ts'
import { abortChecks, SENT_FROM_OUTSIDE, signalText } from './signals.ts'
import { inFunction, textIn } from './text.ts'

const pageFaults = { read: '读取内存', write: '写入内存', execute: '读取代码' } as const

const waitsInSamples = {
  lock: {
    meaning: '主线程的采样几乎都在同一个调用中，它在等待锁、队列或回复。',
    checks: ['这个线程等待的东西由哪个线程持有？', '自己的哪个函数在主线程上调用了它？'],
  },
  call: {
    meaning: '主线程的采样几乎都在同一个系统调用中。数据、子进程、其他线程、连接或时间到达后，它才会返回。',
    checks: ['这个调用在等待什么？它可以等这么久吗？', '自己的哪个函数在主线程上调用了它？'],
  },
  event: {
    meaning: '主线程的采样几乎都在同一个调用中，事件、消息或数据到达后它才会返回。空闲的程序就是这个样子。',
    checks: ['程序这时应该在工作吗？那么请在其他线程中查看，是什么本该唤醒这个线程。'],
  },
} as const

const trapChecks = ['这个位置检查的是什么？最内层栈帧的名称可能会说明。']

const processorTraps = {
  opcode: {
    title: '处理器执行到任何程序都不能运行的指令',
    meaning: '编译器会在检查失败之处或不应执行到的代码处放置这种指令（ud2）。',
    checks: trapChecks,
  },
  breakpoint: {
    title: '处理器执行到断点指令',
    meaning: '代码会用它让自己停下，以便调试器介入，或因为检查失败。',
    checks: trapChecks,
  },
  protection: {
    title: '处理器拒绝了一次访问：一般保护错误',
    meaning: '最常见的情况是，地址不是指针能够表示的值。处理器不会给出这个地址。',
    checks: ['该指令用到的寄存器中，哪一个的值不是合理的地址？'],
  },
} as const satisfies Record<string, ExplanationText>

const hangChecks = {
  work: '查看主线程上占比最高的路径：把自己的工作移到其他队列，也不要在那里等待。',
  event: '占比最高的路径在等待下一个事件：之前是什么占用了主线程，这些采样中看不到。',
  others: '采样都属于其他进程：看不到这个程序做了什么。',
  none: '这里没有采样。完整的报告会显示主线程在做什么。',
} as const

export const ends = {
  sanitizer: (p) => ({
    title: textIn(wordsOfFinding(p.finding) ?? `${p.tool}：${p.text}`, p),
    meaning: meaningOfFinding(p.subject),
    checks: checksOfFinding(p.subject, p),
  }),
  'sanitizer-call': (p) => ({
    title: `AddressSanitizer 发现非法${p.access === 'read' ? '读取' : '写入'}${p.bytes === undefined ? '' : `（${formatNumber(p.bytes)} 字节）`}${inFunction(p)}`,
    meaning: '编译进这个程序的 sanitizer 结束了它。',
    checks: ['sanitizer 自己的报告在控制台中：其中有是哪块内存，以及它在哪里分配和释放。'],
  }),
  'malloc-no-memory': (p) => ({
    title: `malloc 未能得到 ${formatNumber(p.size)} 字节`,
    meaning: '系统没有给 malloc 这么大的内存，于是 malloc 给了程序一个空指针。',
    checks: ['所请求的大小对吗？负数或未初始化的数会变成很大的数。', '代码是否检查 malloc 返回的结果？'],
  }),
  'dispatch-sync-deadlock': (p) => ({
    title: `在正在运行的队列上调用了 dispatch_sync${inFunction(p)}`,
    meaning: '一个 block 等待它自己所在的队列。这会永远等下去。',
    checks: ['直接调用，或改用 async。'],
  }),
  'library-misuse': (p) => ({
    title: `${p.library} 使用不当：${p.rule}`,
    meaning: '系统库发现它的规则被违反，终止了程序。',
    checks: [
      p.hasOwn
        ? '这段文本写明了规则。发起调用的是该库下方自己代码的第一个栈帧。'
        : '这段文本写明了规则。自己的哪些代码调用了该库？',
    ],
  }),
  'objc-after-fork': (p) => ({
    title: `fork() 的子进程被终止：另一个线程可能正在执行 +[${p.class} initialize]`,
    meaning: 'fork() 只复制一个线程。如果子进程需要的类可能正由另一个线程初始化，Objective-C 运行时就会终止子进程。',
    checks: [
      '在 fork() 之后立即调用 exec()，或改用 posix_spawn()。',
      'fork() 之前有哪些线程在运行，并用到了 Objective-C？',
    ],
  }),
  'xpc-misuse': (p) => ({
    title: `libxpc 发现自己使用不当${inFunction(p)}`,
    meaning: 'libxpc 会检查调用方式，规则被违反时就终止程序。',
    checks: ['libxpc 下方第一个栈帧使用的是哪个 XPC 对象？该对象处于什么状态？'],
  }),
  'mono-native-crash': (p) => ({
    title: `原生代码崩溃，Mono 结束了程序${inFunction(p)}`,
    meaning: 'Mono 的信号处理函数运行后调用了 abort()。它下方的栈帧属于被信号打断的代码。',
    checks: ['从 Mono 的处理函数和系统的 _sigtramp 下方读起：那里是被信号打断的代码。'],
  }),
  'handled-signal': (p) => ({
    title: `程序收到了${p.name === undefined ? '表示崩溃的信号' : ` ${p.name}`}${inFunction(p)}`,
    meaning: `${p.handler === undefined ? 'Mono 处理此类信号的函数写下了这些文字，并调用了调试器。' : `调用栈中有信号处理函数 ${p.handler}。`}${p.hasBelow ? '它下方的栈帧属于被信号打断的代码。' : ''}`,
    checks: [
      p.hasBelow
        ? '从处理函数和系统的 _sigtramp 下方读起：那里是被信号打断的代码。'
        : '这个调用栈中没有被信号打断的代码：请在完整的调用栈中查看 _sigtramp 下方的栈帧。',
    ],
  }),
  'mono-own-error': () => ({
    title: 'Mono 报告了自身的错误，并结束了程序',
    meaning: '写 Mono 日志的函数调用了 abort()。它下方的栈帧显示是哪段代码写了这条消息。',
    checks: ['查看日志中的这条消息：断言会给出 Mono 源代码中的文件和行号。'],
  }),
  'wrong-queue': (p) => ({
    title: `代码运行在错误的队列上${inFunction(p)}`,
    meaning: '这段代码必须在某个队列或 actor（常常是主队列）上运行，对此的检查失败了。',
    checks: ['找到在后台队列上触发的回调，切换到正确的队列。'],
  }),
  assertion: (p) =>
    p.condition === undefined
      ? {
          title: `断言失败${inFunction(p)}`,
          meaning: '作者声明必须成立的条件没有成立。',
          checks: [p.where === undefined ? '作出检查的函数在报告断言的调用下方。' : '检查该函数中的断言。'],
        }
      : {
          title: `断言失败：${p.condition}${inFunction({ where: p.function })}`,
          meaning: '作者声明必须成立的条件没有成立。',
          checks: [
            p.file === undefined
              ? p.function === undefined
                ? '这个条件在调用栈的哪个函数中？'
                : '检查由该函数作出：它的调用者做了哪些不允许的事？'
              : p.line === undefined
                ? `阅读 ${p.file}。`
                : `阅读 ${p.file} 的第 ${p.line} 行。`,
          ],
        },
  'called-with-null': (p) => ({
    title: `调用 ${p.function} 时传入了 NULL`,
    meaning: 'Core Foundation 在这里不接受 NULL，因此停止了程序。',
    checks: ['那里哪个值可能是 NULL？在调用之前检查它。'],
  }),
  'rosetta-error': (p) => ({
    title: `Rosetta 报告了错误：${p.text}`,
    meaning: 'Rosetta 在 Apple 芯片上运行 Intel 代码。这是它自己的文字。',
    checks: ['为 Apple 芯片构建的版本是否也会这样？', '程序运行时写入或加载了哪些代码？'],
  }),
  'lock-again': (p) => ({
    title: `线程再次获取了它已持有的锁${inFunction(p)}`,
    meaning: 'os_unfair_lock 不可递归：系统会停止程序，而不是让它等待自己。',
    checks: ['在这个调用栈更下方，是哪个函数先获取了这个锁？'],
  }),
  'javascript-memory': (p) => ({
    title: `V8 用完了 JavaScript 的内存${inFunction(p)}`,
    meaning: 'V8 负责运行 JavaScript。它无法得到所需的内存，结束了程序。',
    checks: ['拍摄堆快照，查找持续增长的内容。', '控制台中可能有堆的大小。'],
  }),
  'metal-validation': () => ({
    title: 'Metal 的验证结束了程序',
    meaning: 'Metal 发现了违反其规则的调用。它的消息会指出是哪条规则，但不是每份报告都有这条消息。',
    checks: ['在控制台中查找这条消息。', '下方的栈帧显示 Metal 检查的是哪个调用。'],
  }),
  'processor-trap': (p) => processorTraps[p.trap],
  'processor-page-fault': (p) => ({
    title: `${pageFaults[p.touch]}失败${p.address === undefined ? '' : `，地址 ${p.address}`}`,
    meaning: p.isPresent ? '该地址已映射，但不允许这种访问。' : '该地址没有映射任何内存页。',
    checks: ['报告的其余部分有异常的内容，并说明程序是否因这次错误而结束。'],
  }),
  abort: (p) => ({
    title: `${p.isHandled ? '收到信号后，信号处理函数调用了 abort()' : '程序调用了 abort()'}${inFunction(p)}`,
    meaning: '程序或它的某个库决定立即终止。',
    checks: [...(p.hasOwn ? ['从 abort 下方自己代码的第一个栈帧读起。'] : []), ...abortChecks(p)],
  }),
  hang: (p) => ({
    title: `App ${p.duration === undefined ? '没有响应' : `${p.isBefore ? '在采样之前' : ''}持续 ${statedDuration(p.duration)} 没有响应`}${p.isWaiting ? '：它的线程在等待' : ''}${inFunction(p)}`,
    meaning: p.isWaiting ? '采样时，该线程在等待锁、队列或另一个进程。' : 'App 没有及时回到事件循环。',
    checks: p.isWaiting ? ['这个线程等待的东西由哪个线程持有？', '改为异步等待。'] : [hangChecks[p.samples ?? 'work']],
  }),
  deadlock: (p) => ({
    title:
      (p.threads === 1 ? '死锁：一个线程在等待它自己' : `死锁：${formatNumber(p.threads)} 个线程互相等待`) +
      (p.others === 0 ? '' : `，这是 ${formatNumber(p.others + 1)} 处死锁之一`),
    meaning:
      p.threads === 1
        ? '只有这个线程自己能结束等待，所以它会永远等下去。'
        : '每个线程都在等待下一个线程持有的东西，所以没有一个能继续。',
    checks: [
      p.threads === 1
        ? '这个线程第一次获取该锁或进入该队列是在哪里？'
        : '这些线程按什么顺序获取锁？在所有地方都按同一顺序获取。',
      '持有锁的时候，是否调用了其他代码，或等待了某个队列？',
    ],
  }),
  'main-waits': (p) => ({
    title: `主线程在等待一个被持有的锁：${p.holder}`,
    meaning: '持有锁的线程释放它之后，主线程才会继续。在此之前，程序没有响应。',
    checks: ['持有锁的线程在做什么？', '主线程需要这个锁吗？'],
  }),
  'gpu-reset': () => ({
    title: '图形硬件出错并被重置',
    meaning: '系统的图形库在程序结束前写下了这句话。',
    checks: ['在另一台机器上也会发生吗？如果会，请检查程序绘制的内容；如果不会，请检查驱动和硬件。'],
  }),
  'samples-wait': (p) => ({
    title: `主线程在等待${p.isEvent ? '事件' : ''}：${formatNumber(p.samples)} 个采样中有 ${formatNumber(p.waiting)} 个位于 ${p.function}`,
    ...waitsInSamples[p.isEvent ? 'event' : p.isLock === false ? 'call' : 'lock'],
  }),
  'signal-sent': (p) => ({
    title: `${p.name} 结束了程序`,
    meaning:
      'EXC_CRASH 给出的是结束进程的信号，不是最初的原因。处理器错误通常显示为另一种异常，因此这个信号可能由代码发送：往往是先遇到错误的信号处理函数。',
    checks: [p.isSender ? '是哪段代码发送了信号？最内层栈帧下方的栈帧会显示。' : '是哪段代码发送了信号？'],
  }),
  'signal-by': (p) => ({
    title: `${p.sender} ${p.signal === '' ? '' : `用 ${p.signal} `}结束了程序`,
    meaning: '信号由另一个进程发送。仅凭这一点，不能说代码有故障。',
    checks: ['那个进程为什么要结束这个程序？查看它当时的日志。'],
  }),
  signal: (p) => {
    const words: ExplanationText = signalText(p.name, p) ?? { title: p.name, meaning: '', checks: [] }
    // Another process sent the signal, so the place of a thread is no evidence.
    return SENT_FROM_OUTSIDE.has(p.name) ? words : { ...words, title: words.title + inFunction(p) }
  },
} satisfies Partial<Whole<typeof explanations>>
