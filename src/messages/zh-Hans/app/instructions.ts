/** Simplified Chinese of `app/messages/en/instructions.ts`. */
import type * as english from '../../../app/messages/instructions.ts'
import type { Whole } from '../../whole.ts'

export const instructionWords: Whole<typeof english.instructionWords> = {
  title: '指令',
  ofFrame: (index) => `帧 ${index} 处的指令`,
  show: '指令',
  reading: '正在读取代码…',
  failed: '无法读取指令。',
}
