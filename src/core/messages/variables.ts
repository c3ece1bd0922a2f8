/** Texts of `en/variables.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/variables.ts'

export const typeWords = /* @__PURE__ */ spoken('core/variables.typeWords', english.typeWords)
export const unavailable = /* @__PURE__ */ spoken('core/variables.unavailable', english.unavailable)
export const exportedVariables = /* @__PURE__ */ spoken('core/variables.exportedVariables', english.exportedVariables)
export const frameVariableWords = /* @__PURE__ */ spoken(
  'core/variables.frameVariableWords',
  english.frameVariableWords,
)
