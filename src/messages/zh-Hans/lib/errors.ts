/** Simplified Chinese of `lib/messages/en/errors.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../lib/messages/errors.ts'
import type { Whole } from '../../whole.ts'

export const errors: Whole<typeof english.errors> = {
  threadEnded: '读取符号的线程意外结束。请重试。',
  folderTooLarge: ({ path, most }) => `${path}: 此文件夹中的名称超过 ${formatNumber(most)} 个。请指定更小的文件夹。`,
  folderForFile: ({ path }) => `${path} 是文件夹。请指定其中的一个文件，或打开其中的所有文件。`,
  noFormat: ({ id, known }) => `没有格式 ${id}；可用的格式：${known}。`,
}
