/** Simplified Chinese of `core/messages/en/headlines.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/headlines.ts'
import { labelText } from '../../../core/messages/joins.ts'
import { formatMemory } from '../../../core/messages/quantities.ts'
import type { Whole } from '../../whole.ts'

const codes: Readonly<Record<string, string>> = {
  EXC_BAD_ACCESS: '非法内存访问',
  EXC_BAD_INSTRUCTION: '非法指令',
  EXC_BREAKPOINT: '执行到陷阱或断点指令',
  EXC_CRASH: '因信号终止',
  EXC_RESOURCE: '超出资源上限',
  EXC_GUARD: '违规使用受保护的资源',
  EXC_ARITHMETIC: '算术错误',
  SIGABRT: '程序主动中止（abort）',
  SIGSEGV: '非法内存访问',
  SIGBUS: '非法内存访问',
  SIGILL: '非法指令',
  SIGTRAP: '执行到陷阱或断点指令',
  SIGKILL: '被外部强制终止',
  SIGFPE: '算术错误',
  SIGSTOP: '被 SIGSTOP 暂停，调试器就这样暂停程序',
  SIGINT: '已被中断',
}

export const wordsOfCode: typeof english.wordsOfCode = (code) => codes[code]

export const headlines: Whole<typeof english.headlines> = {
  'exception-reason': ({ reason }) => reason,
  'exception-name': ({ name }) => `未捕获的 ${name}`,
  'exception-name-survived': ({ name }) => `报告了 ${name}`,
  'exception-code': ({ code }) => codes[code] ?? code,
  'code-said-around': ({ code }) => `报告周围的文字说程序因 ${code} 崩溃`,
  terminated: () => '程序被终止',
  'crashed-in': ({ function: name, innermost }) =>
    innermost === undefined ? `崩溃于 ${name}` : `崩溃于 ${innermost}，由 ${name} 调用`,
  'stopped-in': ({ function: name }) => `停在 ${name}；未找到原因`,
  'crashed-untold': () => '发生崩溃；未找到原因',
  'kind-of-report': ({ label, process }) => [labelText(label), process].filter(Boolean).join('：'),
  event: ({ event, process }) => [event.charAt(0).toUpperCase() + event.slice(1), process].filter(Boolean).join('：'),
  leaks: ({ leaks, bytes, process }) =>
    [leaks === 0 ? '未发现泄漏' : `${formatNumber(leaks)} 处泄漏，共 ${formatMemory(bytes)}`, process]
      .filter(Boolean)
      .join('：'),
  untold: () => '未在这份报告中找到原因',
}
