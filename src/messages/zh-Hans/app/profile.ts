/** Simplified Chinese of `app/messages/en/profile.ts`. */
import { formatPercent } from '../../../core/messages/numbers.ts'
import type * as english from '../../../app/messages/profile.ts'
import type { Whole } from '../../whole.ts'
import { formatNumber } from './quantities.ts'

type State = Parameters<typeof english.words.states>[0][number]['state']

const share = (part: number, whole: number): string => formatPercent(whole > 0 ? part / whole : 0, 1)

/** Units of weights that profiles commonly have; others are shown as the file has them. */
const units: Readonly<Record<string, string>> = {
  samples: '次采样',
  采样: '次采样',
  周期: '个周期',
  bytes: '字节',
  leaks: '处泄漏',
  blocks: '个内存块',
  allocations: '次分配',
}

const amount = (count: number, weight: string): string => `${formatNumber(count)} ${units[weight] ?? weight}`

const isTime = (weight: string): boolean => !/byte|block|leak|alloc|字节/i.test(weight)

/** Marks before names in boxes, which have no room for words. */
const marks = { doubtful: '? ', likely: '~ ' } as const

const stateWords: Readonly<Record<State, string>> = {
  running: '运行中',
  runnable: '等待运行',
  suspended: '已挂起',
  blocked: '阻塞',
}

export const words: Whole<typeof english.words> = {
  reading: '正在读取采样数据…',
  shapes: '显示形式',
  shape: {
    report: '火焰图',
    heavy: '左重图',
    sandwich: '三明治图',
    tree: '调用树',
    up: '反转树',
  },
  shapeHint: {
    report: '按报告中的顺序排列调用（1）',
    heavy: '占比最高的调用排在最左（2）',
    sandwich: '每个函数及其调用者和被调用者（3）',
    tree: '从根开始向下（4）',
    up: '从最内层的调用开始向上（5）',
  },
  tracks: '进程和线程',
  allThreads: '所有线程',
  allOf: (process) => `${process}，所有线程`,
  threads: (count) => `${formatNumber(count)} 个线程`,
  busy: (busy, unknown, total, weight) => {
    if (!isTime(weight)) return ''
    if (unknown >= total) return '活动状态未知'
    return `${share(busy, total)} 忙碌${unknown > 0 ? `，${share(unknown, total)} 未知` : ''}`
  },
  busyHint: (busy, unknown, total, weight) => {
    if (!isTime(weight)) return amount(total, weight)
    const told = `共 ${amount(total, weight)}，其中线程不在等待：${amount(busy, weight)}`
    return unknown > 0 ? `${told}；状态未知：${amount(unknown, weight)}` : told
  },
  states: (counts) =>
    counts.map(({ state, count }) => `${stateWords[state]}：${formatNumber(count)} 次采样`).join('，'),
  search: '搜索函数',
  searchHint: '函数和镜像（/）',
  found: (functions, weight, total) =>
    functions === 0 ? '无' : `${formatNumber(functions)} · ${share(weight, total)}`,
  foundHint: '找到的函数，以及经过这些函数的调用栈所占比例',
  next: '下一个找到的函数',
  previous: '上一个找到的函数',
  summary: (total, weight) => `${amount(total, weight)}。`,
  summaryOpen: (total, weight) => `${amount(total, weight)}。已展开占比最高的路径。`,
  hint: '单击方块查看栈帧，双击放大。按键：+ − 0、方向键、w a s d、Enter、Esc。',
  label: (total, weight) => `火焰图，共 ${amount(total, weight)}。调用树以文本形式显示相同内容。`,
  box: (name, level, total, self, whole, weight) =>
    `${name}${level === undefined ? '' : `（${level}）`} · ${amount(total, weight)}，${share(total, whole)}；自身 ${formatNumber(self)}`,
  marked: (name, level) => (level === undefined ? name : `${marks[level]}${name}`),
  marks: '名称前的 ? 表示存疑，~ 表示很可能。',
  zoomOut: '显示全图',
  total: '总计',
  self: '自身',
  function: '函数',
  share,
  number: formatNumber,
  fold: '折叠',
  unfold: '展开',
  calls: '调用',
  functions: '函数',
  callers: '调用者',
  callees: '被调用者',
  chooseFunction: '选择一个函数，查看它的调用者和被调用者。',
  noCalls: '这里没有记录到内容。',
}
