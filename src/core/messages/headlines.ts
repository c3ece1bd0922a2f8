/** Texts of `en/headlines.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/headlines.ts'

export const wordsOfCode = /* @__PURE__ */ spoken('core/headlines.wordsOfCode', english.wordsOfCode)
export const headlines = /* @__PURE__ */ spoken('core/headlines.headlines', english.headlines)
