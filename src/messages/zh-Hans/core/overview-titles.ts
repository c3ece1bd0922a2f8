/** Simplified Chinese of `core/messages/en/overview-titles.ts`. */
import type * as english from '../../../core/messages/overview-titles.ts'
import type { Whole } from '../../whole.ts'

export const overviewTitles: Whole<typeof english.overviewTitles> = {
  panic: '内核崩溃',
  'memory-kill': '内存',
  stackshot: '进程',
  metrics: '指标',
  leaks: '泄漏',
  limits: '上限',
}
