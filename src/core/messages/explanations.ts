/** Texts of `en/explanations.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/explanations.ts'

export const explanations = /* @__PURE__ */ spoken('core/explanations.explanations', english.explanations)
