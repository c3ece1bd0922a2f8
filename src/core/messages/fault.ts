/** Texts of `en/fault.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/fault.ts'

export type { Touch, EndingFunction } from './en/fault.ts'
export const faultFacts = /* @__PURE__ */ spoken('core/fault.faultFacts', english.faultFacts)
export const esrTexts = /* @__PURE__ */ spoken('core/fault.esrTexts', english.esrTexts)
export const faultWords = /* @__PURE__ */ spoken('core/fault.faultWords', english.faultWords)
export const faultNotes = /* @__PURE__ */ spoken('core/fault.faultNotes', english.faultNotes)
