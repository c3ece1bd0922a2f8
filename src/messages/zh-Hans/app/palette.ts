/** Simplified Chinese of `app/messages/en/palette.ts`. */
import type * as english from '../../../app/messages/palette.ts'
import type { Whole } from '../../whole.ts'
import { formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  hint: '输入单词或首字母：cvt 可找到 CartView.total',
  results: '结果',
  reading: '正在查找…',
  nothing: (query) => `没有名为“${query}”的内容。`,
  found: (count) => `${formatNumber(count)} 个结果`,
  more: (count) => `另有 ${formatNumber(count)} 个`,
  inGroup: (group) => `，${group}`,
  searchingLibrary: '正在搜索符号库…',
  notThere: '报告中已没有这个位置。',

  groups: {
    parts: '此报告的各部分',
    reports: '已打开的报告',
    commands: '命令',
    settings: '设置',
    threads: '线程',
    frames: '栈帧',
    images: '镜像',
    registers: '寄存器',
    details: '详细信息',
    library: '符号库',
    symbols: '符号库中的名称',
  },

  goHistory: '前往历史',
  goPrivacy: '已保存的数据与隐私',
  openFiles: '打开文件…',
  openSettings: '打开设置…',
  trySample: '试用示例',
  closeReport: '关闭此报告',
  closeAll: '关闭所有报告',
  compare: '将此报告与另一份比较…',
  section: '部分',
  chosen: '当前',
  setting: (name, value) => `${name}：${value}`,
}
