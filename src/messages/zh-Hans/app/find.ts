/** Simplified Chinese of `app/messages/en/find.ts`. */
import type * as english from '../../../app/messages/find.ts'
import type { Whole } from '../../whole.ts'
import { formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  field: '在此部分中查找',
  searching: '正在查找',
  count: (at, hits, isCut, inRows) => {
    const unit = inRows ? '行' : '项'
    return hits === 0
      ? '未找到'
      : `第 ${formatNumber(at)} ${unit}，共${isCut ? '超过' : ''} ${formatNumber(hits)} ${unit}`
  },
  previous: '上一项',
  next: '下一项',
  only: '筛选',
  onlyHint: '只显示包含该内容的帧',
}
