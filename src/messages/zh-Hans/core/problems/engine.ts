/** Simplified Chinese of `core/messages/en/problems/symbols.ts`: debug information, and errors of the symbol engine. */
import type { InSection, symbolProblems as english } from '../../../../core/messages/problems/symbols.ts'
import type { Whole } from '../../../whole.ts'

type Key =
  | 'bad-compressed-section'
  | 'no-debug-info'
  | 'no-variables'
  | 'truncated-section'
  | 'dwarf-version'
  | 'too-deep'
  | 'bad-ranges'
  | 'too-large'
  | 'out-of-memory'
  | Extract<
      keyof typeof english,
      `${'bad-abbreviation' | 'bad-form' | 'bad-unit' | 'bad-reference' | 'bad-line-table' | 'internal-error.'}${string}`
    >

const inSection =
  (sentence: string) =>
  ({ section, at }: InSection): string =>
    section === undefined ? `${sentence}。` : `${sentence}（${section}${at === undefined ? '' : `，偏移量 ${at}`}）。`

export const engineProblems: Whole<Pick<typeof english, Key>> = {
  'bad-compressed-section': ({ section }) => `压缩的节 ${section} 无法解压；它已损坏或过大。`,
  'no-debug-info': () => '这些文件没有 DWARF 调试信息，因此没有变量名：请提供 dSYM。',
  'no-variables': ({ address, reason }) => `无法读取 ${address} 处的变量：${reason}`,
  'bad-abbreviation.die': ({ code }) => `有一个 DIE 使用了缩写表中不存在的缩写 ${code}。`,
  'bad-abbreviation.root': () => '缺少缩写表所在的节（debug_abbrev），无法读取调试信息。',
  'bad-form.number': ({ form }) => `有一个属性使用了未知的 form ${form}。`,
  'bad-unit.version': ({ version }) => `此处调试信息的 DWARF 版本 ${version} 未知。`,
  'truncated-section': inSection('数据指向节的末尾之后'),
  'bad-unit': inSection('有一个编译单元的头部无效'),
  'dwarf-version': inSection('有一个编译单元的 DWARF 版本不在 2 到 5 之间'),
  'bad-abbreviation': inSection('有一个 DIE 使用了缩写表中不存在的缩写'),
  'bad-abbreviation.table': inSection('有一个缩写表已损坏'),
  'bad-form': inSection('有一个属性的 form 未在 DWARF 中定义'),
  'too-deep': inSection('DIE 嵌套过深'),
  'bad-reference': inSection('有一个 DIE 引用了不可能有 DIE 的位置'),
  'bad-reference.cycle': inSection('DIE 之间循环引用'),
  'bad-line-table': inSection('有一个行号表已损坏'),
  'bad-line-table.header': inSection('有一个行号表的头部无效'),
  'bad-ranges': inSection('有一个地址范围列表已损坏'),
  'too-large': inSection('调试信息过大，超出本版本能读取的大小'),
  'out-of-memory': inSection('内存不足，无法读取这一部分'),
  'internal-error.window': inSection('需要某个节的一部分时，它尚未载入'),
  'internal-error.engine': inSection('符号引擎意外失败'),
}
