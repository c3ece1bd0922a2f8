/** Types of the texts of `en/problems/dumps.ts`. */
export type { dumpProblems } from '../en/problems/dumps.ts'
