/** Texts of `en/registers.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/registers.ts'

export const valueFacts = /* @__PURE__ */ spoken('core/registers.valueFacts', english.valueFacts)
export const registerWords = /* @__PURE__ */ spoken('core/registers.registerWords', english.registerWords)
