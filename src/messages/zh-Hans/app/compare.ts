/** Simplified Chinese of `app/messages/en/compare.ts`. */
import type * as english from '../../../app/messages/compare.ts'
import type { Whole } from '../../whole.ts'
import { formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  title: '比较',
  kind: '比较',
  with: '与',
  onlyReport: '目前只打开了这一份报告。拖入、粘贴或打开另一份报告即可比较。',
  orAnother: '也可以拖入、粘贴或打开另一份报告。',
  copyMarkdown: '复制为 Markdown',
  markdown: 'Markdown',
  theComparison: '比较结果',
  theMarkdown: 'Markdown 格式的比较结果',
  shareTitle: '分享比较结果',
  share: '脱敏分享…',
  swap: '交换 A 和 B',
  withAnother: '将 A 与其他报告比较',
  facts: '基本信息',
  registers: '不同的寄存器',
  otherThreads: '其他线程',
  allAlike: '这些线程在两份报告中的活动相同。',
  othersAlike: '其余线程在两份报告中的活动相同。',

  checks: {
    same: '相同',
    near: '几乎相同',
    differs: '不同',
    unknown: '未知',
  },
  fact: '项目',
  notStated: '未注明',
  sameFacts: (terms) => `两份报告相同的项目：${terms.join('、')}`,
  threadsAt: '线程所在位置',
  inA: 'A 中',
  inB: 'B 中',
  ownFunction: '，位于',

  sides: { both: '两者都有：', 'only-a': '仅 A 有：', 'only-b': '仅 B 有：' },
  once: '1 次',
  times: (count) => `× ${formatNumber(count)}`,
  nameFrom: { A: '名称取自 A', B: '名称取自 B' },
  folds: {
    both: (count) => `两者共有 ${formatNumber(count)} 个系统库调用`,
    'only-a': (count) => `仅 A 有 ${formatNumber(count)} 个系统库调用`,
    'only-b': (count) => `仅 B 有 ${formatNumber(count)} 个系统库调用`,
  },

  imageStates: {
    'same-build': '构建相同',
    'other-build': '构建不同',
    unknown: '未注明构建',
    'only-a': '仅 A 有',
    'only-b': '仅 B 有',
  },
  stateCount: (count, state) => `${formatNumber(count)} 个${state}`,
  systemImages: (count, states) => `${formatNumber(count)} 个系统镜像：${states.join('，')}。`,
  systemOnlyOne: '仅一份报告列出的系统镜像',
}
