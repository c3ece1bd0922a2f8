/** Simplified Chinese of `app/messages/en/report.ts`. */
import type * as english from '../../../app/messages/report.ts'
import type { Whole } from '../../whole.ts'
import { formatBytes, formatNumber } from './quantities.ts'

/** Styles of names, as the settings call them. */
const styles: Readonly<Record<string, string>> = { simplified: '简写', full: '完整', mangled: '修饰名' }

export const words: Whole<typeof english.words> = {
  threads: '线程',
  atFault: '崩溃点',
  atFaultHint: '程序停止处的指令和寄存器（f）',
  callTree: '调用树',
  waits: '等待',
  timeline: '时间线',
  registers: '寄存器',
  memory: '内存',
  details: '详细信息',
  note: '备注',
  parts: '报告的各部分',
  find: '查找',
  findHint: '在报告的此部分中查找（/）',
  system: '系统帧',
  systemHint: '展开或折叠系统帧（s）',
  original: '原文',
  originalHint: '在栈帧旁显示原文（o）',
  originalText: '原始文本',
  compare: '比较…',
  closeReport: '关闭此报告',
  moreActs: '更多命令',
  namesAre: (style) => `名称：${styles[style] ?? style}`,

  beginning: (bytes, of) =>
    `以下是前 ${formatBytes(bytes)}（共 ${formatBytes(of)}）中的线程。其余部分仍在读取；数量和顺序并非最终结果。`,

  setting: '运行环境和时间',
  inPlace: (name) => `，位于 ${name}`,
  showFrame: '显示此栈帧',
  frame: (index) => `帧 ${index}`,
  seen: (evidence) => `依据：${evidence}`,
  possibleCauses: '可能的原因',
  checks: (others) => (others === 0 ? '检查建议' : `检查建议，以及其他 ${formatNumber(others)} 项发现`),

  knownOf: (image) => `${image} 的已知信息`,
  ofImage: (image) => `（${image}）`,
  usePlace: '使用',

  noStacks: '这份报告没有调用栈。',
  noFrameMatches: (query) => `没有包含“${query}”的帧。`,
  otherStacks: (count) => `其他 ${formatNumber(count)} 个调用栈`,
  frameless: (count) => `${formatNumber(count)} 个线程没有栈帧`,
  ofProcesses: (processes, more) =>
    `${processes.map(([name, count]) => (count === 1 ? name : `${name} ×${formatNumber(count)}`)).join('、')}${more > 0 ? `，另有 ${formatNumber(more)} 个进程` : ''}`,
  sameStack: (threads) => `线程 ${threads.join('、')} 的调用栈相同`,
  identical: (count) => `和另外 ${formatNumber(count)} 个线程`,
  imagesAndMore: (names, more) => `${names.join('、')} 等 ${formatNumber(names.length + more)} 个镜像`,

  chooseCall: '选择一个调用，在此查看它的栈帧、地址和镜像。',

  share: '分享',
  theReport: '报告',
  problems: '读取时的问题',
  allProblems: (count) => `显示读取时的 ${formatNumber(count)} 条问题`,
  problemAtLine: (message, line) => `${message}（第 ${line} 行）`,
}
