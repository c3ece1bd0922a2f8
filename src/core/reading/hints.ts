/** Hints for an unnamed function as rows of a label and a text. */
import { hintWords } from '../messages/hints.ts'
import { joined } from '../messages/joins.ts'
import type { FunctionHints } from '../model/hints.ts'

export interface HintRow {
  readonly label: string
  readonly text: string
}

/** Lists that are empty have no row. */
export function hintRows({
  texts,
  selectors,
  calls,
  callers,
  block,
  before,
  after,
}: FunctionHints): readonly HintRow[] {
  const row = (label: string, text: string): readonly HintRow[] => (text === '' ? [] : [{ label, text: oneLine(text) }])
  const place = joined.list([...(before ? [hintWords.after(before)] : []), ...(after ? [hintWords.before(after)] : [])])
  return [
    ...row(hintWords.texts, hintWords.quoted(texts)),
    ...row(hintWords.selectors, hintWords.listed(selectors)),
    ...row(hintWords.calls, hintWords.listed(calls)),
    ...row(hintWords.callers, callers.count > 0 ? hintWords.callersOf(callers) : ''),
    ...row(hintWords.block, block ? hintWords.blockOf(block) : ''),
    ...row(hintWords.place, place),
  ]
}

/** Texts of a binary may hold anything. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ')
