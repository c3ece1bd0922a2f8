/** Simplified Chinese of `core/messages/en/export.ts`. */
import { formatNumber, formatPercent } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/export.ts'
import type { Whole } from '../../whole.ts'
import { spaced } from '../spacing.ts'

/** Units of weights that call trees commonly have. */
const weights: Readonly<Record<string, string>> = { samples: '采样', bytes: '字节', leaks: '泄漏', blocks: '内存块' }

export const exported: Whole<typeof english.exported> = {
  noWriter: ({ format }) => `不支持写入 ${format} 格式。`,
  untitled: '报告',
  footer: '由 Unslide 在本机生成，未使用网络。把这个页面拖入 Unslide 即可继续查看。',
  seen: '依据：',
  possibleCauses: '可能的原因',
  quoted: '报告原文',
  appWords: '消息',
  inferred: '推断',
  otherStacks: '其他调用栈',
  timeline: '时间线',
  timelineCut: ({ events }) => `，略去最早的 ${formatNumber(events)} 个事件`,
  originalText: '原始文本',
  note: '备注',
  foundBy: '栈帧的来源：',
  leftOutMark: '+',
  twins: ({ threads, more }) =>
    threads.length === 0
      ? spaced`，共出现 ${formatNumber(more + 1)} 次`
      : spaced`，与线程${threads.join('、')}${more === 0 ? '' : ` 等（另有 ${formatNumber(more)} 个）`}的调用栈相同`,
  heaviestPath: ({ weight }) => spaced`占比最高的路径（按${weights[weight] ?? weight}计）`,
  restOfTree: ({ rows }) => `其他分支（${formatNumber(rows)} 行）`,
  treeCut: ({ rows }) => `还有 ${formatNumber(rows)} 行未在此显示。在 Unslide 中打开这个页面即可查看全部。`,
  there: '有',
  inlined: '内联',
  images: ({ count }) => `镜像（${formatNumber(count)}）`,
  missingSymbols: '缺少的符号，或来自另一个构建的符号',
  wrongBuild: ({ image }) => `${image}，另一个构建`,
  unnamedFrames: ({ image, frames }) => `${image} 有 ${formatNumber(frames)} 帧没有名称`,
  noUuid: '没有 UUID',
  moreRows: ({ rows }) => `还有 ${formatNumber(rows)} 行`,
}

export const evidenceWords: Whole<typeof english.evidenceWords> = {
  title: '依据：几率的自然对数；大于 0 表示支持该名称，一个名称的各项相加即为它的几率',
  image: ({ image, uuid, loadAddress, percent }) => `${image} 位于 ${loadAddress}，使用构建 ${uuid} 的符号：${percent}`,
  percent: ({ percent }) => formatPercent(percent / 100, 1),
  left: ({ frames }) => `另外 ${formatNumber(frames)} 帧的各项在 JSON 中。`,
}

export const columns: Whole<typeof english.columns> = {
  beforeEnd: '距结束',
  time: '时间',
  event: '事件',
  image: '镜像',
  version: '版本',
  uuid: 'UUID',
  arch: '架构',
  loadAddress: '加载地址',
  frames: '帧数',
  symbols: '符号',
  size: '大小',
  slide: 'ASLR 偏移',
  otherBuilds: '现有的其他构建',
  path: '路径',
  threads: '线程',
  register: '寄存器',
}

export const comparedRows: Whole<typeof english.comparedRows> = {
  both: ({ calls }) => `两者共有 ${formatNumber(calls)} 个系统库调用`,
  'only-a': ({ calls }) => `仅 A 有 ${formatNumber(calls)} 个系统库调用`,
  'only-b': ({ calls }) => `仅 B 有 ${formatNumber(calls)} 个系统库调用`,
}

export const privateKinds: Whole<typeof english.privateKinds> = {
  user: '用户名',
  path: '文件夹',
  device: '设备名称',
  email: '电子邮件地址',
  phone: '电话号码',
  network: '网络地址',
  place: '地点或坐标',
  'device-key': '设备标识',
  container: '容器',
  id: '用户、会话或事件的标识符',
  secret: '令牌或密码',
  memory: '内存内容',
  'bundle-id': 'Bundle ID 或团队 ID',
  'app-name': 'App 名称',
}
