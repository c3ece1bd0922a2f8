/** Simplified Chinese of `core/messages/en/problems/symbols.ts`; its debug information and indexes are in files beside it. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type {
  GsymPart,
  MachOTable,
  symbolProblems as english,
  sectionsByName as englishSections,
} from '../../../../core/messages/problems/symbols.ts'
import type { Whole } from '../../../whole.ts'
import { spaced } from '../../spacing.ts'
import { engineProblems } from './engine.ts'
import { indexProblems } from './indexes.ts'
import { sharedCacheProblems } from './shared-caches.ts'
import { symbolMapProblems } from './symbol-maps.ts'

const tables: Readonly<Record<MachOTable, string>> = {
  binds: '导入指针表（bind）',
  'exports-trie': '导出符号表（exports trie）',
  'function-starts': '函数起始地址表（function starts）',
  'chained-fixups': 'chained fixups 表',
  symbols: '符号表',
  strings: '字符串表',
  'indirect-symbols': '间接符号表',
}

/** A table of a Mach-O file, or a section of it: `section __text`. */
function tableName(table: string): string {
  if (Object.hasOwn(tables, table)) return tables[table as MachOTable]
  return table.replace(/^section (.*)$/, '$1 节')
}

export const sectionsByName: Whole<typeof englishSections> = { strings: '字符串表', names: '名称' }

const gsymParts: Readonly<Record<GsymPart, string>> = {
  addresses: '地址表',
  functions: '函数表',
  files: '文件表',
  strings: '名称表',
}

export const symbolProblems: Whole<typeof english> = {
  ...engineProblems,
  ...indexProblems,
  ...sharedCacheProblems,
  ...symbolMapProblems,
  'not-mach-o': () => '这不是 Mach-O 文件。',
  'not-mach-o.slice': () => '这个切片不含 Mach-O 镜像。',
  'not-mach-o.header': () => '此处没有 Mach-O 头部。',
  'empty-fat': () => '这个通用二进制文件没有列出任何架构。',
  'empty-library': () => '这个静态库不含 Mach-O 目标文件。',
  'bad-archive': () => '此处的成员头部已损坏；从这里开始的成员均未读取。',
  'too-many-members': () => '静态库的成员过多；只读取最前面的。',
  'slice-outside-file': (p) =>
    `${p.arch} 切片应从第 ${p.offset} 字节开始，但文件在第 ${p.fileSize} 字节结束；文件被截断。`,
  'overlapping-slice': ({ arch }) => `${arch} 切片与文件的其他部分重叠；已跳过。`,
  'truncated-slice': (p) =>
    `${p.arch} 切片应有 ${formatNumber(p.size)} 字节，但文件中只有 ${formatNumber(p.left)} 字节；文件被截断。`,
  'bad-pointer': () => '有一个指针指向这个镜像的数据之外。',
  'truncated-commands': ({ missing }) => `缺少 ${formatNumber(missing)} 条加载命令。`,
  'bad-command-size': ({ size }) =>
    `有一条加载命令的长度应为 ${formatNumber(size)} 字节，过小或放不下；从它开始的加载命令均未读取。`,
  'truncated-section.table': (p) =>
    spaced`${tableName(p.table)}应从第 ${p.offset} 字节起有 ${formatNumber(p.size)} 字节，但镜像在第 ${p.end} 字节结束；文件被截断或已损坏。`,
  'truncated-section.unit': () => '调试信息的最后一个单元被截断。',
  'too-many-sections': () => '镜像的节过多；只读取最前面的。',
  'too-many-imports': () => '镜像的导入指针过多。',
  'bad-trie': () => 'exports trie 有一个节点在其范围之外。',
  'bad-trie.loop': () => 'exports trie 存在循环。',
  'bad-trie.long-name': () => '有一个导出名称过长。',
  'bad-trie.end': () => 'exports trie 有一个节点的结尾在其范围之外。',
  'bad-trie.open-name': () => 'exports trie 中有一个名称没有结尾。',
  'too-many-exports': () => 'exports trie 中的名称过多；已略去一部分。',
  'bad-objc-metadata.class': () => '有一个 Objective-C 类没有数据。',
  'bad-objc-metadata.entry': ({ size }) =>
    `有一个 Objective-C 方法列表的每个条目为 ${formatNumber(size)} 字节，与格式不符。`,
  'bad-objc-metadata.methods': () => 'Objective-C 方法过多；已略去一部分。',
  'bad-swift-metadata': () => 'Swift 元数据中有一个描述符已损坏。',
  'encrypted-image': ({ arch, hasSymbols }) =>
    `${arch} 镜像的代码已加密（来自 App Store）；${hasSymbols ? '其符号表仍可读取' : '它没有符号'}。同一构建的 dSYM 没有加密。`,
  'no-code': () => '为这个镜像提供的文件都不含代码；dSYM 中没有代码。请提供同一构建的二进制文件，指令在其中。',
  'no-code.encrypted': () => '这个二进制文件的代码已加密（来自 App Store）。请提供 .xcarchive 中同一构建的二进制文件。',
  'no-code.outside': ({ address }) =>
    `这个镜像在 ${address} 处没有代码。这是文件中的地址；报告中的地址与它相差一个 ASLR 偏移。`,
  'no-code.no-image': () => '这个地址不在报告的任何镜像中，因此无法得知其代码。',
  'no-code.no-binary': ({ image }) =>
    spaced`没有为这个构建提供${image || '镜像'}的代码。请提供实际运行的二进制文件，指令在其中。`,
  'no-code.no-address': () => '报告既没有给出这一帧的地址，也没有给出它在镜像中的位置。',
  'instructions-unread': ({ arch }) =>
    spaced`不支持读取${arch || '未知架构'}的指令。支持 arm64、arm64e、armv7 等 32 位 Arm，以及 x86_64 和 i386。`,
  'no-uuid': ({ arch }) => `${arch} 镜像没有 UUID，无法自动匹配任何报告；改为按内容识别。`,
  'no-uuid.list': ({ name }) =>
    `这份符号列表没有注明属于 ${name} 的哪个构建，无法自动匹配任何报告。请同时提供该构建的二进制文件：如果各函数的起始地址与列表一致，列表就视为属于它。`,
  'bad-symbol-list': () => '从这份符号列表中读不出任何函数。',
  'long-symbol-list': ({ count, used }) =>
    `这份列表包含 ${formatNumber(count)} 个文件的符号；只使用前 ${formatNumber(used)} 个。`,
  'bad-bugly': () => '这个 Bugly 符号表的头部没有 UUID；未使用。',
  'bad-bugly.row': ({ line }) => `这个 Bugly 符号表的第 ${line} 行格式不符；已跳过。`,
  'too-large.written-gsym': ({ bytes }) =>
    `这些符号以 GSYM 格式写入需要 ${formatNumber(bytes)} 字节，而 GSYM 最多容纳 4 GB。请改用 breakpad 格式。`,
  'too-large.trie': ({ bytes }) => `exports trie 有 ${formatNumber(bytes)} 字节，过大；已跳过其中的名称。`,
  'too-large.symbol-map': ({ bytes }) =>
    `这个 BCSymbolMap（隐藏名称的映射文件）有 ${formatNumber(bytes)} 字节，过大；未使用。`,
  'too-large.section': ({ section }) => `__${section} 节超过 4 GB，超出本版本能建立索引的大小。`,
  'too-large.calls': () => '调用点过多，无法使用。',
  'other-object.missing': (p) =>
    `这个目标文件属于另一个构建：链接时取自它的函数 ${p.function} 不在其中。未使用它的行号。`,
  'other-object.size': (p) => `这个目标文件属于另一个构建：其中函数 ${p.function} 的大小与链接时不同。未使用它的行号。`,
  'missing-objects': (p) =>
    `这个镜像的行号在 ${formatNumber(p.total)} 个目标文件中。${p.count === p.total ? '一个也没有找到' : `有 ${formatNumber(p.count)} 个没有找到`}：${p.paths.join('、')}${p.count > p.paths.length ? ' 等' : ''}。请提供构建文件夹或 dSYM；在此之前，函数只有名称和源文件。`,
  'changed-objects': (p) =>
    `有 ${formatNumber(p.count)} 个目标文件在这个镜像链接之后被修改过，例如 ${p.example}：其行号可能有偏差。`,
  'bad-breakpad': () => '这个 Breakpad 符号文件的第一行没有写明模块及其 UUID。',
  'bad-breakpad.record': ({ line }) => `这份 Breakpad 符号的第 ${line} 行不是已知的记录；已跳过。`,
  'bad-gsym.part': (p) =>
    `这个 GSYM 文件的${gsymParts[p.part]}超出了文件的 ${formatNumber(p.fileSize)} 字节；文件被截断或已损坏。`,
  'bad-gsym.addresses': () => '这个 GSYM 文件的地址长度无效。',
  'bad-gsym.place': () => '这个 GSYM 文件有一个函数的位置在文件之外；已跳过。',
  'bad-gsym.depth': () => '这个 GSYM 文件的内联调用嵌套过深；已跳过所在的函数。',
  'too-large.gsym': ({ bytes }) => `这个 GSYM 文件有 ${formatNumber(bytes)} 字节，超出本版本能读取的大小。`,
  'foreign-symbols': ({ system }) => `这份 Breakpad 符号属于 ${system} 的模块，不属于 Apple 系统。`,
}
