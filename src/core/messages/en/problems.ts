/** Problems with inputs, by code. */
import { fileProblems } from './problems/files.ts'
import { symbolProblems } from './problems/symbols.ts'

export const problems = { ...fileProblems, ...symbolProblems } as const
