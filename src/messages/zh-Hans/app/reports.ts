/** Simplified Chinese of `app/messages/en/reports.ts`. */
import type * as english from '../../../app/messages/reports.ts'
import type { Whole } from '../../whole.ts'
import { formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  title: '报告',
  heading: (reports, groups, areCrashes) =>
    groups < reports
      ? `${formatNumber(reports)} 份报告，${areCrashes ? `${formatNumber(groups)} 种崩溃` : `${formatNumber(groups)} 组`}`
      : `${formatNumber(reports)} 份报告`,
  compare: '比较',
  compareHint: '选择两份报告进行比较',
  compareNeeds: (selected) => (selected === 1 ? '再选一份即可比较' : '只能选择两份'),
  closeAll: '全部关闭',
  closeReport: (path) => `关闭 ${path}`,
  select: (path) => `选择 ${path} 进行比较`,
  alike: (count) => `${formatNumber(count)} 份相同`,
  counted: (value, count) => `${value}：${formatNumber(count)}`,
  firstAndMore: (value, more) => `${value} 等 ${formatNumber(more + 1)} 项`,
}
