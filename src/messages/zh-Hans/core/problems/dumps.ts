/** Simplified Chinese of `core/messages/en/problems/dumps.ts`. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type { dumpProblems as english } from '../../../../core/messages/problems/dumps.ts'
import type { Whole } from '../../../whole.ts'
import { spaced } from '../../spacing.ts'

const offset = (at: number): string => `0x${at.toString(16)}`

export const dumpProblems: Whole<typeof english> = {
  'not-a-core': () => '这个 Mach-O 文件不是 core 文件。',
  'unsupported-cpu': () => '这个 core 文件来自 PowerPC 进程，不受支持。',
  'unsupported-cpu.minidump': ({ processor }) =>
    `这个 minidump 来自 ARM 和 x86 之外的处理器（类型 ${processor}），不受支持。`,
  'no-threads': () => '这个 core 文件中没有可读取的线程。',
  'no-system-info': () => '这个 minidump 没有注明处理器，无法读取。',
  'no-registers': ({ thread }) => `无法读取线程 ${thread} 的寄存器；已跳过该线程。`,
  'unknown-thread-state': () => '有一个线程的寄存器种类未知；已跳过该线程。',
  'damaged-unwind-table': (p) =>
    spaced`${p.image || '某个镜像'}的调用帧信息（__${p.section}）已损坏：跳过了 ${formatNumber(p.entries)} 条，第一条在偏移量 ${offset(p.first)} 处。需要这些信息的栈帧改用其他方式查找。`,

  'bad-pointer-encoding': ({ encoding }) => `有一个地址使用了不支持的编码 ${offset(encoding)}。`,
  'bad-sleb.large': () => '有一个变长整数过大。',
  'truncated-cfi': ({ bytes }) => `有一个 ${formatNumber(bytes)} 字节的条目超出了所在的节。`,
  'truncated-cfi.augmentation': () => '有一个条目的 augmentation 数据超出了该条目。',
  'no-common-entry': () => '有一个 FDE 引用了不存在的 CIE。',
  'cfi-version': ({ version }) => `有一个 CIE 的版本 ${version} 未知。`,
  'cfi-address-size': ({ bytes }) => `有一个 CIE 的地址长度（${formatNumber(bytes)} 字节）不受支持。`,
  'cfi-augmentation': ({ augmentation }) => `有一个 CIE 的 augmentation“${augmentation}”未知。`,
  'cfi-too-large': ({ section }) => `__${section} 节的条目过多，或已损坏的条目过多；其余已跳过。`,
  'cfi-backwards': () => '调用帧指令移到了更低的地址。',
  'cfi-too-far': () => '调用帧指令移到了镜像末尾之后。',
  'cfi-too-long': () => '调用帧指令过多。',
  'cfi-too-many-registers': () => '调用帧指令为过多的寄存器设置了规则。',
  'cfi-restore': () => '有一个 CIE 恢复了寄存器，而只有 FDE 可以这样做。',
  'cfi-no-register': () => '调用帧指令在设置 CFA 的寄存器之前就修改了 CFA。',
  'cfi-too-deep': () => 'DW_CFA_remember_state 嵌套过深。',
  'cfi-nothing-remembered': () => 'DW_CFA_restore_state 没有对应的 DW_CFA_remember_state。',
  'cfi-unknown': ({ instruction }) => `调用帧指令 ${offset(instruction)} 未知。`,
  'cfi-set-loc': () => 'DW_CFA_set_loc 的地址没有基址。',
  'cfi-set-loc.relative': () => 'DW_CFA_set_loc 使用了相对于自身位置的地址。',
  'cfi-set-loc.outside': () => 'DW_CFA_set_loc 的地址在镜像之外。',
}
