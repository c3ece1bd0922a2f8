/** Simplified Chinese of `core/messages/en/problems/symbols.ts`: names that builds with bitcode hide, and files of systems. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type { symbolProblems as english } from '../../../../core/messages/problems/symbols.ts'
import type { Whole } from '../../../whole.ts'

type Key = `${'symbol-map' | 'hidden-names' | 'build-manifest'}${string}`

const hidden = '这个镜像的名称被隐藏（`__hidden#1_`），启用 bitcode 的构建会如此。'

export const symbolMapProblems: Whole<Pick<typeof english, Extract<keyof typeof english, Key>>> = {
  'symbol-map.name': () =>
    '这个文件记录了 bitcode 构建所隐藏的名称。它按文件名查找，文件名必须是镜像的 UUID，例如 68C16BC5-1CF0-3E8F-9292-51828970F5A4.bcsymbolmap；请改成这样的名称。',
  'symbol-map.version': () => '这个 BCSymbolMap（隐藏名称的映射文件）第一行的版本未知；已知的版本只有 2.0。未使用。',
  'symbol-map.original': () =>
    '未使用 dSYM 中的这个属性列表（property list）。它必须包含原始构建的 UUID，并以 dSYM 的 UUID 命名。',
  'symbol-map.waits': ({ uuid }) =>
    `这是 UUID 为 ${uuid} 的镜像的隐藏名称。请同时提供它的 dSYM；如果 dSYM 来自 App Store Connect，请提供整个 .dSYM，包括 Contents/Resources 中的属性列表（property list）。`,
  'symbol-map.holds': (p) =>
    `这个文件有 ${formatNumber(p.names)} 个在构建时被隐藏的名称，属于 UUID 为 ${p.uuid} 的镜像。`,
  'symbol-map.was': (p) =>
    `UUID 为 ${p.uuid} 的镜像在名称被隐藏时的 UUID 是 ${p.original}：对应的映射文件是 ${p.original}.bcsymbolmap。`,
  'symbol-map.range': (p) =>
    `这个镜像有 ${formatNumber(p.count)} 个隐藏名称的编号超出了 ${p.map} 的末尾（共 ${formatNumber(p.names)} 个名称）：映射文件被截断，或属于另一个构建。这些名称仍为隐藏状态。`,
  'hidden-names': () => `${hidden}请提供生成该构建的 .xcarchive 中的 BCSymbolMaps 文件夹。`,
  'hidden-names.original': ({ original }) =>
    `${hidden}请提供 ${original}.bcsymbolmap，它在生成该构建的 .xcarchive 的 BCSymbolMaps 文件夹中。`,
  'build-manifest': (p) => {
    const system = [p.version, p.build && `(${p.build})`].filter(Boolean).join(' ')
    const form = p.encrypted ? '加密的磁盘映像（AEA、APFS）' : '磁盘映像（APFS）'
    const place = p.members.length === 0 ? form : `名为 ${p.members.join(' 或 ')} 的${form}`
    return `这是系统固件${system === '' ? '' : `：${system}`}。其中的库在${place}内的共享缓存中，这种映像无法在此读取。请用 \`ipsw extract --dyld ${p.archive ?? 'FILE.ipsw'}\` 解出缓存，并提供所有名为 dyld_shared_cache_… 的文件。`
  },
}
