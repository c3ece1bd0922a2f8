/** Simplified Chinese of `app/messages/en/common.ts`. */
import type * as english from '../../../app/messages/common.ts'
import type { Whole } from '../../whole.ts'
import { formatNumber } from './quantities.ts'

export const common: Whole<typeof english.common> = {
  tabTitle: (title) => `${title} · Unslide`,
  close: '关闭',
  copy: '复制',
  copyUuid: '复制 UUID',
  uuid: 'UUID',
  tryAgain: '重试',
  inlined: '内联',
  unnamedFunction: '未命名函数',
  image: '镜像',
  images: '镜像',
  address: '地址',
  loadAddress: '加载地址',
  slide: 'ASLR 偏移',
  filter: '筛选',
  filterReports: '筛选报告',
  noReportMatches: (query) => `没有与“${query}”匹配的报告。`,
  more: (count) => `另有 ${formatNumber(count)} 项`,
  moreRows: (count) => `另有 ${formatNumber(count)} 行`,
  whyWeThinkSo: '判断依据',
  gap: '',
}
