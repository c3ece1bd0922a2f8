/** Texts of `en/hints.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/hints.ts'

export const hintWords = /* @__PURE__ */ spoken('core/hints.hintWords', english.hintWords)
