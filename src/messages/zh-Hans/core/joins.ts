/** Simplified Chinese of `core/messages/en/joins.ts`. */
import type * as english from '../../../core/messages/joins.ts'
import type { Whole } from '../../whole.ts'

export const joined: Whole<typeof english.joined> = {
  facts: (texts) => texts.join('；'),
  list: (texts) => texts.join('、'),
  labelled: (label, text) => `${label}：${text}`,
  aside: (text, remark) => `${text}（${remark}）`,
  sentence: (fact) => `${fact}。`,
  closed: (title) => `${title.replace(/[.。]+$/, '')}。`,
}

export const gradeNames: Whole<typeof english.gradeNames> = {
  exact: '精确',
  proved: '已证实',
  likely: '很可能',
  possible: '可能',
  doubtful: '存疑',
}

/** What kinds of reports and files are called, by their names in English. */
const labels: Readonly<Record<string, string>> = {}

export const labelText: Whole<typeof english.labelText> = (label) =>
  Object.hasOwn(labels, label) ? (labels[label] ?? label) : label
