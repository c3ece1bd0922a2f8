/** Simplified Chinese of `core/messages/en/explain/text.ts`. */

import type { Where } from '../../../../core/messages/explain/text.ts'

/** `，位于 CartView.total(of:)`, `，位于 objc_release（调用自 CartView.total(of:)）`, or nothing. It follows the cause, so that long names do not hide it. */
export const inFunction = ({ where, calledFrom }: Where): string =>
  (where === undefined ? '' : `，位于 ${where}`) + (calledFrom === undefined ? '' : `（调用自 ${calledFrom}）`)

/** 最内层栈帧不是代码时，下一帧的函数。 */
export const nextFrame = ({ where }: Where): string => (where === undefined ? '' : `（下一帧：${where}）`)

/** A text of the report and the function; without the full stop that the text may end with. */
export const textIn = (text: string, p: Where): string => {
  const place = inFunction(p)
  return place === '' ? text : text.replace(/\.+$/, '') + place
}

/** Advice that several explanations give. */
export const advice = {
  divisor: '在做除法之前检查除数。',
  nullPointer: '这一行的哪个指针可能为空？为什么没有检查？',
  nullSomewhere: '那里的哪个指针可能为空？为什么没有检查？',
  emptyObject: '空对象在这个函数里不会出错，所以对象存在，但它的内存内容无效。它是否已被释放或覆盖？',
  fatalError: '在控制台或设备日志中查找崩溃时刻的 `Fatal error:`。',
} as const
