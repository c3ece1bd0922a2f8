/** Types of the texts of `en/problems/reports.ts`. */
export type { reportProblems } from '../en/problems/reports.ts'
