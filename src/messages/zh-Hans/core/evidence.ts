/** Simplified Chinese of `core/messages/en/evidence.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import { formatSeconds } from '../../../core/messages/quantities.ts'
import type * as english from '../../../core/messages/evidence.ts'
import type { FillPattern } from '../../../core/messages/evidence.ts'
import { titles } from './labels.ts'
import type { Whole } from '../../whole.ts'
import { memoryPlace } from './explain/memory.ts'
import { spaced } from '../spacing.ts'
import { labelText } from './joins.ts'

const quote = (text: string): string => `“${text}”`
const optional = (before: string, text: string | undefined): string => (text === undefined ? '' : `${before}${text}`)

const patterns: Readonly<Record<FillPattern, string>> = {
  freed: 'MallocScribble 填充已释放内存所用的值（0x55）',
  fresh: 'MallocScribble 填充新内存所用的值（0xaa），从未写入过',
  debug: '调试代码写入废弃内存的值',
  repeated: '同一字节的重复，像是填充内存的代码留下的',
}

export const evidence: Whole<typeof english.evidence> = {
  quoted: ({ text }) => quote(text),
  codes: ({ names }) => names.join('、'),
  'frame-is': (p) => `第 ${p.frame} 帧是 ${p.function}`,
  'report-says': ({ text }) => `报告中写有${quote(text)}`,
  'report-kind': ({ label }) => spaced`报告类型为${labelText(label)}`,
  'event-is': ({ event }) => `事件为${quote(event)}`,
  'waits-in': (p) => `线程在 ${p.function} 中等待`,
  'waits-in-circle': ({ links, more }) =>
    `${links.slice(1).reduce((before, link) => spaced`${before}等待${link}`, links[0] ?? '')}${more === 0 ? '' : `，其后还有 ${formatNumber(more)} 个线程`}，最后又等待第一个`,
  'trap-text': (p) => `${p.frame === undefined ? '报告中' : `第 ${p.frame} 帧`}写有${quote(p.text)}`,
  recursion: ({ functions, count }) =>
    `${functions.map((name) => name || '未命名函数').join(' → ')} 重复了 ${formatNumber(count)} 次`,
  'frames-elided': (p) =>
    `崩溃报告程序省略了${p.all === undefined ? '' : ` ${formatNumber(p.all)} 个栈帧中的`} ${formatNumber(p.left)} 个重复栈帧${p.depth === undefined ? '' : `，深度 ${formatNumber(p.depth)} 层`}${p.function === '' ? '' : `；${p.function} 反复出现`}`,
  'at-stack-pointer': ({ address, sp }) => `出错地址 ${address} 靠近栈指针 ${sp}`,
  'stack-guard': () => '该地址位于栈保护页',
  'zombie-says': ({ address }) => `${address} 处的僵尸对象（zombie）自己报告了此事`,
  'faulting-at': ({ address }) => `出错地址为 ${address}`,
  selector: ({ selector }) => `selector 为 ${selector}`,
  'namespace-is': ({ namespace }) => `终止的命名空间为 ${namespace}`,
  'syndrome-of-call': ({ esr }) => `esr ${esr} 表示系统调用`,
  'authentication-fault': ({ esr }) => `esr ${esr} 表示指针认证错误`,
  'brk-number': ({ number }) => `esr 表明陷阱为 brk ${number}`,
  'pc-at-fault': ({ address }) => `程序计数器为 ${address}，即出错地址`,
  'processor-trap': (p) => `陷阱编号 ${p.number}${optional('，错误码 ', p.error)}${optional('，cr2 ', p.address)}`,
  'syndrome-of-access': (p) => `esr ${p.esr} 表明一次访问失败${optional('，far ', p.address)}`,
  'pc-is-null': () => '程序计数器为 0',
  'bad-access': (p) =>
    `访问 ${p.address} 出错${p.offset === 0 ? '' : `，距空指针 ${formatNumber(p.offset)} 字节`}${p.access === undefined ? '' : `；esr 表明是${p.access === 'read' ? '读取' : '写入'}`}`,
  'general-protection': () => '一般保护错误，不给出地址',
  'fill-pattern': ({ address, pattern }) => spaced`地址 ${address} 是${patterns[pattern]}`,
  'text-as-address': ({ address, text }) => `地址 ${address} 按文本解读为${quote(text)}`,
  'memory-diagnosed': ({ detector, ...p }) =>
    `${titles.detectors[detector]}：${quote(p.error)}${optional('，', memoryPlace(p))}${optional('，置信度 ', p.confidence)}`,
  'access-code': (p) => `${p.code}${optional('，地址 ', p.address)}`,
  'samples-in': (p) => `${formatNumber(p.samples)} 个采样中有 ${formatNumber(p.waiting)} 个位于 ${p.function}`,
  'abort-called': () => '调用了 abort()',
  'innermost-in-swift': ({ type }) => `${type || '陷阱'} 发生在最内层栈帧，该帧位于 libswiftCore`,
  thrown: (p) => `${p.isUncaught ? '未捕获的' : '报告了'} ${p.name}${p.reason === '' ? '' : `，${quote(p.reason)}`}`,
  'stack-is-deep': ({ frames }) => `调用栈有 ${formatNumber(frames)} 帧`,
  'thrown-stack': (p) => `报告中有异常的调用栈${p.function === undefined ? '' : `，由 ${p.function} 抛出`}`,
  resource: (p) => `${p.type}${optional(' ', p.subtype)}${optional('：', p.measured)}`,
  guard: (p) => `EXC_GUARD${optional(' ', p.subtype)}${p.message === undefined ? '' : `：${quote(p.message)}`}`,
  'largest-process': ({ process }) => `内存占用最大的进程：${process}`,
  'terminated-processes': ({ processes, more }) =>
    `被终止的进程：${processes.join('、')}${more === 0 ? '' : `，以及另外 ${formatNumber(more)} 个`}`,
  'library-not-loaded': (p) =>
    `dyld：无法加载库 ${p.library}${optional('，引用自 ', p.from)}${p.reason === undefined ? '' : `；原因：${quote(p.reason)}`}`,
  'symbol-not-found': (p) =>
    `dyld：找不到符号 ${p.symbol}${optional('，引用自 ', p.from)}${optional('，预期位于 ', p.expected)}`,
  'time-allowed': ({ seconds, isCpu }) => `允许的${isCpu ? ' CPU ' : ''}时间为 ${formatSeconds(seconds, 3)}`,
  'cpu-of-app': ({ seconds }) => `App 的所有线程共用了 ${formatSeconds(seconds, 3)}的 CPU 时间`,
  'cpu-of-all': ({ seconds }) => `所有进程共用了 ${formatSeconds(seconds, 3)}`,
  'termination-code': ({ code }) => `终止代码为 ${code}`,
  termination: (p) => `终止：${p.namespace}${optional('，代码 ', p.code)}${optional('，终止者 ', p.by)}`,
}
