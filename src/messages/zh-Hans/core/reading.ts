/** Simplified Chinese of `core/messages/en/reading.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/reading.ts'
import type { Whole } from '../../whole.ts'
import { spaced } from '../spacing.ts'

export const ends: Whole<typeof english.ends> = {
  crash: '崩溃',
  killed: '被终止',
  'not-launched': '无法启动',
  hang: '卡顿',
  'non-fatal': '错误，未退出',
  error: '错误',
}

export const quotedLabels: Whole<typeof english.quotedLabels> = {
  crashedThread: '崩溃线程',
  region: '该地址所在的内存区域',
  exception: '异常',
  codes: '异常代码',
  subtype: '子类型',
  message: '消息',
  name: '名称',
  reason: '原因',
  termination: '终止信息',
  terminationReason: '终止原因',
  by: '终止者',
}

export const claimGrades: Whole<typeof english.claimGrades> = {
  likely: { mark: '很可能', why: '由报告推断得出，报告本身没有直接说明。' },
  possible: { mark: '可能：所依据的名称存疑', why: '这一结论所依据的名称存疑。' },
  titled: ({ title, mark }) => `${title}（${mark}）`,
}

export const stackTitles: Whole<typeof english.stackTitles> = {
  thrown: '异常回溯',
  crashed: '崩溃线程',
  stack: '调用栈',
  thread: ({ id }) => `线程 ${id}`,
  heaviestPath: ({ tree }) => spaced`${tree}中占比最高的路径`,
}

export const runtimeNames: Whole<typeof english.runtimeNames> = {
  hermes: 'Hermes',
  'react-native': 'React Native',
  flutter: 'Flutter 或 Dart',
  unity: 'Unity',
  dotnet: '.NET',
  kotlin: 'Kotlin',
  go: 'Go',
  rust: 'Rust',
}

export const folds: Whole<typeof english.folds> = {
  system: ({ count }) => `${formatNumber(count)} 个系统帧`,
  runtimes: ({ count, names, hasSystem }) =>
    `${formatNumber(count)} 帧，属于 ${[...names, ...(hasSystem ? ['系统'] : [])].join('、')}`,
  rounds: ({ calls, times }) =>
    `${calls === 1 ? '这个调用' : `这 ${formatNumber(calls)} 个调用`}又重复了 ${formatNumber(times)} 次`,
  cut: (p) =>
    [
      p.left === undefined ? '省略了若干帧，报告没有说明帧数' : `崩溃报告程序省略了 ${formatNumber(p.left)} 帧`,
      ...(p.levels === undefined ? [] : [`递归深度为 ${formatNumber(p.levels)} 层`]),
      ...(p.function === '' ? [] : [`${p.function} 反复出现`]),
    ].join('；'),
  missing: ({ first, last }) =>
    first === undefined || last === undefined
      ? '此处缺少若干帧'
      : first === last
        ? `此处缺少第 ${formatNumber(first)} 帧`
        : `此处缺少第 ${formatNumber(first)} 至 ${formatNumber(last)} 帧`,
}

export const activities: Whole<typeof english.activities> = {
  message: '等待消息',
  worker: '空闲的工作线程',
  events: '等待事件',
  condition: '等待条件变量',
  lock: '等待锁',
  semaphore: '等待信号量或休眠中',
  starting: '正在启动',
  io: '读取或写入',
  noFrames: '没有栈帧',
  within: ({ doing, own }) => `${doing}（在 ${own} 中）`,
}

export const profiles: Whole<typeof english.profiles> = {
  samples: '采样',
  allThreads: '所有线程',
  otherCode: '其他代码',
  ownCode: '自己的代码',
}

export const symbolStates: Whole<typeof english.symbolStates> = {
  matched: '符号匹配',
  'wrong-build': '符号来自另一个构建',
  'wrong-arch': '架构不同',
  'no-debug-info': '已剥离符号',
  missing: '缺少符号',
  'not-needed': '不需要',
  system: '系统',
}

export const severalBuildsState: Whole<typeof english.severalBuildsState> = ({ count }) =>
  `可能是 ${formatNumber(count)} 个构建之一`

export const subjects: Whole<typeof english.subjects> = {
  version: ({ version }) => `版本 ${version}`,
  device: ({ name, identifier }) => `${name}（${identifier}）`,
  simulator: '在模拟器中',
  translated: '由 Rosetta 转译',
  afterLaunch: ({ duration }) => `启动后 ${duration}`,
}

export const damages: Whole<typeof english.damages> = {
  'crashed-thread-missing': '报告不完整：缺少崩溃线程。',
  'cut-off': '报告不完整：内容被截断，其余部分缺失。',
  'beginning-missing': '报告不完整：缺少开头部分。',
  'images-missing': '报告不完整：缺少镜像列表，因此无法把地址对应到构建。',
  'images-cut': '报告不完整：镜像列表被截断，因此无法把其余镜像中的地址对应到构建。',
  'parts-left-out': '报告不完整：省略了部分内容。',
  'json-repaired': '报告已损坏：JSON 经过修复，可能缺少部分内容。',
  'rows-lost': '有些含有地址的行无法读取。',
  'lines-unreadable': '报告的有些行无法读取。',
  'stacks-unread': '无法从这段文本中读取任何调用栈，尽管其中有含有地址的行。',
  'frames-unread': '报告的有些栈帧无法读取。',
  'frames-left-out': '报告不完整：生成报告的程序省略了部分栈帧。',
}

export const stackLinks: Whole<typeof english.stackLinks> = {
  words: ({ thread, call }) => `${thread} 因这个栈抛出了异常：异常的文字包含这个栈，并由 ${call} 传出。`,
  addresses: ({ thread, count }) =>
    `这是 ${thread} 的栈：有 ${formatNumber(count)} 个返回地址以相同顺序出现在该线程中，其他线程则没有。`,
  mono: 'Mono 为收到信号的线程打印了这个栈和原生栈。',
}
