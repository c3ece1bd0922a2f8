/** Simplified Chinese of `core/messages/en/placement.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/placement.ts'
import type { Whole } from '../../whole.ts'

export const placementFacts: Whole<typeof english.placementFacts> = {
  'region-start': () => '报告中这个镜像的一个代码区域从这里开始',
  names: ({ agreeing, all }) =>
    `${formatNumber(all)} 个有名称的函数中，有 ${formatNumber(agreeing)} 个的位置与符号一致`,
  returns: ({ hits, all }) => `${formatNumber(all)} 个返回地址中，有 ${formatNumber(hits)} 个紧跟在调用之后`,
  callees: ({ fitting, all }) =>
    `${formatNumber(all)} 个直接调用中，有 ${formatNumber(fitting)} 个的目标是内层帧的函数`,
  outside: ({ count }) => `有 ${formatNumber(count)} 个地址在其代码之外`,
  between: ({ count }) => `有 ${formatNumber(count)} 个地址所在的位置，符号中没有函数`,
  'inside-functions': () => '返回地址在函数内部，而不是函数的起点',
  possible: ({ count }) => `是 ${formatNumber(count)} 个可能的加载地址之一`,
  'tied-by-name': () => '只有镜像的名称把这些符号与报告对应起来',
  'tied-by-uuid': () => '符号的 UUID 与镜像相同',
  'load-address': () => '加载地址是推断的',
}

export const placementWords: Whole<typeof english.placementWords> = {
  inferred: ({ facts }) => `加载地址是推断的：${facts.join('；')}。`,
  bestOfBuilds: ({ count, uuid }) => `这个名称的 ${formatNumber(count)} 个构建中，${uuid} 最吻合。`,
}

export const buildContradictions: Whole<typeof english.buildContradictions> = {
  names: ({ differing, compared }) =>
    `报告中显示的 ${formatNumber(compared)} 个名称中有 ${formatNumber(differing)} 个不同`,
  calls: ({ missing, compared }) => `${formatNumber(compared)} 个返回地址中有 ${formatNumber(missing)} 个之前不是调用`,
  callees: ({ differing, compared }) =>
    `${formatNumber(compared)} 个直接调用中有 ${formatNumber(differing)} 个的目标不是内层帧的函数`,
  outside: ({ count }) => `有 ${formatNumber(count)} 个地址在其代码之外`,
}
