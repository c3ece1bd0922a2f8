/** Texts of `en/comparison.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/comparison.ts'

export type { Subject } from './en/comparison.ts'
export const factTerms = /* @__PURE__ */ spoken('core/comparison.factTerms', english.factTerms)
export const verdicts = /* @__PURE__ */ spoken('core/comparison.verdicts', english.verdicts)
export const checks = /* @__PURE__ */ spoken('core/comparison.checks', english.checks)
