/** Simplified Chinese of `core/messages/en/labels.ts`. */
import type * as english from '../../../core/messages/labels.ts'
import type { MetricKind } from '../../../core/messages/labels.ts'
import type { Whole } from '../../whole.ts'
import { spaced } from '../spacing.ts'

export const titles: Whole<typeof english.titles> = {
  stack: '调用栈',
  debuggerStack: '调试器调用栈',
  earlierStack: ({ number }) => `较早消息的调用栈（${number}）`,
  otherText: '其他文本',
  aroundReport: '报告前后的文本',
  aroundStacks: '调用栈前后的文本',
  aboveTree: '调用树上方的文本',
  moreLines: ({ lines }) => `… 还有 ${lines} 行`,
  startMissing: '缺少起始帧的调用栈',
  addressesInText: '文本中的地址',
  nativeStack: '原生调用栈',
  managedStack: '脚本或托管代码的调用栈',
  javaScriptStack: 'JavaScript 调用栈',
  scriptErrorIn: ({ file }) => `${file} 中的错误，没有错误信息`,
  javaScriptError: 'JavaScript 错误',
  callTree: '调用树',
  callTreeBy: ({ column }) => `调用树（按 ${column}）`,
  omittedFrames: '省略的栈帧',
  notableAddresses: ({ thread }) => `线程 ${thread} 中值得注意的地址`,
  place: '位置',
  address: '地址',
  content: '内容',
  numberedThread: ({ number }) => `线程 ${number}`,
  callGraph: '调用图',
  stackOfThread: ({ thread }) => `线程 ${thread} 的调用栈`,
  sanitizer: 'Sanitizer 的文本',
  reporterCrash: ({ label }) => `${label}：崩溃报告程序自身的崩溃`,
  kernelImage: '内核或内核扩展',
  leaksSummary: '摘要',
  panickedThread: (p) =>
    ['触发 panic 的线程', ...(p.tid === '' ? [] : [`tid ${p.tid}`]), ...(p.cpu === '' ? [] : [`CPU ${p.cpu}`])].join(
      '，',
    ),
  panickedCore: ({ cpu }) => `CPU ${cpu} 的回溯`,
  kexts: '已加载的内核扩展',
  processes: '进程',
  processName: '进程',
  pid: 'PID',
  threads: '线程',
  thread: '线程',
  waitEvent: '等待对象',
  memoryError: '内存错误',
  memoryTrace: (p) => {
    const what = p.role === 'allocated' ? '分配' : '释放'
    return p.thread === undefined ? `${what}处` : `由线程 ${p.thread} ${what}`
  },
  fact: '项目',
  value: '值',
  detector: '检测方式',
  detectors: {
    'memory-tags': '内存标签（MTE）',
    'guard-allocator': '概率性保护分配器（probabilistic guard malloc）',
    quarantine: 'Sanitizer 分配器的隔离区',
  },
  errorType: '错误',
  confidence: '分配器的置信度',
  notDiagnosed: '诊断',
  faultAddress: '访问的地址',
  taggedAddress: ({ address, tag }) => `${address}，标签 ${tag}`,
  allocationAddress: '分配的起始地址',
  allocationSize: '分配的字节数',
  accessPlace: '访问位置',
  distance: ({ distance, size }) =>
    distance < 0
      ? `内存块之前 ${-distance} 字节`
      : distance < size
        ? `内存块内偏移 ${distance} 字节处`
        : distance === size
          ? '紧接内存块末尾之后'
          : `内存块末尾之后 ${distance - size} 字节`,
  allocationState: '分配状态',
  freed: '已释放',
  inUse: '使用中',
  allocationStack: '分配时的调用栈',
  freeStack: '释放时的调用栈',
  exceptionReason: '异常原因',
  elided: '崩溃报告程序省略的重复栈帧',
  framesInAll: '总帧数',
  leftOut: '已省略',
  leftOutRows: '行',
  recursionDepth: '递归深度',
  repeatedCall: '重复的调用',
  zones: 'Zone',
  zoneRanges: 'Zone 的地址范围',
}

const xctraceTables: Readonly<Record<string, string>> = {
  'time-profile': 'Time Profile 表',
  'time-sample': '线程采样表',
  'cpu-profile': 'CPU Profile 表',
  'potential-hangs': '卡顿列表',
  hitches: '掉帧列表',
  syscall: '系统调用分析表',
}

export const xctraceWords: Whole<typeof english.xctraceWords> = {
  label: 'xctrace 导出的表',
  tableLabel: ({ schema }) =>
    Object.hasOwn(xctraceTables, schema)
      ? spaced`xctrace 导出的${xctraceTables[schema] ?? ''}`
      : schema === ''
        ? 'xctrace 导出的表'
        : `xctrace 导出的表“${schema}”`,
  units: { ms: 'ms', cycles: '周期', bytes: '字节', events: '事件' },
  noStack: '<无调用栈>',
  allThreads: '所有线程',
  rowsOfTable: '行数',
  rows: '行数',
  bytes: '字节数',
  table: '表',
  samples: '采样数',
  samplesWithoutStack: '没有调用栈的采样',
  hangs: '卡顿',
  hangDuration: '最长卡顿时间',
  interval: ({ isHang, type, thread }) =>
    [type === '' ? (isHang ? '卡顿' : '掉帧') : type, ...(thread === '' ? [] : [thread])].join('，'),
}

export const threadModes: Whole<typeof english.threadModes> = { kernel: '内核态', user: '用户态' }

export const fieldTexts: Whole<typeof english.fieldTexts> = {
  armSyndrome: ({ syndrome, exceptionClass }) => `syndrome ${syndrome}（异常类别 ${exceptionClass}）`,
  requestedByUser: '由用户请求',
  matchesCrashFrame: '与崩溃帧一致',
  goPanic: 'Go panic',
  goFatal: 'Go 致命错误',
  monoCrash: 'Mono 下的原生崩溃',
  blamed: '被 App Store Connect 标记为原因',
  insights: 'App Store Connect 的洞察',
}

export const runtimes: Whole<typeof english.runtimes> = {
  rust: 'Rust panic',
  zig: 'Zig panic',
  nim: 'Nim 异常',
}

export const metricTables: Whole<typeof english.metricTables> = {
  regressions: '变差的指标',
  trendingUp: '上升的指标',
  insightColumns: ['指标', '版本', '设备', '百分位', '值', '之前', '变化（%）', '摘要'],
  valueColumns: ['指标', '版本', '设备', '百分位', '值', '单位', '误差', '目标', '占比最大的部分'],
  cutTable: ({ title, rows }) => `${title}：前 ${rows} 行`,
}

export const eventTexts: Whole<typeof english.eventTexts> = {
  measureBegan: '测量开始',
  measureEnded: '测量结束',
  took: '测量时长',
  processRan: '进程已运行',
  appRan: 'App 已运行',
  inForeground: 'App 处于前台',
  activeSinceLaunch: '启动后的活跃时长',
  backgroundSinceLaunch: '启动后的后台时长',
  appHung: 'App 没有响应',
  mainThreadHung: '主线程没有响应',
  sessionStarted: '会话开始',
  emptyLine: '空行',
  recordedError: ({ domain, code }) => `记录的错误 ${domain} ${code}`.trim(),
}

const metrics: Readonly<Record<MetricKind, string>> = {
  crash: '崩溃',
  hang: '卡顿',
  'cpu-limit': 'CPU 异常',
  'disk-writes': '磁盘写入异常',
  'app-launch': 'App 启动',
  'memory-exception': '内存异常',
  metrics: '指标',
  'call-stacks': '调用栈',
}

export const metricLabels: Whole<typeof english.metricLabels> = {
  ...metrics,
  report: ({ kind }) => `MetricKit ${metrics[kind]}`,
}
