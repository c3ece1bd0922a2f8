/** Simplified Chinese of `core/messages/en/export-formats.ts`. */
import type * as english from '../../../core/messages/export-formats.ts'
import type { Whole } from '../../whole.ts'

export const exportFormats: Whole<typeof english.exportFormats> = {
  text: '便于阅读的文本',
  original: '填入名称的原报告',
  json: 'JSON',
  markdown: 'Markdown',
  html: '网页',
  speedscope: 'speedscope',
  'firefox-profile': 'Firefox Profiler',
}
