/** Types of `en/explain/ends.ts`. */
export type { Samples } from '../en/explain/ends.ts'
