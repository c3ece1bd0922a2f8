/** Apple's text crash reports with labels in any language. */
import { appleText } from './apple-text.ts'
import { isTranslated, restoreLabels } from './translated-labels.ts'

export const appleTextFormat = appleText({ isTranslated, restoreLabels })
