/** Simplified Chinese of `lib/messages/en/element.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../lib/messages/element.ts'
import type { Whole } from '../../whole.ts'

export const elementWords: Whole<typeof english.elementWords> = {
  loading: '正在加载报告…',
  reading: '正在读取报告…',
  shown: ({ title }) => `报告：${title}`,
  failed: '无法显示这份报告',
  again: '重试',
  foldLoading: '正在读取此部分…',
  moreReports: ({ reports, most }) =>
    `此地址有 ${formatNumber(reports)} 份报告，只显示前 ${formatNumber(most)} 份。下载后在 Unslide 中打开可查看全部。`,
}

/** The first of many paths. */
const listed = (paths: readonly string[]): string =>
  paths.length > 3 ? `${paths.slice(0, 3).join('、')} 等 ${formatNumber(paths.length)} 个文件` : paths.join('、')

export const elementProblems: Whole<typeof english.elementProblems> = {
  'not-address': ({ given }) => `“${given}”不是 Web 服务器的地址（http 或 https）。请修改指定它的属性。`,
  'report-status': ({ status }) => `服务器返回状态码 ${status}。请检查地址以及是否有权查看该报告，然后重试。`,
  'report-unreachable': () =>
    '无法获取报告：没有网络连接，或本页面的安全策略不允许访问该地址（connect-src）。请排除后重试。',
  'report-silent': ({ seconds }) =>
    `服务器在 ${formatNumber(seconds)} 秒内没有发送数据，或几乎没有发送。请检查网络连接，然后重试。`,
  'report-size': ({ megabytes }) => `报告大于 ${formatNumber(megabytes)} MB。请下载后在 Unslide 中打开。`,
  'report-page': () => '服务器返回了一个不含报告的网页。可能需要先登录：请登录后重试。',
  'wasm-forbidden': () =>
    "无法读取符号：本页面的安全策略不允许 WebAssembly。请在 script-src 中加入 'wasm-unsafe-eval'，服务器随 element-worker.js 发送的策略也要加入。",
  'reader-ended': () => '读取报告的 worker 意外结束。请重试；如果仍然出现，说明报告对此设备来说太大。',
  'symbols-of-file': ({ paths }) =>
    `报告文件自带符号（${listed(paths)}）。本页面没有提供符号的地方，名称取自这些符号，并带有标记：它们由该文件的制作者选定。`,
  'no-report-inside': () => '此文件中没有报告。请检查地址，或在 Unslide 中打开该文件查看它是什么。',
}
