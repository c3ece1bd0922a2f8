/** Simplified Chinese of `app/messages/en/work.ts`. */
import type * as english from '../../../app/messages/work.ts'
import type { Whole } from '../../whole.ts'
import { spaced } from '../spacing.ts'
import { afterHan, firstAndMore, formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  siteFailed: ({ message, file, others }) =>
    `本站的符号：${message}（${file}${others > 0 ? `，以及另外 ${formatNumber(others)} 个文件` : ''}）`,
  scanning: '正在读取文件',
  scanned: (files, path) => (files === 0 ? path : `${formatNumber(files)} 个文件，${path}`),
  scanningFolder: (name) => `正在扫描 ${name}`,
  listed: (files, path) => `${formatNumber(files)} 个文件，${path}`,
  newFiles: (at, total, path) => `${formatNumber(at)} / ${formatNumber(total)} 个新文件，${path}`,
  readingReports: '正在读取报告',
  writing: '正在写入文件',
  notWritten: '无法写入文件。',
  position: (at, total) => `${formatNumber(at)} / ${formatNumber(total)}`,
  indexing: (name) => `正在为 ${name} 建立索引`,
  naming: '正在查询名称',
  namingIn: (name) => `正在查询 ${name} 中的名称`,

  namingCancelled: (names) => spaced`已取消查询${firstAndMore(names)}中的名称。已找到的名称会保留。`,

  unfinished: (names) =>
    spaced`页面在为${firstAndMore(names)}建立索引时被关闭。未完成的索引已丢弃。要保存到符号库，请重新提供符号。`,
  diedReading: (why, names) =>
    `${why}${names.length === 0 ? '' : `当时正在读取 ${firstAndMore(names)}。`}你的文件没有改动。`,
  diedIndexing: (why, names) =>
    `${why}当时正在为 ${names.join('、')} 建立索引。你的文件没有改动，报告已有的名称会保留。`,
  indexFailed: (names, why) => `为 ${names.join('、')} 建立索引失败。${why}`,
  goOn: '继续',
  storageFull: (why) => `${why}存不下的内容会保留到页面关闭为止。`,
  storageNone: (why) => `所有内容只能保留到页面关闭为止，其他功能不受影响。${why}`,
  unreadableFolders: (names) =>
    `浏览器不允许本页面读取 ${firstAndMore(names)}。请用起始页上的“打开文件夹…”选择该文件夹，或拖入其中的文件。`,
  sourcesTaken: (folders) => spaced`页面关闭前，${firstAndMore(folders)}中的源代码会显示在栈帧旁。`,
  inFolder: (folder, paths) => `缺少的符号在文件夹 ${folder} 中：${firstAndMore(paths)}。`,
  readThem: '读取',

  askIndex: (names) =>
    spaced`${firstAndMore(names)}的索引不是在本机生成的，无法验证其中的名称。信任制作者时才使用。来自你自己文件的符号始终优先。`,
  askPack: (systems) =>
    spaced`${firstAndMore(systems)}的符号包不是在本机生成的，无法验证其中的名称。信任制作者时才使用。来自你自己文件的符号始终优先。`,
  useIndex: '使用',

  reportTooLarge: (path) => `${path} 太大，无法保存：离开或重新加载页面后就会丢失。`,
  leftOpen: (paths) => `有标签页意外关闭，当时打开的报告：${firstAndMore(paths)}。`,
  openAgain: '重新打开',

  opened: (count) => `已打开 ${formatNumber(count)} 份报告。请查看“报告”。`,

  noSample: '无法加载示例。',
  noSampleStatus: (status) => `无法加载示例（状态码 ${status}）。`,
  noSharedReport: '该链接不含可读取的报告。',
  linkTooLarge: '该链接中的文本太大，不是有效的报告。',
  pastedJson: '粘贴的报告.ips',
  pastedText: '粘贴的报告.crash',
  sharedReport: '分享的报告.ips',
  copied: (what) => `已复制${afterHan(what)}`,
  notCopied: '浏览器阻止了复制。请选中文本自行复制。',
}
