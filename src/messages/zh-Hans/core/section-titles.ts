/** Simplified Chinese of `core/messages/en/section-titles.ts`. */
import type * as english from '../../../core/messages/section-titles.ts'
import type { Whole } from '../../whole.ts'

export const sectionTitles: Whole<typeof english.sectionTitles> = {
  memoryError: '内存错误',
  leaksSummary: '摘要',
  otherText: '其他文本',
  aroundReport: '报告前后的文本',
  aroundStacks: '调用栈前后的文本',
}
