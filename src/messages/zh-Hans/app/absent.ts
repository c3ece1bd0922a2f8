/** Simplified Chinese of `app/messages/en/absent.ts`. */
import type * as english from '../../../app/messages/absent.ts'
import type { Whole } from '../../whole.ts'
import { formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  title: '该链接对应的报告未在此打开',
  why: '指向报告中某个位置的链接不含报告本身，只在打开了该报告的浏览器中有效，报告关闭后即失效。',
  next: '在此打开同一个文件，链接就会跳到对应位置。要生成包含报告的链接，请使用“分享”中的“复制包含报告的链接”。',
  open: '打开报告',
  file: '报告文件',
  others: (count) => [{ link: `查看已打开的 ${formatNumber(count)} 份报告`, href: '#/' }],
}
