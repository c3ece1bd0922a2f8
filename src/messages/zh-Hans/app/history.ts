/** Simplified Chinese of `app/messages/en/history.ts`. */
import type * as english from '../../../app/messages/history.ts'
import { formatDate } from '../../../core/messages/numbers.ts'
import type { Whole } from '../../whole.ts'
import { formatBytes, formatNumber } from './quantities.ts'

type Step = Parameters<typeof english.words.period>[1]

/** How a period reads; its time is the calendar's own, as if it were of Greenwich. */
const periodForms: Readonly<Record<Step, Intl.DateTimeFormatOptions>> = {
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  week: { year: 'numeric', month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'short' },
  year: { year: 'numeric' },
}

export const words: Whole<typeof english.words> = {
  title: '历史',
  summary: (originals) =>
    originals === 0 ? '只保留摘要，不保留文件。' : `保留摘要，文件共 ${formatBytes(originals)}。`,
  limit: (count) => `仅在本机保留最近 ${formatNumber(count)} 份。`,
  off: '历史已关闭：只保留带备注的报告。可在设置中开启。',
  empty: '还没有打开过报告。打开报告后，这里会记下它的标题、版本、系统和设备。',
  noStorage: '浏览器未在此保存任何数据，因此没有历史。',
  loading: '正在读取历史',
  damaged: (count) => `${formatNumber(count)} 条记录无法读取，未显示。`,
  deleteDamaged: '删除这些记录',
  filter: '筛选历史',
  by: '统计维度',
  dimensions: { crash: '崩溃', version: '版本', os: '系统', device: '设备' },
  untold: '未注明',
  others: (count) => `其他 ${formatNumber(count)} 项`,
  chart: (by) => `按${by}统计的报告数量走势`,
  period: (start, step) => formatDate(start, { ...periodForms[step], timeZone: 'UTC' }),
  periods: { day: '日', week: '周（起始日）', month: '月', year: '年' },
  bar: (period, label, count) => `${period}，${label}：${formatNumber(count)}`,
  all: '全部',
  asTable: '以表格显示',
  undated: (count) => `${formatNumber(count)} 份报告没有日期，未计入图表。`,
  shown: (shown, all) =>
    shown === all ? `${formatNumber(all)} 份报告` : `${formatNumber(shown)} / ${formatNumber(all)} 份报告`,
  onlyThese: (label) => `仅显示：${label}`,
  showAll: '全部显示',
  when: (at) => formatDate(at, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  openedOn: (at) => `打开于 ${formatDate(at, { dateStyle: 'medium' })}`,
  open: '打开',
  openReport: (path) => `打开 ${path}`,
  notSaved: (count) => `${formatNumber(count)} 份已关闭报告的文件没有保存。要再次打开，请重新拖入文件。`,
  delete: '删除',
  deleteReport: (path) => `从历史中删除 ${path}`,
  clear: '清除历史…',
  deleteShown: (count) => `删除 ${formatNumber(count)} 条记录…`,
  deleteQuestion: (count, notes) =>
    `删除 ${formatNumber(count)} 条记录${notes === 0 ? '' : `和 ${formatNumber(notes)} 条备注`}？此操作无法撤销。`,
  deleteNow: '删除',
  cancelDelete: '保留',
}
