/** Simplified Chinese of `core/messages/en/hints.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/hints.ts'
import type { Whole } from '../../whole.ts'

const withMore = (names: readonly string[], count: number): string => {
  const others = count - names.length
  return `${names.join('、')}${others > 0 ? `，另有 ${formatNumber(others)} 个` : ''}`
}

export const hintWords: Whole<typeof english.hintWords> = {
  title: '线索，不是名称',
  texts: '使用的文本',
  selectors: '使用的 selector',
  calls: '调用',
  callers: '调用者',
  block: 'block 的主体',
  place: '位置',
  quoted: (texts) => texts.map((text) => `“${text}”`).join('、'),
  listed: (names) => names.join('、'),
  callersOf: ({ named, count }) =>
    named.length === 0 ? `${formatNumber(count)} 个没有名称的函数` : withMore(named, count),
  blockOf: ({ makers, count }) => {
    if (count === 0) return '这个镜像中没有函数创建它'
    if (makers.length === 0) return `由 ${formatNumber(count)} 个没有名称的函数创建`
    return `创建者：${withMore(makers, count)}`
  },
  after: ({ name, between }) =>
    between === 0 ? `紧接在 ${name} 之后` : `${name} 之后第 ${formatNumber(between + 1)} 个函数`,
  before: ({ name, between }) =>
    between === 0 ? `紧邻 ${name} 之前` : `${name} 之前第 ${formatNumber(between + 1)} 个函数`,
}
