/** All words that readers write into reports, by their places in the catalogues. Loaded with the first language that is not English. */
import { exitReasons } from './exit-reasons.ts'
import * as labels from './labels.ts'
import { sectionTitles } from './section-titles.ts'
import { tableWords } from './table-words.ts'
import { kernelWaits } from './waits.ts'

export const writtenWords: Readonly<Record<string, object>> = {
  ...Object.fromEntries(Object.entries(labels).map(([name, table]) => [`core/labels.${name}`, table])),
  'core/section-titles.sectionTitles': sectionTitles,
  'core/table-words.tableWords': tableWords,
  'core/exit-reasons.exitReasons': exitReasons,
  'core/waits.kernelWaits': kernelWaits,
}
