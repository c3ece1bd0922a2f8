/** Simplified Chinese of `app/messages/en/memory.ts`. */
import type * as english from '../../../app/messages/memory.ts'
import { formatMemory } from '../../../core/messages/quantities.ts'
import type { Whole } from '../../whole.ts'

export const words: Whole<typeof english.words> = {
  aroundCrash: '崩溃位置附近',
  noMarks: '这份报告没有出错地址，也没有寄存器。',
  faultingAddress: '出错地址',
  gap: '间隔',
  gapWide: '其他内存，或未映射',
  gapAbove: '再往上：其他内存，或未映射',
  scale: '刻度为对数刻度。',
  size: (bytes) => formatMemory(bytes),
}
