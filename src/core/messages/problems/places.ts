/** Types of the texts of `en/problems/places.ts`. */
export type { placeProblems } from '../en/problems/places.ts'
