/** Texts of `en/keys.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/keys.ts'

export { keyRows } from './en/keys.ts'
export const keyTexts = /* @__PURE__ */ spoken('core/keys.keyTexts', english.keyTexts)
