/** Apple's text crash reports with labels in any language. */
import { readConsoleMessages } from '../text/console-messages.ts'
import { appleText } from './apple-text.ts'
import { hasOtherRows, readOtherRow } from './other-rows.ts'
import { isTranslated, restoreLabels } from './translated-labels.ts'

/** People write a code alone in sentences, too. */
const isSaidOfEnd = (text: string): boolean => {
  const said = readConsoleMessages(text)
  return said !== undefined && (said.applicationInfo.length > 0 || Boolean(said.exception ?? said.termination?.reasons))
}

export const appleTextFormat = appleText({ isTranslated, restoreLabels, isSaidOfEnd, readOtherRow, hasOtherRows })
