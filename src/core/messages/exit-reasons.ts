/** Texts of `en/exit-reasons.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/exit-reasons.ts'

export const exitReasons = /* @__PURE__ */ spoken('core/exit-reasons.exitReasons', english.exitReasons)
