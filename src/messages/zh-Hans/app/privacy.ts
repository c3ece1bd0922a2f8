/** Simplified Chinese of `app/messages/en/privacy.ts`. */
import type * as english from '../../../app/messages/privacy.ts'
import type { Whole } from '../../whole.ts'
import { formatBytes, formatNumber } from './quantities.ts'

type Answer = Parameters<typeof english.words.askedImage>[0]['answer']

const answers: Readonly<Record<Answer, string>> = {
  asking: '正在请求',
  found: '找到',
  absent: '未找到',
  failed: '无应答',
  'found-before': '无法连接；之前找到过',
  'absent-before': '无法连接；之前没有',
}

export const words: Whole<typeof english.words> = {
  title: '隐私',
  heading: '任何内容都不会离开本机',
  headingAsked: '报告不会离开本机',
  reads: ['本页面在此浏览器中读取报告和符号。没有可以接收它们的服务器：页面只是一组静态文件。'],
  siteHeading: '本站的符号',
  site: [
    '本页面所在的站点可能同时提供符号（',
    { code: 'unslide publish' },
    '）。只有在设置中开启后，页面才会请求这些符号。开启后，报告中的镜像如果在这里没有符号，页面会请求自身地址下的 ',
    { code: 'symbols/<UUID>/…' },
    '：请求中包含镜像的 UUID，以及要读取符号索引的哪些部分。站点的运营者能看到这些请求，也就能推断报告可能涉及哪些函数。报告本身、报告文件和其中的名称绝不会离开此浏览器。',
  ],
  siteAsked: ({ isOn, requests, bytes }) =>
    `${isOn ? '已开启' : '已关闭'}。${requests === 0 ? '本次访问没有发出请求。' : `本次访问发出 ${formatNumber(requests)} 个请求，读取 ${formatBytes(bytes)}。`}`,
  siteNotReached: '无法连接本站。名称来自此浏览器之前保存的部分符号；其他部分缺失。重新加载页面可重试。',
  siteImages: '向本站请求过的镜像',
  askedImage: ({ name, answer, requests }) =>
    [name, answers[answer], `${formatNumber(requests)} 个请求`].filter(Boolean).join(' · '),
  keptHeading: '此浏览器中保存的内容',
  kept: [
    '此浏览器的存储空间中保存符号的索引、设置和记住的文件夹，报告中已有的函数名（用于同一构建的其他报告），以及本页面所在站点发布的部分符号。已打开的报告也会保存，这样重新加载页面也不会丢失；报告关闭后即被删除。历史中保存每份报告的标题、版本、系统、设备和你的备注；报告文件只在你选择保存时才保存。这两项都可以在设置中关闭。可以在',
    { link: '符号库', href: '#/library' },
    '中删除其中任意一项或全部内容。',
  ],
  checkHeading: '如何验证',
  offlineFile: [{ strong: '断开网络。' }, '本页面是磁盘上的一个文件。断开网络，一切功能照常工作。'],
  offlineSite: [{ strong: '断开网络。' }, '加载本页面一次，断开网络，重新加载并拖入报告。一切功能照常工作。'],
  network: [
    { strong: '观察网络。' },
    '打开浏览器开发者工具的“网络”面板，再拖入报告。页面只请求自身的文件。如果开启了本站的符号，还会请求上面所说的那些部分。右上角的计数与此一致。',
  ],
  breakOut: [
    { strong: '试着发送数据。' },
    '在控制台中输入 ',
    { code: "fetch('https://example.com')" },
    '。浏览器会拒绝，因为页面的 Content-Security-Policy 不允许连接其他地址。该策略写在页面源代码中。浏览器不会对 WebRTC 应用任何策略，因此页面在运行其他代码之前就移除了它：',
    { code: 'RTCPeerConnection' },
    ' 在这里是 undefined。',
  ],
  linksHeading: '链接',
  links: [
    '用“分享”生成的链接把报告放在 ',
    { code: '#' },
    ' 之后。浏览器不会把这部分发送给任何服务器。得到链接的人就得到了报告。',
  ],
  oneFileHeading: '不依赖站点',
  oneFile: [
    { link: '将本应用下载为单个文件', href: './unslide.html', download: 'unslide.html' },
    '：可用于没有网络的电脑，也可转交他人。从磁盘打开它，再把文件拖入即可。Chrome 和 Edge 可以直接拖入文件夹，其他浏览器请用“打开文件夹…”。它的存储空间与本页面的互不相通。',
  ],
}
