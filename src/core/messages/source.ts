/** Texts of `en/source.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/source.ts'

export const sourceWords = /* @__PURE__ */ spoken('core/source.sourceWords', english.sourceWords)
export const sourceChecks = /* @__PURE__ */ spoken('core/source.sourceChecks', english.sourceChecks)
export const sourceNameOnly = /* @__PURE__ */ spoken('core/source.sourceNameOnly', english.sourceNameOnly)
export const sourceReasons = /* @__PURE__ */ spoken('core/source.sourceReasons', english.sourceReasons)
