/** Simplified Chinese of `app/messages/en/start.ts`. */
import { formatDate } from '../../../core/messages/numbers.ts'
import type * as english from '../../../app/messages/start.ts'
import type { Whole } from '../../whole.ts'
import { spaced } from '../spacing.ts'
import { firstAndMore, formatNumber } from './quantities.ts'

/** The stack of the sample has no words. */
export const words: Whole<Omit<typeof english.words, 'sampleRows'>> = {
  heading: '把崩溃报告和它的 dSYM 拖到这里，顺序不限。',
  headingByTouch: '打开崩溃报告和它的 dSYM，顺序不限。',
  haveSymbols: (names) => spaced`现在打开或拖入崩溃报告：${firstAndMore(names)}的符号已就绪。`,
  lead: 'Unslide 会补全函数、内联调用、文件和行号。一切都在此浏览器中完成，不会上传任何内容。',
  chooseFiles: '选择文件',
  openFiles: '打开文件…',
  chooseFolder: '选择文件夹',
  openFolder: '打开文件夹…',
  paste: '粘贴',
  sample: '试用示例',
  clipboardEmpty: '剪贴板中没有文本。',
  clipboardBlocked: '浏览器阻止了读取剪贴板。请改按 Ctrl+V 或 ⌘V。',
  dropHere: '文件或文件夹，拖到页面任意位置即可',
  preview: '示例预览',
  before: '报告中',
  after: '使用 dSYM 后',
  recent: '最近的报告',
  allRecent: '全部历史',
  when: (at) => formatDate(at, { dateStyle: 'medium', timeZone: 'UTC' }),
  reports: '报告',
  reportKinds: '.ips 和 .crash、spindump、sample、MetricKit，以及各崩溃服务的导出文件',
  symbols: '符号',
  symbolKinds: 'dSYM、.xcarchive、App、framework 和库，以及包含它们的文件夹、zip 和 tar 压缩包',
  kept: '之前保存的',
  keptImages: (count) => `${formatNumber(count)} 个镜像的符号`,
  keptUse: () => '。这些构建的报告不再需要 dSYM。',

  files: (count) => `已读取 ${formatNumber(count)} 个文件`,
  fileOutcomes: {
    symbols: '符号',
    report: '报告',
    index: '索引',
    ignored: '已跳过',
    unreadable: '无法读取',
  },
  nothing: {
    searched: '这些文件中没有报告，也没有符号。请提供崩溃报告（.ips、.crash）或 dSYM，或包含它们的文件夹或压缩包。',
    unread: '没有找到报告和符号，而且有些内容无法读取。具体内容和原因见下面的列表。',
  },
  atLine: (line) => `（第 ${line} 行）`,
  atByte: (offset) => `（第 ${offset} 字节处）`,
  more: (count) => `另有 ${formatNumber(count)} 项`,
  skipped: (count) => `跳过了 ${formatNumber(count)} 个不含报告和符号的文件。`,
}
