/** Texts of `en/overview.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/overview.ts'

export const overviewWords = /* @__PURE__ */ spoken('core/overview.overviewWords', english.overviewWords)
