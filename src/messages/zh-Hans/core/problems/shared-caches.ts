/** Simplified Chinese of `core/messages/en/problems/symbols.ts`: shared caches. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type { symbolProblems as english } from '../../../../core/messages/problems/symbols.ts'
import type { Whole } from '../../../whole.ts'

type Key = Extract<keyof typeof english, `shared-cache.${string}`>

export const sharedCacheProblems: Whole<Pick<typeof english, Key>> = {
  'shared-cache.no-uuid': () => '这个共享缓存没有 UUID；不支持 iOS 5 之前的缓存。',
  'shared-cache.part': ({ arch, uuid }) =>
    `这是 dyld 共享缓存的一部分（${arch}，UUID ${uuid}）。请同时提供主文件：名称相同，但没有扩展名。`,
  'shared-cache.missing': (p) =>
    `这个共享缓存缺少部分文件：${p.names.join('、')}。${formatNumber(p.total)} 个库中可以读取 ${formatNumber(p.has)} 个；请补上其余文件。`,
  'shared-cache.not-mapped': (p) =>
    p.parts.length > 0
      ? `这个库的 ${p.segments.join('、')} 在共享缓存未提供的部分中：${p.parts.join('、')} 之一。`
      : `这个库的 ${p.segments.join('、')} 在共享缓存的文件中缺失或不完整；有文件被截断或已损坏。`,
  'shared-cache.mappings': ({ count }) => `这个共享缓存的头部列出 ${formatNumber(count)} 个映射；只读取最前面的。`,
  'shared-cache.parts': ({ count }) => `这个共享缓存的头部列出 ${formatNumber(count)} 个子缓存；只读取最前面的。`,
  'shared-cache.truncated': (p) =>
    `有一个映射应有 ${formatNumber(p.size)} 字节，但文件中只有 ${formatNumber(p.left)} 字节；文件被截断。`,
  'shared-cache.wrong-place': () => '共享缓存的这一部分不在主文件所说的起始位置；未使用。',
  'shared-cache.outside': () => '有一个映射在共享缓存的地址范围之外；未使用。',
  'shared-cache.overlap': () => '有一个映射与另一个重叠；未使用。',
  'shared-cache.images': ({ count }) =>
    `有一个表应列出 ${formatNumber(count)} 个库，但此处读不出这么多；其余的已略去。`,
  'shared-cache.local-rows': ({ count }) =>
    `局部符号表应涵盖 ${formatNumber(count)} 个库，但此处读不出这么多；其余的库没有局部符号。`,
  'shared-cache.foreign-symbols': ({ count }) => `这个库有 ${formatNumber(count)} 个符号在库的范围之外；未使用。`,
  'shared-cache.wrong-image': ({ found }) =>
    found === ''
      ? '此处的库没有 UUID，可能不是共享缓存所列的那个；未使用。'
      : `此处的库的 UUID 是 ${found}，不是共享缓存所列的那个；未使用。`,
}
