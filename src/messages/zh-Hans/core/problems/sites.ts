/** Simplified Chinese of `core/messages/en/problems/sites.ts`. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type {
  siteFailures as englishFailures,
  siteProblems as english,
} from '../../../../core/messages/problems/sites.ts'
import type { Whole } from '../../../whole.ts'
import { spaced } from '../../spacing.ts'

const again = '请重试；如果问题依旧，请重新发布符号。'

const failures: Whole<typeof englishFailures> = {
  silent: '服务器未及时响应',
  refused: '无法建立连接',
  cut: '连接在响应传完之前中断',
}

export const siteProblems: Whole<typeof english> = {
  'site-unreachable': ({ failure, tries }) =>
    `${failures[failure]}（已尝试 ${formatNumber(tries)} 次）。请检查网络连接和地址。`,
  'site-unreachable.status': ({ status, tries }) =>
    `服务器返回状态码 ${status}（已尝试 ${formatNumber(tries)} 次）。请稍后重试，或联系服务器的管理者。`,
  'site-refused': ({ status }) =>
    `服务器拒绝了请求，状态码 ${status}。请让所有可以查看符号的人都能读取 symbols 文件夹。`,
  'site-refused.absent': ({ status }) =>
    `服务器返回状态码 ${status}：请求的内容不存在，或不允许读取。不允许列出内容的存储服务对不存在的文件也这样应答。如果符号确实在那里，请让所有可以查看符号的人都能读取 symbols 文件夹。`,
  'site-web-page': () =>
    '本应是对符号的描述，服务器却返回了网页；它可能对任何地址都这样应答，或要求登录。页面内容一概不用。请检查地址。',
  'site-redirect': () => '服务器重定向了这个请求，而 Unslide 不跟随重定向。请提供符号所在的地址。',
  'site-no-ranges': () => '服务器返回了整个文件，而不是请求的部分。请让服务器支持 range 请求（Accept-Ranges: bytes）。',
  'site-wrong-range': ({ wanted, got }) =>
    `请求的是字节范围 ${wanted}，服务器${got === '' ? '没有注明返回的是哪一段' : `返回的是“${got}”`}。${again}`,
  'site-encoded': ({ encoding }) =>
    `服务器压缩了这个文件（${encoding}），因此无法只读取其中一部分。请对 .unslide-blocks 文件关闭压缩。`,
  'site-too-large': ({ most }) => `内容超过 ${formatNumber(most)} 字节，不是 unslide publish 写入的文件。请检查地址。`,
  'site-not-manifest': ({ field }) => `这不是符号清单：内容不符合预期（${field}）。请检查地址，或重新发布符号。`,
  'site-false-fact': ({ image, field }) =>
    `${image} 的清单与它所描述的文件互相矛盾（${field}），因此未使用该文件。请重新发布符号。`,
  'site-schema': ({ schema, known }) =>
    schema > known
      ? `这由较新版本的 Unslide 发布（schema ${schema}，本版本读取 ${known}）。请使用那个版本，或用本版本重新发布符号。`
      : `这由较旧版本的 Unslide 发布（schema ${schema}，本版本读取 ${known}）。请用本版本重新发布符号。`,
  'site-version': ({ versions, known }) =>
    spaced`其中列出的索引版本为${versions.join('、')}，而本版本的 Unslide 读取版本 ${known.join('、')}。请用本版本重新发布符号，或使用发布它们的版本。`,
  'site-block': ({ block }) => `块 ${block} 与发布时的内容不同：摘要不一致。${again}`,
  'site-map': () => `文件开头的块列表与发布时的内容不同。${again}`,
  'site-script-map': () => `这个映射与发布时的内容不同：摘要不一致。${again}`,
  'site-map-by-name': ({ bundle }) =>
    `这个映射按名称 ${bundle} 发布，没有 debug id：没有依据表明它属于报告中的构建。来自它的内容会标明未经证实。`,
  'kept-site': () => '现在无法访问，因此使用已保留的副本。副本可能已过时，并且缺少从未下载过的部分。',
  'site-gone': () => '列表中有这个文件，但文件不存在。它可能刚刚被替换，请重试。如果仍然缺失，请重新发布符号。',
}
