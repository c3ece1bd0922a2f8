/** Simplified Chinese of `cli/messages/en/serve.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../cli/messages/serve.ts'
import { formatDuration } from '../../../core/messages/quantities.ts'
import type { Whole } from '../../whole.ts'

export const serveWords: Whole<typeof english.serveWords> = {
  serving: ({ url, origin }) =>
    `正在为 ${origin} 提供符号；任何知道此地址的人都能读取。按 Ctrl-C 停止服务器。请在性能分析工具中采样数据的地址后加上 ?symbolServer=${encodeURIComponent(url)}`,
  symbols: ({ images }) => `${formatNumber(images)} 个镜像有符号`,
}

export const serveErrors: Whole<typeof english.serveErrors> = {
  needsSymbols: 'serve 需要 --symbols PATH。',
  takesNoPath: ({ given }) => `serve 不接受“${given}”。请用 --symbols PATH 指定符号。`,
  notOrigin: ({ given }) =>
    `--origin ${given} 不是页面的来源（origin）。请写成 https://profiler.firefox.com，不带路径。`,
  notPort: '--port 的取值为 0 到 65535；0 表示使用空闲端口。',
  cannotListen: ({ host, port, reason }) => `无法监听 ${host}:${port}：${reason}`,
}

export const answeredErrors: Whole<typeof english.answeredErrors> = {
  noModule: '这里没有此模块的符号。',
  noCode: '此地址处没有代码。请用 --symbols 提供二进制文件；dSYM 中没有代码。',
  noInstruction: '（没有指令）',
  noFolder: '没有提供源文件。请用 --source DIR 启动服务器。',
  notNamed: '此模块的调试信息没有在此地址处提到这个文件。',
  several: ({ paths }) => `有多个文件符合：${paths.join('、')}。`,
}

export const refusedRequests: Whole<typeof english.refusedRequests> = {
  host: '此服务器只响应对其自身地址的请求。',
  origin: '此服务器不响应来自此来源（origin）的页面。请用 --origin 指定该页面的来源后启动。',
  path: '这里没有内容。请使用服务器输出的地址。',
  method: '只接受 POST。',
  large: '请求过大。',
  json: '请求不是 JSON。',
  form: '请求不是此路径所接受的格式：见“unslide help serve”。',
  tooMany: '请求中的 job、模块或帧过多。请拆成多个请求。',
  busy: '正在处理其他报告。请稍后重新发送。',
  slow: ({ seconds }) => `处理此报告的时间超过 ${formatDuration(seconds)}。`,
  failed: 'Unslide 内部出错。',
}
