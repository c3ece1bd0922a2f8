/** Simplified Chinese of `app/messages/en/table.ts`. */
import type * as english from '../../../app/messages/table.ts'
import type { Whole } from '../../whole.ts'
import { afterHan, formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  filter: (title) => `筛选：${title}`,
  filterHint: '筛选',
  sortBy: '排序',
  rows: (shown, all) =>
    shown === all ? `${formatNumber(all)} 行` : `${formatNumber(shown)} / ${formatNumber(all)} 行`,
  copyRows: (chosen) => (chosen === 0 ? '复制表格' : `复制 ${formatNumber(chosen)} 行`),
  copyColumn: (heading) => `复制${afterHan(heading)}`,
  copiedRows: (count) => `${formatNumber(count)} 行`,
  nothing: (query) => `没有包含“${query}”的行。`,
  open: (name) => `${name} 的详细信息`,
  keys: '方向键移动，Enter 打开一行，空格键选中，Ctrl+C 复制。',
  wholeText: (characters) => `显示全部 ${formatNumber(characters)} 个字符`,
  cutText: (characters) => `另有 ${formatNumber(characters)} 个字符：请查看文件本身。`,
}
