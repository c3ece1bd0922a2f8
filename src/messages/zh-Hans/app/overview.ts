/** Simplified Chinese of `app/messages/en/overview.ts`. */
import type * as english from '../../../app/messages/overview.ts'
import type { Whole } from '../../whole.ts'

export const words: Whole<typeof english.words> = {
  nothing: '报告中没有可读取的此类内容。请查看报告的详细信息。',
  showStacks: '显示调用栈',
  bucket: (from, to) => (from === to ? from : `${from} 至 ${to}`),
  rangeHeading: '区间',
  countHeading: '测量次数',
  asTable: '以表格显示',
  wholeTree: '完整调用树',
  moreRows: (rows) => `显示全部 ${rows} 行`,
}
