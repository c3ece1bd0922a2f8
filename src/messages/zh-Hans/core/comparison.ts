/** Simplified Chinese of `core/messages/en/comparison.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/comparison.ts'
import type { Whole } from '../../whole.ts'

export const factTerms: Whole<typeof english.factTerms> = {
  headline: '发生了什么',
  exception: '异常',
  codes: '代码',
  thrown: '抛出的异常',
  termination: '终止',
  process: '进程',
  version: '版本',
  system: '系统',
  device: '设备',
  arch: '架构',
  date: '日期',
  launched: '启动时间',
  kind: '报告类型',
}

const subjects: Readonly<Record<english.Subject, string>> = { crash: '崩溃', problem: '问题' }

export const verdicts: Whole<typeof english.verdicts> = {
  copies: '两个文件包含同一份报告。',
  same: ({ one }) => `是同一个${subjects[one]}。`,
  unclear: ({ one }) => `无法确定是否为同一个${subjects[one]}。`,
  sharedCode: ({ one }) => `很可能是同一个${subjects[one]}，发生在两个共用这段代码的程序中。`,
  oneReason: ({ one }) => `很可能是同一个${subjects[one]}：位置相同，但不是两份报告都给出了原因。`,
  near: ({ one }) => `很可能是同一个${subjects[one]}；请查看下方的差异。`,
  otherPath: ({ one }) => `很可能是同一个${subjects[one]}，但调用路径不同。`,
  pathUnknown: ({ one }) => `很可能是同一个${subjects[one]}；调用路径无法比较。`,
  different: ({ one }) => `是不同的${subjects[one]}。`,
  otherEnd: ({ one }) => `是不同的${subjects[one]}：结束的方式不同。`,
  otherPlace: ({ one }) => `是不同的${subjects[one]}：结束的方式相同，但位置不同。`,
  onePlace: ({ one }) => `是同一个函数中的不同${subjects[one]}。`,
}

export const checks: Whole<typeof english.checks> = {
  programs: ({ a, b }) => `程序不同：A 是 ${a}，B 是 ${b}。`,

  ends: ({ a, b }) => `A 因 ${a} 结束，B 因 ${b} 结束。`,
  meanings: ({ a, b }) => `A：${a}。B：${b}。`,
  oneCode: ({ codes, reworded }) => `两者都因 ${codes} 结束${reworded ? '，但消息不同' : ''}。`,
  oneMeaning: ({ title, reworded }) =>
    reworded ? `两者结束的方式相同（${title}），但消息不同。` : `两者结束的方式相同：${title}。`,
  noReason: '两份报告都没有给出原因。',
  oneReason: ({ side, reason }) => `只有 ${side} 给出了原因：${reason}。`,
  otherReasons: ({ a, b }) => `原因无法比较。A：${a}；B：${b}。`,

  noStacks: '两份报告都没有调用栈。',
  noStack: ({ side }) => `${side} 没有可比较的调用栈。`,
  noAppFrame: ({ side }) => `${side} 的调用栈中没有 App 的函数。`,
  noNames: '两份报告中出错的函数都没有名称。添加 dSYM 后可以比较。',
  noName: ({ side }) => `${side} 中出错的函数没有名称。添加 dSYM 后可以比较。`,
  places: ({ a, b }) => `A 在 ${a} 中出错，B 在 ${b} 中出错。`,
  systemStacks: ({ both, all }) =>
    `两个调用栈都没有 App 的函数；${formatNumber(all)} 个调用中有 ${formatNumber(both)} 个同时出现在两个调用栈上。`,
  place: ({ name }) => `两者都在 ${name} 中出错。`,
  placeAt: ({ name, location }) => `两者都在 ${name} 中出错，位置为 ${location}。`,
  lines: ({ name, a, b }) => `两者都在 ${name} 中出错，但 A 在第 ${a} 行，B 在第 ${b} 行。`,
  linesOfBuild: ({ name, a, b }) => `两者都在 ${name} 中出错，但在同一构建中，A 在第 ${a} 行，B 在第 ${b} 行。`,
  linesOfBuilds: ({ name, a, b }) => `两者都在 ${name} 中出错，A 在第 ${a} 行，B 在第 ${b} 行，两者来自不同的构建。`,

  namesMissing: 'App 的部分调用没有名称，因此没有全部比较。',
  path: ({ calls, otherRounds }) =>
    `两个调用栈中 App 的调用相同，共 ${formatNumber(calls)} 个${otherRounds ? '，只是重复的次数不同' : ''}。`,
  paths: ({ both, a, b }) =>
    `App 的调用：两个调用栈共有 ${formatNumber(both)} 个，A 独有 ${formatNumber(a)} 个，B 独有 ${formatNumber(b)} 个。`,
}
