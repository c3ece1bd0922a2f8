/** Simplified Chinese of `cli/messages/en/results.ts`. */
import { formatBytes, formatMilliseconds, formatSeconds } from '../../../core/messages/quantities.ts'
import { formatNumber, formatPercent } from '../../../core/messages/numbers.ts'
import type * as english from '../../../cli/messages/results.ts'
import type { Whole } from '../../whole.ts'

export const results: Whole<typeof english.results> = {
  line: ({ number }) => `第 ${number} 行`,
  foundSymbols: ({ path, uuids }) => `找到：${path} (${uuids})`,
  soughtSymbols: ({ images, found }) =>
    `--find 查找了 ${formatNumber(images)} 个镜像的符号，找到其中 ${formatNumber(found)} 个。`,
  soughtFirst: ({ count, of }) => `--find 只查找 ${formatNumber(of)} 个镜像中的前 ${formatNumber(count)} 个。`,
  searchCut: ({ names }) =>
    `--find 已查看 ${formatNumber(names)} 个名称，其余已跳过。请用 --find-in 指定更小的文件夹。`,
  errorLine: ({ error }) => `error: ${error}`,
  streamed: (p) => {
    const count = p.named + p.lacking + p.unreadable
    return `${formatNumber(count)} 份报告，用时 ${formatSeconds(p.seconds, 1)}，每秒 ${formatNumber(count / Math.max(p.seconds, 0.001), 0)} 份；${formatNumber(p.lacking)} 份符号不全，${formatNumber(p.unreadable)} 份无法读取`
  },
  grouped: (p) => `${formatNumber(p.count)} 份报告，${formatNumber(p.groups)} ${p.areCrashes ? '种崩溃' : '组'}`,
  counted: ({ value, count }) => (count === 1 ? value : `${value} (${formatNumber(count)})`),
  morePaths: ({ rest }) => `另有 ${formatNumber(rest)} 个`,
  batchLacking: (p) =>
    `${formatNumber(p.files)} 个文件中有 ${formatNumber(p.lacking)} 个缺少符号。\`unslide symbolicate\` 会说明缺少哪些。`,
  standardInput: '标准输入',
  none: '无',
  path: '路径',
  uuid: 'UUID',
  platform: '平台',
  sdk: ({ version }) => `SDK ${version}`,
  dwarf: 'DWARF',
  dwarfVersions: (p) => `版本 ${p.versions}；${formatNumber(p.units)} 个编译单元`,
  functions: '函数',
  functionStarts: ({ count }) => `${formatNumber(count)} 个函数起始地址`,
  symbols: '符号',
  symbolEntries: ({ count }) => `${formatNumber(count)} 条`,
  objects: '行号来源',
  objectPaths: ({ paths }) =>
    `${formatNumber(paths.length)} 个目标文件：${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}`,
  languages: '语言',
  swift: 'Swift',
  swiftTypes: ({ types, fields }) => `${formatNumber(types)} 个类型，${formatNumber(fields)} 个字段（名称见 JSON）`,
  producers: '编译器',
  encrypted: '已加密',
  encryptedCode: '是：代码无法读取',
  noInstruction: '（不是指令）',
  frameOf: (p) =>
    `${p.thread === undefined ? '' : `线程 ${p.thread}，`}帧 ${p.frame}: ${p.address}${p.image === undefined ? '' : ` ${p.image}`}`,
  inlinedScope: ' [内联]',
  noVariables: '（没有变量）',
  hiddenVariable: ' [被内层同名变量遮蔽]',
  indexed: (p) =>
    `${formatNumber(p.functions)} 个函数，${formatNumber(p.inlines)} 个内联调用，${formatNumber(p.lineRows)} 条行号记录`,
  built: (p) =>
    `由 ${formatNumber(p.dwarfBytes)} 字节 DWARF 生成 ${formatNumber(p.indexBytes)} 字节索引，用时 ${formatMilliseconds(p.milliseconds)}，${formatNumber(p.threads)} 个线程，内存峰值 ${formatNumber(p.peakBytes)} 字节`,
  indexing: (p) => `${p.name}: ${p.phase} ${formatPercent(p.percent / 100)}，${formatBytes(p.rate)}/s`,
  watching: ({ folder }) => `正在监视 ${folder}；按 Ctrl-C 结束`,
  written: ({ path }) => `已写入：${path}`,
  converted: (p) => `${p.path}: ${p.name} ${p.arch} ${p.uuid}，${formatNumber(p.bytes)} 字节`,
  tabled: (p) =>
    `${p.path}: ${formatNumber(p.images)} 个镜像共 ${formatNumber(p.rows)} 行，${formatNumber(p.bytes)} 字节`,
  packing: (p) => `${formatNumber(p.done)} / ${formatNumber(p.total)}：${p.name}`,
  packed: (p) =>
    `${p.path}: ${p.os} 的${[...(p.images > 0 || !p.maps ? [` ${formatNumber(p.images)} 个镜像`] : []), ...(p.maps ? [` ${formatNumber(p.maps)} 个映射文件`] : [])].join('和')}，${formatNumber(p.bytes)} 字节${p.nameless > 0 ? `；略去 ${formatNumber(p.nameless)} 个没有名称的镜像` : ''}`,
  replaced: (p) => `已替换：${p.label} ${JSON.stringify(p.original)} → ${p.pseudonym}，${formatNumber(p.count)} 处`,
  nothingPrivate: '没有发现能识别报告提供者身份的内容，因此没有替换。分享前请检查输出。',
}
