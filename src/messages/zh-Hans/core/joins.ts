/** Simplified Chinese of `core/messages/en/joins.ts`. */
import { ownWords } from '../../../core/messages/message.ts'
import type * as english from '../../../core/messages/joins.ts'
import type { Whole } from '../../whole.ts'

export const joined: Whole<typeof english.joined> = {
  facts: (texts) => texts.join('；'),
  list: (texts) => texts.join('，'),
  names: (texts) => texts.join('、'),
  behind: (heading, text) => `${heading}${text}`,
  labelled: (label, text) => `${label}：${text}`,
  aside: (text, remark) => `${text}（${remark}）`,
  sentence: (fact) => `${fact}。`,
  closed: (title) => `${title.replace(/[.。]+$/, '')}。`,
}

export const gradeNames: Whole<typeof english.gradeNames> = {
  exact: '精确',
  proved: '已证实',
  likely: '很可能',
  possible: '可能',
  doubtful: '存疑',
}

export const threadMarks: Whole<typeof english.threadMarks> = { crashed: '崩溃', attributed: '报告所指' }

/** What kinds of reports and files are called, by their names in English. */
const labels: Readonly<Record<string, string>> = {
  'Page exported by Unslide': 'Unslide 导出的页面',
  'JSON written by Unslide': 'Unslide 写出的 JSON',
  'PLCrashReporter report': 'PLCrashReporter 报告',
  'Core file': 'core 文件',
  Minidump: 'Minidump',
  'Kernel data (kcdata)': '内核数据（kcdata）',
  'Kernel stack buffer (stack_snapshot)': '内核调用栈缓冲区（stack_snapshot）',
  'Table exported by xctrace': 'xctrace 导出的表格',
  'Swift runtime backtrace (JSON)': 'Swift 运行时回溯（JSON）',
  'Crash report (.ips)': '崩溃报告（.ips）',
  'Kernel panic or forced reset': '内核崩溃（panic）或强制重启',
  'Stackshot of all processes (.ips)': '所有进程的 stackshot（.ips）',
  'Memory kill (jetsam)': '因内存被终止（jetsam）',
  'Resource report (CPU, wakeups, disk writes, power)': '资源报告（CPU、唤醒、磁盘写入、电量）',
  'Spindump or hang report': 'Spindump 或卡顿报告',
  'Stackshot (text, iOS 7)': 'Stackshot（文本，iOS 7）',
  'Sample of a process': '进程采样',
  'Leaks or malloc history': '内存泄漏或 malloc 历史',
  'Call tree copied from Instruments': '从 Instruments 复制的调用树',
  'Swift runtime backtrace': 'Swift 运行时回溯',
  'Dart stack trace (Flutter)': 'Dart 调用栈（Flutter）',
  'Crash report (text)': '崩溃报告（文本）',
  'MetricKit diagnostics (JSON)': 'MetricKit 诊断（JSON）',
  'Metrics of App Store Connect': 'App Store Connect 指标',
  'Meter exception log': 'Meter 异常日志',
  'Datadog event (JSON)': 'Datadog 事件（JSON）',
  'New Relic crash (JSON)': 'New Relic 崩溃（JSON）',
  'Raygun report (JSON)': 'Raygun 报告（JSON）',
  'Measure event (JSON)': 'Measure 事件（JSON）',
  'App Center (JSON)': 'App Center 日志（JSON）',
  'KSCrash report (JSON)': 'KSCrash 报告（JSON）',
  'KSCrash profile (JSON)': 'KSCrash 性能采样（JSON）',
  'Sentry event (JSON)': 'Sentry 事件（JSON）',
  'Bugsnag event (JSON)': 'Bugsnag 事件（JSON）',
  'Crashlytics record (.clsrecord)': 'Crashlytics 记录（.clsrecord）',
  'Diagnostic report (.ips)': '诊断报告（.ips）',
  'Go stack trace': 'Go 调用栈',
  'Stack of names and places': '由名称和位置组成的调用栈',
  'Android tombstone': 'Android 崩溃记录（tombstone）',
  'Crash of a Unity program on Windows': 'Windows 上 Unity 程序的崩溃',
  'Sanitizer report': 'Sanitizer 报告',
  'Umeng error': '友盟错误',
  'BSBacktraceLogger stack': 'BSBacktraceLogger 调用栈',
  'Uncaught exception (console log)': '未捕获的异常（控制台日志）',
  'React Native error': 'React Native 错误',
  'Debugger stack (lldb)': '调试器调用栈（lldb）',
  'Crashlytics stack (text)': 'Crashlytics 调用栈（文本）',
  'Bugly stack': 'Bugly 调用栈',
  'TalkingData error': 'TalkingData 错误',
  'Stack of a script or managed code': '脚本或托管代码的调用栈',
  'Error of a script (JSON)': '脚本错误（JSON）',
  'Stack of Rust, Zig or Nim': 'Rust、Zig 或 Nim 的调用栈',
  'Log of a Capacitor app': 'Capacitor App 的日志',
  'Profile of scripts (JSON)': '脚本性能采样（JSON）',
  'Call stack symbols': '调用栈符号',
  'atos commands and answers': 'atos 命令及其结果',
  'Piece of a crash report (.ips)': '崩溃报告的片段（.ips）',
  'Text with addresses': '含有地址的文本',
  'Console message': '控制台消息',
  'Allocation tree': '内存分配树',
  'Kernel stackshot': '内核 stackshot',
  'Kernel stackshot (changes)': '内核 stackshot（变化）',
  'Kernel corpse': '内核 corpse',
  'Exit reason': '退出原因',
  'Kernel boot tests': '内核启动测试',
  'Mach-O file': 'Mach-O 文件',
  'Breakpad symbols': 'Breakpad 符号',
  'zip archive': 'zip 压缩包',
  'gzip file': 'gzip 文件',
  'tar archive': 'tar 压缩包',
  'mail message': '邮件',
  'base64 text': 'base64 文本',
  file: '文件',
}

export const labelText: Whole<typeof english.labelText> = (label) => {
  if (Object.hasOwn(labels, label)) return labels[label] ?? label
  // `Diagnostic report (.ips, type 312)`, and reports that bear the name of what wrote them.
  const type = /^Diagnostic report \(\.ips, type (.{1,40})\)$/.exec(label)?.[1]
  if (type !== undefined) return `诊断报告（.ips，类型 ${type}）`
  const writer = /^(\w{1,40}) report$/.exec(label)?.[1]
  return writer === undefined ? ownWords(label) : `${writer} 报告`
}
