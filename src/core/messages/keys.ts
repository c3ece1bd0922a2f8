/** Texts of `en/keys.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/keys.ts'

export { keyUnits } from './en/keys.ts'
export const keyWords = /* @__PURE__ */ spoken('core/keys.keyWords', english.keyWords)
export const keyTexts = /* @__PURE__ */ spoken('core/keys.keyTexts', english.keyTexts)
