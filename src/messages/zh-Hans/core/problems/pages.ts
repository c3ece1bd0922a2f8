/** Simplified Chinese of `core/messages/en/problems/pages.ts`. */
import type * as english from '../../../../core/messages/problems/pages.ts'
import type { Whole } from '../../../whole.ts'
import { spaced } from '../../spacing.ts'

/** These follow 「应为」. */
export const expectedValues: Whole<typeof english.expectedValues> = {
  text: '文本',
  flag: 'true 或 false',
  count: '非负整数',
  integer: '整数',
  number: '数字',
  share: '0 到 1 之间的数',
  bytes: '字节数据',
  address: '64 位数',
  signed: '64 位有符号数',
  parameters: '消息参数',
  list: '列表',
  object: '对象',
  uuid: '大写的 UUID',
  keyValue: '键值对',
  oneOf: ({ words }) => `以下之一：${words.join('、')}`,
  exactly: ({ value }) => String(value),
  below: ({ limit }) => `小于 ${limit} 的数`,
  inText: '文本范围内的位置',
  shownText: '页面上显示的文本',
  rows: '打包的行',
  frameCount: '帧数',
  imageBelow: ({ limit }) => `小于 ${limit} 的镜像序号`,
}

export const pageProblems: Whole<typeof english.pageProblems> = {
  'no-embedded-report': () => '这个页面不含 Unslide 的报告。请打开原始崩溃报告，或重新导出页面。',
  'damaged-page.depth': () => '这个页面中的报告已损坏：嵌套过深。请重新导出。',
  'damaged-page.json': () => '这个页面中的报告已损坏：不是有效的 JSON。请重新导出。',
  'damaged-page.empty': () => '这个页面中的报告已损坏：内容为空。请重新导出。',
  'damaged-page': ({ path, wanted }) => spaced`这个页面中的报告已损坏：“${path}”应为${wanted}。请重新导出。`,
  'damaged-export.depth': () => '这份 Unslide 的 JSON 已损坏：嵌套过深。请重新生成。',
  'damaged-export.json': () => '这份 Unslide 的 JSON 已损坏：不是有效的 JSON。请重新生成。',
  'damaged-export': ({ path, wanted }) => spaced`这份 Unslide 的 JSON 已损坏：“${path}”应为${wanted}。请重新生成。`,
  'unknown-export': () => '这份 JSON 由较新版本的 Unslide 生成。请打开原始崩溃报告，或更新 Unslide。',
  'unknown-page': () => '这个页面由另一个版本的 Unslide 导出。请打开原始崩溃报告，或重新导出页面。',
}
