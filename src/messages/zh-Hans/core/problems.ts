/** Simplified Chinese of `core/messages/en/problems.ts`. */
import type * as english from '../../../core/messages/problems.ts'
import type { Whole } from '../../whole.ts'
import { dumpProblems } from './problems/dumps.ts'
import { fileProblems } from './problems/files.ts'
import { pageProblems } from './problems/pages.ts'
import { placeProblems } from './problems/places.ts'
import { reportProblems } from './problems/reports.ts'
import { siteProblems } from './problems/sites.ts'
import { symbolProblems } from './problems/symbols.ts'

export const problems: Whole<typeof english.problems> = {
  ...dumpProblems,
  ...fileProblems,
  ...pageProblems,
  ...placeProblems,
  ...reportProblems,
  ...siteProblems,
  ...symbolProblems,
}
