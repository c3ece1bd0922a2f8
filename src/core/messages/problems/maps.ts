/** Texts of `en/problems/maps.ts` in the chosen language. */
import { spoken } from '../message.ts'
import * as english from '../en/problems/maps.ts'

export { androidBundle } from '../en/problems/maps.ts'
export const mapProblems = /* @__PURE__ */ spoken('core/problems/maps.mapProblems', english.mapProblems)
