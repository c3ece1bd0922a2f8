/** Types of the texts of `en/problems/sites.ts`. */
export type { siteFailures, siteProblems } from '../en/problems/sites.ts'
