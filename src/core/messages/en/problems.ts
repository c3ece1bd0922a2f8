/** Problems with inputs, by code. */
import { dumpProblems } from './problems/dumps.ts'
import { fileProblems } from './problems/files.ts'
import { pageProblems } from './problems/pages.ts'
import { placeProblems } from './problems/places.ts'
import { reportProblems } from './problems/reports.ts'
import { siteProblems } from './problems/sites.ts'
import { symbolProblems } from './problems/symbols.ts'

/** Marked so that a bundle which uses no problem carries none of their words. */
export const problems = /* @__PURE__ */ (() =>
  ({
    ...dumpProblems,
    ...fileProblems,
    ...pageProblems,
    ...placeProblems,
    ...reportProblems,
    ...siteProblems,
    ...symbolProblems,
  }) as const)()
