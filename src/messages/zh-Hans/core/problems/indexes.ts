/** Simplified Chinese of `core/messages/en/problems/symbols.ts`: indexes and packs of them. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type { symbolProblems as english } from '../../../../core/messages/problems/symbols.ts'
import type { Whole } from '../../../whole.ts'
import { spaced } from '../../spacing.ts'

type Key =
  | 'not-an-index'
  | 'no-columns'
  | 'index-version'
  | 'damaged-index'
  | 'old-index'
  | 'wrong-index'
  | 'pack-version'
  | 'pack-lacks-images'
  | Extract<keyof typeof english, `${'bad-index' | 'bad-pack' | 'damaged-pack'}${string}`>

const rebuild = '请提供 dSYM，索引会重新建立。'

export const indexProblems: Whole<Pick<typeof english, Key>> = {
  'not-an-index': () => '这不是 Unslide 的索引文件。',
  'index-version': ({ version, known }) =>
    `这个索引的格式版本是 ${version}，而本程序读取版本 ${known.join('、')}；请重新建立索引。`,
  'no-columns': ({ uuid }) =>
    `${uuid} 的索引没有保存列号：列号会占用索引太多空间、索引的版本不含列号，或者调试信息中没有列号。提供 dSYM 即可从中读取。`,
  'bad-index': () => '这个索引的头部已损坏；请重新建立索引。',
  'bad-index.uuid': () => '这个索引没有 UUID；请重新建立索引。',
  'damaged-index': () => `这个索引已损坏：字节与写入时不同。未使用其中任何内容；${rebuild}`,
  'old-index': ({ image }) => `为 ${image} 保存的索引由本程序的另一个版本生成，本版本无法读取。已将其删除；${rebuild}`,
  'wrong-index': ({ image, found }) => `为 ${image} 保存的索引实际属于 ${found}。未使用；${rebuild}`,
  'pack-version': ({ version, known }) =>
    `这个符号包的格式版本是 ${version}，而本程序最高支持版本 ${known}。请更新 Unslide，或用 \`unslide pack\` 重新生成符号包。`,
  'bad-pack': () => '这个符号包的头部已损坏。未使用其中任何内容；请重新获取文件。',
  'bad-pack.images': ({ count }) =>
    `这个符号包的目录应列出 ${formatNumber(count)} 个镜像和映射文件，但容纳不下。未使用其中任何内容；请重新获取文件。`,
  'bad-pack.row': ({ image }) => spaced`这个符号包的目录对${image || '某个镜像'}的描述不可能成立：已略去。`,
  'bad-pack.twice': ({ image }) => spaced`这个符号包列出了两次${image || '某个镜像'}：已略去第二个。`,
  'bad-pack.more': ({ count }) => `这个符号包的另外 ${formatNumber(count)} 个镜像或映射文件已略去。`,
  'damaged-pack': () => '这个符号包的目录已损坏。未使用其中任何内容；请重新获取文件。',
  'damaged-pack.image': ({ image }) =>
    spaced`这个符号包中的${image || '某个镜像'}已损坏，或不是符号包所列的那个。未使用它的名称；其他镜像的名称照常使用。`,
  'damaged-pack.map': ({ map }) =>
    spaced`这个符号包中的映射文件 ${map} 已损坏，或大得与其内容不符。未使用；请重新获取文件。`,
  'pack-lacks-images': (p) =>
    spaced`${p.packs.join(' 和 ')}的符号包缺少这份报告所需的 ${formatNumber(p.count)} 个镜像（${p.images.join('、')}${p.count > p.images.length ? '等' : ''}）${p.os === undefined || p.packs.includes(p.os) ? '' : `：报告来自 ${p.os}`}。`,
}
