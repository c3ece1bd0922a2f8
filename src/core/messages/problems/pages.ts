/** Texts of `en/problems/pages.ts` in the chosen language. */
import { spoken } from '../message.ts'
import * as english from '../en/problems/pages.ts'

export type { pageProblems } from '../en/problems/pages.ts'
export const expectedValues = /* @__PURE__ */ spoken('core/problems/pages.expectedValues', english.expectedValues)
