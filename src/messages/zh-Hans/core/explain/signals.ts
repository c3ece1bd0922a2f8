/** Simplified Chinese of `core/messages/en/explain/signals.ts`. */
import type { AroundAbort, AroundTrap, ExplanationText } from '../../../../core/messages/explain/text.ts'

const instruction: ExplanationText = {
  title: '程序执行到陷阱或非法指令',
  meaning: '可能是某项检查失败，编译器在那里放置了让程序停下的指令；也可能是这个处理器没有该指令。',
  checks: ['这个位置检查的是什么？'],
}

const signals: Readonly<Record<string, ExplanationText>> = {
  EXC_BAD_ACCESS: {
    title: '非法内存访问',
    meaning: '一次内存访问失败了。报告没有给出访问的地址。',
    checks: [],
    needing: { addressSanitizer: '开启 Address Sanitizer 运行。' },
  },
  EXC_BREAKPOINT: {
    ...instruction,
    title: '程序执行到一条陷阱指令',
    meaning: '编译器会在检查失败之处或不应执行到的代码处放置这类指令。',
  },
  EXC_BAD_INSTRUCTION: instruction,
  EXC_ARITHMETIC: {
    title: '算术错误',
    meaning: '处理器拒绝执行某个数值运算：整数除以零，或已开启陷阱的浮点运算。',
    checks: ['是除法吗？如果是，在此之前检查除数。'],
  },
  SIGABRT: {
    title: '程序主动中止（abort）',
    meaning: '程序或某个库用 SIGABRT 结束了自己。',
    checks: [],
  },
  SIGPIPE: {
    title: '向对端已关闭的连接写入数据',
    meaning: '没有处理函数时，SIGPIPE 会终止进程。',
    checks: ['为 socket 设置 SO_NOSIGPIPE，或忽略 SIGPIPE。'],
  },
  SIGSYS: {
    title: '无效或被禁止的系统调用',
    meaning: '沙盒或内核拒绝了一次系统调用。',
    checks: ['最内层的栈帧是哪个调用？'],
  },
  SIGTERM: {
    title: '程序被要求退出',
    meaning: '它收到了 SIGTERM，即请求进程退出的信号。发送者可能是其他进程，也可能是程序自身。',
    checks: ['是哪个进程发送的？程序退出是否耗时过长？'],
  },
  SIGQUIT: {
    title: '进程被 SIGQUIT 终止',
    meaning: '它收到了 SIGQUIT：由人发送（Ctrl-\\、`kill -QUIT`），或由监管该进程的一方发送，例如加载时间过长的扩展。',
    checks: ['是哪个进程发送的？程序当时是否缓慢或没有响应？'],
  },
  SIGKILL: {
    title: '程序被强制终止',
    meaning: 'SIGKILL 会立即结束程序，程序无法作出任何反应。',
    checks: ['查看当时的系统日志：内存不足、看门狗（watchdog）和无效签名都会这样结束程序。'],
  },
  EXC_CRASH: {
    title: '进程被终止',
    meaning: 'EXC_CRASH 只说明进程已经结束。',
    checks: ['查看崩溃时刻的系统日志。'],
  },
}

const TRAPS: ReadonlySet<string> = new Set(['EXC_BREAKPOINT', 'EXC_BAD_INSTRUCTION'])

const sameWords: Readonly<Record<string, string>> = {
  SIGSEGV: 'EXC_BAD_ACCESS',
  SIGBUS: 'EXC_BAD_ACCESS',
  SIGFPE: 'EXC_ARITHMETIC',
  SIGTRAP: 'EXC_BREAKPOINT',
  SIGILL: 'EXC_BAD_INSTRUCTION',
}

/** Signals that come from outside: where a thread happened to be says nothing. */
export const SENT_FROM_OUTSIDE: ReadonlySet<string> = new Set(['SIGTERM', 'SIGKILL', 'SIGQUIT'])

/** Where to look for why a program aborted. */
export const abortChecks = ({ hasMessage, isHandled }: AroundAbort): readonly string[] => [
  ...(isHandled ? ['中止由信号处理函数引起：_sigtramp 下方的栈帧是第一个信号到达的位置。'] : []),
  hasMessage ? '阅读报告中的消息：它与这次中止有关。' : '在控制台日志中查找崩溃时刻的消息。',
]

function trapText({ title, meaning }: ExplanationText, around: AroundTrap): ExplanationText {
  const { hasStack = true, hasStacks, isHandled, isUnnamed, hasSystem, hasLibrary, mayBeCall } = around
  const handled = '最内层的栈帧属于信号处理函数：_sigtramp 下方的栈帧是第一个信号到达的位置。'
  const named = hasSystem
    ? '这个位置检查的是什么？最内层的函数属于系统，它的名称可能会说明。'
    : hasLibrary
      ? '这个位置检查的是什么？最内层栈帧的名称可能会说明。'
      : '这个位置检查的是什么？'
  const unnamed = isUnnamed ? ['补全该镜像的符号后，最内层的栈帧可能说明更多。'] : []
  return {
    title,
    meaning: mayBeCall ? `${meaning}通过非法指针发起的调用也可能停在这里。` : meaning,
    checks: hasStack
      ? [isHandled ? handled : named, ...unnamed]
      : [
          hasStacks
            ? '报告没有标明哪个调用栈是终止的。各调用栈最内层栈帧的名称可能说明检查了什么。'
            : '报告中没有该线程的调用栈。完整的报告会显示停在哪个调用。',
        ],
  }
}

/** The meaning of an exception or a signal. */
export function signalText(name: string, around: AroundAbort & AroundTrap = {}): ExplanationText | undefined {
  const known = sameWords[name] ?? name
  const words = signals[known]
  if (words && TRAPS.has(known)) return trapText(words, around)
  if (name !== 'SIGABRT' || !words) return words
  const led = around.hasOwn ? ['从自己代码的第一个栈帧读起。'] : []
  return { ...words, checks: [...led, ...abortChecks(around)] }
}
