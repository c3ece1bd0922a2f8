/** Types of the texts of `en/problems/files.ts`. */
export type { fileProblems } from '../en/problems/files.ts'
