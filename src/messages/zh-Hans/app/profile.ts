/** Simplified Chinese of `app/messages/en/profile.ts`. */
import { formatPercent } from '../../../core/messages/numbers.ts'
import { formatSeconds } from '../../../core/messages/quantities.ts'
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

type Unit = Parameters<typeof english.words.time>[1]

const time = (at: number, unit: Unit): string =>
  unit === 'samples' ? `第 ${formatNumber(Math.round(at))} 次采样` : formatSeconds(at, 3)

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
    if (total === 0) return '没有采样'
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
  hint: '单击方块查看栈帧，双击放大。',
  hintKeys: '按键：+ − 0、方向键、w a s d、Enter、Esc；f 聚焦，m 合并。',
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
  amount,
  time,
  range: (from, to, unit) =>
    unit === 'samples'
      ? `第 ${formatNumber(Math.ceil(from))}–${formatNumber(Math.max(Math.ceil(from), Math.ceil(to) - 1))} 次采样`
      : `${formatNumber(from, 3)}–${formatSeconds(to, 3)}`,
  axisLabel: (range) =>
    `随时间变化的活动${range === undefined ? '' : `，已选择${range}`}。方向键移动范围，Shift 加方向键调整其终点。`,
  axisHint: '拖动选择时间范围，单击选择全部。按键：方向键、Shift 加方向键、Enter 放大、Esc。',
  untimed: (tracks) => `有 ${formatNumber(tracks)} 个线程没有时间信息，不在此范围内。`,
  noneInRange: '没有剩下任何采样。请撤销上一步，或选择更长的范围。',
  steps: '步骤',
  everything: '完整数据',
  step: {
    focus: (name) => `聚焦：${name}`,
    merge: (name) => `已合并：${name}`,
    collapse: (name) => `已折叠递归：${name}`,
  },
  zoomIn: '放大',
  zoomInHint: '让所选范围占满时间轴',
  undo: '撤销',
  undoHint: '撤销上一步（Backspace）',
  category: { own: '你的代码', library: '库', system: '系统', waiting: '等待', unknown: '未知' },
  legend: '颜色',
  legendHint: '当前显示的采样结束于何处',
  chosen: '所选函数',
  heaviest: '权重最大的函数',
  act: { focus: '聚焦', merge: '合并', collapse: '折叠递归' },
  actHint: {
    focus: '只显示此函数及其调用的内容（f）',
    merge: '略去此函数，其占比归入调用者（m）',
    collapse: '把它对自身的调用合为一次（r）',
  },
  tall: '全高',
  tallHint: '隐藏标题区，让采样数据占满窗口（z）',
  allTracks: (count) => `共 ${formatNumber(count)} 项，显示更多`,
  fewerTracks: '显示更少',
}
