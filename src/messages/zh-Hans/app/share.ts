/** Simplified Chinese of `app/messages/en/share.ts`. */
import type * as english from '../../../app/messages/share.ts'
import type { Whole } from '../../whole.ts'
import { afterHan, formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  formats: {
    text: '文本',
    original: '原格式',
    markdown: 'Markdown',
    json: 'JSON',
    html: 'HTML',
    speedscope: 'speedscope 文件',
    'firefox-profile': 'Firefox Profiler 文件',
  },
  formatLabels: {
    text: '文本',
    original: '原格式',
    markdown: 'Markdown',
    json: 'JSON',
    html: 'HTML 页面',
    speedscope: 'speedscope',
    'firefox-profile': 'Firefox Profiler',
  },
  copyAs: (format) => `复制为${afterHan(format)}`,
  copyWithNote: (format) => `复制为${afterHan(format)}，含备注`,
  downloadWithNote: (format) => `下载${afterHan(format)}，含备注`,
  copyWithVariables: (format) => `复制为${afterHan(format)}，含变量`,
  downloadWithVariables: (format) => `下载${afterHan(format)}，含变量`,
  theReportAs: (format) => `报告（${format}）`,
  copyOwn: '以原格式复制',
  download: '下载',
  downloadAs: (format) => `下载${afterHan(format)}`,
  downloadOwn: '以原格式下载',
  copyLink: '复制包含报告的链接',
  theLink: '链接。报告在 # 之后，浏览器不会发送这部分',
  tooLarge: '这份报告太大，无法放入链接。请下载后发送文件。',

  replacePrivateData: '替换隐私数据',
  withNote: '含备注',
  withVariables: '含变量',
  writing: '正在写入…',
  copiedAs: (what, format) => `${what}（${format}）`,
  large: '这份报告较大，复制或下载时才会写入。',
  showPreview: '显示预览',
  looking: '正在查找隐私数据…',
  format: '格式',
  copiedWithoutPrivateData: (what) => `脱敏后的${afterHan(what)}`,
  replaced:
    '勾选的每段文本都会在所有位置替换为它自己的化名。可以公开的内容请取消勾选。镜像 UUID、地址和 ASLR 偏移保留不变。',
  times: (kind, count) => `${kind}，${formatNumber(count)} 处`,
  nothingFound: (what) => `在${afterHan(what)}中没有发现隐私数据。分享前请检查下面的文本。`,
  withSource: '含源代码行（其中的隐私数据不会被替换）',
  preview: '预览',
  noPreview: '无法生成预览。',
  fileName: 'report',
}
