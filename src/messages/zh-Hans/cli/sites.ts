/** Simplified Chinese of `cli/messages/en/sites.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../cli/messages/sites.ts'
import { formatBytes } from '../../../core/messages/quantities.ts'
import type { Whole } from '../../whole.ts'

export const siteErrors: Whole<typeof english.siteErrors> = {
  notAddress: ({ given }) =>
    `${given} 不是已发布符号的地址。请指定“unslide publish”所写文件夹的地址，例如 https://symbols.example.com/，不带用户名、“?”和“#”。`,
  notSecure: ({ given }) =>
    `${given}: 请使用 https。只有本机（http://localhost）可以使用 http：使用 http 时，网络上的任何人都可能篡改名称。`,
  filesOnly: ({ given }) =>
    `${given}: 此处需要文件。已发布符号的地址可用于 symbolicate、batch、lookup、serve 和 mcp 的 --symbols。`,
  cacheNeedsSite: '--cache 需要已发布符号的地址：--symbols https://…。',
  cacheNotFolder: ({ path }) => `--cache ${path}: 不是文件夹。`,
  needsUuid: '使用已发布符号的地址时，需要用 --uuid 指定镜像。',
  notThere: ({ uuid }) => `那里没有发布 ${uuid} 的符号。`,
  addressesOnly: ({ given }) =>
    `--symbols ${given}: mcp 在此只接受已发布符号的地址（https://…）。文件通过 --root 提供，由客户端打开。`,
}

export const siteWords: Whole<typeof english.siteWords> = {
  asked: (p) =>
    `${p.name}: ${formatNumber(p.images)} 个镜像中找到 ${formatNumber(p.found)} 个。${formatNumber(p.requests)} 个请求，共 ${formatBytes(p.bytes)}。${
      p.remembered > 0 ? `其中 ${formatNumber(p.remembered)} 个镜像在过去一小时内不存在，没有再次请求。` : ''
    }`,
}
