/** Apple's text crash reports with labels in any language. */
import { readConsoleMessages } from '../text/console-messages.ts'
import { appleText } from './apple-text.ts'
import { isTranslated, restoreLabels } from './translated-labels.ts'

const isSaidOfEnd = (text: string): boolean => readConsoleMessages(text) !== undefined

export const appleTextFormat = appleText({ isTranslated, restoreLabels, isSaidOfEnd })
