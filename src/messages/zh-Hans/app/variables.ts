/** Simplified Chinese of `app/messages/en/variables.ts`. */
import type * as english from '../../../app/messages/variables.ts'
import type { Whole } from '../../whole.ts'
import { formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  ofFrame: (index) => `帧 ${index} 的变量`,
  reading: '正在读取变量…',
  failed: '无法读取变量。',
  theVariables: '变量',
  theVariable: (name) => `变量 ${name}`,
  location: '位置',
  equals: ' = ',
  more: (rows) => `另有 ${formatNumber(rows)} 行未显示`,
}
