/** Simplified Chinese of `app/messages/en/language.ts`. */
import type * as english from '../../../app/messages/language.ts'
import type { Whole } from '../../whole.ts'

export const words: Whole<typeof english.words> = {
  language: '语言',
  system: '跟随浏览器',
  hint: '已打开的报告会保留。',
}
